import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AnyEvent } from '@maru/engine/products';
import { playerId } from '@maru/engine/purse';
import { HOUR_MS, millis } from '@maru/engine/time';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readAccount, readSession } from './account/reads.ts';
import type { EmbeddedDatabase } from './db/embedded.ts';
import type { WayToStore } from './db/open-store.ts';
import { emptyDatabase, type TestDatabase, testDatabases } from './db/testing.ts';
import type { RemoteDesk } from './desk/remote-desk.ts';
import { hold, opening, refill, SITE } from './desk/testing.ts';
import { type DeskThreadOptions, openDeskThread } from './desk-thread.ts';

const one = playerId(1);

describe.each(testDatabases)('the desk in its thread on $name', ({ open }) => {
  let store: TestDatabase;
  let folder: string;
  let desk: RemoteDesk;
  let durable: AnyEvent[] = [];
  let halts: unknown[] = [];
  let halted = Promise.withResolvers<void>();

  const way = (): WayToStore =>
    store.url === undefined ? { port: (store.database as EmbeddedDatabase).connect() } : { url: store.url };

  async function start(options: Partial<DeskThreadOptions> = {}): Promise<RemoteDesk> {
    desk = await openDeskThread({
      shard: 0,
      store: way(),
      journalAt: store.url === undefined ? { folder } : { url: store.url },
      onDurable: (events) => durable.push(...events),
      onHalt(fault) {
        halts.push(fault);
        halted.resolve();
      },
      onTransientError: () => undefined,
      ...options,
    });
    desk.letTablesFollow();
    return desk;
  }

  beforeAll(async () => {
    store = await open();
  });
  beforeEach(() => {
    folder = join(mkdtempSync(join(tmpdir(), 'maru-thread-')), 'journal');
    durable = [];
    halts = [];
    halted = Promise.withResolvers();
  });
  afterEach(async () => {
    await desk.stop();
    rmSync(folder, { recursive: true, force: true });
    await emptyDatabase(store);
  });
  afterAll(() => store.drop());

  test('decides, answers with the event that it published before, reads by name, and has the same state after a restart', async () => {
    await start();
    const opened = await desk.submit(opening(one));
    expect(opened).toMatchObject({ ok: true, repeated: false, event: { kind: 'ACCOUNT_OPENED' } });
    expect(durable.at(-1)).toBe(opened.ok ? opened.event : undefined);
    const refilled = await desk.submit(refill(one, '5000000', 'key-first'));
    expect(refilled).toMatchObject({ ok: true, event: { kind: 'PRACTICE_REFILLED' } });
    expect(await desk.submit(refill(one, '5000000', 'key-first'))).toMatchObject({
      ok: true,
      repeated: true,
      event: { id: refilled.ok ? refilled.event.id : 0 },
    });
    expect(await desk.submit(refill(playerId(9), '1'))).toEqual({
      ok: false,
      refusal: 'ACCOUNT_NOT_FOUND',
    });
    const seen = await desk.read(readAccount, { site: SITE, player: one });
    expect(seen?.seen).toMatchObject({ wallets: { BINARY: { point: '5000000' } } });
    expect(await desk.read(readSession, { player: playerId(9) })).toEqual({ seen: undefined });
    await desk.stop();

    await start();
    expect(desk.highestPlayer()).toBe(1);
    expect(await desk.submit(refill(one, '5000000', 'key-first'))).toMatchObject({ repeated: true });
    expect((await desk.read(readAccount, { site: SITE, player: one }))?.seen).toEqual(seen?.seen);
    while (!(await desk.caughtUp(one))) expect(desk.state()).toBe('OPEN');
  });

  test('commands submitted before the stop are answered, and later ones get TRY_AGAIN', async () => {
    await start();
    await desk.submit(opening(one));
    const asked = Array.from({ length: 300 }, () => desk.submit(hold(one, '1')));
    const read = desk.read(readSession, { player: one });
    const stopped = desk.stop();
    const late = desk.submit(hold(one, '1'));
    expect((await Promise.all(asked)).every(({ ok }) => ok)).toBe(true);
    expect((await read)?.seen).toMatchObject({ version: 1 });
    expect(await late).toEqual({ ok: false, refusal: 'TRY_AGAIN' });
    await stopped;
    expect(desk.state()).toBe('CLOSED');
    expect(durable).toHaveLength(301);
  });

  test('commands submitted together become durable in one batch', async () => {
    await start();
    await desk.submit(opening(one));
    const outcomes = await Promise.all(
      desk.submitTogether(Array.from({ length: 500 }, () => hold(one, '1'))),
    );
    expect(outcomes.every(({ ok }) => ok)).toBe(true);
    await desk.stop();
    expect(desk.stats().batches).toBe(2);
  });

  test('commands beyond the queue limit get TRY_AGAIN, and all others are answered', async () => {
    await start({ limits: { queue: 50 } });
    await desk.submit(opening(one));
    const outcomes = await Promise.all(Array.from({ length: 80 }, () => desk.submit(hold(one, '1'))));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(50);
    expect(outcomes.slice(50)).toEqual(Array(30).fill({ ok: false, refusal: 'TRY_AGAIN' }));
    expect(halts).toEqual([]);
  });

  test('a desk that halts reports it, and every caller is answered', async () => {
    await start();
    await desk.submit(opening(one));
    const asked = desk.submit(hold(one, '1'));
    desk.halt(new Error('somebody else owns the shard'));
    expect(['TRY_AGAIN', 'RESULT_UNKNOWN', true]).toContain(refusalOf(await asked));
    await halted.promise;
    expect(halts.map(String)).toEqual(['Error: somebody else owns the shard']);
    expect(desk.state()).toBe('HALTED');
    expect(await desk.submit(hold(one, '1'))).toEqual({ ok: false, refusal: 'TRY_AGAIN' });
    expect(await desk.read(readSession, { player: one })).toBeUndefined();
    expect(await desk.caughtUp(one)).toBe(false);
  });

  test('a thread that dies halts the desk, and commands under way get RESULT_UNKNOWN', async () => {
    await start();
    await desk.submit(opening(one));
    // A read that the thread does not know is a bug; it ends the thread as every bug does.
    const asked = desk.read({ ...readSession, name: 'no.such.read' }, { player: one });
    const order = desk.submit(hold(one, '1'));
    expect(await order).toEqual({ ok: false, refusal: 'RESULT_UNKNOWN' });
    expect(await asked).toBeUndefined();
    await halted.promise;
    expect(halts.map(String)).toEqual(['Error: there is no read with the name no.such.read']);
    expect(desk.state()).toBe('HALTED');
    expect(await desk.submit(hold(one, '1'))).toEqual({ ok: false, refusal: 'TRY_AGAIN' });
  });

  test('a clock behind the newest event is reported, new commands are refused, and accepted again when the clock has passed it', async () => {
    const today = millis(1_790_000_000_000);
    const reports: string[] = [];
    const reported = Promise.withResolvers<void>();
    const onTransientError = (fault: unknown): void => {
      reports.push(String(fault));
      reported.resolve();
    };
    await start({ startsAt: millis(today + HOUR_MS), onTransientError });
    expect((await desk.submit(opening(one))).ok).toBe(true);
    const kept = await desk.submit(refill(one, '5000000', 'key-kept'));
    await desk.stop();

    await start({ startsAt: today, onTransientError });
    await reported.promise;
    expect(reports[0]).toContain('3600 s behind');
    expect(desk.state()).toBe('CLOCK_BEHIND');
    expect(await desk.submit(hold(one, '1'))).toEqual({ ok: false, refusal: 'TRY_AGAIN' });
    // A repeated key gets its first answer, and reads are answered.
    expect(await desk.submit(refill(one, '5000000', 'key-kept'))).toMatchObject({
      ok: true,
      repeated: true,
      event: { id: kept.ok ? kept.event.id : 0 },
    });
    expect((await desk.read(readSession, { player: one }))?.seen).toMatchObject({ version: 1 });
    expect(halts).toEqual([]);

    desk.setTime(millis(today + HOUR_MS));
    expect(await desk.submit(hold(one, '1'))).toMatchObject({ ok: true });
    // The thread reports its state periodically.
    while (desk.state() === 'CLOCK_BEHIND') await desk.read(readSession, { player: one });
    expect(desk.state()).toBe('OPEN');
  });

  test('a desk that cannot start reports why', async () => {
    await start();
    await desk.submit(opening(one));
    await desk.stop();
    await store.database.transaction((tx) => tx.query('update shadow_mark set batch = batch + 1000'));
    await expect(start()).rejects.toThrow(/the tables are at batch/);
  });
});

const refusalOf = (outcome: { readonly ok: boolean; readonly refusal?: string }) =>
  outcome.ok ? true : outcome.refusal;
