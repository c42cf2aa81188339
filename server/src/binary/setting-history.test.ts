import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabases } from '../db/testing.ts';
import { forgetWorld } from '../desk/testing.ts';
import { STAFF } from '../http/testing.ts';
import { openWorld, R1, type World } from './testing.ts';

describe.each(testDatabases)('on $name', ({ open }) => {
  let store: TestDatabase;
  let world: World;
  beforeAll(async () => {
    store = await open();
    world = await openWorld(store);
  });
  afterAll(async () => {
    await world.kill();
    await forgetWorld(world, store);
    await store.drop();
  });

  test('a change of settings records who, from what, to what and why; a refused one records nothing', async () => {
    const change = (body: object) =>
      world.post('/api/office/binary/setting', { tradeOptionId: R1, ...body }, STAFF);
    expect((await change({ rate: '1', reason: '실수' })).status).toBe(422);
    expect((await change({ rate: '0.5', stakeMin: '1000', reason: '행사' })).status).toBe(200);
    const [row, ...more] = await store.database.transaction((tx) =>
      tx.query<{ before: string; after: string }>(
        'select area, subject, before, after, reason, staff_id from staff_change',
      ),
    );
    expect(more).toEqual([]);
    const subject = String(R1);
    expect(row).toMatchObject({ area: 'BINARY_SETTING', subject, reason: '행사', staff_id: STAFF.id });
    expect(JSON.parse(row?.before ?? '')).toMatchObject({ rate: '0.87', stakeMin: '5000' });
    expect(JSON.parse(row?.after ?? '')).toMatchObject({ rate: '0.5', stakeMin: '1000' });
  });
});
