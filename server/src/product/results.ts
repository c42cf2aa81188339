// What a member's closed trades and decided bets brought after fees, for staff: each product sums it with the functions
// that the member's own pages use, so that both read the same figures.
import type { Currency, PlayerId, SiteId } from '@maru/engine/purse';
import type { Tx } from '../db/database.ts';

export interface ResultSpan {
  readonly site: SiteId;
  readonly player: PlayerId;
  /** Korean days, both included. */
  readonly firstDay: number;
  readonly lastDay: number;
}

export interface ResultSum {
  readonly currency: Currency;
  /** In units of 1e-8. */
  readonly net: bigint;
}

export type ResultsOf = (tx: Tx, span: ResultSpan) => Promise<readonly ResultSum[]>;
