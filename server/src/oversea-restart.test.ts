// After a stop: the same book, the same tables, and what was missed is done on the first fresh tick.

import { MINUTE_MS } from '@maru/engine/time';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testDatabases } from './db/testing.ts';
import { openJournal } from './desk/open-desk.ts';
import { OWNER, STRANGER } from './http/testing.ts';
import { ORDER, worldForEachTest } from './oversea/each-world-testing.ts';
import { END, NQ, START } from './oversea/testing.ts';
import { rebuildTables } from './shadow/rebuild-tables.ts';
import { shadowParts } from './shadow-products.ts';

describe.each(testDatabases)('a restart on $name', ({ open }) => {
  const on = worldForEachTest(open, { beforeAll, beforeEach, afterEach, afterAll });
  const { order, positions, orders, fills, flag, restart } = on;

  const ROWS = ['oversea_order', 'oversea_position', 'oversea_fill'];
  const rows = async () => {
    const all: unknown[] = [];
    for (const table of ROWS) {
      all.push(await on.store.database.transaction((tx) => tx.query(`select * from ${table} order by id`)));
    }
    return all;
  };

  /** Everything that may happen to orders and positions, in runs of events of every length. */
  async function trade(): Promise<void> {
    await order({ qty: 3, tpTick: 100, slTick: 400 });
    await order({ qty: 2 });
    on.world.moveTo(START + 1_000);
    await on.world.publishPrice('18251.75');
    await order({ tradeType: 'SHORT', qty: 1 });
    const [held] = await positions();
    await on.world.post(
      `${ORDER}/tpsl`,
      { overseaPositionId: held.id, overseaOptionId: NQ, tpTick: 200, slTick: 0 },
      OWNER,
    );
    await flag(held.id);
    await order({ tradeType: 'SHORT', qty: 9 });
    const { body: first } = await order({ marketType: 'LIMIT', price: '18200', tpTick: 4 });
    await order({ marketType: 'STOPMARKET', price: '18300', reduceOnly: true });
    await order({ marketType: 'LIMIT', price: '18240' }, STRANGER);
    await order({ qty: 7 }, STRANGER);
    await on.world.post(`${ORDER}/cancel`, { id: first.id }, OWNER);
    on.world.moveTo(START + 2_000);
    await on.world.publishPrice('18239');
    await order({ qty: 2 });
    await order({ tradeType: 'SHORT', qty: 8, reduceOnly: true }, STRANGER);
  }

  test('the book is restored from the tables, and the tables from the journal', async () => {
    await trade();
    const before = await on.world.book();
    expect(before).toContain('position ');
    await on.world.caughtUp();
    const written = await rows();
    await on.world.kill();
    const journal = await openJournal(
      on.store.url === undefined ? { folder: on.world.folder } : { url: on.store.url },
      0,
      () => undefined,
    );
    await rebuildTables({ database: on.store.database, journal, shard: 0, products: shadowParts.products });
    await journal.close();
    expect(await rows()).toEqual(written);
    await on.begin({ folder: on.world.folder, at: START + 3_000 });
    expect(await on.world.book()).toBe(before);
  });

  test('missed pushes are exactly those that were sent live', async () => {
    await trade();
    const live = on.world.pushes
      .filter(({ queue, player }) => queue === 'oversea' && player === OWNER.id)
      .map(({ push }) => push);
    expect(live.length).toBeGreaterThan(10);
    expect(await on.world.missed()).toEqual(live);
  });

  test('after a stop a process acts on the first fresh tick, and marks the fills as after a gap', async () => {
    await order({ qty: 1, slTick: 40 });
    await order({ marketType: 'LIMIT', price: '18245' });
    await order({ marketType: 'STOPMARKET', price: '18230' }, STRANGER);
    const before = await on.world.book();
    await restart(START + 30_000);
    expect(await on.world.book()).toBe(before);
    // Nothing happens before a tick that is newer than the start.
    await on.world.runOnce();
    expect(await orders()).toHaveLength(1);
    on.world.moveTo(START + 31_000);
    await on.world.publishPrice('18229', { bid: '18229', ask: '18229' });
    // The stop-loss comes first, then the limit, which opens a new position.
    expect(await positions()).toMatchObject([{ entryPrice: '18245.0000' }]);
    expect(await orders()).toEqual([]);
    expect(await fills()).toMatchObject([
      { marketType: 'LIMIT', isAfterGap: true },
      { marketType: 'STOPLOSS', isAfterGap: true, price: '18229' },
      { isAfterGap: false },
    ]);
    expect(await fills(STRANGER)).toMatchObject([
      { isAfterGap: true, marketType: 'STOPMARKET', price: '18229' },
    ]);
    // The next tick arrives in time.
    on.world.moveTo(START + 32_000);
    await on.world.publishPrice('18246');
    await order({ tpTick: 4 });
    on.world.moveTo(START + 33_000);
    await on.world.publishPrice('18247');
    expect((await fills())[0]).toMatchObject({ marketType: 'TAKEPROFIT', isAfterGap: false });
  });

  test('what was left undone at the end of a session is done when the market opens again', async () => {
    await order();
    await order({ marketType: 'LIMIT', price: '18300', tradeType: 'SHORT', qty: 3 });
    const { body } = await order({ qty: 2 }, STRANGER);
    await flag(body.id, 1, STRANGER);
    // The session of Friday opens at eight.
    await restart(END + 30 * MINUTE_MS);
    await on.world.runOnce();
    expect(await positions()).toHaveLength(1);
    on.world.moveTo(END + 60 * MINUTE_MS);
    await on.world.runOnce();
    await on.world.publishPrice('18300');
    await on.world.runOnce();
    expect(await positions()).toEqual([]);
    expect(await orders()).toEqual([]);
    // The limit was reached only by the tick that closed the session of its day: it is cancelled, not filled.
    expect(await fills()).toMatchObject([{ forcedReason: 'SESSION_END', isAfterGap: true }, {}]);
    expect(await positions(STRANGER)).toMatchObject([{ heldFor: '2026-11-13', isOvernight: true }]);
  });
});
