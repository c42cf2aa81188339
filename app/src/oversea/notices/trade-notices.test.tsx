import { existsOverseaOption } from '@maru/contract/oversea/instruments';
import { playerQueues, topics } from '@maru/contract/realtime';
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { answerOversea, fillOf, orderOf, START, tradedNasdaq } from '../../oversea-double.ts';
import { createStand } from '../../stand-double.tsx';
import { useInstrumentClose } from '../trade/instrument-close.ts';
import { TradeNotices } from './trade-notices.tsx';

afterEach(cleanup);

async function open({ shows = () => <TradeNotices /> }: { readonly shows?: () => React.ReactNode } = {}) {
  const stand = createStand({
    path: '/oversea/1',
    pattern: '/oversea/$id',
    elsewhere: ['/oversea', '/more'],
    now: START,
    screen: () => shows(),
  });
  answerOversea(stand.server);
  await stand.open();
  let seq = 10;
  const pushTrade = (data: object, { at = START, isSameEvent = false, type = 'ORDER_UPDATE' } = {}) =>
    act(async () => {
      seq += isSameEvent ? 0 : 1;
      const whole = { orders: [], positions: [], fills: [], ...data };
      stand.server.push(playerQueues.oversea, { type, seq, at, data: whole });
      await stand.timers.pass(20);
    });
  return { ...stand, pushTrade };
}

const toast = () => document.querySelector('.toast:not(.toast--leaving)')?.textContent ?? '';

test('a resting order that was accepted is shown for a second and a half', async () => {
  const { pushTrade, pass } = await open();
  await pushTrade({ orders: [orderOf()] });
  expect(toast()).toContain('주문을 접수했습니다매수 나스닥 2계약 · 25,390.00');
  await pass(1_400);
  expect(toast()).not.toBe('');
  await pass(100);
  expect(toast()).toBe('');
});

test('a fill is shown for two seconds, with the profit of a close', async () => {
  const { pushTrade, pass } = await open();
  await pushTrade({
    orders: [orderOf({ status: 'FILLED', marketType: 'MARKET', price: null })],
    fills: [fillOf()],
  });
  expect(toast()).toBe('청산했습니다나스닥 · 순손익+889,800원');
  await pass(1_900);
  expect(toast()).not.toBe('');
  await pass(100);
  expect(toast()).toBe('');
});

test('a close with a price gain that the fees exceed is shown as a loss', async () => {
  const { pushTrade } = await open();
  await pushTrade({ fills: [fillOf({ pnl: '13162' })] });
  expect(document.querySelector('.toast .toast__figure--down')?.textContent).toBe('−7,838원');
});

test('two pushes of one event are one notice', async () => {
  const { pushTrade, pass } = await open();
  await pushTrade({ fills: [fillOf()] }, { type: 'ORDER_FILLED' });
  await pushTrade({ fills: [fillOf()] }, { type: 'POSITION_CLOSE', isSameEvent: true });
  await pass(2_000);
  expect(toast()).toBe('');
});

test('the notice of a take-profit names it, and the first tick after a gap', async () => {
  const { pushTrade } = await open();
  await pushTrade({ fills: [fillOf({ marketType: 'TAKEPROFIT', isAfterGap: true })] });
  expect(toast()).toContain('익절로 청산했습니다나스닥 · 순손익 · 시세 재개 뒤 첫 틱');
});

test('the notice of an order that the server cancelled has the reason; of one that the member cancelled it has none', async () => {
  const { pushTrade, pass } = await open();
  await pushTrade({ orders: [orderOf({ status: 'CANCELED', cancelReason: 'INSUFFICIENT_BALANCE' })] });
  // First, where a narrow screen does not cut it.
  expect(toast()).toContain('주문 취소 · 주문 가능 금액 부족매수 나스닥 2계약 · 25,390.00');
  await pass(1_500);
  await pushTrade({ orders: [orderOf({ id: 52, status: 'CANCELED', cancelReason: 'PLAYER' })] });
  expect(toast()).toContain('주문을 취소했습니다매수 나스닥 2계약 · 25,390.00');
  expect(toast()).not.toContain('직접');
});

test('a loss-cut is one notice for everything that it closed, and its cancelled orders have none', async () => {
  const { pushTrade, pass } = await open();
  const cut = { marketType: 'LIQUIDATION', forcedReason: 'LOSSCUT', pnl: '-800000' } as const;
  await pushTrade({
    fills: [fillOf({ id: 1, ...cut }), fillOf({ id: 2, overseaOptionId: 2, stock: 'HSI', ...cut })],
    orders: [orderOf({ status: 'CANCELED', cancelReason: 'LOSSCUT' })],
  });
  expect(screen.getByRole('alert').textContent).toContain(
    '로스컷으로 청산했습니다나스닥 외 1종목 · 6계약−1,642,000원',
  );
  await pass(2_000);
  expect(toast()).toBe('');
});

test('events from while the connection was cut are not shown as new, except a loss-cut', async () => {
  const { pushTrade } = await open();
  await pushTrade({ fills: [fillOf({ id: 5 })] }, { at: START - 60_000 });
  expect(toast()).toBe('');
  await pushTrade(
    { fills: [fillOf({ id: 6, marketType: 'LIQUIDATION', forcedReason: 'LOSSCUT' })] },
    { at: START - 60_000 },
  );
  expect(toast()).toContain('로스컷');
});

const Closing = () => {
  useInstrumentClose(tradedNasdaq, { name: '나스닥', base: '/oversea', isGuest: false });
  return null;
};

const closed = (overseaOptionId: number, reason: string | null = null) => ({
  type: 'OVERSEA_OPTION_CLOSE',
  at: START,
  data: { overseaOptionId, stock: 'NQ', cause: 'SESSION_END', reason },
});

test.each([
  { exist: true, to: '/oversea' },
  { exist: false, to: '/more' },
])(
  'when the shown instrument closes, an alert is shown and the page changes to $to where exist is $exist',
  async (row) => {
    const { server, pass, at } = await open({ shows: () => <Closing /> });
    server.answer(existsOverseaOption, () => ({ reply: { exist: row.exist } }));
    await act(async () => server.push(topics.oversea.destination, closed(2)));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    await act(async () => server.push(topics.oversea.destination, closed(1, '점검합니다.')));
    await pass(20);
    expect(await screen.findByText('나스닥종목이 마감되었습니다. 점검합니다.')).toBeTruthy();
    expect(at()).toBe(row.to);
  },
);
