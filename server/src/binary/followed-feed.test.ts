// Rounds in a process that follows the feed of another: decided only by what it knows to be complete.
import { roundId } from '@maru/engine/rounds/round';
import { MINUTE_MS, type Millis, millis } from '@maru/engine/time';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabases } from '../db/testing.ts';
import { forgetWorld } from '../desk/testing.ts';
import { OWNER } from '../http/testing.ts';
import type { Gap } from '../market/record-gaps.ts';
import { openWorld, R1, START, type World } from './testing.ts';

const OPEN = START + MINUTE_MS;
const CLOSE = OPEN + MINUTE_MS;
const GRACE_MS = 2_000;
const ROUND = roundId({ offer: R1, open: millis(OPEN) });

describe.each(testDatabases)('rounds by the feed of another process on $name', ({ open }) => {
  let store: TestDatabase;
  let world: World;
  let coveredUntil: Millis;
  let gaps: readonly Gap[] = [];
  const coverage = {
    until: (now: Millis) => millis(Math.min(now, coveredUntil)),
    gaps: () => gaps,
  };

  beforeAll(async () => {
    store = await open();
  });
  beforeEach(async () => {
    coveredUntil = millis(Number.MAX_SAFE_INTEGER);
    gaps = [];
    world = await openWorld(store, { coverage });
    world.publishPrice('100');
    await world.post(
      '/api/trade/history/betting',
      { point: '5000', tradeRoundId: ROUND, type: 'LONG' },
      OWNER,
    );
  });
  afterEach(async () => {
    await world.kill();
    await forgetWorld(world, store);
  });
  afterAll(() => store.drop());

  const statuses = async () => {
    const { body } = await world.get('/api/trade/history/list?', OWNER);
    return body.content.map(({ status, voidReason }) => [status, voidReason]);
  };

  test('nothing is decided before everything is known that was received until the end of the grace', async () => {
    world.live('100', OPEN);
    world.live('101', CLOSE - 1_000);
    coveredUntil = millis(CLOSE + GRACE_MS - 1);
    world.moveTo(CLOSE + GRACE_MS + 5_000);
    await world.runOnce();
    expect(await statuses()).toEqual([[0, null]]);
    // What the leader had received in time arrives here only now.
    coveredUntil = millis(CLOSE + GRACE_MS);
    await world.runOnce();
    expect(await statuses()).toEqual([[1, null]]);
  });

  test('a round is void over a gap that became known after the start', async () => {
    world.live('100', OPEN);
    world.live('101', CLOSE - 1_000);
    gaps = [{ from: millis(CLOSE - 500), to: millis(CLOSE + 500) }];
    world.moveTo(CLOSE + GRACE_MS);
    await world.runOnce();
    expect(await statuses()).toEqual([[3, 'NO_CLOSE_TICK']]);
  });

  test('the gap of a start is not written: the leader knows when nobody recorded', async () => {
    await world.flush();
    await world.kill();
    world = await openWorld(store, { folder: world.folder, at: START + 10_000, coverage });
    const rows = await store.database.transaction((tx) => tx.query('select from_ms from record_gap'));
    expect(rows).toEqual([]);
  });
});
