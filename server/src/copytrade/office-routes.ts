// Copy trading for staff: applications, traders, follows, copies, and how copying does.

import { foldNick } from '@maru/contract/account/rules';
import {
  copyJobs,
  copyState,
  officeFollowers,
  officeTraders,
  traderApplications,
} from '@maru/contract/copytrade/office';
import { MOST_COUNTED } from '@maru/contract/staff/badges';
import { toDecimal, ZERO } from '@maru/engine/amount';
import type { MissedReason } from '@maru/engine/copytrade/events';
import { STATISTIC_DAYS } from '@maru/engine/copytrade/statistics';
import { DAY_MS, koreanDate, koreanDay, MINUTE_MS, type Millis } from '@maru/engine/time';
import { type Route, serve } from '../http/serve.ts';
import { countWaiting, listApplications } from './application-store.ts';
import { wireStatistics } from './figures.ts';
import { listFollows } from './follow-store.ts';
import { countOf } from './followers.ts';
import { checkApplicant, listDelays, sumDay } from './office-store.ts';
import { isFlat } from './own-trader-routes.ts';
import type { CopyParts } from './parts.ts';
import { listNicks, nickIn } from './people-store.ts';
import { pageRecords } from './record-store.ts';
import { isoDate } from './trader-routes.ts';
import { dueOfFollow, wireRecord } from './wire.ts';

export const officeRoutes = (parts: CopyParts): readonly Route[] => [
  applicationRoute(parts),
  traderRoute(parts),
  followRoute(parts),
  jobRoute(parts),
  stateRoute(parts),
];

/** Where the next page begins: a full page may have another. */
const nextOf = (rows: readonly { readonly id: number }[], size: number): number | null =>
  rows.length < size ? null : (rows.at(-1)?.id ?? null);

/** A page full of those that wait: the next one begins with the newest of the others. */
const BEFORE_ALL = Number.MAX_SAFE_INTEGER;

function applicationRoute(parts: CopyParts): Route {
  return serve(traderApplications, async ({ query, principal: { site }, now }) => {
    const { statusStrs: statuses, before, size } = query;
    const lastDay = koreanDate(now);
    const days = { firstDay: lastDay - STATISTIC_DAYS.month + 1, lastDay };
    return parts.database.transaction(async (tx) => {
      const rows = await listApplications(tx, site, { statuses, before, size });
      const nicks = await listNicks(
        tx,
        site,
        rows.map(({ player }) => player),
      );
      const content = [];
      for (const row of rows) {
        // What was decided needs no check any more.
        const checked =
          row.status === 'WAITING' ? await checkApplicant(tx, { site, ...row }, days) : undefined;
        content.push({
          id: row.id,
          playerId: row.player,
          nick: nickIn(nicks, row.player),
          status: row.status,
          followStock: [...row.pairs],
          shareRate: toDecimal(row.shareRate),
          intro: row.intro,
          reason: row.reason,
          askedMillis: row.askedAt,
          decidedMillis: row.decidedAt,
          decidedBy: row.decidedBy,
          trades30: checked?.trades ?? 0,
          net30: toDecimal(checked?.net ?? ZERO),
          balance: toDecimal(checked?.balance ?? ZERO),
          isFlat: isFlat(parts, row.player),
          isFollowing: checked?.isFollowing ?? false,
        });
      }
      const waiting = await countWaiting(tx, site, MOST_COUNTED);
      const decided = rows.filter(({ status }) => status !== 'WAITING');
      const next = rows.length < size ? null : (decided.at(-1)?.id ?? BEFORE_ALL);
      return { ok: true, reply: { content, waiting, next } } as const;
    });
  });
}

function traderRoute({ figures, followers }: CopyParts): Route {
  return serve(officeTraders, async ({ query, principal: { site }, now }) => {
    const { statusStrs, name, before, size } = query;
    const wanted = name === undefined ? '' : foldNick(name);
    const all = (await figures.of(site, now)).filter(
      ({ trader: { status, nick, player } }) =>
        (statusStrs?.includes(status) ?? true) &&
        (before === undefined || player < before) &&
        foldNick(nick).includes(wanted),
    );
    const page = all.slice(0, size);
    const content = page.map((seen) => {
      const { trader: row } = seen;
      return {
        traderId: row.player,
        nick: row.nick,
        intro: row.intro,
        status: row.status,
        isAccepting: row.isAccepting,
        isHeld: row.isHeld,
        quota: row.quota,
        followers: countOf(seen.followers),
        shareRate: toDecimal(row.rate),
        followStock: [...row.pairs],
        sinceMillis: row.approvedAt,
        pending: followers.pending(row.player).count,
        statistics: wireStatistics(seen),
      };
    });
    const next = all.length > size ? (page.at(-1)?.trader.player ?? null) : null;
    return { ok: true, reply: { content, next } };
  });
}

