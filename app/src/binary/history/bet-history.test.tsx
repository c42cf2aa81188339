import { betList, dailySummary, type WireTradeBet } from '@maru/contract/binary/calls';
import { tradeOptions } from '@maru/contract/binary/offers';
import { playerQueues } from '@maru/contract/realtime';
import { DAY_MS, millis } from '@maru/engine/time';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { bitcoin } from '../../server-double.ts';
import { createStand } from '../../stand-double.tsx';
import { BetHistory } from './bet-history.tsx';

afterEach(cleanup);

/** Friday, 14 November 2025, 21:00 in Korea. */
const NOW = millis(1_763_121_600_000);
const { markPrice: _, ...coin } = bitcoin;

const bet = (id: number, more: Partial<WireTradeBet> = {}): WireTradeBet => ({
  id,
  playerId: 7,
  tradeRoundId: 1,
  tradeOptionId: 11,
  stock: 'BTCUSDT',
  optionType: 'R1',
  type: 'LONG',
  point: '50000',
  rate: '0.87',
  payout: '93500',
  status: 1,
  credit: '93500',
  voidReason: null,
  strikePrice: '95447.1',
  closePrice: '95461.2',
  createdMillis: NOW - 60_000,
  openMillis: NOW - 60_000,
  closeMillis: NOW,
  ...more,
});

const bets = [
  bet(9, { status: 0, credit: null, closePrice: null }),
  bet(8),
  bet(7, { type: 'SHORT', status: 2, credit: '0' }),
  bet(6, {
    type: 'NS_ODD',
    optionType: 'P2',
    status: 3,
    credit: '50000',
    strikePrice: null,
    closePrice: null,
    createdMillis: NOW - DAY_MS,
  }),
];

const mine = {
  bets: 3,
  won: 1,
  lost: 1,
  void: 0,
  open: 1,
  stake: '150000',
  credit: '93500',
  profit: '-6500',
};

function standFor(all: readonly WireTradeBet[] = bets) {
  const stand = createStand({
    path: '/wallet/history',
    pattern: '/wallet/history',
    screen: BetHistory,
    now: NOW,
  });
  const { server } = stand;
  const list = { isDown: false };
  const asked = (path: string) => server.asked.filter((each) => each.path === path).map(({ query }) => query);
  server.answer(betList, () => {
    if (list.isDown) return { refusal: 'TRY_AGAIN' };
    const page = Number(asked(betList.path).at(-1)?.['page']);
    const content = all.slice(page * 20, page * 20 + 20);
    return {
      reply: {
        content,
        page,
        size: 20,
        totalElements: all.length,
        totalPages: Math.ceil(all.length / 20),
      },
    };
  });
  server.answer(dailySummary, () => ({
    reply: { dateMillis: NOW, rounds: { up: 1, down: 1, void: 0, drawn: 0 }, mine },
  }));
  server.answer(tradeOptions, () => ({
    reply: [
      { ...coin, id: 11, type: 'R1', rate: '0.87' },
      { ...coin, id: 31, type: 'P2', rate: null },
    ],
  }));
  return { ...stand, asked, list };
}

const tap = (name: string | RegExp) => act(async () => fireEvent.click(screen.getByRole('button', { name })));

test('bets are grouped by day, newest first, each with its result and a link to its receipt', async () => {
  const { open, at } = standFor();
  await open();
  const today = within(screen.getByRole('region', { name: '11월 14일 (금)' }));
  const rows = today.getAllByRole('link');
  expect(rows.map((row) => row.textContent)).toEqual([
    '상승 비트코인 1분 50,000원 × 1.87 50,000원 진행 중 · 20:59',
    '상승 비트코인 1분 95,447.1 → 95,461.2 +43,500원 적중 · 20:59',
    '하락 비트코인 1분 95,447.1 → 95,461.2 −50,000원 미적중 · 20:59',
  ]);
  expect(today.getByRole('button').textContent).toBe('11월 14일 (금) −6,500원');
  const yesterday = within(screen.getByRole('region', { name: '11월 13일 (목)' }));
  expect(yesterday.getByRole('link').textContent).toContain('합 홀 비트볼 2분');
  await act(async () => fireEvent.click(rows[1]!));
  expect(at()).toBe('/wallet/history/8');
});

