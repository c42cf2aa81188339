// Orders: from the HTTP call to the desk and back. A reply is made from the event, so a repeated key gets the first one.
import type { BodyOf } from '@maru/contract/call';
import {
  amendFuturesOrder,
  cancelFuturesOrder,
  cancelFuturesOrders,
  placeFuturesOrder,
} from '@maru/contract/futures/calls';
import { amount, type Price, price, type Qty, qty, rate } from '@maru/engine/amount';
import { assert } from '@maru/engine/assert';
import type { PlaceFuturesExit, PlaceFuturesOrder } from '@maru/engine/futures/commands';
import type { EntryType, ExitLevel, ExitType, OrderType } from '@maru/engine/futures/events';
import type { AnyEvent } from '@maru/engine/products';
import type { PlayerId } from '@maru/engine/purse';
import { commandHead, walletAfter } from '../desk/call-answer.ts';
import { type Principal, type Route, serve } from '../http/serve.ts';
import type { Ground } from './attempts.ts';
import { futuresRefusal } from './call-refusal.ts';
import { currencyOfWallet } from './contracts.ts';
import type { FuturesParts } from './deps.ts';
import type { FuturesInstrument } from './instruments.ts';
import type { TradedWith } from './leverages.ts';
import { findOrder } from './order-store.ts';
import { filledOrder, fillsOf } from './pushes.ts';
import { wireOrder } from './wire.ts';

export const NO_OPTION = { ok: false, refusal: 'OPTION_NOT_FOUND' } as const;
const NO_ORDER = { ok: false, refusal: 'ORDER_NOT_FOUND' } as const;

type PlaceBody = BodyOf<typeof placeFuturesOrder>;

export const orderRoutes = (parts: FuturesParts): readonly Route[] => [
  placing(parts),
  ...cancelling(parts),
  amending(parts),
];

/** Where the site does not trade the instrument. */
export const notTraded = ({ role }: Principal) =>
  ({ ok: false, refusal: role === 'PARTNER' ? 'PARTNER_CANNOT_TRADE' : 'OPTION_STOPPED' }) as const;

const isExitType = (type: OrderType): type is ExitType =>
  type === 'TAKEPROFIT' || type === 'STOPLOSS' || type === 'TRAILINGSTOP';

/** 0 and null are no price. */
export function levelOf(text: string | null | undefined, isMark: boolean | undefined): ExitLevel | undefined {
  const at = priceOf(text);
  return at === undefined || at === 0n ? undefined : { price: at, by: isMark === true ? 'mark' : 'last' };
}

const priceOf = (text: string | null | undefined): Price | undefined =>
  text === undefined || text === null ? undefined : price(text);

const qtyOf = (text: string | undefined): Qty | undefined => (text === undefined ? undefined : qty(text));

/** Without the fields that are undefined: a command has them or does not. */
const given = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>;
  };

function placing(parts: FuturesParts): Route {
  const { instruments, terms, leverages, submit } = parts;
  return serve(placeFuturesOrder, async ({ body, principal, key, now }) => {
    const instrument = instruments.byId(body.futuresOptionId);
    if (instrument === undefined) return NO_OPTION;
    const own = terms.at(principal.site, instrument.id, now);
    if (own === undefined) return notTraded(principal);
    const head = commandHead(principal, key);
    const { marketType, leverage, marginType } = body;
    const tradedWith =
      leverage !== undefined && marginType !== undefined
        ? { leverage, marginType }
        : await leverages.of(principal.player, instrument.id, own.leverageMost);
    if (tradedWith === undefined) return { ok: false, refusal: 'TRY_AGAIN' };
    const outcome = await submit.forInstrument(principal, instrument.id, (ground) =>
      isExitType(marketType)
        ? exitCommand(head, body, marketType, ground, positionOf(parts, principal, body))
        : entryCommand(head, body, marketType, ground, tradedWith),
    );
    if (outcome === undefined) return notTraded(principal);
    if (!outcome.ok) return { ok: false, refusal: futuresRefusal(placeFuturesOrder, outcome.refusal) };
    return { ok: true, reply: placedReply(parts, outcome.event, principal, instrument) };
  });
}

