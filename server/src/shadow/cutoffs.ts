// What decides which rows of the tables stay when everything before a snapshot is archived. A snapshot is written by these
// conditions and old rows are deleted by them, so a rebuild from the snapshot gives exactly the rows that were left.
import { DAY_MS } from '@maru/engine/time';
import type { MarkRow } from './load-book.ts';

/** With the products' own cutoffs by their names. */
export interface Cutoffs {
  /** The newest event of the snapshot. */
  readonly event: number;
  /** What ended before this time is not needed any more. */
  readonly at: number;
  readonly [name: string]: number;
}

/** Longer than idempotency keys live and than staff may void a round: both are a day. */
const RETAINED_MS = 2 * DAY_MS;

/** How far back rows stay at a mark; where a product looks back from something that is older, from there. */
export const retainedSince = ({ at_ms }: Pick<MarkRow, 'at_ms'>, newestAt = at_ms): number =>
  Math.min(newestAt, at_ms) - RETAINED_MS;

/** A whole number of our own as SQL text: a cursor takes no parameters. */
export function whole(value: number): string {
  if (!Number.isSafeInteger(value)) throw new Error(`expected a whole number, found ${value}`);
  return String(value);
}
