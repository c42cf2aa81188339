import type { Amount, Price, Qty, Rate } from '../amount.ts';
import type { Command } from '../command.ts';
import type { WalletType } from '../purse.ts';
import type { Millis } from '../time.ts';
import type { AttachedExits, EntryType, ExitLevel, ExitType } from './events.ts';
import type { Contract, FuturesTerms, MarginType, OrderSide, Priced, Quote, TriggerPrice } from './terms.ts';

/** Every instrument of the wallet in which the player has a cross position: equity is of the whole account. */
interface WithPrices {
  readonly priced: readonly Priced[];
}

/** What an order may ask for; the preview takes the same. */
export interface EntryRequest extends AttachedExits {
  readonly side: OrderSide;
  readonly type: EntryType;
  /** Of these three one is given; margin and notional are turned into a quantity at the order's price. */
  readonly qty?: Qty;
  readonly margin?: Amount;
  readonly notional?: Amount;
  /** Of LIMIT and STOPLIMIT. */
  readonly price?: Price;
  /** Of STOPMARKET and STOPLIMIT. */
  readonly trigger?: Price;
  readonly by: TriggerPrice;
  readonly leverage: number;
  readonly marginType: MarginType;
  /** Never opens or reverses a position: it is reduced to what is open. */
  readonly reduceOnly: boolean;
  /** Refused where it would be filled at once. */
  readonly postOnly: boolean;
  /** Refused where it would not be filled at once. */
  readonly immediate: boolean;
}

export interface PlaceFuturesOrder extends Command<'PLACE_FUTURES_ORDER'>, EntryRequest, WithPrices {
  readonly terms: FuturesTerms;
  /** The freshest tick, if there is any: whether it is fresh enough is decided here. */
  readonly quote: Quote | undefined;
}

export interface ExitRequest {
  readonly position: number;
  readonly type: ExitType;
  /** Absent: the whole position. */
  readonly qty?: Qty;
  /** Of TAKEPROFIT and STOPLOSS. */
  readonly level?: ExitLevel;
  /** Of TRAILINGSTOP. */
  readonly trailing?: { readonly callback: Rate; readonly activation?: Price; readonly by: TriggerPrice };
}

/** One more exit of a position; several partial ones are possible. */
export interface PlaceFuturesExit extends Command<'PLACE_FUTURES_EXIT'>, ExitRequest, WithPrices {
  readonly terms: FuturesTerms;
  readonly quote: Quote | undefined;
}

/** Replaces take-profit and stop-loss of the whole position; absent removes one. */
export interface SetFuturesExits extends Command<'SET_FUTURES_EXITS'>, AttachedExits, WithPrices {
  readonly position: number;
  readonly terms: FuturesTerms;
  readonly quote: Quote | undefined;
}

/** Other prices or another quantity of a resting order, with the number and the age that it has. */
export interface AmendFuturesOrder extends Command<'AMEND_FUTURES_ORDER'>, WithPrices {
  readonly order: number;
  readonly qty?: Qty;
  readonly price?: Price;
  readonly trigger?: Price;
  readonly terms: FuturesTerms;
  readonly quote: Quote | undefined;
}

export interface CancelFuturesOrder extends Command<'CANCEL_FUTURES_ORDER'> {
  readonly order: number;
}

/** All of the player's, or those on one instrument. Exits stay when the connection was lost. */
export interface CancelFuturesOrders extends Command<'CANCEL_FUTURES_ORDERS'> {
  readonly instrument?: number;
  readonly reason: 'PLAYER' | 'DISCONNECT';
}

export interface SetFuturesLeverage extends Command<'SET_FUTURES_LEVERAGE'>, WithPrices {
  readonly leverage: number;
  /** As the player trades the instrument now. */
  readonly marginType: MarginType;
  readonly terms: FuturesTerms;
  readonly quote: Quote | undefined;
}

export interface SetFuturesMarginType extends Command<'SET_FUTURES_MARGIN_TYPE'> {
  readonly leverage: number;
  readonly marginType: MarginType;
  readonly terms: FuturesTerms;
}

export interface MoveFuturesMargin extends Command<'MOVE_FUTURES_MARGIN'>, WithPrices {
  readonly position: number;
  /** Above zero: set aside for the position; below: given back. */
  readonly amount: Amount;
  readonly terms: FuturesTerms;
  readonly quote: Quote | undefined;
}

/** Everything that is open in one wallet, at the market. Positions without a fresh price stay. */
export interface CloseFuturesPositions extends Command<'CLOSE_FUTURES_POSITIONS'> {
  readonly wallet: WalletType;
  /** Every instrument in which a position is open, cross or isolated. */
  readonly priced: readonly Priced[];
}

/** Sent by the platform when a tick reaches a resting order, of whatever type. Checked again here. */
export interface FillFuturesOrder extends Command<'FILL_FUTURES_ORDER'>, WithPrices {
  readonly order: number;
  readonly terms: FuturesTerms;
  readonly quote: Quote;
  /** Of a trailing stop: how far the price went before it came back. */
  readonly extreme?: { readonly price: Price; readonly ts: Millis; readonly seq: number };
  /** The first tick after prices were missing: the level may have been crossed meanwhile. */
  readonly isAfterGap: boolean;
  /** The first fresh price since the order arrived without one: it counts as its arrival (docs/rules.md 3.5). */
  readonly isFirstPrice?: boolean;
}

/** Sent by the platform from time to time, so that a restart need not read many ticks again. */
export interface TrailFuturesOrder extends Command<'TRAIL_FUTURES_ORDER'> {
  readonly order: number;
  readonly extreme: { readonly price: Price; readonly ts: Millis; readonly seq: number };
}

/** Sent by the platform when the maintenance margin of a position or of a cross account is reached. */
export interface LiquidateFutures extends Command<'LIQUIDATE_FUTURES'>, WithPrices {
  readonly wallet: WalletType;
  /** The isolated position; absent for the cross positions of the wallet. */
  readonly position?: number;
  readonly isAfterGap: boolean;
}

/** Sent by the platform when the warning ratio is reached. */
export interface WarnFutures extends Command<'WARN_FUTURES'>, WithPrices {
  readonly wallet: WalletType;
  readonly position?: number;
}

/** Of one site and instrument: accrued on every open position. */
export interface FundFutures extends Command<'FUND_FUTURES'> {
  readonly instrument: number;
  readonly contract: Contract;
  readonly dueAt: Millis;
  readonly rate: Rate;
  readonly mark: Price;
}

export type FuturesPlayerCommand =
  | PlaceFuturesOrder
  | PlaceFuturesExit
  | SetFuturesExits
  | AmendFuturesOrder
  | CancelFuturesOrder
  | CancelFuturesOrders
  | SetFuturesLeverage
  | SetFuturesMarginType
  | MoveFuturesMargin
  | CloseFuturesPositions
  | FillFuturesOrder
  | TrailFuturesOrder
  | LiquidateFutures
  | WarnFutures;
