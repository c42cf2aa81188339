// Traders as everybody finds them. Their figures are in memory; of one trader the curve and the fills are read.

import { foldNick } from '@maru/contract/account/rules';
import {
  MOST_CURVE_DAYS,
  MOST_SIMULATED,
  type TraderSort,
  trader,
  traderLeads,
  traderList,
} from '@maru/contract/copytrade/traders';
import type { TraderCard } from '@maru/contract/copytrade/wire';
import { type Qty, toDecimal } from '@maru/engine/amount';
import { STATISTIC_DAYS, traderCurve } from '@maru/engine/copytrade/statistics';
import { COPY_WALLET, instrumentEntryGuard } from '@maru/engine/copytrade/terms';
import { otherSide } from '@maru/engine/futures/terms';
import { initialMargin, UNIT } from '@maru/engine/futures/value';
import { dayNumber, formatIsoDate } from '@maru/engine/market/calendar-date';
import type { SiteId } from '@maru/engine/purse';
import { DAY_MS, earlier, koreanDate, type Millis, millis } from '@maru/engine/time';
import { pageReply } from '../http/paging.ts';
import { type Route, serve } from '../http/serve.ts';
import { type TraderSeen, wireStatistics } from './figures.ts';
import { countOf } from './followers.ts';
import type { CopyParts } from './parts.ts';
import { listTradedSince, type TradedRow, type TraderRow } from './trader-store.ts';
import { wireLeadPosition } from './wire.ts';

const NO_TRADER = { ok: false, refusal: 'TRADER_NOT_FOUND' } as const;

export const isoDate = (day: number): string => formatIsoDate(dayNumber(day));

const isFull = ({ trader: { quota }, followers }: TraderSeen): boolean => countOf(followers) >= quota;

function traderCard(seen: TraderSeen): TraderCard {
  const { trader: row, followers, spark } = seen;
  return {
    traderId: row.player,
    nick: row.nick,
    intro: row.intro,
    status: row.status === 'ACTIVE' ? 'ACTIVE' : 'OFF',
    isAccepting: row.isAccepting,
    isFull: isFull(seen),
    followers: countOf(followers),
    quota: row.quota,
    shareRate: toDecimal(row.rate),
    pairs: [...row.pairs],
    sinceMillis: row.approvedAt,
    spark: [...spark],
    statistics: wireStatistics(seen),
  };
}

/** The highest first; who has no figure comes last. */
const ranks: Readonly<Record<TraderSort, (seen: TraderSeen) => number | bigint | undefined>> = {
  FOLLOWER_PROFIT: ({ figures }) => figures.followerProfit30,
  RETURN: ({ figures }) => figures.return30,
  WIN_RATE: ({ figures }) => figures.winRate30,
  FOLLOWERS: ({ followers }) => countOf(followers),
  DRAWDOWN: ({ figures: { maxDrawdown30 } }) => (maxDrawdown30 === undefined ? undefined : -maxDrawdown30),
};

function byRank(sort: TraderSort) {
  const rank = ranks[sort];
  return (one: TraderSeen, other: TraderSeen): number => {
    const [a, b] = [rank(one), rank(other)];
    if (a !== b) {
      if (a === undefined || b === undefined) return a === undefined ? 1 : -1;
      return a > b ? -1 : 1;
    }
    return countOf(other.followers) - countOf(one.followers) || one.trader.player - other.trader.player;
  };
}

type Seen = readonly TraderSeen[];

/** Each order of a list is made once, by the first who asks for it. */
function createRanked(): (seen: Seen, sort: TraderSort) => Seen {
  const orders = new WeakMap<Seen, Map<TraderSort, Seen>>();
  return (seen, sort) => {
    const known = orders.get(seen) ?? new Map<TraderSort, Seen>();
    orders.set(seen, known);
    const order = known.get(sort) ?? seen.toSorted(byRank(sort));
    known.set(sort, order);
    return order;
  };
}

