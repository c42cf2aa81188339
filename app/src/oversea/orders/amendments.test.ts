import { expect, test } from 'vitest';
import { orderOf } from '../../oversea-double.ts';
import { serverDouble } from '../../server-double.ts';
import { noticesOf } from '../notices/push-notices.ts';
import { amendmentsOf } from './amendments.ts';

const order = orderOf({ id: 51, price: '25412.25' });

test('an amendment is shown as neither a cancellation nor a new order, and only until it is answered', () => {
  const amendments = amendmentsOf(serverDouble().platform);
  const shown = { orders: new Set<string>(), fills: new Set<number>() };
  const kindsOf = (orders: readonly unknown[]) =>
    noticesOf({ orders, positions: [], fills: [] }, shown, amendments.isPartOfOne).map(({ kind }) => kind);
  const end = amendments.begin(order, '25411.75');
  expect(kindsOf([{ ...order, status: 'CANCELED', cancelReason: 'PLAYER' }])).toEqual([]);
  expect(kindsOf([{ ...order, id: 60, price: '25411.750' }])).toEqual([]);
  // Another order that arrives in between is shown.
  expect(kindsOf([{ ...order, id: 61, price: '25400' }])).toEqual(['accepted']);
  end();
  expect(kindsOf([{ ...order, id: 62, price: '25411.75' }])).toEqual(['accepted']);
  expect(kindsOf([{ ...order, id: 62, status: 'CANCELED', cancelReason: 'PLAYER' }])).toEqual(['cancelled']);
});
