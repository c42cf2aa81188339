// What a product hands to the watch: what waits for which price, how an account is judged, and the commands that are
// submitted.
import type { Amount } from '../amount.ts';
import type { Quote } from '../market/quote.ts';
import type { AnyEvent } from '../products.ts';
import type { PlayerId, SiteId, WalletType } from '../purse.ts';
import type { Millis } from '../time.ts';
import type { Legs } from './legs.ts';
import type { Level } from './levels.ts';
import type { Extreme } from './trail-groups.ts';

/** An order or a position. */
interface WatchedOwner {
  readonly id: number;
  readonly player: PlayerId;
  readonly site: SiteId;
  readonly instrument: number;
}

export interface WatchedOrder extends WatchedOwner {
  /** It arrived while there was no fresh price: the first one may still fill it at the market. */
  readonly isUnpriced: boolean;
  readonly placedAt: Millis;
}

interface WatchedPosition extends WatchedOwner {
  readonly wallet: WalletType;
}

interface WatchedAccount<Order, Position> {
  readonly orders: ReadonlyMap<number, Order>;
  /** By instrument. */
  readonly positions: ReadonlyMap<number, Position>;
}

/** The types of a product that is watched. */
export interface WatchTypes {
  readonly order: WatchedOrder;
  readonly position: WatchedPosition;
  readonly account: WatchedAccount<this['order'], this['position']>;
  readonly terms: { readonly instrument: number; readonly staleMs: number };
  readonly quote: Quote;
  readonly command: { readonly player: PlayerId };
  /** What a judgement leaves for the next one of the same part. */
  readonly note?: unknown;
}

export type Owner<Types extends WatchTypes> = Types['order'] | Types['position'];

export interface WatchedState<Types extends WatchTypes> {
  /** A player with neither order nor position has none. */
  readonly accounts: ReadonlyMap<PlayerId, Types['account']>;
  /** The same orders and positions by their own numbers. */
  readonly orders: ReadonlyMap<number, Types['order']>;
  readonly positions: ReadonlyMap<number, Types['position']>;
}

/** Undefined where a site does not trade the instrument (any more): no command is made for it then. */
export type TermsOf<Types extends WatchTypes> = (
  site: SiteId,
  instrument: number,
  now: Millis,
) => Types['terms'] | undefined;

export interface PricedTerms<Types extends WatchTypes> {
  readonly terms: Types['terms'];
  readonly quote: Types['quote'];
}

/** What is known of the prices when an account is judged. */
export interface SeenPrices<Types extends WatchTypes> {
  readonly now: Millis;
  /** Prices arrive from this moment on: a market without a price counts as silent only some time after it. */
  readonly listeningSince: Millis;
  readonly termsOf: TermsOf<Types>;
  pricedOf(of: { readonly site: SiteId; readonly instrument: number }): PricedTerms<Types> | undefined;
  isAfterGap(terms: Types['terms']): boolean;
}

/** What is judged as a whole: the positions that one wallet pays for, or a single position with a margin of its own. */
export interface JudgedPart {
  readonly wallet: WalletType;
  /** Absent: the free money of the wallet counts, and the part is judged again when it changes. */
  readonly position?: number;
}

export interface JudgedAccount<Types extends WatchTypes> extends JudgedPart {
  readonly player: PlayerId;
  /** All of the player's; what belongs to other parts counts in the judgement of theirs. */
  readonly account: Types['account'];
  /** Of the wallet. Nothing for a single position, which has only its own margin. */
  readonly free: Amount;
  /** Undefined at the first judgement, and after a command was refused. */
  readonly note: Types['note'] | undefined;
}

/** A level with the instrument whose price it waits for. */
export interface Placement {
  readonly instrument: number;
  readonly level: Level;
}

export type Verdict<Types extends WatchTypes> =
  | {
      /** Nothing is to be done before one of these is reached: then it is judged again. */
      readonly guards?: readonly Placement[];
      /** With guards it is only a notice. Without it is not judged again before the command is answered. */
      readonly command?: Types['command'];
      readonly note?: Types['note'] | undefined;
    }
  /** It cannot be judged yet: it is judged again with the next price of each of its instruments. */
  | 'LATER';

export interface Reached<Types extends WatchTypes> extends PricedTerms<Types> {
  readonly isAfterGap: boolean;
  /** Of an order that arrived without a price: no fresh price has come since. */
  readonly isFirstPrice: boolean;
  /** Of one that follows the price: how far it went. */
  readonly extreme: Extreme | undefined;
}

/** What a refused command was about; undefined where nothing waits for its answer. */
export type RefusedTarget =
  | { readonly leg: number }
  | { readonly part: JudgedPart; readonly isNotice?: boolean }
  | undefined;

export interface Revalued<Types extends WatchTypes> {
  readonly instrument: number;
  readonly positions: Iterable<Types['position']>;
}

export interface WatchRules<Types extends WatchTypes> {
  readonly legs: Pick<Legs<string>, 'ownerOf' | 'kindOf'>;
  /** Whose orders or positions the event may have changed: nobody's, if it is of another product. */
  touched(event: AnyEvent): Iterable<PlayerId>;
  levelsOfOrder(order: Types['order']): Iterable<Level>;
  levelsOfPosition(position: Types['position'], terms: Types['terms']): Iterable<Level>;
  /** May anything be filled in this market at this price? */
  isFillable(priced: PricedTerms<Types>, now: Millis): boolean;
  /** The part of its account in which a position is judged. */
  partOf(position: Types['position']): JudgedPart;
  judge(account: JudgedAccount<Types>, prices: SeenPrices<Types>): Verdict<Types>;
  commandOf(
    leg: number,
    owner: Owner<Types>,
    reached: Reached<Types>,
    prices: SeenPrices<Types>,
  ): Types['command'];
  /** Which of several that one tick reaches comes first: the lower one, then the older one (docs/rules.md 3.5). */
  rankOf(leg: number, owner: Owner<Types>): number;
  /** The part of its player's account that this event judged: the command of `judge` is answered. */
  judgedBy(event: AnyEvent): JudgedPart | undefined;
  targetOf(command: Types['command']): RefusedTarget;
  /** An event that touches nobody and yet changes what positions are worth: they are judged anew, by and by. */
  revaluedBy?(event: AnyEvent): Revalued<Types> | undefined;
  /** Of an order that follows the price: what makes durable how far it went. Undefined where the state knows it. */
  trailOf?(order: Types['order'], extreme: Extreme): Types['command'] | undefined;
}
