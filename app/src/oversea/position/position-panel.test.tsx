import { placeOverseaOrder, setOvernight, setOverseaTpsl } from '@maru/contract/oversea/calls';
import { playerQueues, tickTopic } from '@maru/contract/realtime';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import {
  answerOversea,
  crossOf,
  type Held,
  positionOf,
  START,
  termsOf,
  tradedNasdaq,
} from '../../oversea-double.ts';
import { createStand } from '../../stand-double.tsx';
import { PositionDock } from './position-dock.tsx';
import { PositionPanel } from './position-panel.tsx';

afterEach(cleanup);

interface Standing extends Held {
  readonly instrument?: typeof tradedNasdaq;
  readonly now?: number;
  readonly confirmOrders?: boolean;
}

async function open({
  instrument = tradedNasdaq,
  now = START,
  confirmOrders = false,
  ...held
}: Standing = {}) {
  const stand = createStand({
    path: '/oversea/1',
    pattern: '/oversea/$id',
    now,
    confirmOrders,
    screen: () => (
      <>
        <PositionPanel instrument={instrument} />
        <PositionDock instrument={instrument} />
      </>
    ),
  });
  const instruments = [instrument, ...(held.instruments ?? [])];
  answerOversea(stand.server, { positions: [positionOf()], ...held, instruments });
  await stand.open();
  const push = (destination: string, body: unknown) => act(async () => stand.server.push(destination, body));
  return {
    ...stand,
    tick: async (lastPrice: string) => {
      await push(tickTopic('NQ'), { stock: 'NQ', lastPrice, bid: lastPrice, ask: lastPrice, time: now });
      await stand.pass(200);
    },
    pushCross: (cross = crossOf()) =>
      push(playerQueues.oversea_cross, { type: 'OVERSEA_CROSS', at: now, data: cross }),
    sent: (call: { readonly path: string }) =>
      stand.server.asked.filter(({ path }) => path === call.path).map(({ body }) => body),
  };
}

const tap = (name: string | RegExp, role = 'button') =>
  act(async () => fireEvent.click(screen.getByRole(role, { name })));
const card = () => within(screen.getByRole('region', { name: '나스닥 포지션' }));

test('the profit follows the price, in won and in percent of the margin', async () => {
  const { tick } = await open();
  await tick('25412.75');
  // (25,412.75 − 25,401.25) × 20 × 3 × 1,380 won, less 3,500 won for each contract on both sides.
  expect(card().getByText('지금 청산하면')).toBeTruthy();
  expect(card().getByText('+931,200원')).toBeTruthy();
  expect(card().getByText('가격 손익 +952,200 · 수수료 −21,000')).toBeTruthy();
  expect(card().getByText('+47.75%')).toBeTruthy();
  await tick('25391.25');
  expect(card().getByText('−849,000원')).toBeTruthy();
  expect(card().getByText('−43.54%')).toBeTruthy();
});

test('a position shows how long it is held, its entry and the margin locked for it', async () => {
  const { pass } = await open();
  expect(card().getByText('3계약')).toBeTruthy();
  expect(card().getByText('01:23:20')).toBeTruthy();
  expect(card().getByText('25,401.25')).toBeTruthy();
  expect(card().getByText('1,950,000원')).toBeTruthy();
  await pass(1_000);
  expect(card().getByText('01:23:21')).toBeTruthy();
});

test('ticks are sent once tapping stops, both legs together; their price and value are shown at once', async () => {
  const { pass, sent } = await open({ positions: [positionOf({ tpTick: 20, slTick: 10 })] });
  expect(card().getByText('25,398.75')).toBeTruthy();
  expect(card().getByText('−228,000')).toBeTruthy();
  const more = card().getByRole('button', { name: '익절 틱 늘리기' });
  await act(async () => {
    fireEvent.click(more);
    fireEvent.click(more);
  });
  expect(card().getByText('25,406.75')).toBeTruthy();
  expect(card().getByText('+434,400')).toBeTruthy();
  expect(sent(setOverseaTpsl)).toEqual([]);
  await pass(700);
  expect(sent(setOverseaTpsl)).toEqual([
    { overseaPositionId: 41, overseaOptionId: 1, tpTick: 22, slTick: 10 },
  ]);
});

