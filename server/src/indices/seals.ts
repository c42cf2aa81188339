// The commitment of the Maru indices: the hash of a day's seed is public before the day, the seed five minutes after
// it. Seeds are computed from the secret of the installation whenever they are needed; only hashes and times are
// stored.
import { type DayNumber, dayAfter, formatIsoDate } from '@maru/engine/market/calendar-date';
import { indexDayAt, indexRevealAt, indexSealOf } from '@maru/engine/market/index-path';
import type { Millis } from '@maru/engine/time';
import { createLoop, type Loop } from '../clock/loop.ts';
import type { Database } from '../db/database.ts';
import type { Log } from '../log/log.ts';
import { insertSeals, listSeals, markRevealed, type SealRow } from './store.ts';

/** Today, tomorrow and the day after: after a stop over midnight the day is sealed already. */
const SEALED_AHEAD_DAYS = 2;
const CHECK_EVERY_MS = 1_000;
const READ_EVERY_MS = 10_000;

export interface DaySeal extends SealRow {
  /** Only once it is public. */
  readonly seed: string | undefined;
  /** The secret of the installation has changed since the day was sealed: the seed of this seal is lost. */
  readonly isLost: boolean;
}

export interface Seals extends Loop {
  /** Is the seal of the day public, its seed secret, and the seed the one that was sealed? */
  mayPublish(day: DayNumber): boolean;
  of(day: DayNumber): DaySeal | undefined;
  /** Newest first, only days before `before`. */
  list(page: { readonly before: DayNumber | undefined; readonly most: number }): readonly DaySeal[];
  /** The seed of a day that is over and whose seed is public, sealed or not. */
  publicSeed(day: DayNumber): string | undefined;
}

interface SealParts {
  readonly database: Database;
  readonly seedOf: (day: DayNumber) => string;
  readonly time: { readonly clock: () => Millis; readonly wait: (ms: number) => Promise<void> };
  readonly log: Log;
  /** Whether another process seals and reveals, and this one only shows what it finds. */
  readonly isReader?: boolean;
}

/** Today is sealed when it resolves, unless another process seals. */
export async function openSeals({
  database,
  seedOf,
  time,
  log,
  isReader = false,
}: SealParts): Promise<Seals> {
  /** One row a day, never deleted: anybody may request the proof of an old day. Seeds are computed on request. */
  let known: ReadonlyMap<DayNumber, SealRow> = new Map();
  /**
   * The newest day whose seed was published. No day up to it is published any more, also none that was never sealed: if
   * the clock was ahead, it may lie in the future.
   */
  let newestRevealed = Number.NEGATIVE_INFINITY;
  /** The sealed days that may be published. */
  let open: ReadonlySet<DayNumber> = new Set();

  const isOurs = ({ day, seal }: SealRow): boolean => indexSealOf(seedOf(day)) === seal;

  function readSeal(row: SealRow): DaySeal {
    const isLost = !isOurs(row);
    return { ...row, isLost, seed: row.revealedAt === undefined || isLost ? undefined : seedOf(row.day) };
  }

  async function load(): Promise<void> {
    const rows = await database.transaction(listSeals);
    const secret = rows.filter(({ revealedAt }) => revealedAt === undefined);
    const lost = new Set(secret.filter((row) => !isOurs(row)));
    for (const { day } of lost) {
      if (known.has(day)) continue;
      log.error('index day was sealed with another secret and stays closed', { date: formatIsoDate(day) });
    }
    // From the newest on, so that one seed is computed and not those of years.
    const shown = rows.findLast((row) => row.revealedAt !== undefined && isOurs(row));
    const newest = shown?.day ?? Number.NEGATIVE_INFINITY;
    open = new Set(secret.filter((row) => !lost.has(row) && row.day > newest).map(({ day }) => day));
    newestRevealed = newest;
    known = new Map(rows.map((row) => [row.day, row]));
  }

  async function seal(now: Millis): Promise<boolean> {
    const today = indexDayAt(now);
    const missing = Array.from({ length: SEALED_AHEAD_DAYS + 1 }, (_, ahead) =>
      dayAfter(today, ahead),
    ).filter((day) => !known.has(day));
    if (missing.length === 0) return false;
    const rows = missing.map((day) => ({ day, seal: indexSealOf(seedOf(day)), sealedAt: now }));
    await database.transaction((tx) => insertSeals(tx, rows));
    return true;
  }

  /** Stored before it is published: if the clock is set back, nobody trades on a day whose seed is public. */
  async function reveal(now: Millis): Promise<boolean> {
    const due = [...known.values()].filter(
      ({ day, revealedAt }) => revealedAt === undefined && now >= indexRevealAt(day),
    );
    if (due.length === 0) return false;
    const days = due.map(({ day }) => day);
    await database.transaction((tx) => markRevealed(tx, days, now));
    return true;
  }

  async function check(): Promise<void> {
    const now = time.clock();
    const isSealed = await seal(now);
    const isRevealed = await reveal(now);
    if (isSealed || isRevealed) await load();
  }

  const loop = createLoop({
    work: isReader ? load : check,
    restMs: () => (isReader ? READ_EVERY_MS : CHECK_EVERY_MS),
    wait: time.wait,
    log,
    failure: 'sealing or revealing index days failed, retrying',
  });

  await load();
  await loop.runOnce();

  return {
    ...loop,
    mayPublish: (day) => open.has(day),
    of(day) {
      const stored = known.get(day);
      return stored && readSeal(stored);
    },
    list({ before, most }) {
      const rows = [...known.values()].filter(({ day }) => before === undefined || day < before);
      return rows
        .toSorted((a, b) => b.day - a.day)
        .slice(0, most)
        .map(readSeal);
    },
    publicSeed(day) {
      const stored = known.get(day);
      if (stored !== undefined) return readSeal(stored).seed;
      // Nobody could trade on a day that was never sealed; its prices only connect the days around it.
      return day < newestRevealed ? seedOf(day) : undefined;
    },
  };
}
