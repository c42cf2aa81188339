// Accrues each Korean day of each site once, half an hour after it is over, and counts the days that are not accrued yet
// now and then (docs/rules.md 7.4, docs/decisions/0075). A day is one transaction: a process that is killed in the middle
// leaves nothing of it, and the next one finds the same day to do.
import { placesOf } from '@maru/contract/site/settings';
import { type AccruedRow, accruedRows } from '@maru/engine/partner/accrue';
import type { SiteId } from '@maru/engine/purse';
import { DAY_MS, KST_OFFSET_MS, koreanDate, MINUTE_MS, type Millis } from '@maru/engine/time';
import { createLoop, type Loop } from '../clock/loop.ts';
import type { Database } from '../db/database.ts';
import type { Log } from '../log/log.ts';
import { seeMark } from '../shadow/load-book.ts';
import {
  beginAccrual,
  deleteOldBases,
  deleteOldProfits,
  deleteRunning,
  findAccrual,
  findFirstBase,
  holdAccrual,
  insertProfits,
  moveAccrual,
  noteCounted,
  readBases,
} from './accrue-store.ts';
import { loadRates } from './rates.ts';
import { loadPaths } from './store.ts';

/** A day is accrued half an hour after it is over. */
const ACCRUED_AFTER_MS = 30 * MINUTE_MS;
/** Days that are not accrued are counted anew after this, or after many times of what the last count took. */
const COUNTED_EVERY_MS = 2 * MINUTE_MS;
const REST_FACTOR = 50;
const WAITS_FOR_TABLES_MS = 5_000;
/** What members moved is kept a little longer than it is needed, for whoever asks about yesterday. */
const BASES_KEPT_DAYS = 2;
const PROFITS_KEPT_DAYS = 1_100;

const startOfDay = (day: number): number => day * DAY_MS - KST_OFFSET_MS;

export function nextAccrualAt(now: Millis): number {
  const today = startOfDay(koreanDate(now)) + ACCRUED_AFTER_MS;
  return now < today ? today : today + DAY_MS;
}

/** The newest day that must be accrued by now. */
export const dueDay = (now: Millis): number => koreanDate((now - ACCRUED_AFTER_MS) as Millis) - 1;

export interface AccrualParts {
  readonly database: Database;
  readonly shard: number;
  /** Those of this shard. */
  readonly sites: () => readonly SiteId[];
  /** Whether the tables have everything that was decided until now. */
  readonly isLevel: () => boolean;
  readonly time: { readonly clock: () => Millis; readonly wait: (ms: number) => Promise<void> };
  readonly log: Log;
}

export function createAccrual(parts: AccrualParts): Loop {
  const { database, shard, sites, isLevel, log } = parts;
  const { clock, wait } = parts.time;
  let restMs = COUNTED_EVERY_MS;
  /** A day that is due waits for the tables. */
  let isBehind = false;

  /** Under lasting load the tables are never level: then something of a later day is in them. */
  async function isWritten(day: number): Promise<boolean> {
    if (isLevel()) return true;
    const mark = await database.transaction((tx) => seeMark(tx, shard));
    return mark !== undefined && mark.at_ms >= startOfDay(day + 1);
  }

  async function rowsOfDay(site: SiteId, day: number): Promise<readonly AccruedRow[] | undefined> {
    const bases = await readBases(database, { site, day, isStopping: loop.isStopping });
    if (bases === undefined || bases.length === 0) return bases === undefined ? undefined : [];
    return database.transaction(async (tx) => {
      const paths = await loadPaths(tx, site);
      const rates = await loadRates(tx, [...paths.keys()]);
      return accruedRows(bases, {
        pathOf: (partner) => paths.get(partner) ?? [],
        rateOf: (partner, product) => rates.on(partner, day)(product),
        placesOf,
      });
    });
  }

  /** False when the process stops before it was done. */
  async function accrue(site: SiteId, day: number): Promise<boolean> {
    const rows = await rowsOfDay(site, day);
    if (rows === undefined) return false;
    await database.transaction(async (tx) => {
      // Another process may have done it since.
      if ((await holdAccrual(tx, site))?.day !== day - 1) return;
      await deleteRunning(tx, site, day);
      await insertProfits(tx, { site, day, isRunning: false, rows });
      await moveAccrual(tx, site, day);
    });
    return true;
  }

  async function countRunning(site: SiteId, accrued: number): Promise<void> {
    const now = clock();
    const today = koreanDate(now);
    const counted: { readonly day: number; readonly rows: readonly AccruedRow[] }[] = [];
    for (let day = accrued + 1; day <= today; day += 1) {
      const rows = await rowsOfDay(site, day);
      if (rows === undefined) return;
      counted.push({ day, rows });
    }
    await database.transaction(async (tx) => {
      if ((await holdAccrual(tx, site))?.day !== accrued) return;
      await deleteRunning(tx, site, today);
      for (const each of counted) await insertProfits(tx, { ...each, site, isRunning: true });
      await noteCounted(tx, site, now);
    });
  }

  async function deleteOld(site: SiteId, accrued: number): Promise<void> {
    const slices = [
      () => database.transaction((tx) => deleteOldBases(tx, site, accrued - BASES_KEPT_DAYS)),
      () => database.transaction((tx) => deleteOldProfits(tx, site, accrued - PROFITS_KEPT_DAYS)),
    ];
    for (const slice of slices) while (!loop.isStopping() && (await slice()));
  }

  async function runSite(site: SiteId): Promise<void> {
    const now = clock();
    // Asked after the time was read: everything of the days that are over is in the tables then.
    const due = dueDay(now);
    const begun = await database.transaction(async (tx) => {
      const mark = await findAccrual(tx, site);
      if (mark !== undefined) return mark.day;
      const first = Math.min((await findFirstBase(tx, site)) ?? due + 1, due + 1) - 1;
      await beginAccrual(tx, site, first);
      return first;
    });
    let accrued = begun;
    for (; accrued < due && (await isWritten(accrued + 1)); accrued += 1)
      if (!(await accrue(site, accrued + 1))) return;
    isBehind ||= accrued < due;
    await countRunning(site, accrued);
    if (accrued > begun) await deleteOld(site, accrued);
  }

  const loop = createLoop({
    async work() {
      const began = clock();
      isBehind = false;
      for (const site of sites()) if (!loop.isStopping()) await runSite(site);
      const counted = Math.max(COUNTED_EVERY_MS, REST_FACTOR * (clock() - began));
      restMs = isBehind ? WAITS_FOR_TABLES_MS : counted;
    },
    restMs: () => Math.max(0, Math.min(restMs, nextAccrualAt(clock()) - clock())),
    wait,
    log,
    failure: 'partners: accruing a day failed, retrying',
  });
  return loop;
}
