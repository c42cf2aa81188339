// What must hold whatever players and prices do.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { apply } from '../apply.ts';
import type { Book } from '../book.ts';
import { assertCounted } from '../property-testing.ts';
import { isDebt, isHouse, playerId } from '../purse.ts';
import { assertZeroSum } from '../transfer.ts';
import { describeFutures } from './describe.ts';
import { weighFutures } from './digest.ts';
import {
  contracts,
  moveBy,
  newWorld,
  orderFrom,
  PLATFORM_STEPS,
  PLAYERS,
  platformFrom,
  play,
  REQUESTS,
  requestFrom,
} from './history-testing.ts';
import { futures } from './product.ts';
import { isIsolated } from './value.ts';

const whom = fc.integer({ min: 1, max: PLAYERS }).map(playerId);
const what = fc.constantFrom(...contracts);
const nth = fc.nat({ max: 1_000 });
const near = fc.integer({ min: -40, max: 40 });
const rarely = fc.oneof({ weight: 6, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: near });

const moves = fc.record({
  of: what,
  by: fc.integer({ min: -90, max: 90 }),
  waitMs: fc.constantFrom(0, 100, 1_000, 60_000, 3_600_000),
});
const orders = fc.record({
  player: whom,
  of: what,
  side: fc.constantFrom('LONG' as const, 'SHORT' as const),
  type: fc.constantFrom(...(['MARKET', 'MARKET', 'LIMIT', 'STOPMARKET', 'STOPLIMIT'] as const)),
  size: fc.integer({ min: 1, max: 60 }),
  limit: near,
  trigger: near,
  reduceOnly: fc.constantFrom(false, false, false, true),
  postOnly: fc.constantFrom(false, false, true),
  takeProfit: rarely,
  stopLoss: rarely,
});
const platform = fc.record({
  kind: fc.constantFrom(
    ...PLATFORM_STEPS,
    'fill' as const,
    'fill' as const,
    'liquidate' as const,
    'warn' as const,
  ),
  of: what,
  nth,
});
const requests = fc.record({
  kind: fc.constantFrom(...REQUESTS, 'margin' as const),
  player: whom,
  of: what,
  near,
  nth,
});

const histories = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: moves.map(moveBy) },
    { weight: 8, arbitrary: orders.map(orderFrom) },
    { weight: 7, arbitrary: platform.map(platformFrom) },
    { weight: 5, arbitrary: requests.map(requestFrom) },
  ),
  { minLength: 60, maxLength: 150, size: 'max' },
);

/** Whatever is open is consistent in itself. */
function assertConsistent(book: Book): void {
  assertZeroSum(book);
  const state = book.futures;
  for (const { id, owner, balance } of book.purses.values()) {
    if (balance >= 0n || isHouse(id) || isDebt(id)) continue;
    const purse = book.purses.get(id)!;
    expect([owner, futures.isCovered!(state, purse)]).toEqual([owner, true]);
  }
  for (const position of state.positions.values()) {
    expect(position.qty > 0n && position.margin >= 0n && position.entryFee >= 0n).toBe(true);
    expect(isIsolated(position) || position.margin === 0n).toBe(true);
  }
  for (const order of state.orders.values()) {
    const position = state.accounts.get(order.player)?.positions.get(order.instrument);
    if (order.position !== undefined) expect(order.position).toBe(position?.id);
    if (order.reduceOnly) expect([position?.side, order.side].toSorted()).toEqual(['LONG', 'SHORT']);
    else if (position !== undefined)
      expect([order.leverage, order.marginType]).toEqual([position.leverage, position.marginType]);
  }
}

test('money adds up, only cross positions cover a debt, and no order outlives what it closes', () => {
  const kinds = new Map<string, number>();
  const note = (kind: string) => kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  assertCounted(
    fc.property(histories, (all) => {
      play(all, (outcome, { book }) => {
        note(typeof outcome === 'string' ? outcome : outcome.kind);
        if (typeof outcome === 'string') return;
        if (outcome.kind === 'FUTURES_FILLED') {
          for (const { cause, insured } of outcome.fills) {
            note(cause);
            if (insured !== 0n) note('insured');
          }
          if (outcome.topUp > 0n) note('topUp');
          if (outcome.fills.length > 1) note('several');
        }
        if (outcome.kind === 'FUTURES_ORDER_CHANGED') note(outcome.cause);
        if ('cancelled' in outcome) for (const { reason } of outcome.cancelled) note(reason);
        assertConsistent(book);
      });
    }),
    200,
  );
  const rare = [
    ...Object.keys(futures.events),
    ...['MARKET', 'LIMIT', 'STOPMARKET', 'TAKEPROFIT', 'STOPLOSS', 'TRAILINGSTOP'],
    ...['CLOSE_ALL', 'LIQUIDATION', 'several', 'insured', 'topUp', 'AMENDED', 'TRIGGERED', 'TRAILED'],
    ...['REPLACED', 'POSITION_GONE', 'FUNDING_DUE', 'ABOVE_HOLDINGS'],
  ];
  expect(rare.filter((kind) => !kinds.has(kind))).toEqual([]);
});

test('the events alone make the same state again, with the same digest', () => {
  fc.assert(
    fc.property(histories, (all) => {
      const { world, events } = play(all, () => {});
      const replayed = newWorld().book;
      for (const event of events) apply(replayed, event);
      const [state, again] = [world.book.futures, replayed.futures];
      expect(describeFutures(again)).toEqual(describeFutures(state));
      expect(again.digest[0]).toBe(state.digest[0]);
      expect(state.digest[0]).toBe(weighFutures(structuredClone(state)));
    }),
    { numRuns: 60 },
  );
});
