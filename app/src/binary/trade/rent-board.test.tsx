import { tickTopic } from '@maru/contract/realtime';
import { act, cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { betOn, offer, openTable, roundOf, START, tick } from '../../binary-double.ts';

afterEach(cleanup);

const mine = offer(11, 'R1');
/** The test begins twenty seconds into this round. */
const running = roundOf(mine, (START - 20_000) as never, '97400');
const next = roundOf(mine, (START + 40_000) as never);

const clock = () => within(screen.getByRole('main')).getByRole('timer');
const rows = () =>
  within(screen.getByRole('list', { name: '내 주문' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
const picture = () => screen.getByRole('img', { name: /현재가/ }).getAttribute('aria-label');
const pushTick = async (
  { server, pass }: Awaited<ReturnType<typeof openTable>>,
  price: string,
  at: number = START,
) => {
  await act(async () => server.push(tickTopic('BTCUSDT'), tick(price, at)));
  await pass(1_000);
};

test('before the start of the member’s round there is no base and no result, and the clock counts to the start', async () => {
  const table = await openTable({ bets: [betOn(next, { point: '10000' })] });
  await pushTick(table, '97421.15');
  expect(clock().textContent).toBe('00:39');
  expect(screen.getByText('1,284회차 시작까지')).toBeTruthy();
  expect(screen.getByText('오늘').textContent).toBe('오늘+1.00%');
  expect(screen.queryByText(/기준가 대비/)).toBeNull();
  expect(screen.queryByText(/지금 끝나면/)).toBeNull();
  expect(picture()).toContain('1,284회차는 07:14에 시작하며 기준가는 아직 없습니다');
  expect(rows()).toEqual(['상승10,000원1,284회차 · 07:14 시작']);
});

test('a change of the day that is shown as 0.00% has no direction', async () => {
  const { server, pass } = await openTable();
  const change = { ...tick('97421.15', START), priceChangePercent: 0.004 };
  await act(async () => server.push(tickTopic('BTCUSDT'), change));
  await pass(1_000);
  expect(screen.getByText('0.00%').className).not.toContain('figure--');
});

test('from its start on the base, the clock to the result and the profit if it ended now are of the member’s round', async () => {
  const table = await openTable({ bets: [betOn(running)] });
  await pushTick(table, '97421.15');
  expect(clock().textContent).toBe('00:39');
  expect(screen.getByText('1,283회차 결과까지')).toBeTruthy();
  expect(screen.getByText('1,283회차 기준가 대비').textContent).toContain('+21.15');
  expect(picture()).toContain('1,283회차 기준가보다 21.15 높음');
  expect(rows()).toEqual(['상승5만1,283회차지금 끝나면 적중 +43,500원']);
  await pushTick(table, '97399.5', START + 1_200);
  expect(rows()).toEqual(['상승5만1,283회차지금 끝나면 미적중 −50,000원']);
  await pushTick(table, '97400', START + 2_400);
  expect(rows()).toEqual(['상승5만1,283회차지금 끝나면 환급 0원']);
});

test('the time left for an order on the next round is a second clock, with the number of the round', async () => {
  await openTable({ bets: [betOn(running)] });
  const dock = within(screen.getByRole('region', { name: '주문' }));
  expect(dock.getByRole('timer').textContent).toBe('1,284회차 주문 마감까지 00:30');
});

test('bets in two rounds at once are shown separately, and each changes with its own round', async () => {
  const bets = [betOn(running, { point: '10000' }), betOn(next, { id: 2, type: 'SHORT', point: '10000' })];
  const table = await openTable({ bets });
  await pushTick(table, '97421.15');
  expect(rows()).toEqual(['상승1만1,283회차지금 끝나면 적중 +8,700원', '하락1만1,284회차07:14 시작 대기']);
  expect(screen.getByText('1,283회차 결과까지')).toBeTruthy();
  await pushTick(table, '97410', START + 39_500);
  await table.pass(40_000);
  expect(screen.getByText('1,284회차 결과까지')).toBeTruthy();
  expect(rows()[0]).toMatch(/^하락1만1,284회차/);
  expect(rows()[1]).toBe('상승1만1,283회차판정 중');
});

test('without a bet the page is about the round that can be bet on', async () => {
  const table = await openTable();
  await pushTick(table, '97421.15');
  expect(screen.getByText('1,284회차 시작까지')).toBeTruthy();
  expect(screen.getByText('1,284회차 주문이 없습니다')).toBeTruthy();
  expect(screen.queryByText(/기준가 대비/)).toBeNull();
});

test('after the cut-off the page shows which round is closed and what the member’s bet on it would pay', async () => {
  const table = await openTable({ bets: [betOn(next, { point: '10000', payout: '18700' })] });
  await table.pass(30_000);
  const dock = within(screen.getByRole('region', { name: '주문' }));
  expect(dock.getByText('1,284회차 주문을 마감했습니다')).toBeTruthy();
  expect(dock.getByText('1,284회차 내 주문').nextSibling?.textContent).toBe('상승 10,000원');
  expect(dock.getByText('적중 시').nextSibling?.textContent).toBe('18,700원');
});
