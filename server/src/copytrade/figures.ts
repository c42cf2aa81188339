// How the traders of a site do: kept in memory. A refresh costs what changed: of a trader whose sums moved it reads the two
// days that may still change, and what is over is read once a Korean day.
import type { TraderStatistics } from '@maru/contract/copytrade/wire';
import { toDecimal } from '@maru/engine/amount';
import {
  addDays,
  noPast,
  STATISTIC_DAYS,
  type TraderFigures,
  type TraderPast,
  type TraderReturns,
  traderCurve,
  traderFigures,
} from '@maru/engine/copytrade/statistics';
import type { SiteId } from '@maru/engine/purse';
import { koreanDate, type Millis } from '@maru/engine/time';
import type { Database } from '../db/database.ts';
import { type Asker, readFor } from '../db/lane.ts';
import type { FollowerSums, Followers } from './followers.ts';
import {
  type DayRow,
  listChanged,
  listDays,
  listPasts,
  listTraders,
  type PastRow,
  type TraderRow,
} from './trader-store.ts';
import { decimalOrNull } from './wire.ts';

export interface TraderSeen {
  readonly trader: TraderRow;
  readonly followers: FollowerSums;
  readonly figures: TraderFigures;
  /** Of each Korean day until today. */
  readonly returns: TraderReturns;
  /** Percent since 30 days ago, or since the first trade, oldest first. */
  readonly spark: readonly number[];
  readonly liquidatedAt: Millis | undefined;
  /** When the sums changed last; undefined before the first trade. */
  readonly changedAt: Millis | undefined;
  /** When they were looked at last: the figures are of then, also where nothing has changed for weeks. */
  readonly computedAt: Millis;
}

export interface Figures {
  /** Every trader of the site, newest first. The same list until it is computed anew. */
  of(site: SiteId, now: Millis): Promise<readonly TraderSeen[]>;
  /** The next who asks gets what the tables have from now on: whoever changed a trader reads the change. */
  renew(site: SiteId): Promise<void>;
}

/** Figures are this old at most, beside how far the tables are behind. */
const REFRESH_MS = 5_000;
/** While figures are computed anew, which takes longest when a Korean day has begun, these are good enough for others. */
const OLD_MS = 60_000;
/** All wait for it: whoever asked first may leave, or have too many reads that wait. */
const EVERYBODY: Asker = { who: 'figures of traders', hasLeft: () => false };
/** So many traders are read and computed at once; between them other requests have their turn. */
const CHUNK = 50;

interface Computed extends Pick<TraderSeen, 'figures' | 'returns' | 'spark' | 'liquidatedAt' | 'changedAt'> {
  readonly today: number;
  /** What is over; undefined where nothing is. */
  readonly past: PastRow | undefined;
}

interface OfSite {
  readonly computed: Map<number, Computed>;
  seen: readonly TraderSeen[];
  refreshedAt: number;
  refreshing: Promise<void> | undefined;
}

export function createFigures({
  database,
  followers,
}: {
  readonly database: Database;
  readonly followers: Pick<Followers, 'of'>;
}): Figures {
  const sites = new Map<SiteId, OfSite>();

  async function refresh(site: SiteId, own: OfSite, now: Millis): Promise<void> {
    const today = koreanDate(now);
    // What is written now belongs to this day, or shortly after midnight to the one before.
    const open = today - 1;
    const { traders, changed } = await database.transaction(async (tx) => {
      const found = await listTraders(tx, site, ['ACTIVE', 'OFF', 'DELETED']);
      const ids = found.map(({ player }) => player);
      return { traders: found, changed: await listChanged(tx, ids, open) };
    });
    const stale = traders.filter(({ player }) => {
      const known = own.computed.get(player);
      return known?.today !== today || (changed.get(player) ?? 0) > (known.changedAt ?? 0);
    });
    for (let from = 0; from < stale.length; from += CHUNK) {
      const some = stale.slice(from, from + CHUNK);
      const unread = some
        .map(({ player }) => player)
        .filter((player) => own.computed.get(player)?.today !== today);
      const { pasts, days } = await database.transaction(async (tx) => ({
        pasts: await listPasts(tx, unread, { before: open, month: today - STATISTIC_DAYS.month + 1 }),
        days: await listDays(
          tx,
          some.map(({ player }) => player),
          open,
        ),
      }));
      const read = new Map(pasts.map((past) => [past.trader, past]));
      const recent = Map.groupBy(days, ({ trader }) => trader);
      for (const trader of some) {
        const { player } = trader;
        const past = unread.includes(player) ? read.get(player) : own.computed.get(player)?.past;
        own.computed.set(player, computedOf(trader, { past, days: recent.get(player) ?? [], today }));
      }
    }
    const seen: TraderSeen[] = [];
    for (const [place, trader] of traders.entries()) {
      const known = own.computed.get(trader.player);
      if (known === undefined) continue;
      const { today: _today, past: _past, ...figures } = known;
      seen.push({ trader, followers: followers.of(trader.player), ...figures, computedAt: now });
      if (place % CHUNK === CHUNK - 1) await new Promise<void>((resolve) => setImmediate(resolve));
    }
    own.seen = seen;
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
      const age = Math.abs(now - own.refreshedAt);
      if (age < REFRESH_MS || (own.refreshing !== undefined && age < OLD_MS)) return own.seen;
      own.refreshing ??= readFor(EVERYBODY, () => refresh(site, own, now)).finally(() => {
        own.refreshing = undefined;
      });
      await own.refreshing;
      return own.seen;
    },
    async renew(site) {
      const own = sites.get(site);
      // One that is under way may have read the tables before the change.
      await own?.refreshing?.catch(() => undefined);
      if (own !== undefined) own.refreshedAt = -Infinity;
    },
  };
}

interface Read {
  readonly past: PastRow | undefined;
  readonly days: readonly DayRow[];
  readonly today: number;
}

function computedOf({ since }: TraderRow, { past, days, today }: Read): Computed {
  // A trader who was switched off for a while has a past before it.
  const first = Math.min(koreanDate(since), past?.first ?? today, ...days.map(({ day }) => day));
  const whole = addDays(past === undefined ? noPast(first) : fromDay(past, first), days, today);
  const from = Math.max(first, today - STATISTIC_DAYS.month + 1);
  const newest = (known: Millis | undefined, of: (day: DayRow) => Millis | undefined): Millis | undefined =>
    days.reduce((latest, day) => {
      const own = of(day);
      return own !== undefined && own > (latest ?? 0) ? own : latest;
    }, known);
  return {
    figures: traderFigures(whole, today),
    returns: { first, returns: whole.returns },
    spark: traderCurve(whole, { from, through: today }).map(({ returnPercent }) => returnPercent),
    liquidatedAt: newest(past?.liquidatedAt, ({ liquidatedAt }) => liquidatedAt),
    changedAt: newest(past?.updatedAt, ({ updatedAt }) => updatedAt),
    today,
    past,
  };
}

/** The sums begin with the first trade, and the curve with the day on which the member became a trader. */
const fromDay = (past: TraderPast, first: number): TraderPast => ({
  ...past,
  first,
  returns: [...Array.from({ length: past.first - first }, () => 0), ...past.returns],
});

export function wireStatistics({
  figures,
  followers,
  liquidatedAt,
  changedAt,
  computedAt,
}: TraderSeen): TraderStatistics {
  return {
    asOfMillis: changedAt === undefined ? null : computedAt,
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
