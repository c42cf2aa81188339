// After a stop: the same book, the same tables, and what was missed is done on the first fresh tick.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testDatabases } from './db/testing.ts';
import { openJournal } from './desk/open-desk.ts';
import { FUNDING_AT, START } from './futures/market-testing.ts';
import { ORDER, worldForEachTest } from './futures/world-testing.ts';
import { OWNER, STRANGER } from './http/testing.ts';
import { rebuildTables } from './shadow/rebuild-tables.ts';
import { shadowParts } from './shadow-products.ts';

describe.each(testDatabases)('coin futures after a restart on $name', ({ open }) => {
  const on = worldForEachTest(open, { beforeAll, beforeEach, afterEach, afterAll });
  const { order, positions, orders, fills, restart } = on;

  const ROWS = ['futures_order', 'futures_position', 'futures_fill', 'futures_funding'];
  async function rows(): Promise<readonly unknown[]> {
    const all: unknown[] = [];
    for (const table of ROWS)
      all.push(await on.store.database.transaction((tx) => tx.query(`select * from ${table} order by id`)));
    return all;
  }

  async function trade(): Promise<void> {
    await order({ takeProfit: '60000', stopLoss: '45000' });
    await order({ tradeType: 'SHORT', qty: '0.2', marginType: 'ISOLATED', leverage: 50 }, STRANGER);
    await order({ marketType: 'LIMIT', price: '49000', qty: '0.3' });
    const { body: stop } = await order({ marketType: 'STOPLIMIT', price: '51000', stopPrice: '50900' });
    on.world.moveTo(FUNDING_AT - 1_000);
    await on.world.publishPrice('50100');
    on.world.moveTo(FUNDING_AT + 3_000);
    await on.world.runOnce();
    await on.world.publishPrice('48900');
    await on.world.post(`${ORDER}/cancel`, { id: stop.id }, OWNER);
    await order({ tradeType: 'SHORT', qty: '0.6' });
    await order({ qty: '0.05' }, STRANGER);
  }

  test('the book is restored from the tables, and the tables from the journal', async () => {
    await trade();
    const before = await on.world.book();
    await on.world.caughtUp();
    const written = await rows();
    const { folder } = on.world;
    await on.world.kill();
    const journal = await openJournal(
      on.store.url === undefined ? { folder } : { url: on.store.url },
      0,
      () => undefined,
    );
    await rebuildTables({ database: on.store.database, journal, shard: 0, products: shadowParts.products });
    await journal.close();
    expect(await rows()).toEqual(written);
    await on.begin({ folder, at: FUNDING_AT + 4_000 });
    expect(await on.world.book()).toBe(before);
  });

  test('missed pushes are exactly those that were sent live', async () => {
    await trade();
    const live = on.world.pushes
      .filter(({ queue, player }) => queue === 'futures' && player === OWNER.id)
      .map(({ push }) => push);
    expect(live.length).toBeGreaterThan(5);
    expect(await on.world.missed()).toEqual(live);
  });

  test('a process acts on the first fresh tick, and marks the fills as after a gap', async () => {
    await order({ stopLoss: '49000' });
    await order({ marketType: 'LIMIT', price: '48000', qty: '0.2' });
    const before = await on.world.book();
    await restart(START + 30_000);
    expect(await on.world.book()).toBe(before);
    await on.world.runOnce();
    expect(await orders()).toHaveLength(2);
    on.world.moveTo(START + 31_000);
    await on.world.publishPrice('47900');
    expect(await positions()).toMatchObject([{ qty: '0.2', entryPrice: '48000.000' }]);
    expect(await fills()).toMatchObject([
      { marketType: 'LIMIT', isAfterGap: true },
      { marketType: 'STOPLOSS', isAfterGap: true, price: '47900' },
      { isAfterGap: false },
    ]);
  });

  test('an account that fell while nobody watched is liquidated on the first tick', async () => {
    await order({ marginType: 'ISOLATED', leverage: 50 });
    await restart(START + 30_000);
    on.world.moveTo(START + 31_000);
    await on.world.publishPrice('45000');
    expect(await positions()).toEqual([]);
    expect(await fills()).toMatchObject([{ marketType: 'LIQUIDATION', isAfterGap: true }, {}]);
  });

  test('a trailing stop goes on from the furthest recorded price', async () => {
    await order();
    await order({ tradeType: 'SHORT', marketType: 'TRAILINGSTOP', callbackRate: '0.01', qty: undefined });
    on.world.moveTo(START + 1_000);
    await on.world.publishPrice('52000');
    await on.world.flush();
    await restart(START + 30_000);
    on.world.moveTo(START + 31_000);
    await on.world.publishPrice('51490');
    expect(await positions()).toHaveLength(1);
    on.world.moveTo(START + 32_000);
    await on.world.publishPrice('51480');
    expect(await positions()).toEqual([]);
  });

  test('the first answer to a key outlives the process', async () => {
    const first = await order({ marketType: 'LIMIT', price: '40000' }, OWNER, 'before-restart');
    await restart(START + 1_000);
    expect(await order({ marketType: 'LIMIT', price: '40000' }, OWNER, 'before-restart')).toEqual(first);
    expect(await orders()).toHaveLength(1);
  });
});