test('ticks that the server refuses are reset, and the reason is shown', async () => {
  const { pass, server } = await open({ positions: [positionOf({ tpTick: 20 })] });
  server.answer(setOverseaTpsl, () => ({ refusal: 'TPSL_REJECTED' }));
  await tap('익절 틱 늘리기');
  await pass(700);
  expect(await screen.findByRole('alertdialog', { name: '알림' })).toBeTruthy();
  expect(card().getByRole('spinbutton', { name: '익절' })).toHaveProperty('value', '20');
});

test('overnight shows the margin it needs, and is switched by the server', async () => {
  const { sent } = await open();
  expect(card().getByText('장 마감 07:00 이후에도 유지 · 필요 담보금 5,850,000원')).toBeTruthy();
  await tap('오버나이트', 'switch');
  expect(sent(setOvernight)).toEqual([{ overseaPositionId: 41, isActive: true }]);
});

test('in the last ten minutes overnight cannot be switched on, and a position cannot be reversed', async () => {
  const { sent } = await open({ now: Date.UTC(2023, 10, 14, 21, 50) });
  expect(card().getByText('장 마감 10분 전부터는 켤 수 없습니다.')).toBeTruthy();
  expect(card().getByRole('switch', { name: '오버나이트' })).toHaveProperty('disabled', true);
  await tap('스위칭');
  expect(await screen.findByText('장 마감 10분 전이라 스위칭할 수 없습니다.')).toBeTruthy();
  expect(sent(placeOverseaOrder)).toEqual([]);
});

test('on the last trading day a position cannot be held overnight', async () => {
  const session = { ...termsOf().session!, isLastTradingDay: true };
  await open({ instrument: { ...tradedNasdaq, terms: termsOf({ session }) } });
  expect(card().getByText('오늘이 최종거래일이라 넘길 수 없습니다.')).toBeTruthy();
});

test('before the account is known no full gauge is shown', async () => {
  const { pushCross } = await open();
  const equity = within(screen.getByRole('region', { name: '평가 담보금' }));
  expect(equity.queryByRole('meter')).toBeNull();
  await pushCross();
  expect(equity.getByRole('meter', { name: '여유' })).toBeTruthy();
});

test('the account is shown with its loss-cut level, and the share that is left of the distance', async () => {
  const { pushCross } = await open();
  await pushCross(crossOf({ equity: '9000000', lastPnl: '-1000000', losscut: '390000' }));
  const equity = within(screen.getByRole('region', { name: '평가 담보금' }));
  expect(equity.getByText('9,000,000원')).toBeTruthy();
  expect(equity.getByText('로스컷 390,000원')).toBeTruthy();
  expect(equity.getByText('89%')).toBeTruthy();
});

test('closing sells as many contracts as are held, and a double tap sends it once', async () => {
  const { sent } = await open();
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: '3계약 시장가 청산' }));
    fireEvent.click(screen.getByRole('button', { name: '3계약 시장가 청산' }));
  });
  expect(sent(placeOverseaOrder)).toEqual([
    { overseaOptionId: 1, tradeType: 'SHORT', qty: 3, marketType: 'MARKET', reduceOnly: true },
  ]);
});

test('with confirmation switched on, reversing a position is confirmed first, and can be abandoned', async () => {
  const { sent } = await open({ confirmOrders: true });
  await tap('스위칭');
  const question = await screen.findByRole('alertdialog', { name: '매수 3계약을 매도 3계약으로 바꿀까요?' });
  expect(
    within(question).getByText('매도 6계약을 시장가로 주문합니다. 수수료는 21,000원입니다.'),
  ).toBeTruthy();
  await act(async () => fireEvent.click(within(question).getByRole('button', { name: '유지' })));
  expect(sent(placeOverseaOrder)).toEqual([]);
  await tap('스위칭');
  const again = await screen.findByRole('alertdialog', { name: /바꿀까요/ });
  await act(async () => fireEvent.click(within(again).getByRole('button', { name: '스위칭' })));
  await waitFor(() =>
    expect(sent(placeOverseaOrder)).toEqual([
      { overseaOptionId: 1, tradeType: 'SHORT', qty: 6, marketType: 'MARKET', reduceOnly: false },
    ]),
  );
});

test('an order whose answer was lost is sent again with its own key', async () => {
  const { server, pass, sent } = await open();
  server.answer(placeOverseaOrder, () => 'lost');
  await tap('3계약 시장가 청산');
  await pass(1_100);
  answerOversea(server, { positions: [] });
  await pass(3_100);
  const keys = server.asked
    .filter(({ path }) => path === placeOverseaOrder.path)
    .map(({ headers }) => headers['idempotency-key']);
  expect(new Set(keys).size).toBe(1);
  expect(sent(placeOverseaOrder).length).toBeGreaterThan(1);
});

