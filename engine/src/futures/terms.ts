// What a coin-futures contract is and what trading it costs (docs/rules.md 3.1). The settings are part of the command,
// and those of a fill are stored with it: a setting that changes later changes no fill.
import type { Amount, Price, Qty, Rate } from '../amount.ts';
import type { WalletType } from '../purse.ts';
import type { Millis } from '../time.ts';
import type { Tier } from './tiers.ts';

/** The spec's words: LONG buys, SHORT sells. */
export type OrderSide = 'LONG' | 'SHORT';

/**
 * LINEAR: size in coins, all money in USDT. HYBRID: the same contract, entered and shown as an inverse one (docs/rules.md
 * 3.2); every money step is that of LINEAR. INVERSE: size in dollars, all money in the coin.
 */
export type Contract = 'LINEAR' | 'HYBRID' | 'INVERSE';

/** CROSS: the free money of the wallet backs it. ISOLATED: only the margin set aside for it. */
export type MarginType = 'CROSS' | 'ISOLATED';

/** REDUCE_ONLY lets reducing orders through, STOPPED none (docs/rules.md 0.7). */
export type FuturesMode = 'NORMAL' | 'REDUCE_ONLY' | 'STOPPED';

/** As much of a tick as a decision needs; the record of ticks has the rest under the same time and number. */
export interface Quote {
  readonly ts: Millis;
  readonly seq: number;
  readonly last: Price;
  readonly bid: Price;
  readonly ask: Price;
  readonly mark: Price;
}

/** The price that a trigger watches. */
export type TriggerPrice = 'last' | 'mark';

export interface FuturesTerms {
  readonly instrument: number;
  readonly wallet: WalletType;
  readonly contract: Contract;
  readonly tickSize: Price;
  /** Of LINEAR and HYBRID in coins, of INVERSE in dollars. */
  readonly qtyStep: Qty;
  readonly qtyLeast: Qty;
  /** What an opening order must be worth at least, in USDT or dollars. */
  readonly notionalLeast: Amount;
  readonly leverageMost: number;
  /** By position value in the currency of the wallet. */
  readonly tiers: readonly Tier[];
  /** Of the value of every fill, on both sides. */
  readonly feeRate: Rate;
  /** Of the value of what a cross liquidation closes, paid to the insurance. */
  readonly liquidationFeeRate: Rate;
  /** Maintenance margin over margin balance at which the player is warned. */
  readonly warnRatio: Rate;
  /** FORBID: the leverage cannot be changed at all while a position is open. */
  readonly leverageWithPosition: 'RAISE' | 'FORBID';
  readonly staleMs: number;
  readonly mode: FuturesMode;
  /** The latest time at or before now at which funding was due (docs/rules.md 3.11). */
  readonly fundingDue: Millis;
}

/** An instrument with its freshest price: what judging a whole account needs of each. */
export interface Priced {
  readonly terms: FuturesTerms;
  readonly quote: Quote;
}

export const otherSide = (side: OrderSide): OrderSide => (side === 'LONG' ? 'SHORT' : 'LONG');

/** Who buys pays the ask, who sells gets the bid. */
export const marketPrice = (side: OrderSide, quote: Pick<Quote, 'bid' | 'ask'>): Price =>
  side === 'LONG' ? quote.ask : quote.bid;

/** Of one player, in all instruments, take-profits and stop-losses included. */
export const MOST_RESTING = 200;
/** Take-profits, stop-losses and trailing stops of one position. */
export const MOST_EXITS = 20;
export const LEAST_LEVERAGE = 1;

export const isWholeLeverage = (leverage: number): boolean =>
  Number.isSafeInteger(leverage) && leverage >= LEAST_LEVERAGE;
export const isLeverage = (leverage: number, { leverageMost }: Pick<FuturesTerms, 'leverageMost'>): boolean =>
  isWholeLeverage(leverage) && leverage <= leverageMost;

/** An event makes at most so many orders: numbers of orders are the event's times this, and the place in it. */
export const ORDERS_PER_EVENT = 32;

export const orderId = (event: number, place = 0): number => event * ORDERS_PER_EVENT + place;
export const eventOfOrder = (order: number): number => Math.floor(order / ORDERS_PER_EVENT);
