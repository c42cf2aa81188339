import { myWallets } from '@maru/contract/account/calls';
import { siteByCode } from '@maru/contract/site';
import { myTrials } from '@maru/contract/trial/calls';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { openScreen, tap } from '../../screen-double.tsx';
import { serverDouble, site, storedTokens } from '../../server-double.ts';

afterEach(cleanup);

const BREAKS_NOT = '\u00a0';

test('the welcome shows how much practice money there is, and what is real', async () => {
  openScreen('/welcome', { signedIn: true });
  const title = await screen.findByRole('heading', { level: 1 });
  expect(title.textContent?.replaceAll(BREAKS_NOT, ' ')).toBe('연습용 1,000만 원으로 시작합니다');
  expect(screen.getAllByRole('listitem').map((fact) => fact.querySelector('strong')?.textContent)).toEqual([
    '진짜 돈은 오가지 않습니다',
    '거래를 마치면 연습을 다시 시작할 수 있습니다',
    '모든 결과를 직접 확인합니다',
  ]);
  expect(screen.getByText(/^모의 시세로 거래하고/)).toBeTruthy();
  expect(screen.getAllByRole('main')).toHaveLength(1);
});

test('prices that come from a market are not called simulated', async () => {
  const server = serverDouble({ storage: storedTokens() });
  server.answer(siteByCode, () => ({ reply: { ...site, priceSource: 'PROVIDED' } }));
  openScreen('/welcome', { signedIn: true, server });
  expect(await screen.findByText(/^연습용 돈으로 거래하고/)).toBeTruthy();
  expect(screen.queryByText(/모의 시세/)).toBeNull();
});

test('without a known balance no amount is shown', async () => {
  const server = serverDouble({ storage: storedTokens() });
  server.answer(myWallets, () => ({ reply: {} }));
  openScreen('/welcome', { signedIn: true, server });
  expect(await screen.findByRole('heading', { level: 1, name: '연습 자금' })).toBeTruthy();
});

test('several tried rounds are shown as what they came to, with the way to their receipts', async () => {
  const server = serverDouble({ storage: storedTokens() });
  const round = { type: 'LONG', acceptedMillis: 1_700_000_000_000 };
  server.answer(myTrials, () => ({
    reply: {
      content: [
        { ...round, id: 2, profit: '9000' },
        { ...round, id: 1, profit: '-10000' },
      ],
    },
  }));
  openScreen('/welcome', { signedIn: true, server });
  const way = await screen.findByRole('link', { name: '체험 결과 2개, 모두 −1,000원도 계정에 담았습니다' });
  expect(way.getAttribute('href')).toBe('/wallet/receipts');
});

test('its one button leads to the prices', async () => {
  const { at } = openScreen('/welcome', { signedIn: true });
  await screen.findByRole('heading', { level: 1 });
  await tap('연습 시작');
  await waitFor(() => expect(at()).toBe('/oversea'));
});
