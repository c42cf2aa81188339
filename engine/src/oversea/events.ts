import type { Amount, Price, Qty, Rate } from '../amount.ts';
import type { Entry } from '../entry.ts';
import type { Event } from '../event.ts';
import type { DayNumber } from '../market/calendar-date.ts';
import type { Quote } from '../market/quote.ts';
import type { Fires } from '../market/trigger-index.ts';
import type { WalletType } from '../purse.ts';
import type { EventOf } from '../state-machine.ts';
import type { Millis } from '../time.ts';
import type { Standing } from './equity.ts';
import type { orderMachine } from './order-state.ts';
import type { OrderSide } from './terms.ts';

/** What a position is after an event; absent when it is flat. */
export interface PositionState {
  /** The number of the event that opened it. A reversed position is a new one. */
  readonly id: number;
  readonly side: OrderSide;
  readonly qty: number;
  readonly entry: Entry;
  /** All that is locked for it, in the wallet's currency. */
  readonly margin: Amount;
  /** What opening the contracts that are open has cost. */
  readonly entryCommission: Amount;
  readonly tpTick: number;
  readonly slTick: number;
  readonly overnight: boolean;
  /** The trade date at whose end it must be carried or closed. */
  readonly heldFor: DayNumber;
}

/** What a push shows of an open position. */
export interface OpenPosition extends PositionState {
  readonly openedAt: Millis;
}

export type FillCause =
  | 'MARKET'
  | 'LIMIT'
  | 'STOPMARKET'
  | 'TP'
  | 'SL'
  | 'SESSION_END'
  | 'EXPIRY'
  | 'OVERNIGHT_SHORT'
  | 'STAFF_CLOSE'
  | 'LOSSCUT';

export interface OverseaFill {
  readonly instrument: number;
  readonly wallet: WalletType;
  readonly side: OrderSide;
  readonly qty: number;
  readonly price: Price;
  readonly cause: FillCause;
  /** The tick that it was filled on. */
  readonly quote: Quote;
  readonly tradeDate: DayNumber;
  readonly tickSize: Price;
  readonly multiplier: Qty;
  readonly rate: Rate;
  /** The part that closed, with the mean it was opened at, and the part that opened; one of them may be 0. */
  readonly closedQty: number;
  readonly closedEntry?: Entry;
  /** The position that was closed or reduced. */
  readonly closedPosition?: number;
  /** Of a position that is closed whole: the trade date that it was held for. */
  readonly closedHeldFor?: DayNumber;
  /** When the position that it closed, reduced or enlarged was opened. Absent where there was none before. */
  readonly openedAt?: Millis;
  readonly openedQty: number;
  /** Signed, rounded once (docs/rules.md 0.3): of the closed part, before commission. */
  readonly pnl: Amount;
  /** Of the whole fill. */
  readonly commission: Amount;
  /** Of the closed part, where there is one: its share of what the position cost to open, and of this commission. */
  readonly entryCommission?: Amount;
  readonly exitCommission?: Amount;
  readonly position?: PositionState;
}

/** A resting order; its number is the event's. */
export interface OverseaOrderPlaced extends Event<'OVERSEA_ORDER_PLACED'> {
  readonly instrument: number;
  readonly wallet: WalletType;
  readonly side: OrderSide;
  readonly type: 'LIMIT' | 'STOPMARKET';
  readonly qty: number;
  readonly price: Price;
  /**
   * Which way a trigger is reached: fixed when it is placed (docs/rules.md 4.2). Of a limit it follows from the side.
   */
  readonly fires: Fires;
  readonly reduceOnly: boolean;
  /** Only of a limit that arrived while there was no fresh price: whether it was marketable is not known. */
  readonly isUnpriced?: true;
  readonly tpTick?: number;
  readonly slTick?: number;
  /** Locked for the part that would open. */
  readonly margin: Amount;
  readonly tradeDate: DayNumber;
}

/** Why an order ended without a fill. */
export type CancelReason = Exclude<EventOf<typeof orderMachine>, 'REST' | 'FILL'>;

/** What a push shows of a resting order when it ends; its fill or its cancellation has the rest. */
export interface EndedOrder
  extends Pick<OverseaOrderPlaced, 'qty' | 'price' | 'reduceOnly' | 'tpTick' | 'slTick'> {
  /** Only of a trigger. */
  readonly fires?: Fires;
  readonly placedAt: Millis;
}

export interface CancelledOrder extends EndedOrder, Pick<OverseaOrderPlaced, 'instrument' | 'side' | 'type'> {
  readonly order: number;
  readonly reason: CancelReason;
}

/** The figures of the loss-cut: enough to show why it happened and what would have avoided it. */
export interface LossCutReport extends Omit<Standing, 'headroom'> {
  /** Free money; like the margin, as it was before the positions were closed. */
  readonly free: Amount;
}

/** One order, or everything that a loss-cut or the end of a session closes at once. */
export interface OverseaFilled extends Event<'OVERSEA_FILLED'> {
  /** The resting order that was filled. Absent when the order was filled at once or the platform closed. */
  readonly order?: number;
  /** What that order was; its instrument, side and type are those of the fill. */
  readonly ended?: EndedOrder;
  readonly fills: readonly OverseaFill[];
  /** Orders that ended with it. */
  readonly cancelled: readonly CancelledOrder[];
  readonly isAfterGap: boolean;
  readonly lossCut?: LossCutReport;
  /** What the house paid to a flat account, so that it owes nothing. */
  readonly topUp: Amount;
}

export interface OverseaOrdersCancelled extends Event<'OVERSEA_ORDERS_CANCELLED'> {
  readonly cancelled: readonly CancelledOrder[];
}

/** The position as the event leaves it. */
interface ChangedPosition {
  readonly instrument: number;
  readonly position: OpenPosition;
}

export type OverseaTpslSet = Event<'OVERSEA_TPSL_SET'> & ChangedPosition;
export type OverseaOvernightSet = Event<'OVERSEA_OVERNIGHT_SET'> & ChangedPosition;

/** Flagged positions go on into their next trade date. */
export interface OverseaCarried extends Event<'OVERSEA_CARRIED'> {
  readonly carried: readonly ChangedPosition[];
  readonly equity: Amount;
  readonly needed: Amount;
}

export type OverseaEvent =
  | OverseaOrderPlaced
  | OverseaFilled
  | OverseaOrdersCancelled
  | OverseaTpslSet
  | OverseaOvernightSet
  | OverseaCarried;
