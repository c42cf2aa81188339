// Whom staff switched off as a trader does not switch it on alone, and the log has what staff did before it is done.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testDatabases } from '../db/testing.ts';
import { BTC, ETH } from '../futures/market-testing.ts';
import { STAFF } from '../http/testing.ts';
import { copyWorldForEachTest, keyOf, TRADER } from './testing.ts';

const TRADERS = '/api/copytrade/trader';

describe.each(testDatabases)('held traders on $name', ({ open }) => {
  const each = copyWorldForEachTest(open, { beforeAll, beforeEach, afterEach, afterAll });

  test('whom staff switched off begins again only when staff say so, and the log has each attempt', async () => {
    const { world } = each;
    const PATH = '/api/office/copytrade/trader/set';
    const terms = {
      traderId: TRADER.id,
      isAccepting: true,
      quota: 100,
      shareRate: '0.1',
      followStock: [ETH, BTC],
    };
    const set = (more: object) => world.post(PATH, { ...terms, reason: '확인이 필요합니다', ...more }, STAFF);
    const begin = () => world.post(`${TRADERS}/setting`, { status: 'ACTIVE' }, TRADER, keyOf());
    const changes = () =>
      world.query<{ action: string; before: string; after: string }>(
        'select action, before, after from staff_change order by id',
      );
    world.desk.submit = async (command) => {
      expect(await changes(), 'nothing is done that the log has not').toHaveLength(1);
      return world.submit(command);
    };
    expect((await set({ status: 'OFF' })).body).toEqual({ detached: 0 });
    world.desk.submit = world.submit;
    await world.caughtUp();
    expect((await world.get(`${TRADERS}/mine`, TRADER)).body.trader).toMatchObject({
      status: 'OFF',
      isHeld: true,
    });
    const listed = (await world.get('/api/office/copytrade/trader/list?statusStrs=OFF', STAFF)).body.content;
    expect(listed).toMatchObject([{ traderId: TRADER.id, isHeld: true }]);
    expect(await begin()).toMatchObject({ status: 409, body: { code: 'TRADER_HELD' } });
    expect((await set({ status: 'OFF', quota: 100_000, shareRate: '0.5' })).body.code).toBe('TRADER_TERMS');
    for (const refusal of ['TRY_AGAIN', 'RESULT_UNKNOWN'] as const) {
      world.desk.submit = async () => ({ ok: false, refusal });
      expect((await set({ status: 'ACTIVE' })).body.code).toBe(refusal);
    }
    world.desk.submit = world.submit;
    expect((await set({ status: 'ACTIVE' })).status).toBe(200);
    await world.caughtUp();
    expect((await world.get(`${TRADERS}/mine`, TRADER)).body.trader).toMatchObject({ isHeld: false });
    const log = (await changes()).map(({ action, before, after }) => [
      action,
      JSON.parse(before).status,
      JSON.parse(after).status ?? JSON.parse(after).refusal,
    ]);
    expect(log).toEqual([
      ['SET', 'ACTIVE', 'OFF'],
      ['SET', 'OFF', 'OFF'],
      ['SET_REFUSED', 'OFF', 'TRADER_TERMS'],
      ['SET', 'OFF', 'ACTIVE'],
      ['SET_REFUSED', 'ACTIVE', 'TRY_AGAIN'],
      // Nobody knows whether this one was done.
      ['SET', 'OFF', 'ACTIVE'],
      ['SET', 'OFF', 'ACTIVE'],
    ]);
    expect(JSON.parse((await changes())[0]?.after ?? '')).toMatchObject({ followStock: [BTC, ETH] });
  });

  test('staff read what they have just changed, however new the list was', async () => {
    const { world } = each;
    const statuses = async () => {
      const { body } = await world.get('/api/office/copytrade/trader/list', STAFF);
      return (body.content as readonly { traderId: number; status: string }[])
        .filter(({ traderId }) => traderId === TRADER.id)
        .map(({ status }) => status);
    };
    expect(await statuses()).toEqual(['ACTIVE']);
    const { status } = await world.post(
      '/api/office/copytrade/trader/set',
      {
        ...{ traderId: TRADER.id, status: 'OFF', isAccepting: true, quota: 100, shareRate: '0.1' },
        ...{ followStock: [ETH, BTC], reason: '확인이 필요합니다' },
      },
      STAFF,
    );
    expect(status).toBe(200);
    expect(await statuses()).toEqual(['OFF']);
  });
});
