import type { FuturesPush } from '@maru/contract/realtime';
import { amount, price, rate } from '@maru/engine/amount';
import { BTC, BTC_COIN, ETH } from '@maru/engine/futures/testing';
import type { Instrument } from '@maru/engine/market/instrument';
import { playerId } from '@maru/engine/purse';
import { beforeEach, describe, expect, test } from 'vitest';
import { bitcoin } from '../market/testing.ts';
import { createEventPushes } from '../push/event-pushes.ts';
import { createHistory, type History } from './history-testing.ts';
import { futuresPushes } from './pushes.ts';
import { coinMargined, ether } from './testing.ts';

const instruments: readonly Instrument[] = [
  { ...bitcoin, id: BTC.instrument },
  { ...ether, id: ETH.instrument },
  { ...coinMargined, id: BTC_COIN.instrument },
];
const pushes = createEventPushes([{ pushesOf: futuresPushes }], instruments);

let history: History;
beforeEach(() => {
  history = createHistory(2);
});

/** Of the newest event, to its player. */
const sent = (player = 1) =>
  pushes.of(history.events.at(-1)!, playerId(player)).map(({ queue, push: { type, data } }) => {
    expect(queue).toBe('futures');
    return { type, ...(data as FuturesPush) };
  });
const none = { orders: [], positions: [], fills: [] };

describe('an order', () => {
  test('that rests, is changed and is cancelled is pushed with its state', () => {
    const trailing = { callback: rate('0.01') };
    history.rest(1, { takeProfit: { price: price('70000'), by: 'mark' } });
    expect(sent()).toMatchObject([
      {
        type: 'ORDER_SUCCESS',
        orders: [{ stock: 'BTCUSDT', status: 'OPEN', price: '59000', takeProfit: '70000', isMarkTp: true }],
      },
    ]);
    const [order] = history.ordersOf(1);
    history.change(order!, { price: price('58000') });
    expect(sent()).toMatchObject([{ type: 'ORDER_UPDATE', orders: [{ id: order!.id, price: '58000' }] }]);
    history.cancel(history.ordersOf(1)[0]!);
    expect(sent()).toMatchObject([
      { type: 'ORDER_CANCEL', orders: [{ id: order!.id, status: 'CANCELED', cancelReason: 'PLAYER' }] },
    ]);
    history.trade({ terms: BTC, side: 'LONG', qty: '1' });
    const position = history.positionOf(1, BTC)!.id;
    history.rest(1, { type: 'TRAILINGSTOP', qty: undefined, trailing, position, reduceOnly: true });
    expect(sent()).toMatchObject([
      { orders: [{ status: 'WAITING', qty: null, trailing: { callbackRate: '0.01', extremePrice: null } }] },
    ]);
  });

  test('that rested is pushed as filled, and one that was filled at once as placed before', () => {
    history.rest(1, {});
    const [order] = history.ordersOf(1);
    history.trade({ terms: BTC, side: 'LONG', qty: '0.1', price: '59000', cause: 'LIMIT', order: order! });
    const fill = { orderId: order!.id, qty: '0.1', price: '59000' };
    expect(sent()).toMatchObject([
      { type: 'ORDER_FILLED', orders: [{ id: order!.id, status: 'FILLED', cost: '0' }], fills: [fill] },
      { type: 'POSITION_OPEN', positions: [{ qty: '0.1', walletType: 'FUTURES' }], fills: [fill] },
    ]);
    history.trade({ terms: BTC, side: 'LONG', qty: '0.2' });
    const at = { marketType: 'MARKET', status: 'FILLED', qty: '0.2', tradeType: 'LONG' };
    expect(sent()).toMatchObject([
      { type: 'ORDER_SUCCESS', orders: [at] },
      { type: 'ORDER_FILLED', orders: [at], fills: [{ qty: '0.2' }] },
      { type: 'POSITION_UPDATE', positions: [{ qty: '0.3' }] },
    ]);
    const [first, second] = sent();
    expect(second!.fills[0]!.orderId).toBe(first!.orders[0]!.id);
  });
});

