// The settings of positions, what they are worth, and what players read of it.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testDatabases } from '../db/testing.ts';
import { OWNER, STRANGER } from '../http/testing.ts';
import { BTC, BTCUSD, ETH, START } from './market-testing.ts';
import { HISTORY, ORDER, worldForEachTest } from './world-testing.ts';

describe.each(testDatabases)('positions of coin futures on $name', ({ open }) => {
  const on = worldForEachTest(open, { beforeAll, beforeEach, afterEach, afterAll });
  const { order, positions, orders } = on;

  const leverage = (value: number, by = OWNER) =>
    on.world.post(`${ORDER}/leverage`, { futuresOptionId: BTC, leverage: value }, by);
  const marginType = (value: string) =>
    on.world.post(`${ORDER}/margin_type`, { futuresOptionId: BTC, marginType: value }, OWNER);
  const lastOf = async (by = OWNER) =>
    (await on.world.get(`${HISTORY}/last_leverage`, by)).body.find((each) => each.futuresOptionId === BTC);

  test('leverage and margin type hold for the next orders, and for nobody else', async () => {
    expect(await lastOf()).toMatchObject({ leverage: 20, marginType: 'CROSS', stock: 'BTCUSDT' });
    expect((await leverage(50)).body).toMatchObject({ leverage: 50, marginType: 'CROSS', position: null });
    expect((await marginType('ISOLATED')).body).toMatchObject({ leverage: 50, marginType: 'ISOLATED' });
    expect(await lastOf()).toMatchObject({ leverage: 50, marginType: 'ISOLATED' });
    expect(await lastOf(STRANGER)).toMatchObject({ leverage: 20, marginType: 'CROSS' });
    expect((await order()).body).toMatchObject({ leverage: 50, marginType: 'ISOLATED' });
    expect(await on.world.money()).toEqual({ free: '9896', posMargin: '100' });
    expect((await order({ leverage: 20 })).body.code).toBe('LEVERAGE_DIFFERS');
    expect((await marginType('CROSS')).body.code).toBe('MARGIN_TYPE_WITH_OPEN');
    expect((await leverage(40)).body.code).toBe('LEVERAGE_BELOW_POSITION');
    expect((await leverage(100)).body).toMatchObject({ leverage: 100, position: { leverage: 100 } });
    expect((await leverage(126)).body.code).toBe('LEVERAGE_OUT_OF_RANGE');
    // After a restart the tables know it.
    await on.world.post(`${ORDER}/close_all`, {}, OWNER);
    await on.restart(START + 1_000);
    expect(await lastOf()).toMatchObject({ leverage: 100, marginType: 'ISOLATED' });
  });

  test('margin is added to an isolated position and taken back, and moves its liquidation price', async () => {
    await marginType('ISOLATED');
    const { body: filled } = await order();
    const [position] = await positions();
    const move = (type: number, amount: string, by = OWNER, id = position.id) =>
      on.world.post(`${ORDER}/margin`, { futuresPositionId: id, type, amount }, by);
    expect(position).toMatchObject({ margin: '250', liquidPrice: '47690.7' });
    expect(filled.id).toBeGreaterThan(0);
    expect((await move(1, '250')).body).toMatchObject({ margin: '500', wallet: { point: '9496' } });
    expect((await positions())[0]).toMatchObject({ margin: '500', liquidPrice: '45180.7' });
    expect((await move(2, '300')).body.code).toBe('ISOLATED_MARGIN_SHORT');
    expect((await move(2, '250')).body).toMatchObject({ margin: '250' });
    expect((await move(1, '0')).body.code).toBe('ENTER_AMOUNT');
    expect((await move(1, '-5')).body.code).toBe('ENTER_AMOUNT');
    expect((await move(1, '100000')).body.code).toBe('INSUFFICIENT_BALANCE');
    expect((await move(1, '1', STRANGER)).body.code).toBe('POSITION_NOT_FOUND');
    expect((await move(1, '1', OWNER, 12_345)).body.code).toBe('POSITION_NOT_FOUND');
  });

  test('both exits of a whole position are replaced together, and 0 removes one', async () => {
    await order();
    const [position] = await positions();
    const set = (body: Record<string, unknown>, by = OWNER, key?: string) =>
      on.world.post(`${ORDER}/tpsl`, { futuresPositionId: position.id, ...body }, by, key);
    const { body: first } = await set({ takeProfit: '52000', stopLoss: '49000', isMarkSl: true });
    expect(first.orders).toMatchObject([
      { marketType: 'TAKEPROFIT', stopPrice: '52000', isMark: false },
      { marketType: 'STOPLOSS', stopPrice: '49000', isMark: true },
    ]);
    const { body: second } = await set({ takeProfit: '53000', stopLoss: '49000', isMarkSl: true });
    expect(second.cancelled).toEqual([first.orders[0].id]);
    expect(second.orders.map(({ stopPrice }) => stopPrice)).toEqual(
      expect.arrayContaining(['53000', '49000']),
    );
    // The first answer again, whatever happened to the exits since.
    const third = await set({ takeProfit: '54000', stopLoss: '49000', isMarkSl: true }, OWNER, 'third-key');
    await set({ takeProfit: '53000', stopLoss: '48500' });
    expect(await set({ takeProfit: '54000', stopLoss: '49000', isMarkSl: true }, OWNER, 'third-key')).toEqual(
      third,
    );
    expect(third.body.orders.map(({ stopPrice }) => stopPrice)).toEqual(['49000', '54000']);
    const listed = await on.world.get(`${HISTORY}/open_sltp?futuresPositionId=${position.id}`, OWNER);
    expect(listed.body).toHaveLength(2);
    const theirs = await on.world.get(`${HISTORY}/open_sltp?futuresPositionId=${position.id}`, STRANGER);
    expect(theirs.body.code).toBe('POSITION_NOT_FOUND');
    expect((await set({ takeProfit: '1' })).body.code).toBe('TPSL_REJECTED');
    expect((await set({ takeProfit: '53000' }, STRANGER)).body.code).toBe('POSITION_NOT_FOUND');
    const { body: last } = await set({ takeProfit: '0', stopLoss: null });
    expect(last.orders).toEqual([]);
    expect(last.cancelled).toHaveLength(2);
    expect(await orders()).toEqual([]);
  });

  test('closing everything closes what has a price, in one wallet', async () => {
    await on.world.publishPrice('3000', { stock: 'ETHUSDT' });
    await on.world.publishPrice('50000', { stock: 'BTCUSD' });
    await order();
    await order({ futuresOptionId: ETH, qty: '1', tradeType: 'SHORT' });
    await order({ futuresOptionId: BTCUSD, qty: '100' });
    on.world.moveTo(START + 5_000);
    await on.world.publishPrice('50100');
    const close = (walletType?: string) => on.world.post(`${ORDER}/close_all`, { walletType }, OWNER);
    expect((await close()).body.fills).toMatchObject([{ stock: 'BTCUSDT', marketType: 'CLOSE_ALL' }]);
    expect((await close()).body.code).toBe('NO_FRESH_PRICE');
    expect((await positions()).map(({ stock }) => stock)).toEqual(['ETHUSDT', 'BTCUSD']);
    expect((await close('XRP')).body.code).toBe('WALLET_UNSUPPORTED');
    expect((await close('ETH')).body.code).toBe('WALLET_UNSUPPORTED');
  });

  test('how much may be opened is what the tier of the leverage leaves', async () => {
    const per = (query: string) => on.world.get(`${ORDER}/qty_per?futuresOptionId=${BTC}&${query}`, OWNER);
    expect((await per('leverage=20')).body).toEqual({
      maxNotional: '10000000',
      maxQty: '200',
      usedQty: '0',
      remainQty: '200',
    });
    await order();
    await order({ marketType: 'LIMIT', price: '49000', qty: '0.2' });
    expect((await per('leverage=20')).body).toMatchObject({ usedQty: '0.3', remainQty: '199.7' });
    expect((await per('leverage=20&tradeType=SHORT')).body).toMatchObject({ usedQty: '0' });
    expect((await per('leverage=126')).body.code).toBe('LEVERAGE_OUT_OF_RANGE');
    expect((await on.world.get(`${ORDER}/qty_per?futuresOptionId=999&leverage=1`, OWNER)).body.code).toBe(
      'OPTION_NOT_FOUND',
    );
  });

  test('an account is worth its cash and its cross positions at their marks', async () => {
    const accounts = async () => (await on.world.get(`${HISTORY}/account`, OWNER)).body;
    expect(await accounts()).toMatchObject([
      {
        wallet: 'FUTURES',
        currency: 'USDT',
        places: 8,
        playerPoint: '10000',
        available: '10000',
        ratio: '0',
      },
      { wallet: 'BTC', currency: 'BTC', playerPoint: '1', equity: '1' },
    ]);
    await order();
    await on.world.publishPrice('50000', { mark: '49000' });
    expect((await accounts())[0]).toEqual({
      wallet: 'FUTURES',
      currency: 'USDT',
      places: 8,
      playerPoint: '9996',
      markPnl: '-100',
      minusFundingFee: '0',
      equity: '9896',
      maintenance: '19.6',
      available: '9646',
      ratio: '0.0019',
    });
    expect(on.world.reservedFor(OWNER, 'FUTURES')).toBe('350');
    expect(on.world.reservedFor(OWNER, 'BTC')).toBe('0');
    expect(on.world.reservedFor(STRANGER, 'FUTURES')).toBe('0');
    await order({ marketType: 'LIMIT', price: '40000', qty: '1' });
    expect(on.world.reservedFor(OWNER, 'FUTURES')).toBe('2382');
  });
});
