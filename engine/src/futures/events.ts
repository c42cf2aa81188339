import type { Amount, Price, Qty, Rate } from '../amount.ts';
import type { Entry } from '../entry.ts';
import type { Event } from '../event.ts';
import type { Fires } from '../market/trigger-index.ts';
import type { WalletType } from '../purse.ts';
import type { EventOf } from '../state-machine.ts';
import type { Millis } from '../time.ts';
import type { orderMachine } from './order-state.ts';
import type { Contract, MarginType, OrderSide, Quote, TriggerPrice } from './terms.ts';

/** Opens, adds to, reduces or reverses a position. */
export type EntryType = 'MARKET' | 'LIMIT' | 'STOPMARKET' | 'STOPLIMIT';
/** Closes the position it belongs to, whole or in part, at the market. */
export type ExitType = 'TAKEPROFIT' | 'STOPLOSS' | 'TRAILINGSTOP';
export type OrderType = EntryType | ExitType;

/** A trigger of an exit as it is asked for. */
export interface ExitLevel {
  readonly price: Price;
  readonly by: TriggerPrice;
}

/** Exits that the fill of an order gives to its position; each replaces the one of its kind for the whole position. */
export interface AttachedExits {
  readonly takeProfit?: ExitLevel;
  readonly stopLoss?: ExitLevel;
}

/** The furthest price that a trailing stop has seen since it began to follow, with the tick that had it. */
export interface Extreme {
  readonly price: Price;
  readonly ts: Millis;
  readonly seq: number;
}

/** A trailing stop: it begins to follow at `activation` (at once where there is none) and fires `callback` behind. */
export interface Trailing {
  /** Share of the furthest price. */
  readonly callback: Rate;
  readonly activation?: Price;
  /** Absent until it is activated. */
  readonly extreme?: Extreme;
}

/** An order as it rests. */
export interface RestingOrder extends AttachedExits {
  readonly id: number;
  readonly instrument: number;
  readonly wallet: WalletType;
  readonly side: OrderSide;
  readonly type: Exclude<OrderType, 'MARKET'>;
  readonly state: 'WAITING' | 'OPEN';
  /** Absent: the whole position, whatever its size is then. Only of exits. */
  readonly qty?: Qty;
  /** The limit, where it has one. */
  readonly price?: Price;
  /** What triggers it, where something does; of a trailing stop it follows from `trailing`. */
  readonly trigger?: Price;
  readonly by: TriggerPrice;
  readonly fires: Fires;
  readonly reduceOnly: boolean;
  readonly postOnly: boolean;
  readonly leverage: number;
  readonly marginType: MarginType;
  /** What opening all of it would take, margin and fee: held back from other orders, and no posting. */
  readonly cost: Amount;
  /** The position that an exit belongs to. */
  readonly position?: number;
  readonly trailing?: Trailing;
  /** A limit that arrived while there was no fresh price: whether it was marketable is not known. */
  readonly isUnpriced: boolean;
  readonly placedAt: Millis;
}

/** What a position is after an event; absent when it is flat. */
export interface PositionState {
  /** The number of the event that opened it. A reversed position is a new one. */
  readonly id: number;
  readonly side: OrderSide;
  readonly qty: Qty;
  readonly entry: Entry;
  readonly leverage: number;
  readonly marginType: MarginType;
  /** Set aside for it; nothing of a cross position. */
  readonly margin: Amount;
  /** Accrued and not posted yet; below zero when the player owes it. */
  readonly funding: Amount;
  /** What opening the part that is open has cost. */
  readonly entryFee: Amount;
  readonly openedAt: Millis;
  readonly warnedAt?: Millis;
}

export type FillCause = OrderType | 'CLOSE' | 'CLOSE_ALL' | 'LIQUIDATION';

