// What the book holds of copy trading: all traders, all follows that have not ended, and the leads that some follow has
// not copied yet.
import type { Amount, Price, Qty, Rate } from '../amount.ts';
import type { MarginType, OrderSide } from '../futures/terms.ts';
import type { PlayerId, SiteId } from '../purse.ts';
import type { StateOf } from '../state-machine.ts';
import type { Millis } from '../time.ts';
import type { followMachine, traderMachine } from './machines.ts';

export type TraderStatus = Exclude<StateOf<typeof traderMachine>, 'NONE'>;

export interface TraderSettings {
  readonly status: TraderStatus;
  /** Whether new followers are taken. */
  readonly isAccepting: boolean;
  readonly quota: number;
  /** Of the profit of those who begin to follow from now on. */
  readonly rate: Rate;
  /** Instruments that are copied, in rising order. */
  readonly pairs: readonly number[];
}

/**
 * A position that was opened as a trader. What it realises counts in the statistics whatever its owner is by then, against
 * what the wallet held when it was opened: money that comes or goes later changes neither a loss nor a profit.
 */
export interface OwnTrade {
  readonly instrument: number;
  readonly position: number;
  /** Without open profit; of a position that grew the mean by quantity. */
  readonly cash: Amount;
}

export interface CopyTrader extends TraderSettings {
  readonly player: PlayerId;
  readonly site: SiteId;
  /** Since when it has this status. */
  readonly since: Millis;
  /** Staff switched it off, and staff alone switch it on. */
  readonly isHeld?: true;
  /** The Korean day, in days since 1970: from the next one on a deleted trader may follow. */
  readonly deletedOn?: number;
  /** The number of the newest lead; 0 before the first. */
  readonly lastLead: number;
  /** By rising instrument; absent where there is none. */
  readonly open?: readonly OwnTrade[];
}

/** One part of a trader's fill, which every active follow copies or misses. A reversal is a CLOSE and then an OPEN. */
export interface CopyLead {
  /** Rising; see `leadId`. */
  readonly id: number;
  readonly trader: PlayerId;
  /** The fill of the trader that made it. */
  readonly event: number;
  readonly kind: 'OPEN' | 'CLOSE';
  readonly instrument: number;
  /** Of the trader's position. */
  readonly side: OrderSide;
  readonly price: Price;
  readonly leverage: number;
  readonly marginType: MarginType;
  /** What opening it took without the fee; nothing of a CLOSE. */
  readonly margin: Amount;
  /** Of a CLOSE: so much of so much; nothing of an OPEN. */
  readonly closed: Qty;
  readonly of: Qty;
  /** The trader's position. */
  readonly position: number;
  readonly at: Millis;
}

/** What a follower sets. */
export interface FollowSettings {
  readonly pairs: readonly number[];
  /** Whole percent of the trader's margin; 0 opens nothing. */
  readonly multiplyPer: number;
  /** Nothing opens; closes are mirrored. */
  readonly isPaused: boolean;
  readonly maxBet: Amount;
  readonly oneMaxBet: Amount;
  readonly maxLeverage?: number;
  /** All copies are closed when so much is lost since the follow. */
  readonly lossLimit?: Amount;
  /** How much worse than the trader's price; the tighter of this and that of the instrument holds. */
  readonly entryGuard?: Rate;
  readonly exitGuard: Rate;
}

/** A position of a follower that was opened by leads. */
export interface Copy {
  readonly instrument: number;
  readonly position: number;
  readonly traderPosition: number;
  /** The part of the position that is copied: all of it, unless its player adds to it after the follow was detached. */
  readonly qty: Qty;
  /** What opening it took without fees. */
  readonly margin: Amount;
  readonly openedAt: Millis;
}

export type FollowState = Exclude<StateOf<typeof followMachine>, 'NONE' | 'ENDED'>;

/** One that has not ended. */
export interface CopyFollow extends FollowSettings {
  /** The number of the event that began it. */
  readonly id: number;
  readonly site: SiteId;
  readonly follower: PlayerId;
  readonly trader: PlayerId;
  readonly state: FollowState;
  /** The trader's rate when it began. */
  readonly rate: Rate;
  /** Realised by closed copies, after fees and funding. */
  readonly total: Amount;
  /** Of it paid to the trader. */
  readonly shared: Amount;
  /** The number of the last lead that was copied or missed. */
  readonly handled: number;
  readonly startedAt: Millis;
  /** By instrument. */
  readonly copies: ReadonlyMap<number, Copy>;
}

export interface PendingLead {
  readonly lead: CopyLead;
  /** How many active follows have not handled it. Follows from the follows. */
  waiting: number;
}

export interface CopytradeState {
  readonly traders: Map<PlayerId, CopyTrader>;
  readonly follows: Map<number, CopyFollow>;
  /** The same follows by their players. */
  readonly byFollower: Map<PlayerId, number>;
  readonly byTrader: Map<PlayerId, Set<number>>;
  /** By trader, oldest first: only those that somebody waits for. */
  readonly leads: Map<PlayerId, PendingLead[]>;
  /** The sum of the digests of all of it. Without an element in a copy outside the desk, which nothing is held against. */
  readonly digest: BigUint64Array;
}

export const emptyCopytrade = ({ isDigested = true } = {}): CopytradeState => ({
  traders: new Map(),
  follows: new Map(),
  byFollower: new Map(),
  byTrader: new Map(),
  leads: new Map(),
  digest: new BigUint64Array(isDigested ? 1 : 0),
});
