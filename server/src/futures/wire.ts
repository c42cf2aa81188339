// Orders, positions and fills of coin futures in their wire form, made from those of the engine.
import type {
  WireFuturesFill,
  WireFuturesFunding,
  WireFuturesOrder,
  WireFuturesPosition,
} from '@maru/contract/futures/wire';
import { type Amount, type Price, type Qty, toDecimal } from '@maru/engine/amount';
import { entryText } from '@maru/engine/entry';
import type {
  CancelReason,
  ExitLevel,
  FuturesFill,
  OrderType,
  PositionState,
  RestingOrder,
  Trailing,
} from '@maru/engine/futures/events';
import { netOfFill } from '@maru/engine/futures/net-profit';
import { otherSide } from '@maru/engine/futures/terms';
import { coinPnlOf, roeOf } from '@maru/engine/futures/value';
import type { Instrument } from '@maru/engine/market/instrument';
import type { WalletType } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import { currencyOfWallet } from './contracts.ts';
import type { FundingPayment } from './funding-store.ts';

/** A fill's number is its event's number times this, plus its index in the event. */
export const FILLS_PER_EVENT = 32;

/** The part of an instrument that an order, a position or a fill shows. */
export type ShownInstrument = Pick<Instrument, 'code' | 'precision'>;

/** An order of the book, or one that never rested. */
export interface ShownOrder
  extends Pick<
    RestingOrder,
    | 'id'
    | 'instrument'
    | 'wallet'
    | 'side'
    | 'by'
    | 'reduceOnly'
    | 'postOnly'
    | 'leverage'
    | 'marginType'
    | 'placedAt'
  > {
  readonly type: OrderType;
  /** Only of what rests or rested. */
  readonly state?: RestingOrder['state'];
  readonly fires?: RestingOrder['fires'];
  readonly cost?: Amount;
  readonly qty?: Qty | undefined;
  readonly price?: Price | undefined;
  readonly trigger?: Price | undefined;
  readonly takeProfit?: ExitLevel | undefined;
  readonly stopLoss?: ExitLevel | undefined;
  readonly position?: number | undefined;
  readonly trailing?: Trailing | undefined;
}

type OrderEnd =
  | { readonly status: 'FILLED' }
  | { readonly status: 'CANCELED'; readonly reason: CancelReason };

const decimalOrNull = (units: bigint | undefined): string | null =>
  units === undefined ? null : toDecimal(units);

const wireTrailing = (trailing: Trailing | undefined): WireFuturesOrder['trailing'] =>
  trailing === undefined
    ? null
    : {
        callbackRate: toDecimal(trailing.callback),
        activationPrice: decimalOrNull(trailing.activation),
        extremePrice: decimalOrNull(trailing.extreme?.price),
      };

/** Without an end it rests. */
export function wireOrder(
  order: ShownOrder,
  { code }: Pick<ShownInstrument, 'code'>,
  end?: OrderEnd,
): WireFuturesOrder {
  const { state = 'OPEN', takeProfit, stopLoss } = order;
  return {
    id: order.id,
    futuresOptionId: order.instrument,
    stock: code,
    walletType: order.wallet,
    tradeType: order.side,
    marketType: order.type,
    status: end?.status ?? state,
    qty: decimalOrNull(order.qty),
    price: decimalOrNull(order.price),
    stopPrice: decimalOrNull(order.trigger),
    isMark: order.by === 'mark',
    // Of a limit it says when ask or bid reach it, which its side says already.
    fires: state === 'WAITING' ? (order.fires ?? null) : null,
    reduceOnly: order.reduceOnly,
    postOnly: order.postOnly,
    leverage: order.leverage,
    marginType: order.marginType,
    takeProfit: decimalOrNull(takeProfit?.price),
    stopLoss: decimalOrNull(stopLoss?.price),
    isMarkTp: takeProfit?.by === 'mark',
    isMarkSl: stopLoss?.by === 'mark',
    futuresPositionId: order.position ?? null,
    trailing: wireTrailing(order.trailing),
    cost: end === undefined ? toDecimal(order.cost ?? 0n) : '0',
    cancelReason: end?.status === 'CANCELED' ? end.reason : null,
    createdMillis: order.placedAt,
  };
}

