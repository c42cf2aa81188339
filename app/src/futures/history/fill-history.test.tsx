import { futuresDailyProfit, futuresFundings, futuresHistory } from '@maru/contract/futures/history';
import { playerQueues } from '@maru/contract/realtime';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { answerFutures, fillOf } from '../../futures-double.ts';
import { START } from '../../futures-market-double.ts';
import { createStand } from '../../stand-double.tsx';
import { FillHistory } from './fill-history.tsx';
import type { RealisedDay } from './realised-days.ts';

afterEach(cleanup);

const DAY_MS = 86_400_000;
const dateOf = (at: number) => new Date(at + 9 * 3_600_000).toISOString().slice(0, 10);
const TODAY = dateOf(START);
const YESTERDAY = dateOf(START - DAY_MS);

const closeOf = (fill: Parameters<typeof fillOf>[0]) =>
  fillOf({
    tradeType: 'SHORT',
    openedQty: '0',
    closedQty: '0.25',
    closedPositionId: 41,
    entryPrice: '95000',
    openedMillis: START - 3_600_000,
    ...fill,
  });
const closes = [
  closeOf({ id: 99, net: '82.403' }),
  closeOf({
    id: 67,
    net: '-163.0824',
    tradeType: 'LONG',
    marketType: 'LIQUIDATION',
    createdMillis: START - DAY_MS,
  }),
];
const dayOf = (day: Partial<RealisedDay>): RealisedDay => ({
  date: TODAY,
  walletType: 'FUTURES',
  currency: 'USDT',
  trades: 1,
  wins: 1,
  liquidations: 0,
  gross: '120.6',
  funding: '0',
  fees: '38.197',
  net: '82.403',
  ...day,
});
const days = [
  dayOf({}),
  dayOf({ date: YESTERDAY, wins: 0, net: '-163.0824', fees: '12.6466', funding: '0.784' }),
];
const pageOf = <Item,>(content: readonly Item[], totalPages = 1) => ({
  content,
  page: 0,
  size: 20,
  totalElements: content.length,
  totalPages,
});

interface Shown {
  readonly days?: readonly RealisedDay[] | 'refused';
  readonly fills?: readonly ReturnType<typeof fillOf>[];
}

async function open(shown: Shown = {}) {
  const stand = createStand({
    path: '/wallet/history',
    pattern: '/wallet/history',
    screen: FillHistory,
    now: START,
  });
  answerFutures(stand.server);
  stand.server.answer(futuresDailyProfit, () =>
    shown.days === 'refused' ? { refusal: 'OPTION_NOT_FOUND' } : { reply: shown.days ?? days },
  );
  stand.server.answer(futuresHistory, () => ({ reply: pageOf(shown.fills ?? closes) }));
  stand.server.answer(futuresFundings, () => ({
    reply: pageOf([
      {
        futuresPositionId: 41,
        futuresOptionId: 201,
        stock: 'BTCUSDT',
        walletType: 'FUTURES',
        currency: 'USDT',
        tradeType: 'LONG',
        qty: '0.25',
        markPrice: '95483',
        rate: '0.0003',
        amount: '-7.161225',
        fundingMillis: START - 600_000,
      },
    ]),
  }));
  await stand.open();
  await stand.pass(50);
  const asked = (call: { readonly path: string }) =>
    stand.server.asked.filter((each) => each.path === call.path).map(({ query }) => query);
  return { ...stand, asked };
}

const tap = (name: string | RegExp, role = 'button') =>
  act(async () => fireEvent.click(screen.getByRole(role, { name })));
const figureOf = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent;
const dayNames = () =>
  screen
    .queryAllByRole('region')
    .map((region) => region.getAttribute('aria-label'))
    .filter((name) => name?.includes('월'));

test('thirty days are summed after fees and funding, and drawn day by day', async () => {
  const { asked } = await open();
  expect(screen.getByText('실현 손익 · 최근 30일')).toBeTruthy();
  expect(screen.getByText('−80.67940000', { selector: '.profit--hero' })).toBeTruthy();
  expect(figureOf('승률')).toBe('50.0%');
  expect(figureOf('거래')).toBe('2회');
  expect(figureOf('펀딩비')).toBe('0.784');
  expect(figureOf('수수료')).toBe('50.8436');
  expect(screen.getByText('2일 동안의 손익. 합계 −80.6794')).toBeTruthy();
  expect(document.querySelectorAll('.profit-chart__bar--up')).toHaveLength(1);
  expect(document.querySelectorAll('.profit-chart__bar--down')).toHaveLength(1);
  expect(asked(futuresDailyProfit)[0]).toMatchObject({
    startDate: dateOf(START - 29 * DAY_MS),
    endDate: TODAY,
  });
});

