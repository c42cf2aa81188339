// How much work the desk accepts at once, and how long a caller waits for it.
import { ANSWERS_IN_MEMORY } from '@maru/engine/answered-keys';
import { CLOCK_TOLERANCE_MS } from './clock-check.ts';

export interface DeskLimits {
  /** Commands that may wait; one more gets TRY_AGAIN. */
  readonly queue: number;
  readonly batch: number;
  /** Of those that may wait, so many at most are in a batch. */
  readonly patient: number;
  /** How long a caller waits while the journal cannot be reached. */
  readonly patienceMs: number;
  readonly refusedKeys: number;
  /** Answered events in memory for a double tap; older ones are read from the player's history. */
  readonly recentEvents: number;
  /** From this length on, a queue is decided in two halves while nothing is being written. */
  readonly halveFrom: number;
  /** Kept answers in memory for each player; beyond twice as many the older ones are left to the tables. */
  readonly answersInMemory: number;
  /** Accounts in the book; beyond this the longest idle ones with nothing open are removed. */
  readonly residents: number;
  /** Requests whose accounts are read from the tables in one query. */
  readonly fetchedAtOnce: number;
  /** In a longer burst players' commands are let in at the speed of the tables, which stay half as far behind. */
  readonly tablesBehindMs: number;
  /** How many events the tables write in a second, until that is measured. */
  readonly tablesPerSecond: number;
  /** How far the book's time may be ahead of the clock; beyond it new commands are refused. */
  readonly clockToleranceMs: number;
}

export const DESK_LIMITS: DeskLimits = {
  queue: 10_000,
  batch: 1_024,
  patient: 256,
  patienceMs: 2_000,
  refusedKeys: 10_000,
  recentEvents: 512,
  halveFrom: 2,
  answersInMemory: ANSWERS_IN_MEMORY,
  residents: 200_000,
  fetchedAtOnce: 256,
  tablesBehindMs: 1_000,
  tablesPerSecond: 25_000,
  clockToleranceMs: CLOCK_TOLERANCE_MS,
};
