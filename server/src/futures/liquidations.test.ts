// Liquidations from the tick to the receipt: warnings, what was judged, and where the money went.
import { amount, toDecimal } from '@maru/engine/amount';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testDatabases } from '../db/testing.ts';
import { OWNER } from '../http/testing.ts';
import { BTC, ETH, FUNDING_AT, START } from './market-testing.ts';
import { ORDER, worldForEachTest } from './world-testing.ts';

describe.each(testDatabases)('liquidations on $name', ({ open }) => {
  const on = worldForEachTest(open, { beforeAll, beforeEach, afterEach, afterAll });
  const { order, positions, orders, fills } = on;

  const report = async (fillId: number) =>
    (await on.world.get(`/api/futures/receipt/liquidation?fillId=${fillId}`, OWNER)).body;
  const receipt = async (fillId: number) =>
    (await on.world.get(`/api/futures/receipt?fillId=${fillId}`, OWNER)).body;

  test('an isolated position is warned of, and loses its margin and no more', async () => {
    await order({ marginType: 'ISOLATED', leverage: 20 });
    const [position] = await positions();
    await on.world.post(`${ORDER}/margin`, { futuresPositionId: position.id, type: 1, amount: '10' }, OWNER);
    const { liquidPrice } = (await positions())[0];
    await order({ marketType: 'LIMIT', price: '40000', marginType: 'ISOLATED', leverage: 20 });
    on.world.moveTo(START + 1_000);
    await on.world.publishPrice('47630');
    const warned = on.world.pushes.filter(({ push }) => push.type === 'POSITION_WARN');
    expect(warned).toHaveLength(1);
    on.world.moveTo(START + 2_000);
    await on.world.publishPrice(String(liquidPrice));
    expect(await positions()).toEqual([]);
    expect(await orders()).toEqual([]);
    const [fill] = await fills();
    expect(fill).toMatchObject({ marketType: 'LIQUIDATION', price: liquidPrice });
    expect(await on.world.money()).toEqual({ free: '9736', posMargin: '0' });
    const told = await report(fill.id);
    expect(told).toMatchObject({
      liquidPrice,
      bankruptcyPrice: '47400',
      position: { id: position.id, tradeType: 'LONG', qty: '0.1', entryPrice: '50000.000' },
      money: { before: '260', left: '0' },
      liquidation: {
        marginType: 'ISOLATED',
        cash: '260',
        cancelledOrders: 1,
        judged: [{ futuresPositionId: position.id, markPrice: liquidPrice, maintenanceRate: '0.004' }],
        fillIds: [fill.id],
      },
    });
    expect(told.steps.map(({ type }) => type)).toEqual([
      'OPENED',
      'MARGIN_MOVED',
      'WARNED',
      'REACHED',
      'CLOSED',
    ]);
    expect((await receipt(fill.id)).liquidation).toEqual(told.liquidation);
  });

  test('cross positions are closed until the rest is safe, and the money adds up', async () => {
    await on.world.publishPrice('3000', { stock: 'ETHUSDT' });
    await order({ qty: '9', leverage: 50 });
    await order({ futuresOptionId: ETH, qty: '0.1', tradeType: 'SHORT' });
    on.world.moveTo(START + 1_000);
    await on.world.publishPrice('3000', { stock: 'ETHUSDT' });
    await on.world.publishPrice('49270');
    const [fill] = await fills();
    expect(fill).toMatchObject({ stock: 'BTCUSDT', marketType: 'LIQUIDATION', marginType: 'CROSS' });
    expect((await positions()).map(({ stock }) => stock)).toEqual(['ETHUSDT']);
    const told = await report(fill.id);
    expect(told.liquidation.judged.map(({ futuresOptionId }) => futuresOptionId)).toEqual([BTC, ETH]);
    expect(told).toMatchObject({ liquidPrice: null, bankruptcyPrice: null });
    const { before, funding, pnl, fee, toInsurance, fromInsurance, left } = told.money;
    const plus = [before, funding, pnl, fromInsurance].reduce((sum, each) => sum + amount(each), 0n);
    const minus = [fee, toInsurance].reduce((sum, each) => sum + amount(each), 0n);
    expect(toDecimal(plus - minus)).toBe(left);
    expect((await on.world.money()).free).toBe(left);
  });

  test('the report of a position that was traded hundreds of times has its opening and the newest steps', async () => {
    await order({ qty: '0.1', leverage: 50, marginType: 'ISOLATED' });
    const more = { qty: '0.001', leverage: 50, marginType: 'ISOLATED' };
    for (let part = 0; part < 8; part++) await Promise.all(Array.from({ length: 25 }, () => order(more)));
    on.world.moveTo(START + 1_000);
    await on.world.publishPrice('49000');
    const [fill] = await fills();
    const { steps } = await report(fill.id);
    expect(steps[0]).toMatchObject({ type: 'OPENED', qty: '0.1' });
    expect(steps.filter(({ type }) => type === 'ADDED')).toHaveLength(199);
    expect(steps.at(-1)).toMatchObject({ type: 'CLOSED', qty: '0.3', fillId: fill.id });
  });

  test('a fill of the player is no liquidation', async () => {
    const { body } = await order();
    expect((await receipt(body.fills[0].id)).liquidation).toBe(null);
    const { status, body: refused } = await on.world.get(
      `/api/futures/receipt/liquidation?fillId=${body.fills[0].id}`,
      OWNER,
    );
    expect([status, refused.code]).toEqual([404, 'FILL_NOT_FOUND']);
  });

  test('funding alone can liquidate, without another tick', async () => {
    await order({ marginType: 'ISOLATED', leverage: 20 });
    on.world.moveTo(FUNDING_AT - 1_000);
    // The mark is just above the liquidation price.
    await on.world.publishPrice('47700');
    expect(await positions()).toHaveLength(1);
    on.world.fundAt('0.004');
    on.world.moveTo(FUNDING_AT + 250);
    await on.world.publishPrice('47700');
    await on.world.runOnce();
    expect(await positions()).toEqual([]);
    expect(await fills()).toMatchObject([{ marketType: 'LIQUIDATION', funding: '-19.08' }, {}]);
  });

  test('the receipt of a fill names its tick in the record, with the mark', async () => {
    const { body } = await order();
    await on.world.flush();
    const [fill] = body.fills;
    expect(await receipt(fill.id)).toMatchObject({
      rule: 'futures-1',
      fill,
      tick: { time: START, last: '50000', mark: '50000', minuteMillis: START },
      contract: { contractType: 'HYBRID', tickSize: '0.1', places: 8, feeRate: '0.0008' },
      condition: null,
      trailing: null,
      closed: null,
      ledger: { atMillis: START },
    });
    on.world.moveTo(START + 2_000);
    await on.world.publishPrice('50500', { bid: '50499', ask: '50501' });
    const { body: closed } = await order({ tradeType: 'SHORT' });
    expect(await receipt(closed.fills[0].id)).toMatchObject({
      tick: { bid: '50499', ask: '50501' },
      closed: { tradeType: 'LONG', openedMillis: START },
    });
    const ticks = await on.world.get(`/api/futures/receipt/ticks?fillId=${fill.id}`, OWNER);
    expect(ticks.body).toMatchObject({ stock: 'BTCUSDT' });
  });
});
