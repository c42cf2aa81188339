// What a player reads: what is open and what it is worth, fills, funding, and the results of a day.
import {
  futuresAccounts,
  futuresDailyProfit,
  futuresFundings,
  futuresHistory,
  futuresOrderTpsl,
  futuresRealised,
  lastFuturesLeverage,
  openFuturesExits,
  openFuturesOrders,
  openFuturesPositions,
} from '@maru/contract/futures/history';
import { lastDayOf, rangeOf } from '@maru/contract/moment';
import { toDecimal } from '@maru/engine/amount';
import { eventOfOrder } from '@maru/engine/futures/terms';
import { dayNumber, formatIsoDate } from '@maru/engine/market/calendar-date';
import { HOUSE, type SiteId } from '@maru/engine/purse';
import { koreanDate, koreanDay, type Millis, millis } from '@maru/engine/time';
import { findArchiveMark } from '../desk/archive-mark.ts';
import { ARCHIVED, answerFound, BEHIND } from '../desk/table-answer.ts';
import { pageReply } from '../http/paging.ts';
import { type Route, serve } from '../http/serve.ts';
import { crossOf, factsSeen, liquidPrices, newestPrices } from './account.ts';
import { findAttachedExits } from './attached-exits.ts';
import { currencyOfWallet } from './contracts.ts';
import type { FuturesParts } from './deps.ts';
import {
  countFills,
  type FillFilter,
  hasFill,
  listFills,
  listRealised,
  type Realised,
} from './fill-store.ts';
import { listFundingPayments } from './funding-store.ts';
import { NO_OPTION } from './order-routes.ts';
import { type FuturesAccountSeen, readFuturesAccounts, readFuturesOrders } from './reads.ts';
import { FILLS_PER_EVENT, wireFill, wireFunding, wireOrder, wirePosition } from './wire.ts';

export const historyRoutes = (parts: FuturesParts): readonly Route[] => [
  ...openRoutes(parts),
  ...exitRoutes(parts),
  leverageRoute(parts),
  accountRoute(parts),
  ...fillRoutes(parts),
  ...resultRoutes(parts),
  fundingRoute(parts),
];

const isUnknown = ({ instruments }: FuturesParts, instrument: number | undefined): boolean =>
  instrument !== undefined && instruments.byId(instrument) === undefined;

function openRoutes(parts: FuturesParts): readonly Route[] {
  const { desk, instruments } = parts;
  return [
    serve(openFuturesOrders, async ({ query: { futuresOptionId: instrument }, principal: { player } }) => {
      if (isUnknown(parts, instrument)) return NO_OPTION;
      const read = await desk.read(readFuturesOrders, { player });
      if (read === undefined) return BEHIND;
      const own = read.seen
        .filter((order) => instrument === undefined || order.instrument === instrument)
        .toReversed();
      return { ok: true, reply: own.map((order) => wireOrder(order, instruments.traded(order.instrument))) };
    }),
    serve(
      openFuturesPositions,
      async ({ query: { futuresOptionId: instrument }, principal: { site, player }, now }) => {
        if (isUnknown(parts, instrument)) return NO_OPTION;
        const read = await desk.read(readFuturesAccounts, { players: [player] });
        if (read === undefined) return BEHIND;
        const seen = read.seen[0]?.seen;
        const liquidAt = seen === undefined ? new Map() : liquidPricesOf(parts, seen, site, now);
        const own = (seen?.positions ?? []).filter(
          (position) => instrument === undefined || position.instrument === instrument,
        );
        const reply = own.map((position) =>
          wirePosition(position, instruments.traded(position.instrument), liquidAt.get(position.instrument)),
        );
        return { ok: true, reply };
      },
    ),
  ];
}

function liquidPricesOf(parts: FuturesParts, seen: FuturesAccountSeen, site: SiteId, now: Millis) {
  const pricedOf = newestPrices(parts, site, now);
  const termsOf = (instrument: number) => parts.terms.at(site, instrument, now);
  return new Map(
    seen.wallets.flatMap((wallet) => [...liquidPrices(factsSeen(seen, wallet), pricedOf, termsOf)]),
  );
}