/** `liquidation` is handed in where prices are known: undefined is left out, null is none. */
export function wirePosition(
  position: PositionState & { readonly instrument: number; readonly wallet: WalletType },
  { code, precision }: ShownInstrument,
  liquidation?: Price | null,
): WireFuturesPosition {
  const { entry } = position;
  return {
    id: position.id,
    futuresOptionId: position.instrument,
    stock: code,
    walletType: position.wallet,
    tradeType: position.side,
    qty: toDecimal(position.qty),
    entrySum: String(entry.sum),
    entryOver: String(entry.over),
    entryPrice: entryText(entry, precision),
    leverage: position.leverage,
    marginType: position.marginType,
    margin: toDecimal(position.margin),
    funding: toDecimal(position.funding),
    entryFee: toDecimal(position.entryFee),
    ...(liquidation === undefined
      ? {}
      : { liquidPrice: liquidation === null ? null : toDecimal(liquidation) }),
    warnedMillis: position.warnedAt ?? null,
    createdMillis: position.openedAt,
  };
}

/** A fill with its context, from its event or from the tables. */
export interface MadeFill extends Omit<FuturesFill, 'position' | 'quote' | 'openedAt'> {
  readonly id: number;
  readonly order: number;
  /** When the closed position was opened. */
  readonly openedAt?: Millis | undefined;
  readonly isAfterGap: boolean;
  readonly at: Millis;
}

/** What only a fill that closed something has. */
function closedPart(fill: MadeFill, precision: number) {
  const { closedEntry: entry, closedQty, contract, price, leverage } = fill;
  if (closedQty === 0n || entry === undefined)
    return { closedPositionId: null, entryPrice: null, openedMillis: null, coinPnl: null, roe: null };
  const held = { side: otherSide(fill.side), qty: closedQty, entry };
  return {
    closedPositionId: fill.closedPosition ?? null,
    entryPrice: entryText(entry, precision),
    openedMillis: fill.openedAt ?? null,
    coinPnl: contract === 'HYBRID' ? toDecimal(coinPnlOf(held, price)) : null,
    roe: toDecimal(roeOf({ ...held, leverage }, price, { contract })),
  };
}

export const wireFill = (fill: MadeFill, { code, precision }: ShownInstrument): WireFuturesFill => ({
  id: fill.id,
  orderId: fill.order,
  futuresOptionId: fill.instrument,
  stock: code,
  walletType: fill.wallet,
  currency: currencyOfWallet(fill.wallet),
  contractType: fill.contract,
  tradeType: fill.side,
  marketType: fill.cause,
  qty: toDecimal(fill.qty),
  price: toDecimal(fill.price),
  leverage: fill.leverage,
  marginType: fill.marginType,
  openedQty: toDecimal(fill.openedQty),
  closedQty: toDecimal(fill.closedQty),
  ...closedPart(fill, precision),
  pnl: toDecimal(fill.pnl),
  funding: toDecimal(fill.funding),
  fee: toDecimal(fill.fee),
  entryFee: toDecimal(fill.entryFee),
  exitFee: toDecimal(fill.exitFee),
  liquidationFee: toDecimal(fill.liquidationFee),
  insured: toDecimal(fill.insured),
  net: toDecimal(netOfFill(fill).net),
  isAfterGap: fill.isAfterGap,
  createdMillis: fill.at,
});

export const wireFunding = (payment: FundingPayment, { code }: ShownInstrument): WireFuturesFunding => ({
  futuresPositionId: payment.position,
  futuresOptionId: payment.instrument,
  stock: code,
  walletType: payment.wallet,
  currency: currencyOfWallet(payment.wallet),
  tradeType: payment.side,
  qty: toDecimal(payment.qty),
  markPrice: toDecimal(payment.mark),
  rate: toDecimal(payment.rate),
  amount: toDecimal(payment.amount),
  fundingMillis: payment.dueAt,
});
