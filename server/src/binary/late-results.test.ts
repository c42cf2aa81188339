// Results of rounds without bets: after a pause of the machine there are thousands of them.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@maru/engine/time';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabases } from '../db/testing.ts';
import { forgetWorld } from '../desk/testing.ts';
import { openWorld, type World } from './testing.ts';

describe.each(testDatabases)('results of rounds after a pause on $name', ({ open }) => {
  let store: TestDatabase;
  let world: World;

  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store.drop());
  beforeEach(async () => {
    world = await openWorld(store);
  });
  afterEach(async () => {
    await world.kill();
    await forgetWorld(world, store);
  });

  const closes = async () => {
    const rows = await store.database.transaction((tx) =>
      tx.query<{ close_ms: number }>('select distinct close_ms from round_result order by close_ms'),
    );
    return rows.map(({ close_ms }) => close_ms);
  };

  test('those of the last hour are computed, and none of the day before it', async () => {
    world.moveTo(world.now() + DAY_MS);
    await world.runOnce();
    const made = await closes();
    expect(made.length).toBeGreaterThan(100);
    expect(made[0]).toBeGreaterThan(world.now() - HOUR_MS - MINUTE_MS);
  });

  test('a stop does not wait for them', async () => {
    world.moveTo(world.now() + HOUR_MS);
    const ran = world.runOnce();
    await world.stopRounds();
    await ran;
    expect(await closes()).toEqual([]);
  });
});
