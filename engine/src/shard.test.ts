import { describe, expect, test } from 'vitest';
import { Bug } from './assert.ts';
import { emptyBook } from './book.ts';
import { requestOfRow, rowNumber } from './cashier/row-number.ts';
import { LEADS_PER_EVENT, leadId } from './copytrade/terms.ts';
import { eventOfOrder, ORDERS_PER_EVENT, orderId } from './futures/terms.ts';
import {
  assertRoomForEvents,
  EVENTS_PER_SHARD,
  EVENTS_RESERVED,
  eventsOfShard,
  numberBeforeEvents,
  SHARDS,
  shardOfEvent,
} from './shard.ts';

const shards = Array.from({ length: SHARDS }, (_, shard) => shard);

test('the first event of shard 0 is number 1, as in every journal that exists', () => {
  expect(emptyBook().lastEvent).toBe(0);
  expect(eventsOfShard(0).first).toBe(1);
});

test('a book of another shard begins where that shard begins', () => {
  for (const shard of shards) {
    expect(emptyBook(shard).lastEvent + 1).toBe(eventsOfShard(shard).first);
    expect(shardOfEvent(emptyBook(shard).lastEvent)).toBe(shard);
  }
});

test('no two shards have a number in common, of an event or of what events make', () => {
  for (const perEvent of [1, 2, ORDERS_PER_EVENT, LEADS_PER_EVENT]) {
    let before = -1;
    for (const shard of shards) {
      const { first, last } = eventsOfShard(shard);
      expect(first * perEvent).toBeGreaterThan(before);
      before = last * perEvent + perEvent - 1;
    }
  }
});

test('the event of a number tells its shard', () => {
  for (const shard of shards) {
    const { first, last } = eventsOfShard(shard);
    for (const event of [first, last]) {
      expect(shardOfEvent(event)).toBe(shard);
      expect(shardOfEvent(eventOfOrder(orderId(event, ORDERS_PER_EVENT - 1)))).toBe(shard);
      expect(requestOfRow(rowNumber(event))).toBe(event);
    }
  }
});

describe('the largest numbers of the last shard are exact', () => {
  const { last } = eventsOfShard(SHARDS - 1);

  test.each([
    ['a row of the cashier', rowNumber(last, 1), 2],
    ['an order of coin futures', orderId(last, ORDERS_PER_EVENT - 1), ORDERS_PER_EVENT],
    ['a lead of copy trading', leadId(last, LEADS_PER_EVENT - 1), LEADS_PER_EVENT],
  ])('%s', (_, number, perEvent) => {
    expect(BigInt(number)).toBe(BigInt(last + 1) * BigInt(perEvent) - 1n);
    expect(Number.isSafeInteger(number)).toBe(true);
  });

  test('a lead is the one that leaves no room for more shards', () => {
    expect(leadId(last, LEADS_PER_EVENT - 1)).toBe(Number.MAX_SAFE_INTEGER);
  });
});

test('a desk stops long before the numbers of its shard are used up', () => {
  for (const shard of [0, 1, SHARDS - 1]) {
    const most = numberBeforeEvents(shard) + EVENTS_PER_SHARD - EVENTS_RESERVED;
    expect(() => assertRoomForEvents(most - 1)).not.toThrow();
    expect(() => assertRoomForEvents(most)).toThrow(Bug);
    expect(() => assertRoomForEvents(eventsOfShard(shard).last)).toThrow(`shard ${shard} are used up`);
  }
});

test.each([-1, SHARDS, 0.5, Number.NaN])('%d is no shard', (shard) => {
  expect(() => emptyBook(shard)).toThrow(Bug);
  expect(() => eventsOfShard(shard)).toThrow('a shard is a whole number from 0 to 255');
});
