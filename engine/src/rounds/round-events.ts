// What the events of rounds have in common, whatever was bet on.
import type { Amount } from '../amount.ts';
import type { Event } from '../event.ts';
import type { PaidBet } from '../payment/bet-queue.ts';
import type { Shares } from '../payment/shares.ts';
import type { WalletType } from '../purse.ts';
import type { Millis } from '../time.ts';
import type { RoundId, RoundType } from './round.ts';

export interface RoundEvent<Kind extends string> extends Event<Kind> {
  readonly round: RoundId;
  readonly type: RoundType;
}

/** The bet's number is the event's. */
export interface BetEvent<Kind extends string> extends RoundEvent<Kind> {
  readonly stake: Amount;
  readonly wallet: WalletType;
  readonly acceptedAt: Millis;
}

/**
 * Some of the players of a decided round; each player of it is in exactly one such event. The desk and its journal have
 * it packed: then all lists are empty and everything is in `shares`. A player sees it written out (`unpacked`).
 */
export interface PaymentEvent<Kind extends string> extends Event<Kind> {
  readonly round: RoundId;
  readonly bets: readonly PaidBet[];
  readonly shares?: Shares;
  /** No player is left to pay after these. */
  readonly isLast: boolean;
}
