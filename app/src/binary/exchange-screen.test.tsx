import { tradeOptions } from '@maru/contract/market';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { option } from '../binary-double.ts';
import { openScreen, tap } from '../screen-double.tsx';
import { keptTokens, serverDouble } from '../server-double.ts';

afterEach(cleanup);

const euro = {
  ...option(31, 'R1'),
  stock: 'EURUSD',
  koName: '유로',
  kind: 'FOREX' as const,
  isRest: 1 as const,
  isOpen: 0 as const,
  nextOpenMillis: Date.UTC(2026, 10, 15, 23),
};

function open(options: readonly unknown[] = [option(10, 'R.5'), option(11, 'R1'), option(21, 'B5'), euro]) {
  const server = serverDouble({ storage: keptTokens() });
  server.answer(tradeOptions, () => ({ reply: options }));
  return openScreen('/exchange', { signedIn: true, server });
}

test('the options are listed by stock and kind, each game with its name', async () => {
  const { at } = open();
  const games = within(await screen.findByRole('group', { name: '비트코인 거래 시간' }));
  expect(games.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    '30초',
    '1분',
    '바이너리 5분',
  ]);
  expect(screen.queryByText('유로')).toBeNull();
  await act(async () => fireEvent.click(games.getByRole('button', { name: '비트코인 1분' })));
  await waitFor(() => expect(at()).toBe('/exchange/11'));
});

test('a market that rests is said and not opened', async () => {
  const { at } = open();
  await screen.findByRole('group', { name: '비트코인 거래 시간' });
  await tap('외환');
  await tap('유로 1분');
  expect(await screen.findByText('유로종목이 현재 휴장중입니다.')).toBeTruthy();
  expect(at()).toBe('/exchange');
});

test('a list that is empty or cannot be loaded says so', async () => {
  open([]);
  expect(await screen.findByText('아직 열린 종목이 없습니다')).toBeTruthy();
});

test('the game that was played last is opened at once, and back leads out of it', async () => {
  const { at } = open();
  await screen.findByRole('group', { name: '비트코인 거래 시간' });
  await tap('비트코인 1분');
  await waitFor(() => expect(at()).toBe('/exchange/11'));
  await screen.findByRole('button', { name: /^비트코인 ?BTC\/USDT$/ });
  await tap('뒤로');
  await screen.findByRole('button', { name: '전체 메뉴' });
  expect(at()).toBe('/oversea');
  await tap('전체 메뉴');
  await screen.findByRole('dialog', { name: '전체 메뉴' });
  await tap(/바이너리 옵션/);
  await waitFor(() => expect(at()).toBe('/exchange/11'));
});
