import type { Amount, Price, Qty, Rate } from '../amount.ts';
import type { Event } from '../event.ts';
import type { Note } from '../follower.ts';
import type { CopySizing } from '../futures/events.ts';
import type { OrderSide } from '../futures/terms.ts';
import type { PlayerId } from '../purse.ts';
import type { Millis } from '../time.ts';
import type { Copy, CopyFollow, CopyLead, CopyTrader, FollowSettings, OwnTrade } from './state.ts';

export interface CopyTraderSet extends Event<'COPY_TRADER_SET'> {
  /** As it is now. */
  readonly trader: CopyTrader;
  /** Follows that were active and are detached by it. */
  readonly detached: readonly number[];
}

export interface CopyFollowed extends Event<'COPY_FOLLOWED'> {
  /** As it begins. */
  readonly follow: Omit<CopyFollow, 'copies'>;
}

export interface CopyFollowChanged extends Event<'COPY_FOLLOW_CHANGED'> {
  readonly follow: number;
  /** All that holds now. */
  readonly settings: FollowSettings;
}

/**
 * Why a lead was not copied. NO_COPY: a close without a copy, which nobody need see. LIMIT: the player's own limits.
 * FAILED: `detail` says what refused it.
 */
export type MissedReason =
  | 'PAIR_OFF'
  | 'PAUSED'
  | 'OWN_POSITION'
  | 'STOPPED'
  | 'NO_PRICE'
  | 'SLIPPAGE'
  | 'CAP'
  | 'BALANCE'
  | 'MIN_QTY'
  | 'LEVERAGE'
  | 'NO_COPY'
  | 'LIMIT'
  | 'FAILED';

export interface CopyMissed extends Event<'COPY_MISSED'> {
  readonly follow: number;
  readonly trader: PlayerId;
  readonly lead: Pick<CopyLead, 'id' | 'kind' | 'instrument' | 'side' | 'price' | 'at'>;
  readonly reason: MissedReason;
  /** The figures of the reason, in its own unit: what it came to and what was allowed. */
  readonly found?: bigint;
  readonly allowed?: bigint;
  readonly detail?: string;
  /** Absent where the reason came before it was asked for. */
  readonly sizing?: CopySizing;
}

interface SharePaid {
  readonly follow: number;
  readonly follower: PlayerId;
  readonly trader: PlayerId;
  /** Paid now. */
  readonly share: Amount;
  readonly total: Amount;
  /** Paid altogether. */
  readonly shared: Amount;
}

export interface CopyShared extends Event<'COPY_SHARED'>, SharePaid {}

export interface CopyEnded extends Event<'COPY_ENDED'>, SharePaid {
  readonly by: 'FOLLOWER' | 'TRADER' | 'PLATFORM';
  /** Of what was due, what the account could not pay: it is not asked for later. */
  readonly waived: Amount;
}

/**
 * Of an active trader, with every fill: also where nobody follows, because statistics are made of it. Of one who is not
 * active any more, with fills of what was opened before.
 */
export interface LeadsNote extends Note {
  readonly product: 'copytrade';
  readonly kind: 'LEADS';
  /** None where nobody follows, where nothing of it is copied, and of a liquidation. */
  readonly leads: readonly CopyLead[];
  /** What the wallet held before, without open profit. */
  readonly cash: Amount;
  /** Fills that count in the statistics, and what the wallet held when their position was opened. Absent in old events. */
  readonly counted?: readonly CountedFill[];
  /** `CopyTrader.open` afterwards. Absent where it stays. */
  readonly open?: readonly OwnTrade[];
}

export interface CountedFill {
  /** The place of the fill in its event. */
  readonly fill: number;
  readonly cash: Amount;
}

/** Of a trader whose account was blocked or closed: nobody can follow, and nothing is mirrored any more. */
export interface StoppedNote extends Note {
  readonly product: 'copytrade';
  readonly kind: 'STOPPED';
  readonly trader: CopyTrader;
}

/** Of a trader who was liquidated or stopped: these follows are detached. */
export interface DetachedNote extends Note {
  readonly product: 'copytrade';
  readonly kind: 'DETACHED';
  readonly follows: readonly number[];
}

/** How a lead was copied. */
export interface CopiedLead {
  readonly id: number;
  readonly kind: CopyLead['kind'];
  readonly instrument: number;
  /** Of the position. */
  readonly side: OrderSide;
  readonly qty: Qty;
  readonly price: Price;
  readonly leadPrice: Price;
  /** When the trader's fill was. */
  readonly leadAt: Millis;
  /** Of the trader's price: above zero is worse. */
  readonly slippage: Rate;
  readonly fee: Amount;
  /** What it realised, after fees and funding; nothing of an OPEN. */
  readonly net: Amount;
  readonly sizing?: CopySizing;
}

export interface ChangedCopy {
  readonly instrument: number;
  /** The place of the fill in its event. */
  readonly fill: number;
  /** So much of the copy was opened or closed. */
  readonly qty: Qty;
  /** Realised by it, after fees and funding. */
  readonly net: Amount;
  /** Absent once it is closed. */
  readonly copy?: Copy;
}

/** Of a follower whose copies the fill changed: what the follow is afterwards. */
export interface CopiedNote extends Note {
  readonly product: 'copytrade';
  readonly kind: 'COPIED';
  readonly follow: number;
  readonly trader: PlayerId;
  readonly total: Amount;
  readonly isPaused: boolean;
  readonly handled: number;
  readonly copies: readonly ChangedCopy[];
  /** Realised by this fill, after fees and funding. */
  readonly net: Amount;
  /** Margin in all copies that are left. */
  readonly used: Amount;
  /** Where a lead was mirrored. */
  readonly lead?: CopiedLead;
}

export type CopytradeNote = LeadsNote | StoppedNote | DetachedNote | CopiedNote;

export type CopytradeEvent =
  | CopyTraderSet
  | CopyFollowed
  | CopyFollowChanged
  | CopyMissed
  | CopyShared
  | CopyEnded;