function exitRoutes(parts: FuturesParts): readonly Route[] {
  const { desk, instruments } = parts;
  return [
    serve(futuresOrderTpsl, ({ query: { orderId }, principal: { player } }) =>
      answerFound(parts, { player, event: eventOfOrder(orderId), missing: 'ORDER_NOT_FOUND' }, async (tx) => {
        const attached = await findAttachedExits(tx, player, orderId);
        if (attached === undefined) return undefined;
        const { takeProfit, stopLoss } = attached;
        return {
          orderId,
          takeProfit: takeProfit === undefined ? null : toDecimal(takeProfit.price),
          stopLoss: stopLoss === undefined ? null : toDecimal(stopLoss.price),
          isMarkTp: takeProfit?.by === 'mark',
          isMarkSl: stopLoss?.by === 'mark',
        };
      }),
    ),
    serve(openFuturesExits, async ({ query: { futuresPositionId: id }, principal: { player } }) => {
      const read = await desk.read(readFuturesAccounts, { players: [player] });
      if (read === undefined) return BEHIND;
      const seen = read.seen[0]?.seen;
      if (seen?.positions.some((position) => position.id === id) !== true)
        return { ok: false, refusal: 'POSITION_NOT_FOUND' };
      const exits = seen.orders.filter(({ position }) => position === id).toReversed();
      return {
        ok: true,
        reply: exits.map((order) => wireOrder(order, instruments.traded(order.instrument))),
      };
    }),
  ];
}

function leverageRoute({ instruments, terms, leverages }: FuturesParts): Route {
  return serve(lastFuturesLeverage, async ({ principal: { site, player }, now }) => {
    const reply = [];
    for (const { id, code } of instruments.all) {
      const own = terms.at(site, id, now);
      if (own === undefined) continue;
      const tradedWith = await leverages.of(player, id, own.leverageMost);
      if (tradedWith === undefined) return BEHIND;
      reply.push({ futuresOptionId: id, stock: code, ...tradedWith });
    }
    return { ok: true, reply };
  });
}

function accountRoute(parts: FuturesParts): Route {
  const { desk, sites, instruments } = parts;
  const wallets = new Set(instruments.all.map(({ contract }) => contract.wallet));
  return serve(futuresAccounts, async ({ principal: { site, player }, now }) => {
    const read = await desk.read(readFuturesAccounts, { players: [player] });
    if (read === undefined) return BEHIND;
    const seen = read.seen[0]?.seen;
    const reply = [];
    for (const wallet of seen?.wallets ?? []) {
      const { places } = sites.byId(site)?.wallets.find(({ type }) => type === wallet.type) ?? {};
      if (seen === undefined || places === undefined || !wallets.has(wallet.type)) continue;
      const cross = crossOf(factsSeen(seen, wallet), newestPrices(parts, site, now));
      if (cross === undefined) return BEHIND;
      reply.push({ ...cross, currency: currencyOfWallet(wallet.type), places });
    }
    return { ok: true, reply };
  });
}

function fillRoutes(parts: FuturesParts): readonly Route[] {
  const { database, desk, instruments } = parts;
  return [
    serve(futuresHistory, async ({ query, principal: { site, player } }) => {
      const { page, size, futuresOptionId: instrument } = query;
      if (isUnknown(parts, instrument)) return NO_OPTION;
      if (!(await desk.caughtUp(player))) return BEHIND;
      const filter: FillFilter = {
        site,
        player,
        instrument,
        isClosing: query.closed,
        before: query.beforeId,
        ...rangeOf(query),
      };
      const { rows, total } = await database.transaction(async (tx) => ({
        rows: await listFills(tx, filter, { offset: page * size, limit: size }),
        total: await countFills(tx, filter),
      }));
      if (total === 0 && (await isArchived(parts, filter))) return ARCHIVED;
      const content = rows.map((row) => wireFill(row, instruments.traded(row.instrument)));
      return { ok: true, reply: pageReply(content, { page, size, total }) };
    }),
  ];
}

