// What the book holds of the limits that players set for themselves (docs/rules.md 6.11): only of those who set
// something, and from then on.
import type { Amount, Rate } from '../amount.ts';
import type { Currency, PlayerId, SiteId } from '../purse.ts';
import type { Millis } from '../time.ts';

/** LOSS: won lost in a day. STAKE: won in one order. DEPOSIT: won in a month. TIME: minutes of use in a day. */
export const LIMIT_KINDS = ['LOSS', 'STAKE', 'DEPOSIT', 'TIME'] as const;
export type LimitKind = (typeof LIMIT_KINDS)[number];

export interface Limit {
  /** In won, or in minutes. */
  readonly value: Amount;
  /** What comes instead of it at this time; without a value the limit ends. */
  readonly pending?: { readonly value?: Amount; readonly from: Millis };
}

export interface LimitSettings {
  /** Since when something is counted: what was lost earlier that day is not. */
  readonly since: Millis;
  readonly limits: Readonly<Partial<Record<LimitKind, Limit>>>;
  readonly coolOffUntil?: Millis;
  readonly excludedUntil?: Millis;
}

/** Of one Korean day and month; those of an earlier one count as nothing. */
export interface LimitCounters {
  /** Days since 1970-01-01. */
  readonly day: number;
  /** What was realised, in won: below zero for a loss. */
  readonly result: Amount;
  /** The largest stake. */
  readonly largest: Amount;
  /** Minutes of use, and the last minute that was counted, since 1970. */
  readonly used: number;
  readonly usedMinute: number;
  /** Months since the year 0. */
  readonly month: number;
  readonly deposited: Amount;
}

export interface PlayerLimits extends LimitSettings {
  readonly player: PlayerId;
  readonly site: SiteId;
  readonly counters: LimitCounters;
}

export interface LimitsState {
  readonly players: Map<PlayerId, PlayerLimits>;
  /** Won for one unit of each currency: by these, amounts of other wallets are counted. */
  readonly rates: Map<Currency, Rate>;
  /** The sum of the digests of all of it. */
  readonly digest: BigUint64Array;
}

export const emptyLimits = (): LimitsState => ({
  players: new Map(),
  rates: new Map(),
  digest: new BigUint64Array(1),
});
