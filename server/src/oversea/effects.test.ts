// What a change would do is known before it is asked for.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testDatabases } from '../db/testing.ts';
import { COLLEAGUE, OWNER, STAFF } from '../http/testing.ts';
import { worldForEachTest } from './each-world-testing.ts';
import { NQ } from './testing.ts';

const OFFICE = '/api/office/oversea';

describe.each(testDatabases)('on $name', ({ open }) => {
  const on = worldForEachTest(open, { beforeAll, beforeEach, afterEach, afterAll });
  const effect = async (query: string) =>
    (await on.world.get(`${OFFICE}/setting/effect?overseaOptionId=${NQ}&${query}`, STAFF)).body;

  test('players do not see it, and bad settings are refused as the change would be', async () => {
    for (const path of [
      `setting/effect?overseaOptionId=${NQ}`,
      `close/effect?overseaOptionId=${NQ}`,
      'rate/effect?base=USD&rate=1400',
    ])
      expect((await on.world.get(`${OFFICE}/${path}` as '/api/office/oversea/setting', OWNER)).status).toBe(
        403,
      );
    expect(await effect('lossCutRate=1')).toMatchObject({ code: 'SETTING_INVALID', field: 'lossCutRate' });
    expect((await on.world.get(`${OFFICE}/rate/effect?base=ZZZ&rate=1`, STAFF)).status).toBe(422);
  });

  test('settings of new orders touch nobody, others name who is cut', async () => {
    await on.order();
    expect(await effect('entryMargin=500000')).toMatchObject({
      ...{ takesTwo: false, players: 1, positions: 1, closed: 0, result: '0', isWhole: true },
      rows: [{ playerId: OWNER.id, stock: 'NQ', side: 'LONG', qty: '1', isClosed: false }],
    });
    expect(await effect('commission=4000')).toMatchObject({ takesTwo: true, closed: 0, result: '-1000' });
    // Ten million of equity: only a rate that wants more than all of the margin would cut it.
    expect(await effect('lossCutRate=0.99')).toMatchObject({ takesTwo: true, closed: 0 });
  });

  test('closing an instrument shows the result at the last price, and that is what happens', async () => {
    await on.order();
    await on.world.publishPrice('18260.25');
    const before = Number((await on.world.balances()).free);
    const { body } = await on.world.get(`${OFFICE}/close/effect?overseaOptionId=${NQ}`, STAFF);
    expect(body).toMatchObject({ takesTwo: true, positions: 1, closed: 1 });
    const asked = await on.world.post(`${OFFICE}/close`, { overseaOptionId: NQ, reason: '점검' }, STAFF);
    const staffRequestId = asked.body.waiting?.id;
    expect((await on.world.post('/api/office/request/approve', { staffRequestId }, COLLEAGUE)).status).toBe(
      200,
    );
    const margin = 300_000;
    expect(Number((await on.world.balances()).free) - before).toBe(Number(body.result) + margin);
  });

  test('a rate shows what positions of its currency would be worth', async () => {
    await on.order();
    await on.world.publishPrice('18350.25');
    const { body } = await on.world.get(`${OFFICE}/rate/effect?base=USD&rate=1485.5`, STAFF);
    // 100 points x 20 dollars x 100 won more for a dollar.
    expect(body).toMatchObject({ positions: 1, result: '200000', currency: 'KRW' });
    expect((await on.world.get(`${OFFICE}/rate/effect?base=HKD&rate=180`, STAFF)).body).toMatchObject({
      positions: 0,
    });
  });

  test('a change of mode is pushed to everybody at once', async () => {
    const set = (mode: string) => on.world.post(`${OFFICE}/setting`, { overseaOptionId: NQ, mode }, STAFF);
    await set('REDUCE_ONLY');
    await set('REDUCE_ONLY');
    await set('NORMAL');
    expect(on.world.modes).toEqual([
      { stock: 'NQ', mode: 'REDUCE_ONLY' },
      { stock: 'NQ', mode: 'NORMAL' },
    ]);
  });
});
