// The pushes to a player for an event of coin futures, from the event alone: orders first, then the changes of
// positions. Funding has none: it is accrued on everybody's positions at once, and shown with the wallet.
import type { WireFuturesFill, WireFuturesOrder, WireFuturesPosition } from '@maru/contract/futures/wire';
import type { FuturesPush, FuturesPushType, FuturesWarning } from '@maru/contract/realtime';
import { type Qty, toDecimal, ZERO } from '@maru/engine/amount';
import type {
  CancelledOrder,
  FuturesEvent,
  FuturesFill,
  FuturesFilled,
  FuturesLeverageSet,
  FuturesOrderPlaced,
  FuturesWarned,
  PositionState,
  RestingOrder,
} from '@maru/engine/futures/events';
import { futures } from '@maru/engine/futures/product';
import { orderId, otherSide } from '@maru/engine/futures/terms';
import { ownsEvent } from '@maru/engine/product';
import type { AnyEvent } from '@maru/engine/products';
import type { InstrumentById, PushesOf } from '../push/event-pushes.ts';
import { futuresContracts } from './contracts.ts';
import { FILLS_PER_EVENT, type ShownInstrument, wireFill, wireOrder, wirePosition } from './wire.ts';

export const isFuturesEvent = (event: AnyEvent): event is FuturesEvent => ownsEvent(futures, event);

const pushOf = (type: FuturesPushType, data: Partial<FuturesPush>) => ({
  queue: 'futures' as const,
  type,
  data: { orders: [], positions: [], fills: [], ...data },
});
type OwnPush = ReturnType<typeof pushOf>;

const UNKNOWN_INSTRUMENT: ShownInstrument = { code: '', precision: 6 };
const shownIn = (instruments: InstrumentById, id: number): ShownInstrument =>
  instruments.get(id) ?? UNKNOWN_INSTRUMENT;

export const futuresPushes: PushesOf = (event, _player, instruments) =>
  isFuturesEvent(event) ? pushesOfEvent(event, instruments) : [];

function pushesOfEvent(event: FuturesEvent, instruments: InstrumentById): readonly OwnPush[] {
  switch (event.kind) {
    case 'FUTURES_ORDER_PLACED':
      return placedPushes(event, instruments);
    case 'FUTURES_ORDER_CHANGED':
      return [pushOf('ORDER_UPDATE', { orders: restingOrders([event.order], instruments) })];
    case 'FUTURES_FILLED':
      return filledPushes(event, instruments);
    case 'FUTURES_ORDERS_CANCELLED':
      return cancelPushes(event, instruments);
    case 'FUTURES_EXITS_SET':
      // One change of the player's: neither an order that was placed nor one that was cancelled.
      return [pushOf('ORDER_UPDATE', { orders: exitsAfter(event, instruments) })];
    case 'FUTURES_LEVERAGE_SET':
      return [leveragePush(event, instruments)];
    case 'FUTURES_MARGIN_MOVED': {
      const { instrument, position } = event;
      return [
        pushOf('POSITION_UPDATE', { positions: [positionWithWallet(position, instrument, instruments)] }),
      ];
    }
    case 'FUTURES_WARNED':
      return [pushOf('POSITION_WARN', { warning: warningOf(event, instruments) })];
    case 'FUTURES_FUNDED':
      return [];
  }
}

const restingOrders = (
  orders: readonly RestingOrder[],
  instruments: InstrumentById,
): readonly WireFuturesOrder[] =>
  orders.map((order) => wireOrder(order, shownIn(instruments, order.instrument)));

const cancelledOrders = (
  cancelled: readonly CancelledOrder[],
  instruments: InstrumentById,
): readonly WireFuturesOrder[] =>
  cancelled.map((order) =>
    wireOrder(order, shownIn(instruments, order.instrument), { status: 'CANCELED', reason: order.reason }),
  );

const exitsAfter = (
  {
    placed,
    cancelled,
  }: { readonly placed: readonly RestingOrder[]; readonly cancelled: readonly CancelledOrder[] },
  instruments: InstrumentById,
): readonly WireFuturesOrder[] => [
  ...cancelledOrders(cancelled, instruments),
  ...restingOrders(placed, instruments),
];

const cancelPushes = (
  { cancelled }: { readonly cancelled: readonly CancelledOrder[] },
  instruments: InstrumentById,
): readonly OwnPush[] =>
  cancelled.length === 0 ? [] : [pushOf('ORDER_CANCEL', { orders: cancelledOrders(cancelled, instruments) })];

/** An exit may take the place of others. */
const placedPushes = (event: FuturesOrderPlaced, instruments: InstrumentById): readonly OwnPush[] => [
  pushOf('ORDER_SUCCESS', { orders: restingOrders([event.order], instruments) }),
  ...cancelPushes(event, instruments),
];

