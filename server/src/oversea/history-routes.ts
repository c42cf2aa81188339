// What a player reads: open orders and positions, what is held overnight, fills, and their profits by day.
import { lastDayOf, rangeOf } from '@maru/contract/moment';
import {
  dailyProfit,
  openOverseaOrders,
  openOverseaPositions,
  overnights,
  overseaHistory,
  overseaRealised,
} from '@maru/contract/oversea/calls';
import { toDecimal } from '@maru/engine/amount';
import { dayNumber, formatIsoDate } from '@maru/engine/market/calendar-date';
import { tradeDay } from '@maru/engine/market/trading-hours';
import { perContract } from '@maru/engine/oversea/pricing';
import { DAY_MS, koreanDate, koreanDay, millis } from '@maru/engine/time';
import { findArchiveMark } from '../desk/archive-mark.ts';
import { ARCHIVED, BEHIND } from '../desk/table-answer.ts';
import { pageReply } from '../http/paging.ts';
import { type Route, serve } from '../http/serve.ts';
import { standing } from './account.ts';
import type { OverseaParts } from './deps.ts';
import {
  countFills,
  type DayFilter,
  type FillFilter,
  hasFill,
  listDayProfits,
  listFills,
  sumRealised,
} from './fill-store.ts';
import { NO_OPTION } from './order-routes.ts';
import { readAccounts, readOrders, readPositions } from './reads.ts';
import { FILLS_PER_EVENT, wireFill, wireOrder, wirePosition } from './wire.ts';

export const historyRoutes = (parts: OverseaParts): readonly Route[] => [
  ...openRoutes(parts),
  overnightRoute(parts),
  ...fillRoutes(parts),
];

const isUnknown = ({ instruments }: OverseaParts, instrument: number | undefined): boolean =>
  instrument !== undefined && instruments.byId(instrument) === undefined;

function openRoutes(parts: OverseaParts): readonly Route[] {
  const { desk, instruments } = parts;
  return [
    serve(openOverseaOrders, async ({ query: { overseaOptionId: instrument }, principal: { player } }) => {
      if (isUnknown(parts, instrument)) return NO_OPTION;
      const read = await desk.read(readOrders, { player });
      if (read === undefined) return BEHIND;
      const own = read.seen
        .filter((order) => instrument === undefined || order.instrument === instrument)
        .toReversed();
      return { ok: true, reply: own.map((order) => wireOrder(order, instruments.traded(order.instrument))) };
    }),
    serve(openOverseaPositions, async ({ query: { overseaOptionId: instrument }, principal: { player } }) => {
      if (isUnknown(parts, instrument)) return NO_OPTION;
      const read = await desk.read(readPositions, { player });
      if (read === undefined) return BEHIND;
      const own = read.seen.filter(
        (position) => instrument === undefined || position.instrument === instrument,
      );
      return {
        ok: true,
        reply: own.map((position) => wirePosition(position, instruments.traded(position.instrument))),
      };
    }),
  ];
}

function overnightRoute(parts: OverseaParts): Route {
  const { desk, instruments, terms } = parts;
  return serve(overnights, async ({ query, principal: { site, player }, now }) => {
    if (query.playerId !== undefined && query.playerId !== player) {
      return { ok: false, refusal: 'FORBIDDEN', field: 'playerId' };
    }
    const read = await desk.read(readAccounts, { players: [player] });
    if (read === undefined) return BEHIND;
    const seen = read.seen[0]?.seen;
    if (seen === undefined) return { ok: true, reply: { positions: [], needed: '0', equity: '0' } };
    const flagged = seen.positions.filter(({ overnight }) => overnight);
    let needed = 0n;
    for (const { instrument, qty } of flagged) {
      const own = terms.at(site, instrument, now);
      if (own !== undefined) needed += perContract(qty, own.overnightMargin, seen.unit);
    }
    const positions = flagged.map((position) =>
      wirePosition(position, instruments.traded(position.instrument)),
    );
    const { equity } = standing(seen, parts, now);
    return { ok: true, reply: { positions, needed: toDecimal(needed), equity: toDecimal(equity) } };
  });
}

const MOST_DAYS_SUMMED = 366;
const isSet = (flag: string | undefined): boolean => flag === '1' || flag === 'true';

function fillRoutes(parts: OverseaParts): readonly Route[] {
  const { database, desk, instruments } = parts;
  return [
    serve(overseaHistory, async ({ query, principal: { site, player } }) => {
      const { page, size, overseaOptionId: instrument } = query;
      if (isUnknown(parts, instrument)) return NO_OPTION;
      if (!(await desk.caughtUp(player))) return BEHIND;
      const filter: FillFilter = {
        site,
        player,
        instrument,
        isClosing: isSet(query.closed),
        before: query.beforeId,
        ...rangeOf(query),
      };
      const { rows, total } = await database.transaction(async (tx) => ({
        rows: await listFills(tx, filter, { offset: page * size, limit: size }),
        total: await countFills(tx, filter),
      }));
      if (total === 0 && (await isArchived(database, filter))) return ARCHIVED;
      const content = rows.map((row) => wireFill(row, instruments.traded(row.instrument)));
      return { ok: true, reply: pageReply(content, { page, size, total }) };
    }),
    serve(overseaRealised, async ({ query, principal: { site, player }, now }) => {
      if (!(await desk.caughtUp(player))) return BEHIND;
      const day = koreanDay(millis(query.date?.at ?? now));
      const range = { from: day, to: day + DAY_MS };
      const { trades, wins, gross, commission } = await database.transaction((tx) =>
        sumRealised(tx, { site, player, ...range }),
      );
      return {
        ok: true,
        reply: {
          dateMillis: day,
          trades,
          wins,
          gross: toDecimal(gross),
          commission: toDecimal(commission),
          net: toDecimal(gross - commission),
        },
      };
    }),
    serve(dailyProfit, async ({ query, principal: { site, player }, now }) => {
      const { page, size, overseaOptionId: instrument, startDate, endDate } = query;
      if (isUnknown(parts, instrument)) return NO_OPTION;
      if (!(await desk.caughtUp(player))) return BEHIND;
      // Trade dates are whole: a range that begins or ends within a Korean day means that day's date.
      const lastDay = endDate && lastDayOf(endDate);
      const firstDay = startDate && koreanDate(startDate.at);
      // Sums are computed from every fill of their day: a list reads no more than a year of them.
      const earliest = Math.min(lastDay ?? Infinity, koreanDate(now) + 1) - MOST_DAYS_SUMMED;
      const filter: DayFilter = {
        site,
        player,
        instrument,
        firstDay: Math.max(firstDay ?? 0, earliest),
        lastDay,
      };
      const { days, total } = await database.transaction((tx) =>
        listDayProfits(tx, filter, { offset: page * size, limit: size }),
      );
      const content = days.map(({ day, instrument: id, closed_qty, held_ms, gross, commission, ...rest }) => {
        const { code, hours } = instruments.traded(id);
        const date = dayNumber(day);
        return {
          ...rest,
          tradeDate: formatIsoDate(date),
          overseaOptionId: id,
          stock: code,
          closedQty: closed_qty,
          heldMillis: held_ms,
          gross: toDecimal(gross),
          commission: toDecimal(commission),
          net: toDecimal(gross - commission),
          isFinal: now >= (tradeDay(hours, date)?.closesAt ?? 0),
        };
      });
      return { ok: true, reply: pageReply(content, { page, size, total }) };
    }),
  ];
}

/** For a list without fills: whether everything requested lies before the oldest retained time. */
const isArchived = (
  database: OverseaParts['database'],
  { player, to, before }: FillFilter,
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
