// The tables of copy trading are what the events say, however these were cut into batches.
import { amount } from '@maru/engine/amount';
import {
  closeCopy,
  closeLead,
  end,
  follow,
  followIn,
  mirror,
  mirrorAll,
  moveTo,
  order,
  share,
} from '@maru/engine/copytrade/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabases } from '../../db/testing.ts';
import { copytradeShadow } from './product.ts';
import { readSizing } from './sizing-text.ts';
import {
  begunWorld,
  deleteOld,
  emptyCopytradeTables,
  findCutoffs,
  histories,
  loadState,
  PLAYERS,
  readRetained,
  readTables,
  restoreTables,
  rowsOf,
  shownState,
  writeEvents,
} from './tables-testing.ts';

describe.each(testDatabases)('the tables of copy trading on $name', ({ open }) => {
  let store: TestDatabase;
  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store.drop());
  beforeEach(() => emptyCopytradeTables(store.database));

  test('a book that is loaded is the book, and the rows do not depend on the batches', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (moves) => {
        await emptyCopytradeTables(store.database);
        const world = begunWorld();
        let written = 0;
        for (const { move, isCut } of moves) {
          move(world);
          if (!isCut) continue;
          await writeEvents(store.database, world.events.slice(written));
          written = world.events.length;
          expect(shownState(await loadState(store.database))).toEqual(shownState(world.book.copytrade));
        }
        await writeEvents(store.database, world.events.slice(written));
        const loaded = shownState(await loadState(store.database));
        expect(loaded).toEqual(shownState(world.book.copytrade));
        expect(loaded.carried).toBe(loaded.weighed);
        const cut = await readTables(store.database);
        await emptyCopytradeTables(store.database);
        await writeEvents(store.database, world.events);
        expect(await readTables(store.database)).toEqual(cut);
      }),
      { numRuns: 8, endOnFailure: true },
    );
  });

  test('what a snapshot keeps is what is left when the rest is deleted, also after more has happened', async () => {
    await fc.assert(
      fc.asyncProperty(histories, fc.double({ min: 0, max: 1, noNaN: true }), async (moves, part) => {
        await emptyCopytradeTables(store.database);
        const world = begunWorld();
        const began = world.now;
        for (const { move } of moves.slice(0, moves.length / 2)) move(world);
        await writeEvents(store.database, world.events);
        const at = Math.round(began + (world.now - began) * part);
        const cutoffs = await findCutoffs(store.database, { event: world.book.lastEvent, at });
        const kept = await readRetained(store.database, cutoffs);
        const written = world.events.length;
        for (const { move } of moves.slice(moves.length / 2)) move(world);
        const later = world.events.slice(written);
        await writeEvents(store.database, later);
        await deleteOld(store.database, cutoffs);
        const left = await readTables(store.database);
        await restoreTables(store.database, kept);
        expect(await readRetained(store.database, cutoffs)).toEqual(kept);
        await writeEvents(store.database, later);
        expect(await readTables(store.database)).toEqual(left);
        expect(shownState(await loadState(store.database))).toEqual(shownState(world.book.copytrade));
      }),
      { numRuns: 8, endOnFailure: true },
    );
  });

  test('the journal agrees with its own rows, and finds one that was changed, removed or invented', async () => {
    const world = begunWorld();
    order(world);
    mirrorAll(world);
    moveTo(world, '63000');
    closeLead(world);
    mirrorAll(world);
    share(world);
    await writeEvents(store.database, world.events);
    const last = world.book.lastEvent;
    const check = (archived?: { event: number; at: number }) =>
      store.database.transaction((tx) =>
        copytradeShadow.check(tx, rowsOf(world.events), { first: 1, last, archived }),
      );
    await expect(check()).resolves.toBeUndefined();
    const tampered = async (statement: string, message: string) => {
      const before = await readTables(store.database);
      await store.database.transaction((tx) => tx.query(statement));
      await expect(check()).rejects.toThrow(message);
      await restoreTables(store.database, before);
    };
    await tampered('update copy_record set net = net + 1 where net is not null', 'of copy trading differs');
    await tampered('update copy_lead set price = price + 1', 'of copy trading differs');
    await tampered('update copy_share set share = share + 1', 'of copy trading differs');
    await tampered('update copy_follow set rate = 0.3', 'of copy trading differs');
    await tampered('delete from copy_record', 'is gone');
    await tampered('update copy_lead set id = id + 1', 'is gone');
    await expect(check()).resolves.toBeUndefined();
  });

  test('a follow shows what was copied and missed, what it earned and how much it used', async () => {
    const world = begunWorld();
    order(world, { size: '0.1' });
    moveTo(world, '60120');
    expect(mirror(world)).toMatchObject({ ok: true });
    moveTo(world, '61000', 60_000);
    closeLead(world);
    mirror(world);
    order(world, { size: '0.001' });
    mirror(world);
    const { id } = followIn(world);
    await writeEvents(store.database, world.events);
    const { copy_follow: follows, copy_record: records, copy_lead: leads } = await readTables(store.database);
    const own = follows?.find((row) => (row as { id: number }).id === id) as Record<string, unknown>;
    expect(own).toMatchObject({ copied: 3, missed: 0, used_ms: 60_000, state: 'ACTIVE' });
    expect(Number(own['total'])).toBeGreaterThan(70);
    const [opened, closed] = (records as Record<string, unknown>[]).filter(
      ({ follow_id }) => follow_id === id,
    );
    expect(opened).toMatchObject({
      kind: 'OPEN',
      cause: 'MIRROR',
      reason: null,
      follower_id: 2,
      trader_id: 1,
    });
    expect(Number(opened?.['slippage'])).toBeGreaterThan(0);
    expect(readSizing(String(opened?.['sizing']))).toMatchObject({ maxBet: amount('3000'), leverage: 20 });
    expect(closed).toMatchObject({ kind: 'CLOSE', net: own['total'] });
    expect(leads).toMatchObject([{ copied: 1 }, { copied: 1 }, { copied: 1 }]);
  });

  test('what ended leaves the open copies, and its follower can follow again', async () => {
    const world = begunWorld();
    order(world);
    mirrorAll(world);
    closeCopy(world);
    end(world);
    expect(follow(world)).toMatchObject({ ok: true });
    await writeEvents(store.database, world.events);
    const { copy_follow: follows, copy_open: copies } = await readTables(store.database);
    const own = (follows as Record<string, unknown>[]).filter((row) => row['follower_id'] === 2);
    expect(own).toHaveLength(2);
    expect(own).toContainEqual(expect.objectContaining({ state: 'ENDED', ended_by: 'PLATFORM' }));
    expect(own).toContainEqual(expect.objectContaining({ state: 'ACTIVE', ended_by: null }));
    expect(copies).toHaveLength(PLAYERS - 2);
  });
});
