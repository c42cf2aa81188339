// How the traders of a site do: kept in memory, and computed anew for those whose sums changed and when a Korean day is
// over. A list costs what is in memory; a refresh costs three statements and the days of who traded meanwhile.
import type { TraderStatistics } from '@maru/contract/copytrade/wire';
import { toDecimal } from '@maru/engine/amount';
import {
  STATISTIC_DAYS,
  type TraderFigures,
  traderCurve,
  traderFigures,
} from '@maru/engine/copytrade/statistics';
import type { SiteId } from '@maru/engine/purse';
import { koreanDate, type Millis } from '@maru/engine/time';
import type { Database, Tx } from '../db/database.ts';
import {
  type DayRow,
  type FollowersNow,
  listChanged,
  listDays,
  listFollowersNow,
  listTraders,
  type TraderRow,
} from './trader-store.ts';
import { decimalOrNull } from './wire.ts';

export interface TraderSeen {
  readonly trader: TraderRow;
  readonly followers: FollowersNow;
  readonly figures: TraderFigures;
  /** Percent since 30 days ago, or since the first trade, oldest first. */
  readonly spark: readonly number[];
  readonly liquidatedAt: Millis | undefined;
  /** When the sums changed last; undefined before the first trade. */
  readonly asOf: Millis | undefined;
}

export interface Figures {
  /** Every trader of the site, newest first. */
  of(site: SiteId, now: Millis): Promise<readonly TraderSeen[]>;
}

/** Figures are this old at most, beside how far the tables are behind. */
const REFRESH_MS = 5_000;
/** So many traders' days are read at once: each has one for each day of a year at most. */
const CHUNK = 50;
const NO_FOLLOWERS: FollowersNow = {
  count: 0,
  capital: 0n as FollowersNow['capital'],
  inProfit: 0,
  worst: undefined,
};

type Computed = Pick<TraderSeen, 'figures' | 'spark' | 'liquidatedAt' | 'asOf'> & { readonly today: number };

interface OfSite {
  readonly computed: Map<number, Computed>;
  seen: readonly TraderSeen[];
  refreshedAt: number;
  refreshing: Promise<void> | undefined;
}

/** The first day that counts: a trader who was switched off for a while has a past before it. */
export const firstDayOf = (
  { since }: Pick<TraderRow, 'since'>,
  days: readonly Pick<DayRow, 'day'>[],
): number => Math.min(koreanDate(since), days[0]?.day ?? Number.MAX_SAFE_INTEGER);

export function createFigures({ database }: { readonly database: Database }): Figures {
  const sites = new Map<SiteId, OfSite>();

  async function refresh(tx: Tx, site: SiteId, own: OfSite, now: Millis): Promise<void> {
    const today = koreanDate(now);
    const traders = await listTraders(tx, site, ['ACTIVE', 'OFF', 'DELETED']);
    const ids = traders.map(({ player }) => player);
    const followers = await listFollowersNow(tx, ids);
    // What is written now belongs to this day, or shortly after midnight to the one before.
    const changed = await listChanged(tx, ids, today - 1);
    const stale = traders.filter(({ player }) => {
      const known = own.computed.get(player);
      return known?.today !== today || (changed.get(player) ?? 0) > (known.asOf ?? 0);
    });
    for (let from = 0; from < stale.length; from += CHUNK) {
      const some = stale.slice(from, from + CHUNK);
      const byTrader = Map.groupBy(
        await listDays(
          tx,
          some.map(({ player }) => player),
        ),
        ({ trader }) => trader,
      );
      for (const trader of some)
        own.computed.set(trader.player, computedOf(trader, byTrader.get(trader.player) ?? [], today));
    }
    own.seen = traders.flatMap((trader) => {
      const known = own.computed.get(trader.player);
      if (known === undefined) return [];
      const { today: _today, ...figures } = known;
      return [{ trader, followers: followers.get(trader.player) ?? NO_FOLLOWERS, ...figures }];
    });
    own.refreshedAt = now;
  }

  return {
    async of(site, now) {
      const own = sites.get(site) ?? {
        computed: new Map(),
        seen: [],
        refreshedAt: -Infinity,
        refreshing: undefined,
      };
      sites.set(site, own);
      if (Math.abs(now - own.refreshedAt) < REFRESH_MS) return own.seen;
      own.refreshing ??= database
        .transaction((tx) => refresh(tx, site, own, now))
        .finally(() => {
          own.refreshing = undefined;
        });
      await own.refreshing;
      return own.seen;
    },
  };
}

function computedOf(trader: TraderRow, days: readonly DayRow[], today: number): Computed {
  const first = firstDayOf(trader, days);
  const from = Math.max(first, today - STATISTIC_DAYS.month + 1);
  const at = (of: (day: DayRow) => Millis | undefined): Millis | undefined =>
    days.reduce<Millis | undefined>((latest, day) => {
      const own = of(day);
      return own !== undefined && own > (latest ?? 0) ? own : latest;
    }, undefined);
  return {
    figures: traderFigures(days, { first, today }),
    spark: traderCurve(days, { from, through: today }).map(({ returnPercent }) => returnPercent),
    liquidatedAt: at(({ liquidatedAt }) => liquidatedAt),
    asOf: at(({ updatedAt }) => updatedAt),
    today,
  };
}

export function wireStatistics({ figures, followers, liquidatedAt, asOf }: TraderSeen): TraderStatistics {
  return {
    asOfMillis: asOf ?? null,
    return7: figures.return7 ?? null,
    return30: figures.return30 ?? null,
    return90: figures.return90 ?? null,
    returnAll: figures.returnAll ?? null,
    maxDrawdown30: figures.maxDrawdown30 ?? null,
    maxDrawdown: figures.maxDrawdown ?? null,
    winRate30: figures.winRate30 ?? null,
    winRate: figures.winRate ?? null,
    trades30: figures.trades30,
    trades: figures.trades,
    profitLossRatio: figures.profitLossRatio ?? null,
    sharpe: figures.sharpe ?? null,
    averageLeverage: figures.averageLeverage ?? null,
    averageHoldingMs: figures.averageHoldingMs ?? null,
    lastLiquidationMillis: liquidatedAt ?? null,
    followerProfit30: toDecimal(figures.followerProfit30),
    followerProfit: toDecimal(figures.followerProfit),
    followerReturn30: figures.followerReturn30 ?? null,
    followersInProfit: followers.inProfit,
    worstFollower: decimalOrNull(followers.worst),
    followerCapital: toDecimal(followers.capital),
    averageSlippage30: figures.averageSlippage30 ?? null,
    copied30: figures.copied30,
    missed30: figures.missed30,
  };
}
