import type { Amount, Rate } from '../amount.ts';
import type { Event } from '../event.ts';
import type { TickRef } from '../market/tick.ts';
import type { PaidBet } from '../payment/bet-queue.ts';
import type { Shares } from '../payment/shares.ts';
import type { WalletType } from '../purse.ts';
import type { RoundId, RoundType } from '../rounds/round.ts';
import type { Millis } from '../time.ts';
import type { StrikeMode } from './terms.ts';

/** On the wire these are LONG and SHORT. */
export type Side = 'UP' | 'DOWN';

export type VoidReason =
  | 'TIE'
  | 'NO_OPEN_TICK'
  | 'NO_CLOSE_TICK'
  | 'FEW_TICKS'
  | 'STOPPED'
  | 'SESSION_ENDED'
  | 'STAFF';

/** 1 up, 2 down, 3 void (docs/rules.md 1.10). */
export type RoundStatus = 1 | 2 | 3;

/** The bet's number is the event's. */
export interface BetPlaced extends Event<'BET_PLACED'> {
  readonly round: RoundId;
  readonly type: RoundType;
  readonly side: Side;
  readonly stake: Amount;
  readonly rate: Rate;
  readonly wallet: WalletType;
  readonly acceptedAt: Millis;
  readonly strikeMode: StrikeMode;
  readonly precision: number;
  readonly staleMs: number;
}

/** The result is fixed; nobody has been paid yet. It touches no player. */
export interface RoundFrozen extends Event<'ROUND_FROZEN'> {
  readonly round: RoundId;
  readonly type: RoundType;
  readonly status: RoundStatus;
  readonly voidReason?: VoidReason;
  readonly openTick?: TickRef;
  readonly closeTick?: TickRef;
  readonly tickCount: number;
  /** Only where every bet has a strike of its own: the ticks from which the strikes are taken. */
  readonly ticks?: readonly TickRef[];
}

/**
 * Some of the players of a frozen round; each player of it is in exactly one such event. The desk and its journal have
 * it packed: then all lists are empty and everything is in `shares`. A player sees it written out (`unpacked`).
 */
export interface RoundPaid extends Event<'ROUND_PAID'> {
  readonly round: RoundId;
  readonly bets: readonly PaidBet[];
  readonly shares?: Shares;
  /** No player is left to pay after these. */
  readonly isLast: boolean;
}

/** Staff voided the round. Bets that were paid are reversed by the ROUND_PAID events that follow. */
export interface RoundVoided extends Event<'ROUND_VOIDED'> {
  readonly round: RoundId;
  readonly reason: string;
  readonly requestedBy: number;
  readonly approvedBy: number;
}

export type BinaryEvent = BetPlaced | RoundFrozen | RoundPaid | RoundVoided;
