import type { Price } from '../amount.ts';
import type { Command } from '../command.ts';
import type { DayNumber } from '../market/calendar-date.ts';
import type { Quote } from '../market/quote.ts';
import type { OrderGuard } from './order-guard.ts';
import type { OrderSide, OverseaTerms, Priced } from './terms.ts';

export type OrderType = 'MARKET' | 'LIMIT' | 'STOPMARKET';

export interface PlaceOverseaOrder extends Command<'PLACE_OVERSEA_ORDER'> {
  readonly side: OrderSide;
  readonly type: OrderType;
  /** Contracts. */
  readonly qty: number;
  /** The limit, or the trigger of a STOPMARKET; absent for MARKET. */
  readonly price?: Price;
  /** Never opens or reverses a position: it is reduced to what is open. */
  readonly reduceOnly: boolean;
  /** Given to the position that the fill opens or adds to; 0 is off. Absent leaves what the position has. */
  readonly tpTick?: number;
  readonly slTick?: number;
  /** The player's own limits; absent when they have set none, or have confirmed that this order may exceed them. */
  readonly guard?: OrderGuard;
  readonly terms: OverseaTerms;
  /** The freshest tick, if there is any: whether it is fresh enough is decided here. */
  readonly quote: Quote | undefined;
}

export interface CancelOverseaOrder extends Command<'CANCEL_OVERSEA_ORDER'> {
  readonly order: number;
}

/** All of the player's, or those on one instrument. */
export interface CancelOverseaOrders extends Command<'CANCEL_OVERSEA_ORDERS'> {
  readonly instrument?: number;
}

/** Replaces both; 0 is off. */
export interface SetOverseaTpsl extends Command<'SET_OVERSEA_TPSL'> {
  readonly position: number;
  readonly tpTick: number;
  readonly slTick: number;
  readonly terms: OverseaTerms;
  readonly quote: Quote | undefined;
}

export interface SetOverseaOvernight extends Command<'SET_OVERSEA_OVERNIGHT'> {
  readonly position: number;
  readonly isActive: boolean;
  readonly terms: OverseaTerms;
}

/** Sent by the platform when a tick reaches a resting order. Checked again here. */
export interface FillOverseaOrder extends Command<'FILL_OVERSEA_ORDER'> {
  readonly order: number;
  readonly terms: OverseaTerms;
  readonly quote: Quote;
  /** The first tick after prices were missing: the level may have been crossed meanwhile. */
  readonly isAfterGap: boolean;
  /** The first fresh price since the order arrived without one: it counts as its arrival (docs/rules.md 3.5). */
  readonly isFirstPrice?: boolean;
}

/** Sent by the platform when a tick reaches the take-profit or stop-loss of a position. */
export interface ExitOverseaPosition extends Command<'EXIT_OVERSEA_POSITION'> {
  readonly position: number;
  readonly leg: 'TP' | 'SL';
  readonly terms: OverseaTerms;
  readonly quote: Quote;
  readonly isAfterGap: boolean;
}

/**
 * Sent by the platform when the account is at its loss-cut level; `priced` has every instrument in which a position is
 * open.
 */
export interface CutOverseaLosses extends Command<'CUT_OVERSEA_LOSSES'> {
  readonly priced: readonly Priced[];
  readonly isAfterGap: boolean;
}

export type EndReason = 'SESSION_END' | 'EXPIRY' | 'STAFF_CLOSE';

/** T - 5 min, the last trading day, or a staff close: the position is closed and opening orders are cancelled. */
export interface EndOverseaSession extends Command<'END_OVERSEA_SESSION'> {
  readonly reason: EndReason;
  readonly terms: OverseaTerms;
  /** Absent when there is no position to close, only orders to cancel. */
  readonly quote: Quote | undefined;
  readonly isAfterGap: boolean;
}

/** T - 1 min: the flagged positions named by `closing` are carried to their next trade date, or all of them closed. */
export interface CheckOverseaOvernight extends Command<'CHECK_OVERSEA_OVERNIGHT'> {
  readonly closing: readonly { readonly instrument: number; readonly nextTradeDate: DayNumber }[];
  /** Every instrument in which the player has a position: the equity is of the whole account. */
  readonly priced: readonly Priced[];
}

export type OverseaCommand =
  | PlaceOverseaOrder
  | CancelOverseaOrder
  | CancelOverseaOrders
  | SetOverseaTpsl
  | SetOverseaOvernight
  | FillOverseaOrder
  | ExitOverseaPosition
  | CutOverseaLosses
  | EndOverseaSession
  | CheckOverseaOvernight;