type Head = ReturnType<typeof commandHead>;

function entryCommand(
  head: Head,
  body: PlaceBody,
  type: EntryType,
  ground: Ground,
  tradedWith: TradedWith,
): PlaceFuturesOrder {
  const hasLimit = type === 'LIMIT' || type === 'STOPLIMIT';
  const hasTrigger = type === 'STOPMARKET' || type === 'STOPLIMIT';
  const limit = hasLimit ? priceOf(body.price) : undefined;
  const trigger = hasTrigger ? priceOf(body.stopPrice) : undefined;
  const takeProfit = levelOf(body.takeProfit, body.isMarkTp);
  const stopLoss = levelOf(body.stopLoss, body.isMarkSl);
  // Field by field: most orders come this way, and objects that are made from lists of fields cost ten times as much.
  return {
    kind: 'PLACE_FUTURES_ORDER',
    ...head,
    side: body.tradeType,
    type,
    ...(body.qty === undefined ? undefined : { qty: qty(body.qty) }),
    ...(body.margin === undefined ? undefined : { margin: amount(body.margin) }),
    ...(body.notional === undefined ? undefined : { notional: amount(body.notional) }),
    ...(limit === undefined ? undefined : { price: limit }),
    ...(trigger === undefined ? undefined : { trigger }),
    ...(takeProfit === undefined ? undefined : { takeProfit }),
    ...(stopLoss === undefined ? undefined : { stopLoss }),
    by: body.isMark === true ? 'mark' : 'last',
    leverage: body.leverage ?? tradedWith.leverage,
    marginType: body.marginType ?? tradedWith.marginType,
    reduceOnly: body.reduceOnly ?? false,
    postOnly: body.postOnly ?? false,
    immediate: body.ioc ?? false,
    ...ground,
  };
}

/** No position has the number 0: the desk finds none, or the first answer to a repeated key. */
const NO_NUMBER = 0;

/** The position that the exit closes: an order of the same side would enlarge it. */
function positionOf(
  { holdings }: FuturesParts,
  { player }: Principal,
  { futuresOptionId, futuresPositionId, tradeType }: PlaceBody,
): number {
  const position = holdings.state.accounts.get(player)?.positions.get(futuresOptionId);
  if (position === undefined || position.side === tradeType) return NO_NUMBER;
  return futuresPositionId ?? position.id;
}

function exitCommand(
  head: Head,
  body: PlaceBody,
  type: ExitType,
  ground: Ground,
  position: number,
): PlaceFuturesExit {
  const isTrailing = type === 'TRAILINGSTOP';
  const activation = levelOf(body.activationPrice, body.isMark)?.price;
  const callback = body.callbackRate === undefined ? undefined : rate(body.callbackRate);
  return {
    kind: 'PLACE_FUTURES_EXIT',
    ...head,
    position,
    type,
    ...given({
      qty: qtyOf(body.qty),
      level: isTrailing ? undefined : levelOf(body.stopPrice, body.isMark),
      trailing:
        isTrailing && callback !== undefined
          ? { callback, ...given({ activation }), by: body.isMark === true ? 'mark' : 'last' }
          : undefined,
    }),
    ...ground,
  } as PlaceFuturesExit;
}

function placedReply(
  { instruments }: FuturesParts,
  event: AnyEvent,
  { player }: Principal,
  instrument: FuturesInstrument,
) {
  const { wallet: type } = instrument.contract;
  const wallet = walletAfter(event, player, { type, currency: currencyOfWallet(type) });
  if (event.kind === 'FUTURES_ORDER_PLACED')
    return { ...wireOrder(event.order, instrument), fills: [], wallet };
  assert(event.kind === 'FUTURES_FILLED', 'an order is answered by its own event');
  const order = filledOrder(event, instruments.byNumber);
  assert(order !== undefined, 'an order that did not rest was filled');
  const fills = [...fillsOf(event, instruments.byNumber)];
  return { ...order, fills, wallet };
}

