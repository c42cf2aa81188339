import { betList } from '@maru/contract/binary/calls';
import { tradeOptions } from '@maru/contract/binary/offers';
import { overseaHistory } from '@maru/contract/oversea/calls';
import { millis } from '@maru/engine/time';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { betOn, offer, roundOf, START } from '../binary-double.ts';
import { openScreen, tap } from '../screen-double.tsx';
import { serverDouble, storedTokens } from '../server-double.ts';

afterEach(cleanup);

const page = (content: readonly unknown[]) => ({
  content,
  page: 0,
  size: 10,
  totalElements: content.length,
  totalPages: 1,
});

function open(bets: readonly unknown[], offers: readonly unknown[] = []) {
  const server = serverDouble({ storage: storedTokens() });
  server.answer(tradeOptions, () => ({ reply: offers }));
  server.answer(betList, () => ({ reply: page(bets) }));
  server.answer(overseaHistory, () => ({ reply: page([]) }));
  return openScreen('/wallet/receipts', { signedIn: true, server });
}

test('the newest receipts of every product are listed, and a link leads to the whole history', async () => {
  const bet = betOn(roundOf(offer(101, 'R1'), millis(START - 20_000), '97400'), { id: 42 });
  const { at } = open([bet]);
  const bets = within(await screen.findByRole('region', { name: '바이너리 영수증' }));
  await waitFor(() => expect(bets.getAllByRole('link')).toHaveLength(2));
  expect(bets.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/wallet/history?product=binary',
    '/wallet/history/42',
  ]);
  const fills = within(screen.getByRole('region', { name: '해외선물 영수증' }));
  expect(fills.getByText('거래하면 영수증이 여기에 생깁니다.')).toBeTruthy();
  await tap('전체 보기', 'link');
  await waitFor(() => expect(at()).toBe('/wallet/history'));
});

test('the proofs of the indices are listed too, each once', async () => {
  const index = { kind: 'INDEX' as const, stock: 'M100', koName: '마루 지수 100' };
  const proofs = open(
    [],
    [
      { ...offer(501, 'R1'), ...index },
      { ...offer(502, 'R2'), ...index },
    ],
  );
  const section = within(await screen.findByRole('region', { name: '마루 지수 증명' }));
  expect(section.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/index/M100']);
  expect(proofs.at()).toBe('/wallet/receipts');
});

test('a receipt closes to the page from which it was opened, or to the history when it was the first page', async () => {
  const opened = openScreen('/wallet/history/7', { signedIn: true, before: ['/more/setting'] });
  await screen.findByRole('button', { name: '닫기' });
  await tap('닫기');
  await waitFor(() => expect(opened.at()).toBe('/more/setting'));
  cleanup();
  const alone = openScreen('/wallet/history/oversea/7', { signedIn: true });
  await screen.findByRole('button', { name: '닫기' });
  await tap('닫기');
  await waitFor(() => expect(alone.at()).toBe('/wallet/history'));
});
