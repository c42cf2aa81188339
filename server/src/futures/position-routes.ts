// The settings of positions: exits, leverage, margin, and closing everything.
import {
  closeFuturesPositions,
  futuresQtyPer,
  moveFuturesMargin,
  setFuturesLeverage,
  setFuturesMarginType,
  setFuturesTpsl,
} from '@maru/contract/futures/calls';
import { type Amount, amount, toDecimal, ZERO } from '@maru/engine/amount';
import { assert } from '@maru/engine/assert';
import type { FuturesLeverageSet } from '@maru/engine/futures/events';
import { mostQty, usedQty } from '@maru/engine/futures/order-qty';
import { isLeverage } from '@maru/engine/futures/terms';
import { largestValue } from '@maru/engine/futures/tiers';
import type { AnyEvent } from '@maru/engine/products';
import type { PlayerId } from '@maru/engine/purse';
import { commandHead, walletAfter } from '../desk/call-answer.ts';
import { BEHIND } from '../desk/table-answer.ts';
import { type Route, serve } from '../http/serve.ts';
import { futuresRefusal } from './call-refusal.ts';
import { currencyOfWallet, FUTURES_WALLET } from './contracts.ts';
import type { FuturesParts } from './deps.ts';
import { levelOf, NO_OPTION, notTraded } from './order-routes.ts';
import { findPosition } from './order-store.ts';
import { fillsOf } from './pushes.ts';
import { wireOrder, wirePosition } from './wire.ts';

const NO_POSITION = { ok: false, refusal: 'POSITION_NOT_FOUND' } as const;

export const positionRoutes = (parts: FuturesParts): readonly Route[] => [
  settingTpsl(parts),
  ...settingLeverage(parts),
  movingMargin(parts),
  closing(parts),
  qtyPer(parts),
];

function settingTpsl(parts: FuturesParts): Route {
  const { submit, instruments } = parts;
  return serve(setFuturesTpsl, async ({ body, principal, key }) => {
    const known = await findOpenOrClosed(parts, principal.player, body.futuresPositionId);
    if (known === 'BEHIND') return BEHIND;
    if (known === undefined) return NO_POSITION;
    const takeProfit = levelOf(body.takeProfit, body.isMarkTp);
    const stopLoss = levelOf(body.stopLoss, body.isMarkSl);
    const outcome = await submit.forInstrument(principal, known.instrument, (ground) => ({
      kind: 'SET_FUTURES_EXITS',
      ...commandHead(principal, key),
      position: known.id,
      ...(takeProfit === undefined ? {} : { takeProfit }),
      ...(stopLoss === undefined ? {} : { stopLoss }),
      ...ground,
    }));
    if (outcome === undefined) return { ok: false, refusal: 'OPTION_STOPPED' };
    if (!outcome.ok) return { ok: false, refusal: futuresRefusal(setFuturesTpsl, outcome.refusal) };
    const { event } = outcome;
    assert(event.kind === 'FUTURES_EXITS_SET', 'what is set is answered by its event');
    const instrument = instruments.traded(event.instrument);
    const exits = [...event.kept, ...event.placed].map((order) => wireOrder(order, instrument));
    return { ok: true, reply: { orders: exits, cancelled: event.cancelled.map(({ id }) => id) } };
  });
}

function settingLeverage({ submit, instruments, terms, leverages }: FuturesParts): readonly Route[] {
  const setReply = (event: AnyEvent) => {
    assert(event.kind === 'FUTURES_LEVERAGE_SET', 'what is set is answered by its event');
    return { ok: true, reply: wireSetting(event) } as const;
  };

  function wireSetting({ instrument: id, leverage, marginType, position, orders }: FuturesLeverageSet) {
    const instrument = instruments.traded(id);
    const { wallet } = instrument.contract;
    return {
      futuresOptionId: id,
      stock: instrument.code,
      leverage,
      marginType,
      position:
        position === undefined ? null : wirePosition({ ...position, instrument: id, wallet }, instrument),
      orders: orders.map((order) => wireOrder(order, instrument)),
    };
  }

  return [
    serve(setFuturesLeverage, async ({ body, principal, key, now }) => {
      const { futuresOptionId: id, leverage } = body;
      if (instruments.byId(id) === undefined) return NO_OPTION;
      const own = terms.at(principal.site, id, now);
      if (own === undefined) return notTraded(principal);
      const current = await leverages.of(principal.player, id, own.leverageMost);
      if (current === undefined) return BEHIND;
      const { marginType } = current;
      const outcome = await submit.forInstrument(principal, id, (ground) => ({
        kind: 'SET_FUTURES_LEVERAGE',
        ...commandHead(principal, key),
        leverage,
        marginType,
        ...ground,
      }));
      if (outcome === undefined) return notTraded(principal);
      if (!outcome.ok) return { ok: false, refusal: futuresRefusal(setFuturesLeverage, outcome.refusal) };
      return setReply(outcome.event);
    }),
    serve(setFuturesMarginType, async ({ body, principal, key, now }) => {
      const { futuresOptionId: id, marginType } = body;
      if (instruments.byId(id) === undefined) return NO_OPTION;
      const own = terms.at(principal.site, id, now);
      if (own === undefined) return notTraded(principal);
      const current = await leverages.of(principal.player, id, own.leverageMost);
      if (current === undefined) return BEHIND;
      const { leverage } = current;
      const outcome = await submit.forInstrument(principal, id, ({ terms: ground }) => ({
        kind: 'SET_FUTURES_MARGIN_TYPE',
        ...commandHead(principal, key),
        leverage,
        marginType,
        terms: ground,
      }));
      if (outcome === undefined) return notTraded(principal);
      if (!outcome.ok) return { ok: false, refusal: futuresRefusal(setFuturesMarginType, outcome.refusal) };
      return setReply(outcome.event);
    }),
  ];
}

