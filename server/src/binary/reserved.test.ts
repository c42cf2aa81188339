// Free money that another product needs (docs/rules.md 6.3) cannot be staked.
import { roundId } from '@maru/engine/rounds/round';
import { MINUTE_MS, millis } from '@maru/engine/time';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabases } from '../db/testing.ts';
import { forgetWorld } from '../desk/testing.ts';
import { OWNER } from '../http/testing.ts';
import { openWorld, R1, START, type World } from './testing.ts';

const ROUND = roundId({ offer: R1, open: millis(START + MINUTE_MS) });

describe.each(testDatabases)('reserved money on $name', ({ open }) => {
  let store: TestDatabase;
  let world: World;

  beforeAll(async () => {
    store = await open();
    world = await openWorld(store);
    world.publishPrice('100');
  });

  afterAll(async () => {
    await world.kill();
    await forgetWorld(world, store);
    await store.drop();
  });

  test('a bet cannot use the free money that another product needs', async () => {
    const bet = () =>
      world.post('/api/trade/history/betting', { point: '5000', tradeRoundId: ROUND, type: 'LONG' }, OWNER);
    world.reserve('9995001');
    expect(await bet()).toMatchObject({ status: 422, body: { code: 'INSUFFICIENT_BALANCE' } });
    // What the positions of another wallet need is not in this one.
    world.reserve('9999999', 'FUTURES');
    world.reserve('9995000');
    expect(await bet()).toMatchObject({ status: 200 });
  });
});