test('the primary button of the confirmation closes the position, and the other one keeps it', async () => {
  const { sent } = await open({ confirmOrders: true });
  await tap('3계약 시장가 청산');
  const question = within(await screen.findByRole('alertdialog'));
  expect(question.getByRole('button', { name: '청산' }).className).toContain('button--primary');
  await act(async () => fireEvent.click(question.getByRole('button', { name: '유지' })));
  expect(sent(placeOverseaOrder)).toEqual([]);
});

test('a part of a position is closed: as many contracts as were chosen, never more than are held', async () => {
  const { sent, pass } = await open();
  await tap('일부 청산');
  const sheet = within(await screen.findByRole('dialog', { name: '매수 3계약 중 일부 청산' }));
  const count = sheet.getByRole('spinbutton', { name: '청산할 계약 수' });
  await act(async () => fireEvent.change(count, { target: { value: '7' } }));
  expect(sheet.getByRole('button', { name: '3계약 시장가 청산' })).toBeTruthy();
  await act(async () => fireEvent.click(sheet.getByRole('button', { name: '2계약' })));
  expect(sheet.getByText(/수수료는 7,000원입니다/)).toBeTruthy();
  await act(async () => fireEvent.click(sheet.getByRole('button', { name: '2계약 시장가 청산' })));
  await pass(10);
  expect(sent(placeOverseaOrder)).toMatchObject([{ tradeType: 'SHORT', qty: 2, reduceOnly: true }]);
});

test('the sheet closes with its position: the next position does not open it again', async () => {
  const { server } = await open();
  let seq = 10;
  const pushTrade = (position: ReturnType<typeof positionOf>) =>
    act(async () => {
      seq += 1;
      const data = { orders: [], positions: [position], fills: [] };
      server.push(playerQueues.oversea, { type: 'POSITION_UPDATE', seq, at: START, data });
    });
  await tap('일부 청산');
  expect(await screen.findByRole('dialog', { name: /일부 청산/ })).toBeTruthy();
  await pushTrade(positionOf({ qty: 0 }));
  await waitFor(() => expect(screen.queryByRole('button', { name: '일부 청산' })).toBeNull());
  await pushTrade(positionOf({ id: 42 }));
  expect(await screen.findByRole('button', { name: '일부 청산' })).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('several positions are closed together after one confirmation', async () => {
  const second = positionOf({ id: 42, overseaOptionId: 2, stock: 'HSI', tradeType: 'SHORT', qty: 1 });
  const { sent } = await open({ positions: [positionOf(), second] });
  expect(within(screen.getByRole('region', { name: '다른 종목 포지션' })).getByText('HSI')).toBeTruthy();
  await tap('2개 포지션 모두 청산');
  const question = await screen.findByRole('alertdialog', { name: /모두 시장가로 청산할까요/ });
  await act(async () => fireEvent.click(within(question).getByRole('button', { name: '모두 청산' })));
  await waitFor(() => expect(sent(placeOverseaOrder).length).toBe(2));
  expect(sent(placeOverseaOrder)).toMatchObject([
    { overseaOptionId: 1, tradeType: 'SHORT', qty: 3, reduceOnly: true },
    { overseaOptionId: 2, tradeType: 'LONG', qty: 1, reduceOnly: true },
  ]);
});

test('a position in another instrument shows its profit after fees too', async () => {
  const hangSeng = { ...tradedNasdaq, id: 2, stock: 'HSI' };
  const second = positionOf({ id: 42, overseaOptionId: 2, stock: 'HSI' });
  const { server, pass } = await open({ instruments: [hangSeng], positions: [positionOf(), second] });
  await act(async () =>
    server.push(tickTopic('HSI'), {
      stock: 'HSI',
      lastPrice: '25412.75',
      bid: '25412.75',
      ask: '25412.75',
      time: START,
    }),
  );
  await pass(1_000);
  // (25,412.75 − 25,401.25) × 20 × 3 × 1,380 won is 952,200, less 3,500 won for each contract on both sides.
  const others = within(screen.getByRole('region', { name: '다른 종목 포지션' }));
  expect(others.getByText('+931,200원')).toBeTruthy();
});

test('without a position there is nothing to close', async () => {
  await open({ positions: [] });
  expect(screen.getByText('포지션이 없습니다')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /청산/ })).toBeNull();
});
