// What a product hands to the watch: what waits for which price, how an account is judged, and the commands that are
// submitted.
import type { Amount } from '../amount.ts';
import type { Quote } from '../market/quote.ts';
import type { AnyEvent } from '../products.ts';
import type { PlayerId, SiteId, WalletType } from '../purse.ts';
import type { Millis } from '../time.ts';
import type { Legs } from './legs.ts';
import type { Level } from './levels.ts';

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

/** The positions of one player that one wallet pays for: they are judged together. */
export interface JudgedAccount<Types extends WatchTypes> {
  readonly player: PlayerId;
  readonly wallet: WalletType;
  /** All of the player's; those of other wallets count in the judgement of theirs. */
  readonly account: Types['account'];
  readonly free: Amount;
}

/** A level with the instrument whose price it waits for. */
export interface Placement {
  readonly instrument: number;
  readonly level: Level;
}

export type Verdict<Types extends WatchTypes> =
  /** Nothing is to be done before one of these is reached: then it is judged again. */
  | { readonly guards: readonly Placement[] }
  | { readonly command: Types['command'] }
  /** It cannot be judged yet: it is judged again with the next price of each of its instruments. */
  | 'LATER';

export interface Reached<Types extends WatchTypes> extends PricedTerms<Types> {
  readonly isAfterGap: boolean;
  /** Of an order that arrived without a price: no fresh price has come since. */
  readonly isFirstPrice: boolean;
}

/** What a refused command was about: a leg, or the account of this wallet. */
export type RefusedTarget = { readonly leg: number } | { readonly wallet: WalletType };

export interface WatchRules<Types extends WatchTypes> {
  readonly legs: Pick<Legs<string>, 'ownerOf' | 'kindOf'>;
  /** Guards of accounts are legs of positions. */
  isGuard(leg: number): boolean;
  /** Is the event of this product? Then it may have changed what its players wait for. */
  isOwn(event: AnyEvent): boolean;
  /** The one price that a resting order waits for. */
  levelOfOrder(order: Types['order']): Level;
  levelsOfPosition(position: Types['position'], terms: Types['terms']): Iterable<Level>;
  /** May anything be filled in this market at this price? */
  isFillable(priced: PricedTerms<Types>, now: Millis): boolean;
  judge(account: JudgedAccount<Types>, prices: SeenPrices<Types>): Verdict<Types>;
  commandOf(leg: number, owner: Owner<Types>, reached: Reached<Types>): Types['command'];
  /** Which of several that one tick reaches comes first: the lower one, then the older one (docs/rules.md 3.5). */
  rankOf(leg: number, owner: Owner<Types>): number;
  /** The wallet whose account this event judged: the command of `judge` is answered. */
  judgedBy(event: AnyEvent): WalletType | undefined;
  targetOf(command: Types['command']): RefusedTarget;
}
