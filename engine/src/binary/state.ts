// What the book holds of rounds: only those that were bet on, until the day in which staff may void them is over.
import type { Amount, Rate } from '../amount.ts';
import type { BinaryType } from '../market/instrument.ts';
import type { PlayerId, SiteId, WalletType } from '../purse.ts';
import type { Millis } from '../time.ts';
import type { BetStatus, RoundStatus, Side, TickRef, VoidReason } from './events.ts';
import type { RoundId } from './round.ts';
import type { StrikeMode } from './terms.ts';

export interface Bet {
  readonly id: number;
  readonly player: PlayerId;
  readonly side: Side;
  readonly stake: Amount;
  readonly rate: Rate;
  readonly wallet: WalletType;
  readonly acceptedAt: Millis;
  /** Undefined while it waits. A void after a payment changes it once more. */
  paid: { readonly status: BetStatus; readonly credit: Amount } | undefined;
}

export interface FrozenResult {
  readonly status: RoundStatus;
  readonly voidReason: VoidReason | undefined;
  readonly openTick: TickRef | undefined;
  readonly closeTick: TickRef | undefined;
  readonly ticks: readonly TickRef[] | undefined;
}

export interface Round {
  readonly id: RoundId;
  readonly site: SiteId;
  readonly type: BinaryType;
  readonly close: Millis;
  readonly strikeMode: StrikeMode;
  readonly precision: number;
  readonly staleMs: number;
  /** In the order in which the players first bet; each player's bets in theirs. */
  readonly bets: Map<PlayerId, Bet[]>;
  /** Sums of both sides, for the exposure of the house. */
  readonly stakes: { UP: bigint; DOWN: bigint };
  readonly profits: { UP: bigint; DOWN: bigint };
  result: FrozenResult | undefined;
  /** How many of the players, in the order above, are paid. */
  paidPlayers: number;
  /** Set by staff; the players above `paidPlayers` are then paid back. */
  voided: { readonly reason: string } | undefined;
}

/** A round is the same instant for every site, but each site has its own bets on it. */
export const roundPlace = (site: SiteId, round: RoundId): string => `${site}/${round}`;

export interface BinaryState {
  readonly rounds: Map<string, Round>;
}

export const emptyBinary = (): BinaryState => ({ rounds: new Map() });
