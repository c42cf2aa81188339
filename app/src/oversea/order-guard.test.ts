import { expect, test } from 'vitest';
import { FIRST_PREFERENCES } from '../shell/preferences.ts';
import { brokenLimit } from './order-guard.ts';
import type { OrderWish } from './use-order-placing.ts';

const around = {
  guard: FIRST_PREFERENCES.guard,
  last: '25412.75',
  tickSize: '0.25',
  position: undefined,
  orders: [],
} as const;
const wish = (part: Partial<OrderWish> = {}): OrderWish => ({
  overseaOptionId: 1,
  tradeType: 'LONG',
  marketType: 'LIMIT',
  qty: 1,
  price: '25412.5',
  ...part,
});

test('an order inside all limits passes', () => {
  expect(brokenLimit(wish(), around)).toBeUndefined();
});

test('more contracts at once than chosen are stopped', () => {
  expect(brokenLimit(wish({ qty: 5 }), around)).toBeUndefined();
  expect(brokenLimit(wish({ qty: 6 }), around)).toBe('once');
});

test('a price further away than chosen is stopped, on both sides of the market', () => {
  expect(brokenLimit(wish({ price: '25407.75' }), around)).toBeUndefined();
  expect(brokenLimit(wish({ price: '25407.5' }), around)).toBe('reach');
  expect(brokenLimit(wish({ price: '25418' }), around)).toBe('reach');
});

test('positions and resting orders count together', () => {
  const held = { ...around, position: { tradeType: 'LONG', qty: 4 } as const };
  const orders = [{ qty: 3, reduceOnly: false }];
  expect(brokenLimit(wish({ qty: 3 }), { ...held, orders })).toBeUndefined();
  expect(brokenLimit(wish({ qty: 4 }), { ...held, orders })).toBe('total');
});

test('nobody is kept from getting out', () => {
  const held = { ...around, position: { tradeType: 'LONG', qty: 12 } as const };
  expect(brokenLimit(wish({ tradeType: 'SHORT', qty: 12 }), held)).toBeUndefined();
  expect(brokenLimit(wish({ tradeType: 'SHORT', qty: 13 }), held)).toBe('once');
});
