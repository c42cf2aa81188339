// What the commands of rounds have in common, whatever is bet on.
import type { Amount } from '../amount.ts';
import type { Command } from '../command.ts';
import type { Millis } from '../time.ts';
import type { RoundId, RoundType } from './round.ts';

export interface BetCommand<Kind extends string> extends Command<Kind> {
  readonly round: RoundId;
  readonly type: RoundType;
  readonly stake: Amount;
  /** When the server received the bet: this decides the cut-off, however long it waits for the desk (F17). */
  readonly receivedAt: Millis;
  /** Free money of the wallet that open positions need (docs/rules.md 6.3): a stake must not use it. */
  readonly reserved: Amount;
}

/** Pays the next players of a decided round; sent again until nobody is left. */
export interface PayCommand<Kind extends string> extends Command<Kind> {
  readonly round: RoundId;
  /** At most this many players, if fewer than a payment may have. */
  readonly most?: number;
}
