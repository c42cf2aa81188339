// The desks of all shards give numbers to accounts at the same time.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { emptyDatabase, openFreshPostgres, type TestDatabase, testDatabases } from '../db/testing.ts';
import { raisePlayerIdsAbove, takePlayerId } from './store.ts';

describe.each(testDatabases)('numbers of players on $name', ({ open }) => {
  let store: TestDatabase;
  const take = () => store.database.transaction(takePlayerId);
  const raise = (highest: number) => store.database.transaction((tx) => raisePlayerIdsAbove(tx, highest));

  beforeAll(async () => {
    store = await open();
  });
  beforeEach(() => emptyDatabase(store));
  afterAll(() => store.drop());

  test('a number that a journal has seen is not given again, and no other is left out', async () => {
    await raise(1);
    expect(await take()).toBe(2);
    await raise(2);
    expect(await take()).toBe(3);
    await raise(700);
    expect(await take()).toBe(701);
  });

  test('a desk that starts later with lower numbers does not set back what others have taken', async () => {
    await raise(500);
    await raise(300);
    expect(await take()).toBe(501);
    await raise(400);
    expect(await take()).toBe(502);
  });

  test('desks that start while accounts are opened never give a number twice', async () => {
    const taken: number[] = [];
    const starts = Array.from({ length: 20 }, (_, index) => raise(10 * index));
    const opened = Array.from({ length: 40 }, async () => taken.push(await take()));
    await Promise.all([...starts, ...opened]);
    expect(new Set(taken).size).toBe(taken.length);
    expect(await take()).toBeGreaterThan(190);
  });
});

test('nobody takes a number between the comparison of a start and the end of its transaction', async () => {
  const store = await openFreshPostgres();
  await store.database.transaction(async (tx) => {
    await raisePlayerIdsAbove(tx, 50);
    const other = store.database.transaction(async (waiting) => {
      await waiting.query(`set local lock_timeout = '20ms'`);
      return takePlayerId(waiting);
    });
    await expect(other).rejects.toThrow('lock timeout');
  });
  expect(await store.database.transaction(takePlayerId)).toBe(51);
  await store.drop();
});
