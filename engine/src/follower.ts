// What an event means for the money that a player puts at stake, wins, loses or brings in: each product says it of its
// own events, and a product that needs it of all others is a follower (the limits that a player sets, the turnover of a
// bonus). The core passes it on and names neither side.
import type { Amount } from './amount.ts';
import type { Book } from './book.ts';
import type { Context } from './command.ts';
import type { Event } from './event.ts';
import type { PlayerId, WalletType } from './purse.ts';
import type { Millis } from './time.ts';

export interface MoneyChange {
  readonly player: PlayerId;
  readonly wallet: WalletType;
  /**
   * Its player asks for it and may be refused: it puts money at stake, or brings money in. Absent where nothing new is
   * risked: closing, cancelling, settings, payments.
   */
  readonly asks?: 'STAKE' | 'DEPOSIT';
  /** What is newly at stake: the stake of a bet; margin and fee of what an order opens. */
  readonly opened: Amount;
  /** What was at stake before and is no longer, where the same event opens something. */
  readonly ended: Amount;
  /** What was realised, after fees: below zero for a loss. */
  readonly result: Amount;
  /** Stakes of decided bets, void ones excluded; the margin of what was closed. */
  readonly turnover: Amount;
  /** Brought in; below zero when an earlier one is taken back. */
  readonly deposited: Amount;
  /** When what is taken back was brought in. */
  readonly broughtAt?: Millis;
  /** All money of the wallet is replaced: a new practice run. */
  readonly startsOver?: true;
}

const NONE = 0n as Amount;
/** Nothing of the figures; an event has its own instead of some of them. */
export const NO_CHANGE = {
  opened: NONE,
  ended: NONE,
  result: NONE,
  turnover: NONE,
  deposited: NONE,
} as const;

/** Those players whom a follower wants to know of: few, so that an event to thousands is not read for them. */
export type Followed = Pick<ReadonlyMap<PlayerId, unknown>, 'has' | 'keys' | 'size'>;

/** Of an event that was decided and not applied yet; of `followed` players alone. */
export type ChangesOf<Decided> = (book: Book, event: Decided, followed: Followed) => readonly MoneyChange[];

/** Something that the player has open, and what may be lost with it. */
export interface OpenStake {
  readonly wallet: WalletType;
  readonly stake: Amount;
}

/** What an event changes of one player in the state of a follower or observer. It is a part of the event. */
export interface Note {
  /** The follower or observer. */
  readonly product: string;
  readonly player: PlayerId;
}

export interface Follower<Refusal extends string, Own extends Note> {
  followed(book: Book): Followed;
  /** Whether something that a player asks for is refused. */
  gate?(
    book: Book,
    change: MoneyChange,
    context: Context,
    openStakes: Iterable<OpenStake>,
  ): Refusal | undefined;
  /** What it keeps of an event that is accepted; all changes are of followed players. */
  note(book: Book, changes: readonly MoneyChange[], context: Context): readonly Own[];
  applyNote(book: Book, note: Own): void;
}

/**
 * A product that keeps something of certain events of others, whatever they mean for money: what it notes is decided with
 * the event and is a part of it, so that nothing is derived a second time. It refuses nothing.
 */
export interface Observer<Own extends Note> {
  /** Those of other products that are shown to it. */
  readonly kinds: readonly string[];
  /** Of an event that was decided and not applied yet. */
  note(book: Book, event: Event<string>): readonly Own[];
  /** After the event itself was applied. */
  applyNote(book: Book, note: Own): void;
}

/** The notes that one player may see. */
export function withNotesOf<Any extends Pick<Event<string>, 'notes'>>(event: Any, player: PlayerId): Any {
  const { notes } = event;
  if (notes === undefined || notes.every((note) => note.player === player)) return event;
  return { ...event, notes: notes.filter((note) => note.player === player) };
}
