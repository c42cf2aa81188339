// Which rows of the tables stay when everything before a snapshot is archived. Snapshots are written and old rows are
// deleted by the same conditions, so a rebuild from the snapshot gives exactly the rows that were left.
import { DAY_MS } from '@maru/engine/time';
import type { MarkRow } from './load-book.ts';

/** Includes the products' own cutoffs by their names. */
export interface Cutoffs {
  /** The newest event of the snapshot. */
  readonly event: number;
  /** Anything that ended before this time is not needed any more. */
  readonly at: number;
  readonly [name: string]: number;
}

/** Longer than idempotency keys are kept and than staff may void a round: both are a day. */
const RETAINED_MS = 2 * DAY_MS;

/** Since when rows are kept at a mark; a product that needs rows before something older passes its time. */
export const retainedSince = ({ at_ms }: Pick<MarkRow, 'at_ms'>, newestAt = at_ms): number =>
  Math.min(newestAt, at_ms) - RETAINED_MS;

/** A whole number as SQL text, because a cursor takes no parameters. */
export function whole(value: number): string {
  if (!Number.isSafeInteger(value)) throw new Error(`expected a whole number, found ${value}`);
  return String(value);
}