function followRoute({ database }: CopyParts): Route {
  return serve(officeFollowers, async ({ query, principal: { site } }) => {
    const { traderId: trader, playerId: follower, before, size } = query;
    return database.transaction(async (tx) => {
      const rows = await listFollows(tx, { site, trader, follower, before }, size);
      const people = rows.flatMap((row) => [row.trader, row.follower]);
      const nicks = await listNicks(tx, site, people);
      const copies = await tx.query<{ follow_id: number; count: number }>(
        `select follow_id, count(*)::int as count from copy_open
         where follow_id = any($1::bigint[]) group by follow_id`,
        [rows.map(({ id }) => id)],
      );
      const content = rows.map((row) => ({
        traderFollowerId: row.id,
        traderId: row.trader,
        traderNick: nickIn(nicks, row.trader),
        playerId: row.follower,
        nick: nickIn(nicks, row.follower),
        state: row.state,
        isPaused: row.isPaused,
        multiplyPer: row.multiplyPer,
        maxBet: toDecimal(row.maxBet),
        oneMaxBet: toDecimal(row.oneMaxBet),
        total: toDecimal(row.total),
        shared: toDecimal(row.shared),
        due: dueOfFollow(row),
        waived: toDecimal(row.waived ?? ZERO),
        copies: copies.find(({ follow_id }) => follow_id === row.id)?.count ?? 0,
        copied: row.copied,
        missed: row.missed,
        startedMillis: row.startedAt,
        endedMillis: row.endedAt ?? null,
        endedBy: row.endedBy ?? null,
      }));
      return { ok: true, reply: { content, next: nextOf(rows, size) } } as const;
    });
  });
}

function jobRoute({ database, ground }: CopyParts): Route {
  return serve(copyJobs, async ({ query, principal: { site } }) => {
    const { traderId: trader, playerId: follower, statusStrs, reasonStrs, before, size } = query;
    const [only, ...more] = new Set(statusStrs);
    const status = more.length > 0 ? undefined : (only as 'FILLED' | 'MISSED' | undefined);
    const reasons = reasonStrs as readonly MissedReason[] | undefined;
    return database.transaction(async (tx) => {
      const filter = { site, trader, follower, status, reasons, before };
      const { rows, next } = await pageRecords(tx, filter, size);
      const people = rows.flatMap((row) => [row.trader, row.follower]);
      const nicks = await listNicks(tx, site, people);
      const content = rows.map((row) => ({
        ...wireRecord(row, ground.instruments),
        playerId: row.follower,
        nick: nickIn(nicks, row.follower),
        traderId: row.trader,
        traderNick: nickIn(nicks, row.trader),
      }));
      return { ok: true, reply: { content, next } } as const;
    });
  });
}

/** So many of the newest copies tell how late copies are. */
const MOST_DELAYS = 1_000;

/** Ten minutes after midnight in Korea. */
function nextShareAt(now: Millis): number {
  const today = koreanDay(now) + 10 * MINUTE_MS;
  return today > now ? today : today + DAY_MS;
}

const at = (delays: readonly number[], share: number): number | null =>
  delays[Math.min(Math.floor(delays.length * share), delays.length - 1)] ?? null;

function stateRoute({ database, followers, sharedDay }: CopyParts): Route {
  return serve(copyState, async ({ principal: { site }, now }) =>
    database.transaction(async (tx) => {
      const { traders, active, detached, count, oldest } = followers.ofSite(site);
      const today = await sumDay(tx, site, { day: koreanDate(now), from: koreanDay(now) });
      const delays = await listDelays(tx, site, MOST_DELAYS);
      const shared = sharedDay();
      const reply = {
        ...{ traders, follows: active, detached, pending: count, oldestPendingMillis: oldest ?? null },
        copied: today.copied,
        missed: [...today.missed],
        delayMedianMs: at(delays, 0.5),
        delayP99Ms: at(delays, 0.99),
        sharedDate: shared === undefined ? null : isoDate(shared),
        nextShareMillis: nextShareAt(now),
        waitingApplications: await countWaiting(tx, site, MOST_COUNTED),
      };
      return { ok: true, reply } as const;
    }),
  );
}
