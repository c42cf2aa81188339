// The numbers of a shard. Several desks write the same tables, each of them the sites of its own shard, so the numbers
// of their events must never meet: every shard has a range of its own. What an event makes is numbered after it, by up to
// 1,024 times its number and a place, so those numbers do not meet either, and the largest of them is the largest whole
// number that JSON carries exactly.
import { assert } from './assert.ts';

export const SHARDS = 256;
/** Whoever owns it also does what belongs to no site, for all shards. */
export const PLATFORM_SHARD = 0;
export const EVENTS_PER_SHARD = 2 ** 35;
/** A desk stops this many events before its range ends: enough to settle what is open after somebody has decided how. */
export const EVENTS_RESERVED = 2 ** 32;

const MOST_DECIDED = EVENTS_PER_SHARD - EVENTS_RESERVED;

export function assertShard(shard: number): void {
  assert(
    Number.isInteger(shard) && shard >= 0 && shard < SHARDS,
    `a shard is a whole number from 0 to ${SHARDS - 1}, not ${shard}`,
  );
}

/** `lastEvent` of a book of this shard that has no event yet. No event has this number. */
export function numberBeforeEvents(shard: number): number {
  assertShard(shard);
  return shard * EVENTS_PER_SHARD;
}

/** The first and the last number that events of this shard may have. */
export function eventsOfShard(shard: number): { readonly first: number; readonly last: number } {
  const before = numberBeforeEvents(shard);
  return { first: before + 1, last: before + EVENTS_PER_SHARD - 1 };
}

export const shardOfEvent = (event: number): number => Math.floor(event / EVENTS_PER_SHARD);

/** Asked before each batch, which has far fewer events than are kept back. */
export function assertRoomForEvents(lastEvent: number): void {
  assert(
    lastEvent % EVENTS_PER_SHARD < MOST_DECIDED,
    `the numbers of shard ${shardOfEvent(lastEvent)} are used up: its last event is ${lastEvent}`,
  );
}