test('the server sums up the day, and another day after a tap on it', async () => {
  const { open, asked, pass } = standFor();
  await open();
  const today = within(screen.getByRole('region', { name: '오늘 손익' }));
  expect(today.getByText('−6,500')).toBeTruthy();
  expect(today.getByText('50.0%')).toBeTruthy();
  // Two of three orders have a result: their stakes, their payouts and the profit add up.
  const figures = today.getAllByRole('definition').map(({ textContent }) => textContent);
  expect(figures).toEqual(['50.0%', '2건', '100,000', '93,500']);
  await tap(/^11월 13일/);
  await pass(100);
  expect(screen.getByRole('region', { name: '11월 13일 (목) 손익' })).toBeTruthy();
  const days = asked(dailySummary.path).map(({ date }) => Number(date));
  expect((days[0] ?? 0) - (days.at(-1) ?? 0)).toBe(DAY_MS);
});

test('every filter is part of the query: result, period, offer and direction', async () => {
  const { open, asked, pass } = standFor();
  await open();
  const last = () => asked(betList.path).at(-1);
  expect(last()).toMatchObject({ page: '0', startDate: expect.any(String) });
  await tap('적중');
  const choose = async (menu: RegExp, title: string, choice: string) => {
    await tap(menu);
    const sheet = within(await screen.findByRole('dialog', { name: title }));
    await act(async () => fireEvent.click(sheet.getByRole('button', { name: choice })));
    await pass(400);
  };
  await choose(/^기간: 1개월/, '기간 고르기', '전체');
  await choose(/^종목 고르기: 모든 종목/, '종목 고르기', '비트볼 2분');
  await choose(/^방향 고르기: 모든 방향/, '방향 고르기', '하락');
  expect(last()).toMatchObject({ statusStrs: '1', tradeOptionId: '31', tradeTypeStrs: 'SHORT' });
  expect(last()).not.toHaveProperty('startDate');
});

test('older bets are read page by page, and a day is summed only when all of its bets are loaded', async () => {
  const many = Array.from({ length: 25 }, (_, index) => bet(100 - index));
  const { open, pass } = standFor(many);
  await open();
  expect(screen.getAllByRole('link')).toHaveLength(20);
  expect(screen.getByRole('button', { name: '11월 14일 (금)' })).toBeTruthy();
  await tap('더 보기');
  await pass(100);
  expect(screen.getAllByRole('link')).toHaveLength(25);
  expect(screen.getByRole('button', { name: /11월 14일 \(금\) \+1,087,500/ })).toBeTruthy();
  expect(screen.getByText('마지막 내역입니다')).toBeTruthy();
});

test('a next page that cannot be read says so, and is asked for again', async () => {
  const { open, pass, list } = standFor(Array.from({ length: 25 }, (_, index) => bet(100 - index)));
  await open();
  list.isDown = true;
  await tap('더 보기');
  await pass(3_000);
  expect(screen.getByRole('alert').textContent).toBe('더 불러오지 못했습니다. 다시 눌러 주세요.');
  expect(screen.getAllByRole('link')).toHaveLength(20);
  list.isDown = false;
  await tap('더 보기');
  await pass(100);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getAllByRole('link')).toHaveLength(25);
});

test('a pushed result appears in the list', async () => {
  const { open, server, pass } = standFor();
  await open();
  await waitFor(() => expect(server.connections().length).toBe(1));
  server.answer(betList, () => ({
    reply: {
      content: [bet(9, { status: 2, credit: '0' }), ...bets.slice(1)],
      page: 0,
      size: 20,
      totalElements: 4,
      totalPages: 1,
    },
  }));
  await act(async () => server.push(playerQueues.trade, { type: 'BET_RESULT', seq: 1, at: NOW, data: {} }));
  await pass(100);
  expect(screen.queryByText(/진행 중 ·/)).toBeNull();
});

test('no bets yet, no bet that matches, and a list that could not be fetched are shown differently', async () => {
  const empty = standFor([]);
  await empty.open();
  expect(screen.getByText('거래내역이 없습니다')).toBeTruthy();
  await tap('무효');
  await empty.pass(100);
  expect(screen.getByText('조건에 맞는 거래가 없습니다')).toBeTruthy();
  await tap('조건 지우기');
  await empty.pass(100);
  expect(screen.getByText('거래내역이 없습니다')).toBeTruthy();
  cleanup();
  const failing = standFor();
  failing.server.answer(betList, () => ({ refusal: 'TRY_AGAIN' }));
  await failing.open();
  await failing.pass(3_000);
  expect(screen.getByText('거래내역을 불러오지 못했습니다')).toBeTruthy();
});