export interface FuturesFill {
  readonly instrument: number;
  readonly wallet: WalletType;
  readonly contract: Contract;
  readonly side: OrderSide;
  readonly qty: Qty;
  readonly price: Price;
  readonly cause: FillCause;
  /** The tick that it was filled on. */
  readonly quote: Quote;
  readonly leverage: number;
  readonly marginType: MarginType;
  readonly feeRate: Rate;
  /** The part that closed, with the mean it was opened at, and the part that opened; one of them may be 0. */
  readonly closedQty: Qty;
  readonly openedQty: Qty;
  readonly closedPosition?: number;
  readonly closedEntry?: Entry;
  /** When the position that it closed, reduced or enlarged was opened. Absent where there was none before. */
  readonly openedAt?: Millis;
  /** Signed, rounded once (docs/rules.md 0.3): of the closed part, before fees and funding. */
  readonly pnl: Amount;
  /** Posted with the closed part. */
  readonly funding: Amount;
  /** Of the whole fill. */
  readonly fee: Amount;
  /** To the insurance, of what a cross liquidation closes. */
  readonly liquidationFee: Amount;
  /** Of the closed part: its share of what the position cost to open, and of this fee. */
  readonly entryFee: Amount;
  readonly exitFee: Amount;
  /** Isolated margin that came back to free, and that was set aside. */
  readonly released: Amount;
  readonly margin: Amount;
  /** What the insurance paid of an isolated loss beyond its margin; below zero when it kept what was left of it. */
  readonly insured: Amount;
  readonly position?: PositionState;
}

/** Why an order ended without a fill. */
export type CancelReason = Exclude<EventOf<typeof orderMachine>, 'REST' | 'WAIT' | 'FILL' | 'TRIGGER'>;

export interface CancelledOrder extends RestingOrder {
  readonly reason: CancelReason;
}

export interface FuturesOrderPlaced extends Event<'FUTURES_ORDER_PLACED'> {
  readonly order: RestingOrder;
  /** Set when it replaces exits of its kind for the whole position. */
  readonly cancelled: readonly CancelledOrder[];
}

/** Its prices or quantity were changed, a stop with a limit was triggered, or a trailing stop followed the price. */
export interface FuturesOrderChanged extends Event<'FUTURES_ORDER_CHANGED'> {
  readonly cause: 'AMENDED' | 'TRIGGERED' | 'TRAILED';
  readonly order: RestingOrder;
  /** The tick, where one caused it. */
  readonly quote?: Quote;
}

/** What the account was worth when it was liquidated or warned; all figures rounded to the wallet. */
export interface Standing {
  /** Free money, without what isolated positions have set aside; of an isolated position its margin. */
  readonly cash: Amount;
  readonly pnl: Amount;
  readonly funding: Amount;
  /** cash + pnl + funding. */
  readonly balance: Amount;
  readonly maintenance: Amount;
}

/** A position as it was judged: with the mark of its instrument its profit and its maintenance margin follow. */
export interface JudgedPosition {
  readonly id: number;
  readonly instrument: number;
  readonly contract: Contract;
  readonly side: OrderSide;
  readonly qty: Qty;
  readonly entry: Entry;
  readonly funding: Amount;
  /** Of the tier in which its value lay. */
  readonly maintenanceRate: Rate;
  readonly deduction: Amount;
}

export interface LiquidationReport extends Standing {
  readonly marginType: MarginType;
  /** The mark of each instrument that was judged. */
  readonly marks: readonly { readonly instrument: number; readonly quote: Quote }[];
  /** Everything that was judged, also what stayed open: whoever has the ticks can compute the figures again. */
  readonly judged: readonly JudgedPosition[];
}

/** What an order that was filled at once asked for beyond its fill. */
export interface AskedAtOnce extends AttachedExits {
  /** The limit, where it has one. */
  readonly price?: Price;
  readonly reduceOnly: boolean;
}

/** What copy trading decided a lead with, so that its receipt can decide it again. */
export interface CopySizing {
  readonly multiplyPer: number;
  readonly maxBet: Amount;
  readonly oneMaxBet: Amount;
  /** How much worse than the trader's price it could be. */
  readonly guard: Rate;
  readonly qtyStep: Qty;
  readonly qtyLeast: Qty;
  readonly notionalLeast: Amount;
  readonly feeRate: Rate;
  /** Of an OPEN: margin in copies before, what could be spent, and the leverage of the copy. */
  readonly used?: Amount;
  readonly available?: Amount;
  readonly leverage?: number;
  /** Of a CLOSE: the position before. */
  readonly held?: Qty;
}