export function traderRoutes(parts: CopyParts): readonly Route[] {
  const { database, figures, ground } = parts;
  const ranked = createRanked();

  async function find(site: SiteId, id: number, now: Millis): Promise<TraderSeen | undefined> {
    const known = (await figures.of(site, now)).find(({ trader: { player } }) => player === id);
    return known?.trader.status === 'DELETED' ? undefined : known;
  }

  /** Who has switched off trades as everybody else. */
  function openPositions({ player, status }: TraderRow) {
    const own = status === 'ACTIVE' ? ground.holdings.state.accounts.get(player) : undefined;
    return [...(own?.positions.values() ?? [])]
      .filter(({ wallet }) => wallet === COPY_WALLET)
      .map((position) => wireLeadPosition(position, ground.instruments));
  }

  return [
    serve(traderList, async ({ query, site, now }) => {
      const { name, isHideFull, isActive, sort, page, size } = query;
      const wanted = name === undefined ? '' : foldNick(name);
      const all = ranked(await figures.of(site, now), sort).filter((seen) => {
        const { status, foldedNick, isAccepting } = seen.trader;
        if (status === 'DELETED' || (isActive && status !== 'ACTIVE')) return false;
        if (isHideFull && (isFull(seen) || !isAccepting)) return false;
        return foldedNick.includes(wanted);
      });
      const content = all.slice(page * size, (page + 1) * size).map(traderCard);
      return { ok: true, reply: pageReply(content, { page, size, total: all.length }) };
    }),
    serve(trader, async ({ query: { traderId }, site, now }) => {
      const seen = await find(site, traderId, now);
      if (seen === undefined) return NO_TRADER;
      const today = koreanDate(now);
      const from = Math.max(seen.returns.first, today - MOST_CURVE_DAYS + 1);
      const curve = traderCurve(seen.returns, { from, through: today }).map(({ day, ...rest }) => ({
        date: isoDate(day),
        ...rest,
      }));
      return { ok: true, reply: { ...traderCard(seen), curve, open: openPositions(seen.trader) } };
    }),
    serve(traderLeads, async ({ query: { traderId }, site, now }) => {
      const seen = await find(site, traderId, now);
      if (seen === undefined) return NO_TRADER;
      // What was traded before staff approved it was nobody else's business.
      const since = millis(Math.max(earlier(now, STATISTIC_DAYS.month * DAY_MS), seen.trader.approvedAt));
      const limit = MOST_SIMULATED + 1;
      const rows = await database.transaction((tx) =>
        listTradedSince(tx, { trader: traderId, site }, { since, limit }),
      );
      const content = rows.slice(0, MOST_SIMULATED).reverse();
      return {
        ok: true,
        reply: {
          fromMillis: since,
          asOfMillis: now,
          isCut: rows.length > MOST_SIMULATED,
          averageSlippage: seen.figures.averageSlippage30 ?? null,
          content: content.map(wireLead),
          terms: termsOf(parts, site, content, now),
        },
      };
    }),
  ];
}

const NONE = 0n as Qty;

function wireLead(row: TradedRow) {
  const isClose = row.closedQty > 0n;
  const { openedQty, price, leverage, contract } = row;
  return {
    kind: isClose ? ('CLOSE' as const) : ('OPEN' as const),
    futuresOptionId: row.instrument,
    tradeType: isClose ? otherSide(row.side) : row.side,
    price: toDecimal(price),
    leverage,
    marginType: row.marginType,
    margin: toDecimal(isClose ? NONE : initialMargin(openedQty, price, leverage, { contract }, UNIT)),
    closed: toDecimal(row.closedQty),
    of: toDecimal(isClose ? row.closedQty + row.positionQty : NONE),
    funding: toDecimal(row.funding),
    isLiquidation: row.cause === 'LIQUIDATION',
    atMillis: row.at,
  };
}

function termsOf({ ground }: CopyParts, site: SiteId, rows: readonly TradedRow[], now: Millis) {
  const traded = [...new Set(rows.map(({ instrument }) => instrument))];
  return traded.flatMap((id) => {
    const own = ground.terms.at(site, id, now);
    const stock = ground.instruments.byId(id)?.code;
    if (own === undefined || stock === undefined) return [];
    return [
      {
        futuresOptionId: id,
        stock,
        qtyStep: toDecimal(own.qtyStep),
        qtyLeast: toDecimal(own.qtyLeast),
        notionalLeast: toDecimal(own.notionalLeast),
        feeRate: toDecimal(own.feeRate),
        leverageMost: own.leverageMost,
        tiers: own.tiers.map(({ cap, leverageMost }) => ({ cap: toDecimal(cap), leverageMost })),
        entryGuard: toDecimal(instrumentEntryGuard(stock)),
      },
    ];
  });
}