test('closes are listed under their days with what the day brought, and lead to their receipts', async () => {
  await open();
  const [today, yesterday] = screen
    .getAllByRole('region')
    .filter((region) => region.getAttribute('aria-label')?.includes('월'));
  expect(today?.querySelector('p')?.textContent).toContain('+82.40300000');
  const [link] = within(today!).getAllByRole('link');
  expect(link?.getAttribute('href')).toBe('/wallet/history/futures/99');
  expect(link?.textContent).toMatch(/롱 BTCUSDT 0\.250 BTC.*95,000\.0 → 95,482\.4.*시장가/);
  expect(within(yesterday!).getByText(/강제 청산/).className).toContain('risk');
  expect(within(yesterday!).getByText('숏')).toBeTruthy();
});

test('a day that is selected in the chart is the only one asked for, until it is deselected', async () => {
  const { asked, pass } = await open();
  const chart = screen.getByRole('slider', { name: '일별 손익에서 날짜 고르기' });
  await act(async () => fireEvent.keyDown(chart, { key: 'ArrowLeft' }));
  await pass(50);
  expect(chart.getAttribute('aria-valuetext')).toMatch(/ \+82\.403$/);
  expect(asked(futuresHistory).at(-1)).toMatchObject({ startDate: TODAY, endDate: TODAY, closed: '1' });
  await tap(/\)만$/);
  await pass(50);
  expect(chart.getAttribute('aria-valuetext')).toBe('모든 날짜');
});

test('a chosen instrument is sent with the days, the closes and the funding', async () => {
  const { asked, pass } = await open();
  await tap('종목: 모든 종목');
  await tap('ETHUSDT');
  await pass(50);
  expect(asked(futuresDailyProfit).at(-1)).toMatchObject({ futuresOptionId: '202' });
  expect(asked(futuresHistory).at(-1)).toMatchObject({ futuresOptionId: '202', closed: '1' });
  await tap('펀딩비', 'radio');
  await pass(50);
  expect(asked(futuresFundings).at(-1)).toMatchObject({ futuresOptionId: '202' });
});

test('funding payments are a list of their own, each with its rate, mark and receipt', async () => {
  const { pass } = await open();
  await tap('펀딩비', 'radio');
  await pass(50);
  expect(dayNames()).toEqual([]);
  const link = screen.getByRole('link');
  expect(link.getAttribute('href')).toBe(`/wallet/history/futures/funding/41/${START - 600_000}`);
  expect(link.textContent).toMatch(/롱 BTCUSDT.*0\.0300% · 마크가 95,483\.0.*−7\.16122500/);
});

test('wallets of different currencies are not added, and small amounts of coins keep their places', async () => {
  await open({
    days: [
      dayOf({ trades: 2 }),
      dayOf({ walletType: 'BTC', currency: 'BTC', net: '-0.00001234', fees: '0.00000842' }),
    ],
  });
  expect(screen.getAllByRole('slider')).toHaveLength(2);
  const heroes = [...document.querySelectorAll('.profit--hero')].map(({ textContent }) => textContent);
  expect(heroes).toEqual(['+82.40300000 USDT', '−0.00001234 BTC']);
  const [today] = screen.getAllByRole('region', { name: /월/ });
  expect(today?.querySelector('p')?.textContent).toMatch(/\+82\.40300000 USDT−0\.00001234 BTC$/);
  expect(screen.getByText('0.00000842')).toBeTruthy();
});

test('without closes the sum is zero, without a sign, and the list says so', async () => {
  await open({ days: [], fills: [] });
  expect(document.querySelector('.profit--hero')?.textContent).toBe('0 USDT');
  expect(screen.queryByRole('slider')).toBeNull();
  expect(screen.getByText('청산한 거래가 없습니다')).toBeTruthy();
});

test('when the days cannot be read, the closes are still there and it can be tried again', async () => {
  const { server, pass } = await open({ days: 'refused' });
  expect(screen.getByText('손익을 불러오지 못했습니다')).toBeTruthy();
  expect(dayNames()).toHaveLength(2);
  server.answer(futuresDailyProfit, () => ({ reply: days }));
  await tap('다시 시도');
  await pass(50);
  expect(screen.getByText('−80.67940000', { selector: '.profit--hero' })).toBeTruthy();
});

test('a close that is pushed appears at the top, and the sums are read again', async () => {
  const { server, asked, pass, timers } = await open();
  const before = asked(futuresDailyProfit).length;
  const fill = closeOf({ id: 131, net: '1.5', createdMillis: START + 1_000 });
  await act(async () =>
    server.push(playerQueues.futures, {
      type: 'FILLED',
      seq: 101,
      at: timers.now(),
      data: { orders: [], positions: [], fills: [fill] },
    }),
  );
  await pass(50);
  expect(screen.getAllByRole('link')[0]?.getAttribute('href')).toBe('/wallet/history/futures/131');
  expect(asked(futuresDailyProfit).length).toBe(before + 1);
});
