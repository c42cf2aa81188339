import { expect, test } from 'vitest';
import { orderOf, positionOf } from '../../oversea-double.ts';
import { kindAt, ladderRows, REACH_ROWS } from './ladder-rows.ts';

const tick = { last: '25412.75', mark: '25412.75', bid: '25412.5', ask: '25413', at: 1 };
const held = {
  instrument: { id: 1, tickSize: '0.25' },
  anchor: '25412.75',
  tick,
  book: { asks: [{ price: '25413.00', size: '24' }], bids: [{ price: '25412.5', size: '39' }] },
  position: undefined,
  orders: [],
};

test('rows descend tick by tick, with the last price in the middle', () => {
  const rows = ladderRows(held);
  expect(rows[REACH_ROWS]).toMatchObject({ price: '25412.75', isLast: true, size: undefined });
  expect(rows[REACH_ROWS - 1]).toMatchObject({ price: '25413', side: 'ask', size: '24' });
  expect(rows[REACH_ROWS + 1]).toMatchObject({ price: '25412.5', side: 'bid', size: '39' });
});

test('when the market moves, the rows stay and the last price moves among them', () => {
  const rows = ladderRows({ ...held, tick: { ...tick, last: '25413.25' } });
  expect(rows[REACH_ROWS]?.price).toBe('25412.75');
  expect(rows[REACH_ROWS - 2]?.isLast).toBe(true);
});

test('own orders are at their price on their side, and exits on the side that closes', () => {
  const rows = ladderRows({
    ...held,
    orders: [orderOf({ price: '25412' }), orderOf({ id: 52, overseaOptionId: 2, price: '25412' })],
    position: positionOf({ tpTick: 1, tpPrice: '25413.75', slTick: 1, slPrice: '25411.5' }),
  });
  const at = (price: string) => rows.find((row) => row.price === price);
  expect(at('25412')?.buys).toHaveLength(1);
  expect(at('25413.75')?.sells).toMatchObject([{ kind: 'exit', leg: 'TP' }]);
  expect(at('25411.5')?.sells).toMatchObject([{ kind: 'exit', leg: 'SL' }]);
});

test('a tap on its own side of the market is a limit, beyond it a trigger, and no trigger is at the last price', () => {
  expect(kindAt('LONG', '25412.5', tick)).toBe('LIMIT');
  expect(kindAt('LONG', '25413', tick)).toBe('STOPMARKET');
  expect(kindAt('SHORT', '25413', tick)).toBe('LIMIT');
  expect(kindAt('SHORT', '25412.5', tick)).toBe('STOPMARKET');
  expect(kindAt('LONG', '25412.75', { ...tick, ask: '25412.75' })).toBe('LIMIT');
});
