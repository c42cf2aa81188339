// Price alerts that wait: they are watched in memory, and what changes is written in the order in which it happened.
// Nobody is told of a firing before it is in the table.
import { createAlertWatch, type WatchedAlert } from '@maru/engine/alert/alert-watch';
import { backLevel } from '@maru/engine/alert/price-alert';
import type { Instrument } from '@maru/engine/market/instrument';
import type { Tick } from '@maru/engine/market/tick';
import type { SiteId } from '@maru/engine/purse';
import { PLATFORM_SHARD } from '@maru/engine/shard';
import { DAY_MS, HOUR_MS } from '@maru/engine/time';
import { createLoop } from '../clock/loop.ts';
import type { FeatureParts } from '../feature/server-feature.ts';
import {
  type AskedFiring,
  deleteOldFirings,
  type Firing,
  insertFirings,
  listUnannounced,
  markAnnounced,
  rearmAlerts,
} from './firing-store.ts';
import { listAllAlerts, type StoredAlert } from './store.ts';

export const MOST_PER_MEMBER = 20;
/** Of each site. All of them are in memory. */
const MOST_PER_SITE = 200_000;
const LOADED_AT_ONCE = 5_000;
const WRITTEN_AT_ONCE = 500;
/** While the database does not answer, prices are not compared any more from here on: nothing is lost, it fires later. */
const MOST_PENDING = 50_000;
const RETRY_MS = 1_000;
/** A firing that an earlier process did not tell is old news after this time. */
const TOLD_LATE_MS = HOUR_MS;
const FIRINGS_KEPT_MS = 30 * DAY_MS;
const DELETED_AT_ONCE = 1_000;

interface Watched extends WatchedAlert {
  readonly site: SiteId;
}

interface Pending extends AskedFiring {
  readonly kind: 'FIRED' | 'REARMED';
}

export interface Alerts {
  /** Whether the site has room for one more. */
  hasRoom(site: SiteId): boolean;
  put(alert: StoredAlert): void;
  remove(id: number): void;
  start(): Promise<void>;
  /** Resolves when everything that happened is written and told. */
  settled(): Promise<void>;
  stop(): Promise<void>;
  stats(): { readonly waiting: number; readonly pending: number; readonly fired: number };
}

type Parts = Pick<
  FeatureParts,
  'shard' | 'database' | 'prices' | 'onLiveTick' | 'instruments' | 'time' | 'log'
> & {
  /** Tells the member; called once for each firing, and again only if the process stopped meanwhile. */
  readonly tell: (firing: Firing, instrument: Instrument) => void;
};

export function createAlerts(parts: Parts): Alerts {
  const { shard, database, prices, onLiveTick, instruments, time, log, tell } = parts;
  const byCode = new Map(instruments.map((each) => [each.code, each]));
  const byId = new Map(instruments.map((each) => [each.id, each]));
  const watch = createAlertWatch<Watched>();
  /** Whose alerts are in memory, to count them by site. */
  const siteOf = new Map<number, SiteId>();
  const counts = new Map<SiteId, number>();
  let pending: Pending[] = [];
  let writing: Promise<void> | undefined;
  let isStopping = false;
  let fired = 0;
  let stopListening = () => {};

  function count(id: number, site: SiteId | undefined): void {
    const before = siteOf.get(id);
    if (before !== undefined) counts.set(before, (counts.get(before) ?? 1) - 1);
    if (site === undefined) siteOf.delete(id);
    else {
      siteOf.set(id, site);
      counts.set(site, (counts.get(site) ?? 0) + 1);
    }
  }

  function put({ id, site, instrument, basis, fires, level, repeat, isArmed, revision }: StoredAlert): void {
    const of = byId.get(instrument);
    if (of === undefined) return;
    const back = backLevel({ fires, level }, of.tickSize);
    watch.put({ id, site, instrument, basis, fires, level, back, repeat, isArmed, revision });
    count(id, site);
  }

  function remove(id: number): void {
    if (watch.remove(id)) count(id, undefined);
  }

  function onTick(tick: Tick): void {
    const instrument = byCode.get(tick.stock);
    if (instrument === undefined || pending.length >= MOST_PENDING) return;
    const now = time.clock();
    // A price that is suspect or too old fires nothing (docs/rules.md 0.5).
    if (prices.usable(tick.stock, now) === undefined) return;
    for (const { kind, alert, price } of watch.tick(instrument.id, tick)) {
      pending.push({ kind, id: alert.id, revision: alert.revision, price, at: now });
      if (kind === 'FIRED' && alert.repeat === 'ONCE') count(alert.id, undefined);
    }
    if (pending.length > 0) wake();
  }

  function wake(): void {
    writing ??= writeAll().finally(() => {
      writing = undefined;
      if (pending.length > 0 && !isStopping) wake();
    });
  }

  async function writeAll(): Promise<void> {
    while (pending.length > 0) {
      const part = sameKind(pending);
      try {
        const firings = await write(part);
        pending = pending.slice(part.length);
        fired += firings.length;
        await announce(firings);
      } catch (fault) {
        log.warn('price alerts: writing firings failed, retrying', { error: fault });
        if (isStopping) return;
        await time.wait(RETRY_MS);
      }
    }
  }

  const write = (part: readonly Pending[]): Promise<readonly Firing[]> =>
    database.transaction(async (tx) => {
      if (part[0]?.kind === 'FIRED') return insertFirings(tx, part);
      await rearmAlerts(tx, part);
      return [];
    });

  async function announce(firings: readonly Firing[]): Promise<void> {
    if (firings.length === 0) return;
    for (const firing of firings) {
      const instrument = byId.get(firing.instrument);
      if (instrument !== undefined) tell(firing, instrument);
    }
    await database.transaction((tx) => markAnnounced(tx, firings));
  }

  const cleaning = createLoop({
    async work() {
      const before = time.clock() - FIRINGS_KEPT_MS;
      const slice = () =>
        database.transaction((tx) => deleteOldFirings(tx, { before, most: DELETED_AT_ONCE }));
      while (!cleaning.isStopping() && (await slice()) === DELETED_AT_ONCE);
    },
    restMs: () => HOUR_MS,
    wait: time.wait,
    log,
    failure: 'deleting old firings of price alerts failed, retrying in an hour',
  });

  return {
    hasRoom: (site) => (counts.get(site) ?? 0) < MOST_PER_SITE,
    put,
    remove,
    async start() {
      for (let after = 0; ; ) {
        const most = LOADED_AT_ONCE;
        const alerts = await database.transaction((tx) => listAllAlerts(tx, { shard, after, most }));
        for (const alert of alerts) put(alert);
        if (alerts.length < most) break;
        after = alerts.at(-1)!.id;
      }
      const since = time.clock() - TOLD_LATE_MS;
      const old = { shard, since, most: MOST_PENDING };
      await announce(await database.transaction((tx) => listUnannounced(tx, old)));
      stopListening = onLiveTick(onTick);
      if (shard === PLATFORM_SHARD) cleaning.start();
    },
    async settled() {
      while (writing !== undefined) await writing;
    },
    async stop() {
      stopListening();
      isStopping = true;
      await writing;
      await cleaning.stop();
    },
    stats: () => ({ waiting: watch.size, pending: pending.length, fired }),
  };
}

/** The oldest changes of one kind; what follows may be about the same alerts, and is written after them. */
function sameKind(pending: readonly Pending[]): readonly Pending[] {
  const end = pending.findIndex(({ kind }) => kind !== pending[0]?.kind);
  return pending.slice(0, Math.min(end === -1 ? pending.length : end, WRITTEN_AT_ONCE));
}
