// A product is a value: everything that the core of the engine needs of it is declared here, and the core names no
// product. `products.ts` has the list.
import type { Amount } from './amount.ts';
import type { Book, Player } from './book.ts';
import type { Command, Context } from './command.ts';
import type { Decision } from './decision.ts';
import type { Event } from './event.ts';
import type { ChangesOf, Follower, Note, Observer, OpenStake } from './follower.ts';
import type { ShareBase } from './partner/accrue.ts';
import type { OpenThing } from './past/open-thing.ts';
import type { PlayerId, Purse, WalletType } from './purse.ts';
import type { Wallet } from './wallet.ts';

/** What the core must know about all events of a kind. */
export interface EventFacts {
  /** The reason of its transfer when all it moves is one amount between the free and the waiting purse of its player. */
  readonly setsAside?: string;
  /** It pays many players: the purpose of the house purse at the other end. */
  readonly pays?: string;
  /** It is in nobody's history and still changes what players have open. */
  readonly changesEverybody?: true;
  /** Its player has no account before it. */
  readonly opensAccount?: true;
}

/** Whether what a purse owes is covered by something that is open. */
export type IsCovered = (purse: Purse) => boolean;

/** Whether anything of the player is open that this wallet pays for: money that waits, or a position. */
export type IsOpenIn = (book: Book, player: Player, wallet: Wallet) => boolean;

/**
 * What a command may take of the free money of its player, which the open positions of other products may need
 * (docs/rules.md 6.3): nothing; only what is beyond its field `reserved`, without which it cannot be said; or what a rule
 * of its own allows, which knows everything that is open in the wallet.
 */
export type TakesFree<Asked> =
  | 'NOTHING'
  | 'OWN_RULE'
  | (Asked extends { readonly reserved: Amount } ? 'BEYOND_RESERVED' : never);

/** The types of a product, from which the unions of `products.ts` follow. */
export interface ProductTypes {
  readonly name: string;
  readonly playerCommand: Command<string>;
  readonly platformCommand: Command<string>;
  readonly event: Event<string>;
  readonly state: object;
  readonly refusal: string;
  /** Of a follower or observer: what it keeps of the events of others. */
  readonly note?: Note;
  /** Events of another product that commands of this one make too, by functions which that product exports. */
  readonly also?: Event<string>;
}

type NoteOf<Types extends ProductTypes> = Types extends { readonly note: infer Own extends Note }
  ? Own
  : never;

type AlsoOf<Types extends ProductTypes> = Types extends { readonly also: infer Made extends Event<string> }
  ? Made
  : never;

export type DecideForPlayer<Types extends ProductTypes, Asked> = (
  book: Book,
  player: Player,
  command: Asked,
  context: Context,
  isOpenIn: IsOpenIn,
) => Decision<Types['event'] | AlsoOf<Types>, Types['refusal']>;

export type DecideForPlatform<Types extends ProductTypes, Asked> = (
  book: Book,
  command: Asked,
  context: Context,
) => Decision<Types['event'], Types['refusal']>;

export interface Product<Types extends ProductTypes> {
  readonly name: Types['name'];
  /** Of what partners have a share (docs/rules.md 7.2), and the wallet it is moved in: there the share is paid. */
  readonly shared?: { readonly base: ShareBase; readonly wallet: WalletType };
  /** The rule of each command for one account, which must exist. A command with a session is also checked against it. */
  readonly playerCommands: {
    readonly [Kind in Types['playerCommand']['kind']]: DecideForPlayer<
      Types,
      Extract<Types['playerCommand'], { readonly kind: Kind }>
    >;
  };
  /** Asked of each of these commands, so that none forgets what must stay. */
  readonly takesFree: {
    readonly [Kind in Types['playerCommand']['kind']]: TakesFree<
      Extract<Types['playerCommand'], { readonly kind: Kind }>
    >;
  };
  /** Other players whose accounts a decision must see, in the book or known not to exist. */
  alsoNeeds?(command: Types['playerCommand']): readonly PlayerId[];
  /** The rule of each command of the platform that is for no player. */
  readonly platformCommands: {
    readonly [Kind in Types['platformCommand']['kind']]: DecideForPlatform<
      Types,
      Extract<Types['platformCommand'], { readonly kind: Kind }>
    >;
  };
  /**
   * Refusals of a sender who was too early: nothing is wrong with the command, and the same one may be accepted a moment
   * later. Its key is not bound to them.
   */
  readonly tooEarly?: readonly Types['refusal'][];
  readonly events: { readonly [Kind in Types['event']['kind']]: EventFacts };
  /** What each event means for the money that a player risks, wins, loses or brings in. */
  readonly changes: {
    readonly [Kind in Types['event']['kind']]:
      | 'NOTHING'
      | ChangesOf<Extract<Types['event'], { readonly kind: Kind }>>;
  };
  /** Everything of the player that may still be lost; as `changes` counts it when it is opened. */
  openStakes?(state: Types['state'], player: PlayerId): Iterable<OpenStake>;
  /** What happens instead where a follower refuses a command of the platform for a player: an order that waited ends. */
  whenBarred?(
    book: Book,
    player: Player,
    command: Types['playerCommand'],
    context: Context,
  ): Types['event'] | undefined;
  readonly follower?: Follower<Types['refusal'], NoteOf<Types>>;
  readonly observer?: Observer<NoteOf<Types>>;
  /**
   * Why a command of another product that its player sends is refused before its own rule is asked. What the platform
   * sends is never barred.
   */
  bars?(book: Book, player: Player, command: Command<string>): Types['refusal'] | undefined;
  /** Its part of an empty book. */
  empty(): Types['state'];
  /** The command as it is when it is decided: it may have waited. */
  commandNow?(command: Types['playerCommand'], context: Context): Types['playerCommand'];
  /** Before the core looks for the players of the event. */
  prepare?(book: Book, event: Types['event']): void;
  apply(book: Book, event: Types['event'], isCovered: IsCovered): void;
  /**
   * `apply` for an event as one of its players sees it, in a book of that player alone: where `apply` needs what only
   * the whole event or an earlier event of nobody has. What may be forgotten later is forgotten at once.
   */
  applySeen?(book: Book, event: Types['event']): void;
  /** One line for each thing in its state. */
  describe(state: Types['state']): Iterable<string>;
  /** The digest of its state, from the state alone; what the state keeps of it is set again. */
  weigh(state: Types['state']): bigint;
  /** The part of that digest that the state updates itself; the book's own digest has the rest. */
  carriedDigest?(state: Types['state']): bigint;
  /** Everybody with something open: their accounts must stay in the book. */
  playersWithOpen(state: Types['state']): Iterable<PlayerId>;
  /** What this player has open, for whoever describes an account. */
  openThings?(state: Types['state'], player: PlayerId): Iterable<OpenThing>;
  isCovered?(state: Types['state'], purse: Purse): boolean;
  /** Whether the player has something open that this wallet pays for. What has money waiting in it need not say so. */
  isOpenIn?(state: Types['state'], player: PlayerId, wallet: WalletType): boolean;
  /** The event as its player may see it while something in it is still secret. */
  withoutSecrets?(event: Types['event']): Types['event'];
}

export const ownsEvent = <Types extends ProductTypes>(
  product: Product<Types>,
  event: Event<string>,
): event is Types['event'] => Object.hasOwn(product.events, event.kind);
