import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { playerId } from '@maru/engine/purse';
import { HOUR_MS, type Millis, millis } from '@maru/engine/time';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabases } from '../db/testing.ts';
import { emptyTables } from '../shadow/sql-tables.ts';
import { shadowParts } from '../shadow-products.ts';
import type { OpenedDesk } from './open-desk.ts';
import { opening, openPlayers, openTestDesk, refill } from './testing.ts';

const TODAY = 1_790_000_000_000;
const one = playerId(1);
const two = playerId(2);

describe.each(testDatabases)('a clock that jumped, with a desk on $name', ({ open }) => {
  let store: TestDatabase;
  let folder: string;
  let opened: OpenedDesk | undefined;
  let now: Millis = millis(TODAY);
  let reports: string[] = [];

  async function start(limits = {}): Promise<OpenedDesk['desk']> {
    opened = await openTestDesk(store, folder, {
      clock: () => now,
      onTransientError: (fault) => reports.push(String(fault)),
      limits,
    });
    return opened.desk;
  }

  beforeAll(async () => {
    store = await open();
    folder = join(mkdtempSync(join(tmpdir(), 'maru-clock-')), 'journal');
  });

  afterEach(async () => {
    await opened?.desk.stop();
    now = millis(TODAY);
    reports = [];
    if (store.url === undefined) rmSync(folder, { recursive: true, force: true });
    else await store.database.transaction((tx) => tx.query('delete from journal'));
    await store.database.transaction((tx) => emptyTables(tx, 0, shadowParts.products));
  });

  afterAll(() => store.drop());

  test('while the book is ahead of the clock new commands are refused and the desk is not ready', async () => {
    const desk = await start();
    now = millis(TODAY + HOUR_MS);
    await openPlayers(desk, 1);
    now = millis(TODAY + HOUR_MS - 2_000);
    expect((await desk.submit(refill(one, '5000000', 'key-kept'))).ok).toBe(true);
    expect(desk.state()).toBe('OPEN');

    now = millis(TODAY + HOUR_MS - 2_001);
    expect(desk.state()).toBe('CLOCK_BEHIND');
    expect(await desk.submit(opening(two))).toEqual({ ok: false, refusal: 'TRY_AGAIN' });
    // A key that is already answered still gets its first answer.
    expect(await desk.submit(refill(one, '5000000', 'key-kept'))).toMatchObject({ ok: true, repeated: true });

    now = millis(TODAY + HOUR_MS);
    expect(desk.state()).toBe('OPEN');
    expect((await desk.submit(opening(two))).ok).toBe(true);
  });

  test('a start with a book ahead of the clock is logged and refuses commands, until the clock has passed the book', async () => {
    now = millis(TODAY + 24 * HOUR_MS);
    await openPlayers(await start(), 1);
    await opened?.desk.stop();

    now = millis(TODAY);
    const desk = await start();
    expect(reports).toHaveLength(1);
    expect(reports[0]).toContain('86400 s behind');
    expect(desk.state()).toBe('CLOCK_BEHIND');
    expect(await desk.submit(opening(two))).toEqual({ ok: false, refusal: 'TRY_AGAIN' });
    now = millis(TODAY + 24 * HOUR_MS + 1);
    expect((await desk.submit(opening(two))).ok).toBe(true);
  });

  test('an operator can accept the time of the book: then time stands still until the clock has passed it', async () => {
    now = millis(TODAY + HOUR_MS);
    await openPlayers(await start(), 1);
    await opened?.desk.stop();

    now = millis(TODAY);
    const desk = await start({ clockToleranceMs: 2 * HOUR_MS });
    expect(desk.state()).toBe('OPEN');
    const outcome = await desk.submit(opening(two));
    expect(outcome.ok && outcome.event.at).toBe(TODAY + HOUR_MS);
    expect(reports).toEqual([]);
  });
});