describe('a position', () => {
  test('that is reversed is pushed as closed and as opened, and the order is one', () => {
    history.trade({ terms: BTC, side: 'LONG', qty: '1' });
    const before = history.positionOf(1, BTC)!.id;
    history.trade({ terms: BTC, side: 'SHORT', qty: '1.5', price: '61000' });
    expect(sent()).toMatchObject([
      { type: 'ORDER_SUCCESS', orders: [{ qty: '1.5' }] },
      { type: 'ORDER_FILLED', fills: [{ closedQty: '1' }, { openedQty: '0.5' }] },
      {
        type: 'POSITION_CLOSE',
        positions: [{ id: before, tradeType: 'LONG', qty: '0', entryPrice: '60000.000', margin: '0' }],
        fills: [{ closedPositionId: before, pnl: '1000' }],
      },
      { type: 'POSITION_OPEN', positions: [{ tradeType: 'SHORT', qty: '0.5' }] },
    ]);
  });

  test('that is liquidated takes its orders with it, and no order was filled', () => {
    history.trade({ terms: ETH, side: 'LONG', qty: '1', marginType: 'ISOLATED' });
    history.rest(1, { instrument: ETH.instrument });
    history.liquidate(history.positionOf(1, ETH)!, ETH);
    expect(sent()).toMatchObject([
      { type: 'POSITION_LIQUID', positions: [{ stock: 'ETHUSDT', qty: '0' }], fills: [{ isAfterGap: true }] },
      { type: 'ORDER_CANCEL', orders: [{ cancelReason: 'LIQUIDATION' }] },
    ]);
  });

  test('gets other exits as one change, without anything placed or cancelled', () => {
    history.trade({ terms: BTC, side: 'LONG', qty: '1' });
    history.setExits(history.positionOf(1, BTC)!);
    history.setExits(history.positionOf(1, BTC)!);
    const [push, ...others] = sent();
    expect([push!.type, push!.orders.map(({ status }) => status), others]).toEqual([
      'ORDER_UPDATE',
      ['CANCELED', 'CANCELED', 'WAITING', 'WAITING'],
      [],
    ]);
  });

  test('with another leverage or margin is pushed whole, with the wallet of its contract', () => {
    history.trade({ terms: BTC_COIN, side: 'LONG', qty: '100', marginType: 'ISOLATED' });
    history.setLeverage(1, BTC_COIN, 25);
    expect(sent()).toMatchObject([
      {
        type: 'LEVERAGE_UPDATE',
        leverage: { futuresOptionId: 103, stock: 'BTCUSD', leverage: 25, marginType: 'ISOLATED' },
        positions: [{ leverage: 25, walletType: 'BTC' }],
      },
    ]);
    history.moveMargin(history.positionOf(1, BTC_COIN)!, amount('0.0001'));
    expect(sent()).toMatchObject([{ type: 'POSITION_UPDATE', positions: [{ walletType: 'BTC' }] }]);
    history.setLeverage(2, BTC, 30);
    const leverage = { futuresOptionId: 101, stock: 'BTCUSDT', leverage: 30, marginType: 'CROSS' };
    expect(sent(2)).toEqual([{ type: 'LEVERAGE_UPDATE', ...none, leverage }]);
  });

  test('that is at risk is named with its mark', () => {
    history.trade({ terms: BTC, side: 'LONG', qty: '1' });
    const { id } = history.positionOf(1, BTC)!;
    history.warn(history.positionOf(1, BTC)!);
    const positions = [{ futuresPositionId: id, futuresOptionId: 101, stock: 'BTCUSDT', markPrice: '60000' }];
    const warning = { wallet: 'FUTURES', marginType: 'CROSS', positions, ratio: '0.81' };
    expect(sent()).toEqual([
      { type: 'POSITION_WARN', ...none, warning: { ...warning, balance: '0', maintenance: '0' } },
    ]);
  });

  test('is pushed to nobody else, and funding to nobody', () => {
    history.trade({ terms: BTC, side: 'LONG', qty: '1' });
    expect(sent(2)).toEqual([]);
    history.wait(1);
    history.fund(BTC);
    expect([...sent(1), ...sent(2)]).toEqual([]);
  });
});
