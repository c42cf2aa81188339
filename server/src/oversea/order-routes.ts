// Orders, and the settings of positions: from the HTTP call to the desk and back.
import {
  cancelOverseaOrder,
  cancelOverseaOrders,
  deleteOverseaTpsl,
  placeOverseaOrder,
  setOvernight,
  setOverseaTpsl,
} from '@maru/contract/oversea/calls';
import { price } from '@maru/engine/amount';
import { assert } from '@maru/engine/assert';
import type { CommandKey } from '@maru/engine/command';
import type { OverseaPosition } from '@maru/engine/oversea/state';
import type { PlayerId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import { commandHead, refusalFor, walletAfter } from '../desk/call-answer.ts';
import { type Principal, type Route, serve } from '../http/serve.ts';
import { OVERSEA_WALLET, type OverseaParts, type OverseaSite } from './deps.ts';
import { findOrder, findPosition } from './order-store.ts';
import { filledOrder, fillsOf } from './pushes.ts';
import { usableQuote } from './quotes.ts';
import { wireOrder, wirePosition } from './wire.ts';

export const NO_OPTION = { ok: false, refusal: 'OPTION_NOT_FOUND' } as const;
const NO_POSITION = { ok: false, refusal: 'POSITION_NOT_FOUND' } as const;

export const orderRoutes = (parts: OverseaParts): readonly Route[] => [
  placing(parts),
  ...cancelling(parts),
  ...settingTpsl(parts),
  settingOvernight(parts),
];

const walletOf = ({ wallets }: OverseaSite) =>
  wallets.find(({ type }) => type === OVERSEA_WALLET) ?? { type: OVERSEA_WALLET, currency: '' };

function placing(parts: OverseaParts): Route {
  const { desk, sites, prices, instruments, terms, guards } = parts;
  return serve(placeOverseaOrder, async ({ body, principal, key, now }) => {
    const instrument = instruments.byId(body.overseaOptionId);
    const site = sites.byId(principal.site);
    if (instrument === undefined || site === undefined) return NO_OPTION;
    const own = terms.at(site.id, instrument.id, now);
    if (own === undefined) {
      const refusal = principal.role === 'PARTNER' ? 'PARTNER_CANNOT_TRADE' : 'OPTION_STOPPED';
      return { ok: false, refusal };
    }
    const { tradeType: side, marketType: type, qty, tpTick, slTick, reduceOnly = false } = body;
    const limit = type === 'MARKET' ? undefined : body.price;
    // An order that only reduces is checked against no limit, so none is read.
    const guard = reduceOnly ? undefined : await guards.forOrder(principal.player, body.beyondGuard === true);
    const outcome = await desk.submit({
      kind: 'PLACE_OVERSEA_ORDER',
      ...commandHead(principal, key),
      side,
      type,
      qty,
      ...(limit === undefined ? {} : { price: price(limit) }),
      reduceOnly,
      ...(tpTick === undefined ? {} : { tpTick }),
      ...(slTick === undefined ? {} : { slTick }),
      ...(guard === undefined ? {} : { guard }),
      terms: own,
      quote: usableQuote(prices, instrument.code, now),
    });
    if (!outcome.ok) return { ok: false, refusal: refusalFor(placeOverseaOrder, outcome.refusal) };
    const { event } = outcome;
    const wallet = walletAfter(event, principal.player, walletOf(site));
    if (event.kind === 'OVERSEA_ORDER_PLACED') {
      const resting = wireOrder({ ...event, placedAt: event.at }, instruments.traded(event.instrument));
      return { ok: true, reply: { ...resting, fill: null, wallet } };
    }
    assert(event.kind === 'OVERSEA_FILLED', 'an order is answered by its own event');
    const order = filledOrder(event, instruments.byNumber);
    const [fill] = fillsOf(event, instruments.byNumber);
    assert(order !== undefined && fill !== undefined, 'an order that never rested was filled');
    return {
      ok: true,
      reply: {
        ...order,
        price: limit ?? null,
        reduceOnly,
        tpTick: tpTick ?? null,
        slTick: slTick ?? null,
        fill,
        wallet,
      },
    };
  });
}

function cancelling({ database, desk, sites, instruments }: OverseaParts): readonly Route[] {
  /** The player's own order, and no longer open. */
  async function hasEnded(player: PlayerId, order: number): Promise<boolean> {
    if (!(await desk.caughtUp(player))) return false;
    return (await database.transaction((tx) => findOrder(tx, player, order))) !== undefined;
  }

  return [
    serve(cancelOverseaOrder, async ({ body, principal, key }) => {
      const command = {
        kind: 'CANCEL_OVERSEA_ORDER',
        ...commandHead(principal, key),
        order: body.id,
      } as const;
      const outcome = await desk.submit(command);
      if (!outcome.ok) {
        const isOver = outcome.refusal === 'ORDER_NOT_FOUND' && (await hasEnded(principal.player, body.id));
        if (isOver) return { ok: false, refusal: 'ORDER_FINISHED' };
        return { ok: false, refusal: refusalFor(cancelOverseaOrder, outcome.refusal) };
      }
      return { ok: true, reply: cancelledReply(outcome.event, principal) };
    }),
    serve(cancelOverseaOrders, async ({ body, principal, key }) => {
      const { overseaOptionId: instrument } = body;
      // There can be no order on an unknown instrument.
      if (instrument !== undefined && instruments.byId(instrument) === undefined) {
        return { ok: false, refusal: 'ORDER_NOT_FOUND' };
      }
      const outcome = await desk.submit({
        kind: 'CANCEL_OVERSEA_ORDERS',
        ...commandHead(principal, key),
        ...(instrument === undefined ? {} : { instrument }),
      });
      if (!outcome.ok) return { ok: false, refusal: refusalFor(cancelOverseaOrders, outcome.refusal) };
      return { ok: true, reply: cancelledReply(outcome.event, principal) };
    }),
  ];

  function cancelledReply(
    event: Extract<Awaited<ReturnType<typeof desk.submit>>, { readonly ok: true }>['event'],
    { site, player }: Principal,
  ) {
    const known = sites.byId(site);
    assert(
      event.kind === 'OVERSEA_ORDERS_CANCELLED' && known !== undefined,
      'a cancel is answered by its event',
    );
    return {
      cancelled: event.cancelled.map(({ order }) => order),
      wallet: walletAfter(event, player, walletOf(known)),
    };
  }
}

function settingTpsl({ desk, prices, instruments, terms, state }: OverseaParts): readonly Route[] {
  interface ExitRequest {
    readonly instrument: number;
    readonly position: number;
    readonly tpTick: number;
    readonly slTick: number;
  }

  async function set(request: ExitRequest, principal: Principal, key: CommandKey | undefined, now: Millis) {
    const instrument = instruments.byId(request.instrument);
    const own = instrument && terms.at(principal.site, instrument.id, now);
    if (instrument === undefined || own === undefined) return NO_OPTION;
    const { position, tpTick, slTick } = request;
    const outcome = await desk.submit({
      kind: 'SET_OVERSEA_TPSL',
      ...commandHead(principal, key),
      position,
      tpTick,
      slTick,
      terms: own,
      quote: usableQuote(prices, instrument.code, now),
    });
    if (!outcome.ok) return outcome;
    const { event } = outcome;
    assert(event.kind === 'OVERSEA_TPSL_SET', 'what is set is answered by its event');
    const reply = wirePosition(
      { ...event.position, instrument: event.instrument },
      instruments.traded(event.instrument),
    );
    return { ok: true, reply } as const;
  }

  return [
    serve(setOverseaTpsl, async ({ body, principal, key, now }) => {
      const { overseaOptionId: instrument, overseaPositionId: position, tpTick, slTick } = body;
      const answer = await set({ instrument, position, tpTick, slTick }, principal, key, now);
      return answer.ok ? answer : { ok: false, refusal: refusalFor(setOverseaTpsl, answer.refusal) };
    }),
    serve(deleteOverseaTpsl, async ({ body, principal, key, now }) => {
      const { id, overseaOptionId: instrument, value } = body;
      const current = state.positions.get(id);
      // One that is closed is submitted all the same: a repeated request gets its first answer.
      const { tpTick = 0, slTick = 0 } = current ?? {};
      const left = value === 'TP' ? { tpTick: 0, slTick } : { tpTick, slTick: 0 };
      const answer = await set({ instrument, position: id, ...left }, principal, key, now);
      if (answer.ok) return answer;
      // The other leg was changed at the same moment: a repeated request uses its new value.
      const isCrossed = answer.refusal === 'NO_FRESH_PRICE' || answer.refusal === 'TPSL_REJECTED';
      return { ok: false, refusal: isCrossed ? 'TRY_AGAIN' : refusalFor(deleteOverseaTpsl, answer.refusal) };
    }),
  ];
}

function settingOvernight(parts: OverseaParts): Route {
  const { desk, instruments, terms } = parts;
  return serve(setOvernight, async ({ body, principal, key, now }) => {
    const known = await findOpenOrClosed(parts, principal.player, body.overseaPositionId);
    const own = known && terms.at(principal.site, known.instrument, now);
    if (known === undefined || own === undefined) return NO_POSITION;
    const outcome = await desk.submit({
      kind: 'SET_OVERSEA_OVERNIGHT',
      ...commandHead(principal, key),
      position: known.id,
      isActive: body.isActive,
      terms: own,
    });
    if (!outcome.ok) return { ok: false, refusal: refusalFor(setOvernight, outcome.refusal) };
    const { event } = outcome;
    assert(event.kind === 'OVERSEA_OVERNIGHT_SET', 'what is set is answered by its event');
    const { instrument } = event;
    return {
      ok: true,
      reply: wirePosition({ ...event.position, instrument }, instruments.traded(instrument)),
    };
  });
}

/** Open ones from memory; those that have closed since from the tables. Only the player's own. */
async function findOpenOrClosed(
  { database, desk, state }: Pick<OverseaParts, 'database' | 'desk' | 'state'>,
  player: PlayerId,
  id: number,
): Promise<OverseaPosition | undefined> {
  const open = state.positions.get(id);
  if (open !== undefined) return open.player === player ? open : undefined;
  if (!(await desk.caughtUp(player))) return undefined;
  return database.transaction((tx) => findPosition(tx, player, id));
}
