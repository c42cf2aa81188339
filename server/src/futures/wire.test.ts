import { futuresFill, futuresOrder, futuresPosition } from '@maru/contract/futures/wire';
import { amount, price, qty, rate } from '@maru/engine/amount';
import { entryAt } from '@maru/engine/entry';
import type { RestingOrder } from '@maru/engine/futures/events';
import { millis } from '@maru/engine/time';
import { describe, expect, test } from 'vitest';
import { type MadeFill, wireFill, wireOrder, wirePosition } from './wire.ts';

const AT = millis(1_763_380_800_000);
const BTC = { code: 'BTCUSDT', precision: 1 };

const stopLimit: RestingOrder = {
  id: 321,
  instrument: 1,
  wallet: 'FUTURES',
  side: 'LONG',
  type: 'STOPLIMIT',
  state: 'WAITING',
  qty: qty('0.25'),
  price: price('95480'),
  trigger: price('95400'),
  by: 'mark',
  fires: 'AT_OR_ABOVE',
  reduceOnly: false,
  postOnly: false,
  leverage: 20,
  marginType: 'CROSS',
  cost: amount('1212.6'),
  takeProfit: { price: price('97000'), by: 'mark' },
  stopLoss: { price: price('94000'), by: 'last' },
  isUnpriced: false,
  placedAt: AT,
};

describe('an order on the wire', () => {
  test('has its prices, what they watch, and the exits that its fill gives', () => {
    const wire = wireOrder(stopLimit, BTC);
    expect(futuresOrder.parse(wire)).toEqual(wire);
    expect(wire).toMatchObject({
      status: 'WAITING',
      qty: '0.25',
      price: '95480',
      stopPrice: '95400',
      isMark: true,
      fires: 'AT_OR_ABOVE',
      takeProfit: '97000',
      stopLoss: '94000',
      isMarkTp: true,
      isMarkSl: false,
      cost: '1212.6',
      cancelReason: null,
      createdMillis: AT,
    });
  });

  test('that was triggered fires no more, and one that ended holds nothing back', () => {
    expect(wireOrder({ ...stopLimit, state: 'OPEN' }, BTC)).toMatchObject({ status: 'OPEN', fires: null });
    const cancelled = wireOrder(stopLimit, BTC, { status: 'CANCELED', reason: 'DISCONNECT' });
    expect(cancelled).toMatchObject({ status: 'CANCELED', cancelReason: 'DISCONNECT', cost: '0' });
  });

  test('of a whole position has no quantity, and a trailing stop says what it follows', () => {
    const {
      qty: _qty,
      price: _price,
      trigger: _trigger,
      takeProfit: _tp,
      stopLoss: _sl,
      ...bare
    } = stopLimit;
    const exit = {
      ...bare,
      type: 'TRAILINGSTOP',
      position: 7,
      trailing: { callback: rate('0.01'), extreme: { price: price('96000'), ts: AT, seq: 5 } },
    } as const;
    const wire = wireOrder(exit, BTC);
    expect(futuresOrder.parse(wire)).toEqual(wire);
    expect(wire).toMatchObject({
      qty: null,
      stopPrice: null,
      takeProfit: null,
      futuresPositionId: 7,
      trailing: { callbackRate: '0.01', activationPrice: null, extremePrice: '96000' },
    });
  });
});

test('a position has its exact mean, and a liquidation price only where it was computed', () => {
  const position = {
    id: 7,
    instrument: 1,
    wallet: 'FUTURES',
    side: 'LONG',
    qty: qty('0.203'),
    entry: { sum: price('94866.5') * 3n, over: 3n },
    leverage: 20,
    marginType: 'CROSS',
    margin: amount('0'),
    funding: amount('-1.5'),
    entryFee: amount('15.4'),
    openedAt: AT,
  } as const;
  const wire = wirePosition(position, BTC);
  expect(futuresPosition.parse(wire)).toEqual(wire);
  expect(wire).toMatchObject({
    entrySum: '28459950000000',
    entryOver: '3',
    entryPrice: '94866.500',
    funding: '-1.5',
  });
  expect(wire).not.toHaveProperty('liquidPrice');
  expect(wirePosition(position, BTC, null).liquidPrice).toBeNull();
  expect(wirePosition(position, BTC, price('34080.7')).liquidPrice).toBe('34080.7');
});

describe('a fill on the wire', () => {
  const closing: MadeFill = {
    id: 64,
    order: 64,
    instrument: 1,
    wallet: 'FUTURES',
    contract: 'HYBRID',
    side: 'SHORT',
    qty: qty('0.1'),
    price: price('50100'),
    cause: 'TAKEPROFIT',
    leverage: 20,
    marginType: 'CROSS',
    feeRate: rate('0.0008'),
    closedQty: qty('0.1'),
    openedQty: qty('0'),
    closedPosition: 7,
    closedEntry: entryAt(price('50000')),
    openedAt: AT,
    pnl: amount('10'),
    funding: amount('-0.5'),
    fee: amount('4.008'),
    liquidationFee: amount('0'),
    entryFee: amount('4'),
    exitFee: amount('4.008'),
    released: amount('0'),
    margin: amount('0'),
    insured: amount('0'),
    isAfterGap: false,
    at: AT,
  };

  test('of a hybrid contract has its result in USDT and in coins, its return, and what is left after fees', () => {
    const wire = wireFill(closing, BTC);
    expect(futuresFill.parse(wire)).toEqual(wire);
    expect(wire).toMatchObject({
      currency: 'USDT',
      marketType: 'TAKEPROFIT',
      closedPositionId: 7,
      entryPrice: '50000.000',
      openedMillis: AT,
      pnl: '10',
      coinPnl: '0.0001996',
      roe: '0.04',
      net: '1.492',
    });
  });

  test('of an inverse contract is in its coin, and of a linear one has no second figure', () => {
    const inverse = { ...closing, wallet: 'BTC', contract: 'INVERSE' } as const;
    expect(wireFill(inverse, BTC)).toMatchObject({ currency: 'BTC', coinPnl: null });
    expect(wireFill({ ...closing, contract: 'LINEAR' }, BTC).coinPnl).toBeNull();
  });

  test('that closed nothing has neither profit nor return', () => {
    const { closedPosition: _position, closedEntry: _entry, ...opening } = closing;
    const wire = wireFill(
      { ...opening, closedQty: qty('0'), openedQty: qty('0.1'), pnl: amount('0'), funding: amount('0') },
      BTC,
    );
    expect(futuresFill.parse(wire)).toEqual(wire);
    expect(wire).toMatchObject({
      net: '0',
      roe: null,
      entryPrice: null,
      openedMillis: null,
      closedPositionId: null,
    });
  });
});
