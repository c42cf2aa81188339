import { dayAfter } from '@maru/engine/market/calendar-date';
import { indexDayAt, indexDayStart, indexSealOf, indexSeedsOf } from '@maru/engine/market/index-path';
import type { Tick } from '@maru/engine/market/tick';
import { bytesOfText } from '@maru/engine/sha256';
import { DAY_MS, HOUR_MS, MINUTE_MS, type Millis, millis } from '@maru/engine/time';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { emptyDatabase, type TestDatabase, testDatabases } from '../db/testing.ts';
import { createLog, silentLog } from '../log/log.ts';
import { publishedUntil } from './published-until.ts';
import { openSeals } from './seals.ts';
import { insertSeals, markRevealed } from './store.ts';

const NOON = millis(Date.parse('2026-11-16T12:00:00+09:00'));
const TODAY = indexDayAt(NOON);
const seedsOf = (secret: string) => (day: number) => indexSeedsOf(bytesOfText(secret))(`day ${day}`);

describe.each(testDatabases)('the seals of the index days on $name', ({ open }) => {
  let opened: TestDatabase;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.drop());
  beforeEach(() => emptyDatabase(opened));

  async function openAt(start: Millis, secret = 'first secret') {
    const lines: string[] = [];
    let now = start;
    const time = { clock: () => now, wait: () => new Promise<void>(() => undefined) };
    const log = createLog({ level: 'debug', write: (line: string) => lines.push(line), clock: () => now });
    const seals = await openSeals({ database: opened.database, seedOf: seedsOf(secret), time, log });
    const goTo = async (at: Millis) => {
      now = at;
      await seals.runOnce();
    };
    return { seals, goTo, lines };
  }
  const daysOf = (seals: Awaited<ReturnType<typeof openAt>>['seals']) =>
    seals.list({ before: undefined, most: 100 }).map(({ day }) => day - TODAY);

  test('today and two days ahead are sealed at once, and each midnight one more', async () => {
    const { seals, goTo } = await openAt(NOON);
    expect(daysOf(seals)).toEqual([2, 1, 0]);
    expect(seals.of(TODAY)).toMatchObject({
      seal: indexSealOf(seedsOf('first secret')(TODAY)),
      sealedAt: NOON,
    });
    await goTo(indexDayStart(dayAfter(TODAY, 1)));
    expect(daysOf(seals)).toEqual([3, 2, 1, 0]);
    const tomorrow = seals.of(dayAfter(TODAY, 1));
    expect(tomorrow?.sealedAt).toBe(NOON);
    expect(tomorrow!.sealedAt).toBeLessThan(indexDayStart(tomorrow!.day));
  });

  test('a process that only reads seals nothing and reveals nothing, and shows what another one did', async () => {
    const time = { clock: () => millis(NOON + 3 * DAY_MS), wait: () => new Promise<void>(() => undefined) };
    const { database } = opened;
    const parts = { database, seedOf: seedsOf('first secret'), time, log: silentLog };
    const reader = await openSeals({ ...parts, isReader: true });
    expect(reader.list({ before: undefined, most: 9 })).toEqual([]);
    const { seals, goTo } = await openAt(NOON);
    await reader.runOnce();
    expect(daysOf(reader)).toEqual(daysOf(seals));
    expect(reader.of(TODAY)?.seed).toBeUndefined();
    await goTo(millis(NOON + DAY_MS));
    await reader.runOnce();
    expect(reader.of(TODAY)).toEqual(seals.of(TODAY));
    expect(reader.of(TODAY)?.seed).toBeDefined();
  });

  test('a seed is published five minutes after its day and not a millisecond earlier', async () => {
    const { seals, goTo } = await openAt(NOON);
    const reveal = indexDayStart(dayAfter(TODAY, 1)) + 5 * MINUTE_MS;
    for (const at of [NOON, reveal - 5 * MINUTE_MS, reveal - 1]) {
      await goTo(millis(at));
      expect(seals.of(TODAY)?.seed).toBeUndefined();
      expect(seals.publicSeed(TODAY)).toBeUndefined();
    }
    expect(seals.mayPublish(TODAY)).toBe(true);
    await goTo(millis(reveal));
    expect(seals.of(TODAY)?.seed).toBe(seedsOf('first secret')(TODAY));
    expect(seals.mayPublish(TODAY)).toBe(false);
    expect(seals.of(dayAfter(TODAY, 1))?.seed).toBeUndefined();
  });

  test('a restart loads the same seals and the same times', async () => {
    const first = await openAt(NOON);
    const second = await openAt(millis(NOON + HOUR_MS));
    expect(second.seals.list({ before: undefined, most: 9 })).toEqual(
      first.seals.list({ before: undefined, most: 9 }),
    );
  });

  test('a clock that ran ahead and was set back leaves the days closed whose seeds were published', async () => {
    const { goTo } = await openAt(NOON);
    await goTo(millis(NOON + 2 * DAY_MS));
    const { seals } = await openAt(NOON);
    expect([0, 1, 2].map((ahead) => seals.mayPublish(dayAfter(TODAY, ahead)))).toEqual([false, false, true]);
  });

  test('days without a seal while the server was off are skipped, and their seeds are public', async () => {
    await openAt(NOON);
    const later = millis(NOON + 6 * DAY_MS);
    const { seals, goTo } = await openAt(later);
    expect(daysOf(seals)).toEqual([8, 7, 6, 2, 1, 0]);
    expect(seals.of(dayAfter(TODAY, 6))?.sealedAt).toBe(later);
    expect(seals.mayPublish(dayAfter(TODAY, 4))).toBe(false);
    expect(seals.mayPublish(dayAfter(TODAY, 6))).toBe(true);
    await goTo(millis(later + DAY_MS));
    expect(seals.publicSeed(dayAfter(TODAY, 5))).toBe(seedsOf('first secret')(TODAY + 5));
  });

  test('a clock that ran ahead over days without a seal publishes no seed of them', async () => {
    const { seals, goTo } = await openAt(NOON);
    await goTo(millis(NOON + 10 * DAY_MS));
    for (let ahead = 3; ahead < 10; ahead += 1)
      expect(seals.publicSeed(dayAfter(TODAY, ahead))).toBeUndefined();
    // A day later one of its seeds is published, and every day before that one stays closed.
    await goTo(millis(NOON + 11 * DAY_MS));
    expect(seals.publicSeed(dayAfter(TODAY, 9))).toBe(seedsOf('first secret')(TODAY + 9));
    const back = await openAt(NOON);
    await back.goTo(millis(NOON + 8 * DAY_MS));
    expect([8, 9, 10, 11].map((ahead) => back.seals.mayPublish(dayAfter(TODAY, ahead)))).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });

  test('ticks that were published ahead of the clock count, unless they are of another secret', async () => {
    const tick = (stock: string, ts: Millis) => ({ stock, ts }) as Tick;
    const ahead = millis(NOON + HOUR_MS);
    const ticks = [tick('NQ', millis(NOON + DAY_MS)), tick('M25', NOON), tick('M100', ahead)];
    expect(publishedUntil(ticks, (await openAt(NOON)).seals)).toBe(ahead);
    expect(publishedUntil(ticks, (await openAt(NOON, 'second secret')).seals)).toBeUndefined();
    expect(publishedUntil([], (await openAt(NOON)).seals)).toBeUndefined();
  });

  test('with another secret the sealed days stay closed, and no seed is published for them', async () => {
    await openAt(NOON);
    const { seals, goTo, lines } = await openAt(millis(NOON + HOUR_MS), 'second secret');
    expect(seals.of(TODAY)).toMatchObject({ isLost: true, seed: undefined });
    expect([0, 2, 3].map((ahead) => seals.mayPublish(dayAfter(TODAY, ahead)))).toEqual([false, false, false]);
    await goTo(millis(NOON + DAY_MS));
    expect(seals.of(TODAY)?.seed).toBeUndefined();
    expect(seals.mayPublish(dayAfter(TODAY, 3))).toBe(true);
    expect(lines.filter((line) => line.includes('another secret')).length).toBe(3);
  });

  test('a start after years does not compute the seeds of all of them', async () => {
    const rows = Array.from({ length: 3_650 }, (_, place) => {
      const day = dayAfter(TODAY, place - 3_650);
      return { day, seal: indexSealOf(seedsOf('first secret')(day)), sealedAt: NOON, revealedAt: undefined };
    });
    await opened.database.transaction((tx) => insertSeals(tx, rows));
    await opened.database.transaction((tx) =>
      markRevealed(
        tx,
        rows.map(({ day }) => day),
        NOON,
      ),
    );
    const computed = new Set<number>();
    const seedOf = (day: number) => {
      computed.add(day - TODAY);
      return seedsOf('first secret')(day);
    };
    const time = { clock: () => NOON, wait: () => new Promise<void>(() => undefined) };
    const seals = await openSeals({ database: opened.database, seedOf, time, log: silentLog });
    // The newest one decides which days are over.
    expect([...computed].toSorted((a, b) => a - b)).toEqual([-1, 0, 1, 2]);
    const [newest] = seals.list({ before: TODAY, most: 1 });
    expect(newest).toMatchObject({ day: TODAY - 1, isLost: false });
    expect(newest?.seed).toBe(seedsOf('first secret')(TODAY - 1));
  });

  test('no line of the log contains a seed', async () => {
    const { goTo, lines } = await openAt(NOON);
    await goTo(millis(NOON + DAY_MS));
    const { lines: others } = await openAt(millis(NOON + HOUR_MS), 'second secret');
    for (const secret of ['first secret', 'second secret']) {
      for (let ahead = 0; ahead < 4; ahead += 1) {
        const seed = seedsOf(secret)(TODAY + ahead);
        expect([...lines, ...others].filter((line) => line.includes(seed))).toEqual([]);
      }
    }
  });
});
