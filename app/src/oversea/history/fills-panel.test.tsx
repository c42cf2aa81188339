import { dailyProfit, overseaHistory } from '@maru/contract/oversea/calls';
import { playerQueues } from '@maru/contract/realtime';
import { act, cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { answerOversea, dayOf, fillOf, pageOf, START, tradedNasdaq } from '../../oversea-double.ts';
import { createStand } from '../../stand-double.tsx';
import { FillsPanel } from './fills-panel.tsx';
import { ProfitPanel } from './profit-panel.tsx';

afterEach(cleanup);

function stand(screenOf: () => React.ReactNode) {
  return createStand({ path: '/oversea/1', pattern: '/oversea/$id', now: START, screen: () => screenOf() });
}

const opening = fillOf({
  id: 1_900,
  tradeType: 'LONG',
  openedQty: 3,
  closedQty: 0,
  entryPrice: null,
  openedMillis: null,
  price: '25401.25',
  pnl: '0',
});

test('a close shows its profit, an opening that it opened, and each links to its receipt', async () => {
  const { server, open } = stand(() => <FillsPanel instrument={tradedNasdaq} />);
  answerOversea(server, { fills: [fillOf(), opening] });
  await open();
  const [closed, opened] = within(screen.getByRole('region', { name: '체결' })).getAllByRole('link');
  expect(closed?.textContent).toContain('25,401.25 → 25,412.25');
  expect(closed?.textContent).toContain('+889,800원');
  expect(within(closed!).getByText('매수')).toBeTruthy();
  expect(closed?.getAttribute('href')).toBe('/wallet/history/oversea/1952');
  expect(opened?.textContent).toContain('진입');
});

test('a loss-cut is marked as a loss-cut', async () => {
  const { server, open } = stand(() => <FillsPanel instrument={tradedNasdaq} />);
  answerOversea(server, { fills: [fillOf({ marketType: 'LIQUIDATION', forcedReason: 'LOSSCUT' })] });
  await open();
  expect(screen.getByText(/로스컷/).className).toContain('risk');
});

test('a pushed fill appears without a request', async () => {
  const { server, open } = stand(() => <FillsPanel instrument={tradedNasdaq} />);
  answerOversea(server);
  await open();
  expect(screen.getByText('체결된 주문이 없습니다')).toBeTruthy();
  const reads = () => server.asked.filter(({ path }) => path === overseaHistory.path).length;
  const before = reads();
  const data = { orders: [], positions: [], fills: [fillOf(), fillOf({ id: 1, overseaOptionId: 99 })] };
  await act(async () => server.push(playerQueues.oversea, { type: 'ORDER_FILLED', seq: 2, at: START, data }));
  expect(await screen.findByText('+889,800')).toBeTruthy();
  expect(screen.getAllByRole('link')).toHaveLength(1);
  expect(reads()).toBe(before);
});

test('a list that could not be read is read when the connection is back', async () => {
  const { server, open, pass } = stand(() => <FillsPanel instrument={tradedNasdaq} />);
  answerOversea(server);
  server.answer(overseaHistory, () => 'lost');
  await open();
  // The queue is resumed after this, so reconnecting alone does not read the list again.
  const data = { orders: [], positions: [], fills: [] };
  await act(async () => server.push(playerQueues.oversea, { type: 'ORDER_NEW', seq: 2, at: START, data }));
  await pass(2_000);
  expect(screen.getByRole('button', { name: '다시 시도' })).toBeTruthy();
  await act(async () => server.goAway());
  answerOversea(server, { fills: [fillOf()] });
  server.comeBack();
  await pass(2_000);
  expect(await screen.findByText('+889,800')).toBeTruthy();
});

test('profit is summed over the days after commission, and an unfinished day is marked', async () => {
  const { server, open } = stand(() => <ProfitPanel instrument={tradedNasdaq} />);
  answerOversea(server);
  server.answer(dailyProfit, () => ({
    reply: pageOf([
      dayOf({
        tradeDate: '2023-11-14',
        gross: '910800',
        commission: '21000',
        net: '889800',
        isFinal: false,
      }),
      dayOf({
        tradeDate: '2023-11-13',
        gross: '-112600',
        commission: '21000',
        net: '-133600',
        losscuts: 1,
      }),
    ]),
  }));
  await open();
  const panel = within(screen.getByRole('region', { name: '나스닥 일별 손익' }));
  expect(panel.getByText('+756,200')).toBeTruthy();
  // Price result and fees, of all days and of each.
  expect(panel.getByText('가격 손익 +798,200 · 수수료 −42,000')).toBeTruthy();
  expect(panel.getByText('가격 손익 +910,800 · 수수료 −21,000')).toBeTruthy();
  expect(panel.getByText('가격 손익 −112,600 · 수수료 −21,000')).toBeTruthy();
  expect(panel.getByText('+889,800')).toBeTruthy();
  expect(panel.getByText('11월 14일 (화)')).toBeTruthy();
  expect(panel.getByText('진행 중')).toBeTruthy();
  expect(panel.getByText(/로스컷 1회/)).toBeTruthy();
});