function filledPushes(event: FuturesFilled, instruments: InstrumentById): readonly OwnPush[] {
  const fills = fillsOf(event, instruments);
  const order = filledOrder(event, instruments);
  const pushes: OwnPush[] = [];
  if (order !== undefined && event.order === undefined)
    pushes.push(pushOf('ORDER_SUCCESS', { orders: [order] }));
  if (order !== undefined) pushes.push(pushOf('ORDER_FILLED', { orders: [order], fills }));
  const places = event.fills.map((_, place) => place);
  for (const [type, own] of Map.groupBy(places, (place) => positionPushType(event, event.fills[place]!))) {
    pushes.push(
      pushOf(type, {
        positions: own.map((place) => positionAfter(event, event.fills[place]!, instruments)),
        fills: own.map((place) => fills[place]!),
      }),
    );
  }
  if (event.placed.length > 0)
    pushes.push(pushOf('ORDER_UPDATE', { orders: restingOrders(event.placed, instruments) }));
  // Of a follower: what is told of it is told as a copy.
  if (event.copy?.follow !== undefined)
    for (const { data } of pushes) Object.assign(data, { isCopied: true });
  return [...pushes, ...cancelPushes(event, instruments)];
}

/** The number of an order that was filled at once is that of its event. */
const orderOf = ({ id, order }: FuturesFilled): number => order?.id ?? orderId(id);

export const fillsOf = (event: FuturesFilled, instruments: InstrumentById): readonly WireFuturesFill[] =>
  event.fills.map((fill, place) =>
    wireFill(
      {
        ...fill,
        id: event.id * FILLS_PER_EVENT + place,
        order: orderOf(event),
        isAfterGap: event.isAfterGap,
        at: event.at,
      },
      shownIn(instruments, fill.instrument),
    ),
  );

type EntryCause = 'MARKET' | 'LIMIT' | 'STOPMARKET' | 'STOPLIMIT';
const ENTRY_CAUSES: readonly string[] = ['MARKET', 'LIMIT', 'STOPMARKET', 'STOPLIMIT'];
const isEntryCause = (cause: FuturesFill['cause']): cause is EntryCause => ENTRY_CAUSES.includes(cause);

/**
 * The order that this event filled: one that rested, or one that was filled at once. What the player or the platform
 * closed without an order has none.
 */
export function filledOrder(event: FuturesFilled, instruments: InstrumentById): WireFuturesOrder | undefined {
  const { order, asked, fills, at } = event;
  if (order !== undefined)
    return wireOrder(order, shownIn(instruments, order.instrument), { status: 'FILLED' });
  const [fill] = fills;
  if (fill === undefined || !isEntryCause(fill.cause)) return undefined;
  const { instrument, wallet, side, cause: type } = fill;
  // What is open afterwards has the leverage and the margin type of the order, also where it reversed a position.
  const { leverage, marginType } = fills.at(-1) ?? fill;
  return wireOrder(
    {
      ...{ id: orderOf(event), instrument, wallet, side, type, leverage, marginType },
      qty: fills.reduce((sum, { qty }) => (sum + qty) as Qty, 0n as Qty),
      by: 'last',
      reduceOnly: false,
      ...asked,
      postOnly: false,
      placedAt: at,
    },
    shownIn(instruments, instrument),
    { status: 'FILLED' },
  );
}

function positionPushType(event: FuturesFilled, { cause, position }: FuturesFill): FuturesPushType {
  if (cause === 'LIQUIDATION') return 'POSITION_LIQUID';
  if (position === undefined) return 'POSITION_CLOSE';
  return position.id === event.id ? 'POSITION_OPEN' : 'POSITION_UPDATE';
}

/** A closed position has nothing left. */
function positionAfter(
  event: FuturesFilled,
  fill: FuturesFill,
  instruments: InstrumentById,
): WireFuturesPosition {
  const { instrument, wallet, side, position, closedPosition, closedEntry, leverage, marginType } = fill;
  const state: PositionState = position ?? {
    ...{ id: closedPosition ?? 0, side: otherSide(side), qty: 0n as Qty },
    ...{ entry: closedEntry ?? { sum: 0n, over: 1n }, leverage, marginType },
    ...{ margin: ZERO, funding: ZERO, entryFee: ZERO, openedAt: fill.openedAt ?? event.at },
  };
  return wirePosition({ ...state, instrument, wallet }, shownIn(instruments, instrument));
}

const walletOfStock = new Map(futuresContracts.map(({ stock, wallet }) => [stock, wallet]));

/** The wallet of a contract never changes: an event that only changes a position does not say it. */
function positionWithWallet(
  position: PositionState,
  instrument: number,
  instruments: InstrumentById,
): WireFuturesPosition {
  const shown = shownIn(instruments, instrument);
  return wirePosition({ ...position, instrument, wallet: walletOfStock.get(shown.code) ?? '' }, shown);
}

function leveragePush(event: FuturesLeverageSet, instruments: InstrumentById): OwnPush {
  const { instrument, leverage, marginType, position } = event;
  const stock = shownIn(instruments, instrument).code;
  return pushOf('LEVERAGE_UPDATE', {
    leverage: { futuresOptionId: instrument, stock, leverage, marginType },
    positions: position === undefined ? [] : [positionWithWallet(position, instrument, instruments)],
    orders: restingOrders(event.orders, instruments),
  });
}

const warningOf = (event: FuturesWarned, instruments: InstrumentById): FuturesWarning => ({
  wallet: event.wallet,
  marginType: event.marginType,
  positions: event.positions.map(({ id, instrument, quote }) => ({
    futuresPositionId: id,
    futuresOptionId: instrument,
    stock: shownIn(instruments, instrument).code,
    markPrice: toDecimal(quote.mark),
  })),
  ratio: toDecimal(event.ratio),
  balance: toDecimal(event.standing.balance),
  maintenance: toDecimal(event.standing.maintenance),
});
