// The board and its data, from what is kept: read at most once a minute for each site, whoever asks.
import type {
  FairnessRows,
  WireFairnessBoard,
  WireOfficeIncident,
  WirePlatformStatus,
} from '@maru/contract/fairness/calls';
import { fairnessFigures } from '@maru/contract/fairness/figures';
import { BOARD_DAYS, LEAST_ACCOUNTS, RECENT_DAYS, UP_DAYS } from '@maru/contract/fairness/words';
import type { SiteId } from '@maru/engine/purse';
import { DAY_MS, floorTo, koreanDate, MINUTE_MS, type Millis } from '@maru/engine/time';
import type { Database } from '../db/database.ts';
import type { FairnessSource } from '../product/fairness-source.ts';
import { startOfDay } from './days.ts';
import { type Health, type Part, partsOf, worstOf } from './pulse.ts';
import { readRows } from './store.ts';
import { findUpEnds, listIncidents, listUpDays, type UpDay } from './up-store.ts';

const KEPT_MS = MINUTE_MS;
const MOST_INCIDENTS = 20;
/** A withdrawal that waits longer is late. */
const PAYOUT_LATE_MS = 60 * MINUTE_MS;

/** The published rows, and the same incidents with when somebody last wrote about them. */
interface Read {
  readonly rows: FairnessRows;
  readonly incidents: readonly WireOfficeIncident[];
}

interface Kept {
  readonly at: Millis;
  readonly read: Promise<Read>;
}

export function createBoard({
  shard,
  database,
  sources,
  health,
}: {
  readonly shard: number;
  readonly database: Database;
  readonly sources: readonly FairnessSource[];
  readonly health: (now: Millis) => Health;
}) {
  const kept = new Map<SiteId, Kept>();

  function readOf(site: SiteId, now: Millis): Promise<Read> {
    const known = kept.get(site);
    if (known !== undefined && now - known.at < KEPT_MS && now >= known.at) return known.read;
    const read = database.transaction(async (tx): Promise<Read> => {
      const today = koreanDate(now);
      const since = { site, firstDay: today - BOARD_DAYS + 1, recentDay: today - RECENT_DAYS + 1 };
      const counted = await readRows(tx, since);
      const ends = await findUpEnds(tx, shard);
      const up = upDays(await listUpDays(tx, shard, today - UP_DAYS + 1), ends?.first, now);
      const found = await listIncidents(tx, { site, size: MOST_INCIDENTS });
      const from = startOfDay(since.firstDay);
      const incidents = found
        .filter(({ startedMillis }) => startedMillis >= from)
        .toSorted((one, other) => other.startedMillis - one.startedMillis);
      const published = incidents.map(({ updatedMillis: _, ...incident }) => incident);
      return {
        rows: { leastAccounts: LEAST_ACCOUNTS, ...counted, up, incidents: published },
        incidents,
      };
    });
    kept.set(site, { at: now, read });
    // The next question reads again.
    read.catch(() => kept.delete(site));
    return read;
  }

  const rowsOf = async (site: SiteId, now: Millis): Promise<FairnessRows> => (await readOf(site, now)).rows;

  async function partsNow(site: SiteId, now: Millis): Promise<readonly Part[]> {
    const waiting = await database.transaction(async (tx) => {
      const all: number[] = [];
      for (const source of sources) {
        const oldest = await source.oldestPayout?.(tx, site);
        if (oldest !== undefined) all.push(oldest);
      }
      return all;
    });
    const isLate = waiting.some((since) => now - since > PAYOUT_LATE_MS);
    return [...partsOf(health(now)), { part: 'PAYOUTS', state: isLate ? 'LIMITED' : 'GOOD' }];
  }

  /** What both pages begin with. */
  async function nowOf(site: SiteId, rows: FairnessRows, now: Millis) {
    const parts = await partsNow(site, now);
    const today = koreanDate(now);
    const byDay = new Map(rows.up.map((day) => [day.day, day]));
    return {
      checkedMillis: now,
      state: worstOf(parts),
      parts: [...parts],
      up: Array.from({ length: UP_DAYS }, (_, place) => byDay.get(today - UP_DAYS + 1 + place) ?? null),
    };
  }

  return {
    rowsOf,
    async readStatus(site: SiteId, now: Millis): Promise<Omit<WirePlatformStatus, 'isPractice' | 'feeds'>> {
      const { rows, incidents } = await readOf(site, now);
      const { upShare } = fairnessFigures(rows);
      return { ...(await nowOf(site, rows, now)), upShare, incidents: [...incidents] };
    },
    async read(site: SiteId, now: Millis): Promise<Omit<WireFairnessBoard, 'isPractice'>> {
      const rows = await rowsOf(site, now);
      const { products, ...figures } = fairnessFigures(rows);
      return {
        ...(await nowOf(site, rows, now)),
        leastAccounts: rows.leastAccounts,
        ...figures,
        products: sources
          .filter(({ accountNets }) => accountNets !== undefined)
          .map(({ product, nameKo, nameEn, takesStakes = false }) => ({
            winningShare: null,
            takenShare: null,
            promisedShare: null,
            takenPerContract: null,
            ...products.find((each) => each.product === product),
            product,
            nameKo,
            nameEn,
            takesStakes,
          })),
        voided: rows.voided.slice(0, 10),
        incidents: rows.incidents,
      };
    },
    forget: (): void => kept.clear(),
  };
}

/** Every day since the first one, also those without any minute. */
export function upDays(counted: readonly UpDay[], first: UpDay | undefined, now: Millis): FairnessRows['up'] {
  if (first === undefined) return [];
  const byDay = new Map(counted.map((day) => [day.day, day]));
  const today = koreanDate(now);
  const days: FairnessRows['up'] = [];
  for (let day = Math.max(first.day, today - UP_DAYS + 1); day <= today; day += 1) {
    const from = day === first.day ? first.firstMs : startOfDay(day);
    // The minute under way may still be noted.
    const to = day === today ? floorTo(now, MINUTE_MS) : startOfDay(day) + DAY_MS;
    const minutes = Math.max(0, Math.floor((to - from) / MINUTE_MS));
    const found = byDay.get(day);
    const up = Math.min(found?.up ?? 0, minutes);
    days.push({ day, minutes, up, troubled: Math.min(found?.troubled ?? 0, up) });
  }
  return days;
}
