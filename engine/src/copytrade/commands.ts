import type { Amount, Price, Qty, Rate } from '../amount.ts';
import type { Command } from '../command.ts';
import type { FuturesTerms, Priced, Quote } from '../futures/terms.ts';
import type { PlayerId } from '../purse.ts';
import type { TraderSettings } from './state.ts';

/**
 * Of staff, or the trader's own switch. What is absent stays as it is when this is decided; of somebody who was never a
 * trader nothing may be. Off or deleted detaches all follows.
 */
export interface SetCopyTrader extends Command<'SET_COPY_TRADER'>, Partial<TraderSettings> {}

/** What a follower may set. Of a change, what is absent stays as it is; null removes a protection. */
export interface FollowRequest {
  readonly pairs?: readonly number[];
  readonly multiplyPer?: number;
  readonly maxBet?: Amount;
  readonly oneMaxBet?: Amount;
  readonly isPaused?: boolean;
  readonly maxLeverage?: number | null;
  readonly lossLimit?: Amount | null;
  readonly entryGuard?: Rate | null;
  /** Null: as it is without one. */
  readonly exitGuard?: Rate | null;
}

export interface FollowTrader extends Command<'FOLLOW_TRADER'>, FollowRequest {
  readonly trader?: PlayerId;
}

export interface ChangeFollow extends Command<'CHANGE_FOLLOW'>, FollowRequest {
  readonly follow: number;
}

/** Every instrument of the wallet in which the follower has a cross position: what must stay is of the whole account. */
interface WithFollowersPrices {
  readonly priced: readonly Priced[];
}

/**
 * Of the follower or of the trader, who is `player`; `other` is the one at the other end. Without a session the platform
 * ends a detached follow whose last copy is closed, as the follower.
 */
export interface EndFollow extends Command<'END_FOLLOW'>, WithFollowersPrices {
  readonly follow: number;
  readonly other: PlayerId;
}

/** Sent by the platform for each follow and each of its leads, in the order of their numbers. */
export interface MirrorLead extends Command<'MIRROR_LEAD'>, WithFollowersPrices {
  readonly follow: number;
  readonly lead: number;
  /** Of the instrument of the lead. */
  readonly terms: FuturesTerms;
  /** The freshest tick, if there is any. */
  readonly quote: Quote | undefined;
  /** How much worse than the trader's price a copy of this instrument may open. */
  readonly entryGuard: Rate;
}

/** A follower closes one copy, whole. */
export interface CloseCopy extends Command<'CLOSE_COPY'> {
  readonly follow: number;
  readonly position: number;
  /** The price that the player saw. */
  readonly closePrice: Price;
  readonly terms: FuturesTerms;
  readonly quote: Quote | undefined;
}

/** A trader closes an own position, whole or in part. */
export interface CloseLead extends Command<'CLOSE_LEAD'> {
  readonly position: number;
  /** Absent: all of it. */
  readonly qty?: Qty;
  readonly closePrice: Price;
  readonly terms: FuturesTerms;
  readonly quote: Quote | undefined;
}

/**
 * All copies of a follow at the market: because its follower asks, or, sent by the platform, because the loss limit is
 * reached, which is checked again. What has no fresh price stays.
 */
export interface CloseCopies extends Command<'CLOSE_COPIES'> {
  readonly follow: number;
  readonly cause: 'OWN' | 'LOSS_LIMIT';
  /** Every instrument in which a copy is open. */
  readonly priced: readonly Priced[];
}

/** Sent by the platform: daily, and when a trader is switched off. */
export interface ShareCopyProfit extends Command<'SHARE_COPY_PROFIT'>, WithFollowersPrices {
  readonly follow: number;
  readonly trader: PlayerId;
}

export type CopytradeCommand =
  | SetCopyTrader
  | FollowTrader
  | ChangeFollow
  | EndFollow
  | MirrorLead
  | CloseCopy
  | CloseLead
  | CloseCopies
  | ShareCopyProfit;