function cancelling({ database, desk, instruments }: FuturesParts): readonly Route[] {
  /** The player's own order, and no longer open. */
  async function hasEnded(player: PlayerId, order: number): Promise<boolean> {
    if (!(await desk.caughtUp(player))) return false;
    return (await database.transaction((tx) => findOrder(tx, player, order))) !== undefined;
  }

  const cancelled = (event: AnyEvent) => {
    assert(event.kind === 'FUTURES_ORDERS_CANCELLED', 'a cancel is answered by its event');
    return { ok: true, reply: { cancelled: event.cancelled.map(({ id }) => id) } } as const;
  };

  return [
    serve(cancelFuturesOrder, async ({ body: { id: order }, principal, key }) => {
      const head = commandHead(principal, key);
      const outcome = await desk.submit({ kind: 'CANCEL_FUTURES_ORDER', ...head, order });
      if (outcome.ok) return cancelled(outcome.event);
      const isOver = outcome.refusal === 'ORDER_NOT_FOUND' && (await hasEnded(principal.player, order));
      if (isOver) return { ok: false, refusal: 'ORDER_FINISHED' };
      return { ok: false, refusal: futuresRefusal(cancelFuturesOrder, outcome.refusal) };
    }),
    serve(cancelFuturesOrders, async ({ body: { futuresOptionId: instrument }, principal, key }) => {
      // There can be no order on an unknown instrument.
      if (instrument !== undefined && instruments.byId(instrument) === undefined) return NO_ORDER;
      const outcome = await desk.submit({
        kind: 'CANCEL_FUTURES_ORDERS',
        ...commandHead(principal, key),
        ...(instrument === undefined ? {} : { instrument }),
        reason: 'PLAYER',
      });
      if (outcome.ok) return cancelled(outcome.event);
      return { ok: false, refusal: futuresRefusal(cancelFuturesOrders, outcome.refusal) };
    }),
  ];
}

function amending(parts: FuturesParts): Route {
  const { instruments, submit } = parts;
  return serve(amendFuturesOrder, async ({ body, principal, key }) => {
    const known = await findRestingOrEnded(parts, principal.player, body.id);
    if (known === 'BEHIND') return { ok: false, refusal: 'TRY_AGAIN' };
    if (known === undefined) return NO_ORDER;
    const outcome = await submit.forInstrument(principal, known.instrument, (ground) => ({
      kind: 'AMEND_FUTURES_ORDER',
      ...commandHead(principal, key),
      order: body.id,
      ...given({ qty: qtyOf(body.qty), price: priceOf(body.price), trigger: priceOf(body.stopPrice) }),
      ...ground,
    }));
    if (outcome === undefined) return { ok: false, refusal: 'OPTION_STOPPED' };
    if (!outcome.ok) {
      // It was found, so it is the player's own and has ended.
      if (outcome.refusal === 'ORDER_NOT_FOUND') return { ok: false, refusal: 'ORDER_FINISHED' };
      return { ok: false, refusal: futuresRefusal(amendFuturesOrder, outcome.refusal) };
    }
    const { event } = outcome;
    assert(event.kind === 'FUTURES_ORDER_CHANGED', 'a change is answered by its event');
    return { ok: true, reply: wireOrder(event.order, instruments.traded(event.order.instrument)) };
  });
}

/** Resting ones from memory; those that have ended since from the tables. Only the player's own. */
async function findRestingOrEnded(
  { database, desk, holdings }: Pick<FuturesParts, 'database' | 'desk' | 'holdings'>,
  player: PlayerId,
  id: number,
) {
  const resting = holdings.state.orders.get(id);
  if (resting !== undefined) return resting.player === player ? resting : undefined;
  if (!(await desk.caughtUp(player))) return 'BEHIND';
  return database.transaction((tx) => findOrder(tx, player, id));
}