const wireSums = ({ wallet, currency, trades, wins, gross, funding, fees, net }: Realised) => ({
  walletType: wallet,
  currency,
  trades,
  wins,
  gross: toDecimal(gross),
  funding: toDecimal(funding),
  fees: toDecimal(fees),
  net: toDecimal(net),
});

const MOST_DAYS_SUMMED = 366;

function resultRoutes(parts: FuturesParts): readonly Route[] {
  const { database, desk } = parts;
  return [
    serve(futuresRealised, async ({ query, principal: { site, player }, now }) => {
      if (!(await desk.caughtUp(player))) return BEHIND;
      const day = koreanDay(millis(query.date?.at ?? now));
      const only = koreanDate(day);
      const realised = await database.transaction((tx) =>
        listRealised(tx, { site, player, firstDay: only, lastDay: only }),
      );
      return { ok: true, reply: { dateMillis: day, wallets: realised.map(wireSums) } };
    }),
    serve(futuresDailyProfit, async ({ query, principal: { site, player }, now }) => {
      const { futuresOptionId: instrument, startDate, endDate } = query;
      if (isUnknown(parts, instrument)) return NO_OPTION;
      if (!(await desk.caughtUp(player))) return BEHIND;
      // Days are whole: a range that begins or ends within one means all of it.
      const today = koreanDate(now);
      const wantedLast = endDate && lastDayOf(endDate);
      const lastDay = Math.min(wantedLast ?? today, today);
      // Sums are computed from every fill of their day: a list reads no more than a year of them.
      const firstDay = Math.max(startDate ? koreanDate(startDate.at) : 0, lastDay - MOST_DAYS_SUMMED + 1);
      if (firstDay > lastDay) return { ok: true, reply: [] };
      const realised = await database.transaction((tx) =>
        listRealised(tx, { site, player, instrument, firstDay, lastDay }),
      );
      const reply = realised.map((row) => ({
        date: formatIsoDate(dayNumber(row.day)),
        ...wireSums(row),
        liquidations: row.liquidations,
      }));
      return { ok: true, reply };
    }),
  ];
}

function fundingRoute(parts: FuturesParts): Route {
  const { database, desk, instruments } = parts;
  return serve(futuresFundings, async ({ query, principal: { site, player } }) => {
    const { page, size, futuresOptionId: instrument } = query;
    if (isUnknown(parts, instrument)) return NO_OPTION;
    // Funding is an event of nobody's own.
    const caughtUp = await Promise.all([desk.caughtUp(player), desk.caughtUp(HOUSE)]);
    if (caughtUp.includes(false)) return BEHIND;
    const filter = { site, player, instrument, ...rangeOf(query) };
    const { payments, total } = await database.transaction((tx) =>
      listFundingPayments(tx, filter, { offset: page * size, limit: size }),
    );
    if (total === 0 && (await isArchived(parts, filter))) return ARCHIVED;
    const content = payments.map((each) => wireFunding(each, instruments.traded(each.instrument)));
    return { ok: true, reply: pageReply(content, { page, size, total }) };
  });
}

/** For a list without rows: whether everything requested lies before the oldest retained time. */
const isArchived = (
  { database }: Pick<FuturesParts, 'database'>,
  { player, to, before }: Pick<FillFilter, 'player' | 'to' | 'before'>,
): Promise<boolean> =>
  database.transaction(async (tx) => {
    const archived = await findArchiveMark(tx, player);
    if (archived === undefined) return false;
    if (to !== undefined && to <= archived.at) return true;
    return (
      before !== undefined &&
      Math.floor(before / FILLS_PER_EVENT) <= archived.event &&
      !(await hasFill(tx, before))
    );
  });
