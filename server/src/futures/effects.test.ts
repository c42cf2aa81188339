// What a change of settings would do is known before it is asked for.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testDatabases } from '../db/testing.ts';
import { OWNER, STAFF } from '../http/testing.ts';
import { BTC } from './market-testing.ts';
import { worldForEachTest } from './world-testing.ts';

const SETTING = '/api/office/futures/setting';

describe.each(testDatabases)('a change of coin futures on $name', ({ open }) => {
  const on = worldForEachTest(open, { beforeAll, beforeEach, afterEach, afterAll });
  const effect = async (query: string) =>
    (await on.world.get(`${SETTING}/effect?futuresOptionId=${BTC}&${query}`, STAFF)).body;

  test('shows who is liquidated and what closing costs, to staff alone', async () => {
    await on.order();
    expect((await on.world.get(`${SETTING}/effect?futuresOptionId=${BTC}`, OWNER)).status).toBe(403);
    expect(await effect('leverageMost=50')).toMatchObject({ takesTwo: false, positions: 1, result: '0' });
    // 0.1 coins at 50,000: from 0.08 % to 0.1 % of 5,000.
    expect(await effect('feeRate=0.001')).toMatchObject({
      ...{ takesTwo: true, positions: 1, closed: 0, result: '-1', currency: 'USDT' },
      rows: [{ playerId: OWNER.id, stock: 'BTCUSDT', side: 'LONG', qty: '0.1', isClosed: false }],
    });
    expect(await effect('warnRatio=2')).toMatchObject({ code: 'SETTING_INVALID', field: 'warnRatio' });
  });

  test('of mode is pushed to everybody, and only reducing orders go through', async () => {
    await on.order();
    await on.world.post(SETTING, { futuresOptionId: BTC, mode: 'REDUCE_ONLY' }, STAFF);
    expect(on.world.published).toMatchObject([
      { type: 'FUTURES_OPTION_MODE', data: { stock: 'BTCUSDT', mode: 'REDUCE_ONLY' } },
    ]);
    expect((await on.order()).body.code).toBe('ONLY_REDUCE');
    expect((await on.order({ tradeType: 'SHORT' })).status).toBe(200);
    expect(await on.positions()).toEqual([]);
  });
});