/**
 * Why copy trading made it: a lead was mirrored, the follower closed, a loss limit was reached, or a trader closed.
 * Coin futures only carries it.
 */
export interface CopyMark {
  readonly cause: 'MIRROR' | 'OWN' | 'LOSS_LIMIT' | 'LEAD';
  /** Absent of a trader's own close. */
  readonly follow?: number;
  /** Of MIRROR. */
  readonly lead?: number;
  readonly sizing?: CopySizing;
  /** Where all copies of the follow were to be closed: how many had to stay. Absent where none did. */
  readonly left?: number;
}

/** One order, or everything that a liquidation or "close all" closes at once. */
export interface FuturesFilled extends Event<'FUTURES_FILLED'> {
  /** The resting order that was filled. Absent when the order was filled at once or the platform closed. */
  readonly order?: RestingOrder;
  /** Of an order that was filled at once. */
  readonly asked?: AskedAtOnce;
  readonly fills: readonly FuturesFill[];
  /** Exits that the fill gave to the position. */
  readonly placed: readonly RestingOrder[];
  /** Orders that ended with it. */
  readonly cancelled: readonly CancelledOrder[];
  readonly isAfterGap: boolean;
  readonly liquidation?: LiquidationReport;
  /** What the insurance paid to an account without cross positions, so that it owes nothing. */
  readonly topUp: Amount;
  readonly copy?: CopyMark;
}

export interface FuturesOrdersCancelled extends Event<'FUTURES_ORDERS_CANCELLED'> {
  readonly cancelled: readonly CancelledOrder[];
}

/** Both exits of a whole position were replaced or removed. */
export interface FuturesExitsSet extends Event<'FUTURES_EXITS_SET'> {
  readonly position: number;
  readonly instrument: number;
  readonly placed: readonly RestingOrder[];
  /** Those that stay as they are. */
  readonly kept: readonly RestingOrder[];
  readonly cancelled: readonly CancelledOrder[];
}

/** What the player trades this instrument with from now on; an open position and open orders have it too. */
export interface FuturesLeverageSet extends Event<'FUTURES_LEVERAGE_SET'> {
  readonly instrument: number;
  readonly leverage: number;
  readonly marginType: MarginType;
  /** As they are now, where something is open. */
  readonly position?: PositionState;
  readonly orders: readonly RestingOrder[];
}

export interface FuturesMarginMoved extends Event<'FUTURES_MARGIN_MOVED'> {
  readonly instrument: number;
  /** Above zero: set aside for the position; below: given back. */
  readonly amount: Amount;
  readonly position: PositionState;
}

/** Of everybody with a position in the instrument. No money moves yet: it is accrued on the positions. */
export interface FuturesFunded extends Event<'FUTURES_FUNDED'> {
  readonly instrument: number;
  readonly contract: Contract;
  /** The time it was due, which is not later than the event. */
  readonly dueAt: Millis;
  /** Zero when there was no price at that time. */
  readonly rate: Rate;
  readonly mark: Price;
}

export interface FuturesWarned extends Event<'FUTURES_WARNED'> {
  readonly marginType: MarginType;
  readonly wallet: WalletType;
  /** One isolated position, or all cross positions of the wallet, riskiest first. */
  readonly positions: readonly { readonly id: number; readonly instrument: number; readonly quote: Quote }[];
  readonly ratio: Rate;
  readonly standing: Standing;
}

export type FuturesEvent =
  | FuturesOrderPlaced
  | FuturesOrderChanged
  | FuturesFilled
  | FuturesOrdersCancelled
  | FuturesExitsSet
  | FuturesLeverageSet
  | FuturesMarginMoved
  | FuturesFunded
  | FuturesWarned;
