// Holds the figures of every site against its limits, and writes down when one comes near, is passed, and is clear again.
import type { RiskRule } from '@maru/contract/risk/rules';
import { type Amount, amountOfUnits } from '@maru/engine/amount';
import type { SiteId } from '@maru/engine/purse';
import { PLATFORM_SHARD } from '@maru/engine/shard';
import { DAY_MS, earlier, floorTo, HOUR_MS, MINUTE_MS, type Millis, SECOND_MS } from '@maru/engine/time';
import { createLoop, type Loop } from '../clock/loop.ts';
import type { Tx } from '../db/database.ts';
import type { FeatureParts } from '../feature/server-feature.ts';
import { deviationOf } from '../market/second-prices.ts';
import type { ExposedRound } from '../product/exposure.ts';
import { type AlertLevel, nextLevel } from './alert-level.ts';
import { figuresOf } from './figures.ts';
import type { House } from './house.ts';
import type { RiskLimits } from './limits.ts';
import { deleteOldMinutes, listMinutes, saveMinute } from './minute-store.ts';
import { type Measured, type Reading, readingsOf } from './readings.ts';
import { type AlertChange, deleteOldAlerts, listLastingAlerts, writeAlert } from './store.ts';
import type { Trend } from './trend.ts';
import type { Snapshot, ValuedAccounts } from './valued-accounts.ts';

const EVERY_MS = 10 * SECOND_MS;
const KEPT_MS = 90 * DAY_MS;

export interface AlertParts
  extends Pick<
    FeatureParts,
    'shard' | 'database' | 'exposures' | 'sites' | 'prices' | 'secondPrices' | 'instruments' | 'time' | 'log'
  > {
  readonly accounts: ValuedAccounts;
  readonly roundsOf: (site: SiteId) => Promise<readonly ExposedRound[]>;
  readonly limits: RiskLimits;
  readonly house: House;
  readonly trend: Trend;
}

export interface RiskAlerts extends Omit<Loop, 'start'> {
  start(): Promise<void>;
}

const nameOf = (
  site: SiteId,
  { rule, subject }: { readonly rule: RiskRule; readonly subject: string },
): string => `${site}/${rule}/${subject}`;

export function createAlerts(parts: AlertParts): RiskAlerts {
  const { shard, database, exposures, sites, prices, instruments, time, log } = parts;
  const { accounts, roundsOf, limits, house, trend } = parts;
  const lasting = new Map<
    string,
    { readonly site: SiteId; readonly reading: Reading; readonly level: AlertLevel }
  >();
  const codes = new Map(instruments.map(({ id, code }) => [id, code]));
  const startedAt = time.clock();
  const keptAt = new Map<SiteId, Millis>();
  let cleaned = 0;

  /** Prices that differ from the second source now and did at the last look, in percent: one may be a moment ahead. */
  let differed = new Set<string>();
  function deviations(now: Millis): ReadonlyMap<string, Amount> {
    const differing = new Map<string, Amount>();
    const lasted = new Map<string, Amount>();
    for (const instrument of instruments) {
      const share = deviationOf(instrument, parts, now);
      if (share === undefined || share === 0n) continue;
      const percent = amountOfUnits(share * 100n);
      differing.set(instrument.code, percent);
      if (differed.has(instrument.code)) lasted.set(instrument.code, percent);
    }
    differed = new Set(differing.keys());
    return lasted;
  }

  async function measure(
    site: SiteId,
    snapshot: Snapshot,
    deviating: Measured['deviating'],
    now: Millis,
  ): Promise<Measured> {
    const { worth } = snapshot;
    const silent = new Map<string, number>();
    for (const code of prices.report(now).stopped) {
      const since = Math.max(prices.latest(code)?.ts ?? 0, startedAt);
      silent.set(code, Math.max(0, Math.floor((now - since) / SECOND_MS)));
    }
    return {
      figures: await figuresOf(snapshot.bySite.get(site) ?? [], worth),
      rounds: await roundsOf(site),
      silent,
      deviating,
      withdrawals: await countPayouts(site),
      houseLoss: await house.lossOfHour(site, now, worth),
      codeOf: (instrument) => codes.get(instrument ?? 0) ?? '',
    };
  }

  const countPayouts = (site: SiteId): Promise<number> =>
    database.transaction(async (tx) => {
      let waiting = 0;
      for (const view of exposures) waiting += (await view.payoutsWaiting?.(tx, site)) ?? 0;
      return waiting;
    });

  /** What has changed since the last time. */
  function changesOf(site: SiteId, readings: readonly Reading[]): readonly AlertChange[] {
    const changes: AlertChange[] = [];
    const seen = new Set<string>();
    for (const reading of readings) {
      const name = nameOf(site, reading);
      seen.add(name);
      const before = lasting.get(name)?.level;
      const level = nextLevel(before, Number(reading.value) / Number(reading.limit));
      if (level !== before) changes.push({ site, ...reading, level });
    }
    for (const [name, each] of lasting)
      if (each.site === site && !seen.has(name)) changes.push({ site, ...each.reading, level: undefined });
    return changes;
  }

  /** Once a minute, so that the trend and the loss of the hour go on after a start. */
  async function keepMinute(site: SiteId, now: Millis): Promise<void> {
    const at = floorTo(now, MINUTE_MS);
    if (keptAt.get(site) === at) return;
    const minute = { site, at, nets: trend.netsAt(site, at), totals: house.newest(site) };
    await database.transaction((tx) => saveMinute(tx, minute));
    keptAt.set(site, at);
  }

  async function check(): Promise<void> {
    const now = time.clock();
    const snapshot = await accounts.newest();
    await trend.note(snapshot);
    const deviating = deviations(now);
    for (const { id: site } of sites.all()) {
      const readings = readingsOf(await measure(site, snapshot, deviating, now), limits.of(site));
      await keepMinute(site, now);
      const changes = changesOf(site, readings);
      if (changes.length === 0) continue;
      await database.transaction(async (tx) => {
        for (const change of changes) await writeAlert(tx, change, now);
      });
      for (const { level, site: _site, ...reading } of changes) {
        const name = nameOf(site, reading);
        if (level === undefined) lasting.delete(name);
        else lasting.set(name, { site, reading, level });
      }
    }
    if (shard === PLATFORM_SHARD && now - cleaned >= HOUR_MS) {
      await database.transaction(async (tx) => {
        await deleteOldAlerts(tx, earlier(now, KEPT_MS));
        await deleteOldMinutes(tx, earlier(now, DAY_MS));
      });
      cleaned = now;
    }
  }

  const loop = createLoop({
    work: check,
    restMs: () => EVERY_MS,
    wait: time.wait,
    log,
    failure: 'risk: holding the exposure against its limits failed, retrying in ten seconds',
  });

  return {
    ...loop,
    async start() {
      const from = earlier(time.clock(), DAY_MS);
      for (const minute of await database.transaction((tx) => listMinutes(tx, from))) {
        trend.resume(minute);
        house.resume(minute);
      }
      const listAll = (tx: Tx) => listLastingAlerts(tx, shard);
      for (const { site, rule, subject, level } of await database.transaction(listAll)) {
        const limit = limits.of(site)[rule];
        const reading = { rule, subject, value: limit, limit };
        lasting.set(nameOf(site, reading), { site, reading, level });
      }
      loop.start();
    },
  };
}