const ADD = 1;

function movingMargin(parts: FuturesParts): Route {
  const { submit, instruments } = parts;
  return serve(moveFuturesMargin, async ({ body, principal, key }) => {
    const known = await findOpenOrClosed(parts, principal.player, body.futuresPositionId);
    if (known === 'BEHIND') return BEHIND;
    if (known === undefined) return NO_POSITION;
    const asked = amount(body.amount);
    // Less than nothing is nothing: the direction is in the type alone.
    const moved = asked < 0n ? ZERO : ((body.type === ADD ? asked : -asked) as Amount);
    const outcome = await submit.forInstrument(principal, known.instrument, (ground) => ({
      kind: 'MOVE_FUTURES_MARGIN',
      ...commandHead(principal, key),
      position: known.id,
      amount: moved,
      ...ground,
    }));
    if (outcome === undefined) return { ok: false, refusal: 'OPTION_STOPPED' };
    if (!outcome.ok) return { ok: false, refusal: futuresRefusal(moveFuturesMargin, outcome.refusal) };
    const { event } = outcome;
    assert(event.kind === 'FUTURES_MARGIN_MOVED', 'what is moved is answered by its event');
    const instrument = instruments.traded(event.instrument);
    const { wallet: type } = instrument.contract;
    return {
      ok: true,
      reply: {
        ...wirePosition({ ...event.position, instrument: instrument.id, wallet: type }, instrument),
        wallet: walletAfter(event, principal.player, { type, currency: currencyOfWallet(type) }),
      },
    };
  });
}

function closing({ submit, instruments }: FuturesParts): Route {
  return serve(closeFuturesPositions, async ({ body, principal, key }) => {
    const { walletType: wallet = FUTURES_WALLET } = body;
    const outcome = await submit.forWallet(principal, wallet, (priced) => ({
      kind: 'CLOSE_FUTURES_POSITIONS',
      ...commandHead(principal, key),
      wallet,
      priced,
    }));
    if (!outcome.ok) return { ok: false, refusal: futuresRefusal(closeFuturesPositions, outcome.refusal) };
    const { event } = outcome;
    assert(event.kind === 'FUTURES_FILLED', 'what is closed is answered by its event');
    return {
      ok: true,
      reply: {
        fills: [...fillsOf(event, instruments.byNumber)],
        cancelled: event.cancelled.map(({ id }) => id),
        wallet: walletAfter(event, principal.player, { type: wallet, currency: currencyOfWallet(wallet) }),
      },
    };
  });
}

function qtyPer({ instruments, terms, prices, holdings }: FuturesParts): Route {
  return serve(futuresQtyPer, async ({ query, principal: { site, player }, now }) => {
    const { futuresOptionId: id, leverage } = query;
    const instrument = instruments.byId(id);
    if (instrument === undefined) return NO_OPTION;
    const own = terms.at(site, id, now);
    if (own === undefined) return { ok: false, refusal: 'OPTION_STOPPED' };
    if (!isLeverage(leverage, own)) return { ok: false, refusal: 'LEVERAGE_OUT_OF_RANGE' };
    const mark = prices.latest(instrument.code)?.mark;
    if (mark === undefined) return { ok: false, refusal: 'NO_FRESH_PRICE' };
    const facts = holdings.factsOf(player, own.wallet);
    const side = query.tradeType ?? facts?.positions.get(id)?.side ?? 'LONG';
    const most = mostQty(leverage, mark, own);
    const used = facts === undefined ? 0n : usedQty(facts, id, side);
    const remain = most > used ? most - used : 0n;
    return {
      ok: true,
      reply: {
        maxNotional: toDecimal(largestValue(own.tiers, leverage)),
        maxQty: toDecimal(most),
        usedQty: toDecimal(used),
        remainQty: toDecimal(remain),
      },
    };
  });
}

/** Open ones from memory; those that have closed since from the tables. Only the player's own. */
async function findOpenOrClosed(
  { database, desk, holdings }: Pick<FuturesParts, 'database' | 'desk' | 'holdings'>,
  player: PlayerId,
  id: number,
) {
  const open = holdings.state.positions.get(id);
  if (open !== undefined) return open.player === player ? open : undefined;
  if (!(await desk.caughtUp(player))) return 'BEHIND';
  return database.transaction((tx) => findPosition(tx, player, id));
}
