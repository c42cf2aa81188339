// Orders of coin futures from the call to the tables: what is answered, what is refused, and what a repeated key gets.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testDatabases } from '../db/testing.ts';
import { OWNER, PARTNER, STRANGER } from '../http/testing.ts';
import { BTC, BTCUSD, ETH, FUNDING_AT, START } from './market-testing.ts';
import { ORDER, worldForEachTest } from './world-testing.ts';

describe.each(testDatabases)('orders of coin futures on $name', ({ open }) => {
  const on = worldForEachTest(open, { beforeAll, beforeEach, afterEach, afterAll });
  const { order, positions, orders, fills } = on;

  test('a market order is filled at the ask with the settings of the player, and pays its fee', async () => {
    await on.world.publishPrice('50000', { bid: '49999.9', ask: '50000.1' });
    const { status, body } = await order();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'FILLED',
      qty: '0.1',
      leverage: 20,
      marginType: 'CROSS',
      cost: '0',
      fills: [{ price: '50000.1', fee: '4.000008', openedQty: '0.1', orderId: body.id }],
      wallet: { type: 'FUTURES', currency: 'USDT', point: '9995.999992' },
    });
    expect(await positions()).toMatchObject([
      { futuresOptionId: BTC, tradeType: 'LONG', qty: '0.1', entryPrice: '50000.100', liquidPrice: null },
    ]);
    expect(await fills()).toEqual(body.fills);
  });

  test('a limit rests, is changed, and is filled at its own price', async () => {
    const { body } = await order({
      marketType: 'LIMIT',
      price: '49000',
      takeProfit: '52000',
      stopLoss: '47000',
    });
    expect(body).toMatchObject({ status: 'OPEN', price: '49000', fills: [], wallet: { point: '10000' } });
    const amended = await on.world.post(`${ORDER}/amend`, { id: body.id, price: '49500', qty: '0.2' }, OWNER);
    expect(amended.body).toMatchObject({ id: body.id, price: '49500', qty: '0.2', status: 'OPEN' });
    on.world.moveTo(START + 1_000);
    await on.world.publishPrice('49400');
    expect(await fills()).toMatchObject([{ marketType: 'LIMIT', price: '49500', qty: '0.2' }]);
    const exits = await orders();
    expect(exits.map(({ marketType, stopPrice }) => [marketType, stopPrice])).toEqual([
      ['STOPLOSS', '47000'],
      ['TAKEPROFIT', '52000'],
    ]);
    const tpsl = await on.world.get(`/api/futures/history/tpsl?orderId=${body.id}`, OWNER);
    expect(tpsl.body).toMatchObject({ takeProfit: '52000', stopLoss: '47000', isMarkTp: false });
    // The stop-loss closes the position and takes the take-profit with it.
    on.world.moveTo(START + 2_000);
    await on.world.publishPrice('46999');
    expect(await positions()).toEqual([]);
    expect(await orders()).toEqual([]);
  });

  test('an order that was filled at once names the exits that it gave', async () => {
    const { body } = await order({ takeProfit: '52000', isMarkTp: true });
    const { body: tpsl } = await on.world.get(`/api/futures/history/tpsl?orderId=${body.id}`, OWNER);
    expect(tpsl).toEqual({
      orderId: body.id,
      takeProfit: '52000',
      stopLoss: null,
      isMarkTp: true,
      isMarkSl: false,
    });
    expect((await on.world.get(`/api/futures/history/tpsl?orderId=${body.id}`, STRANGER)).status).toBe(404);
  });

  test('the same key gets the first answer, whatever has happened since', async () => {
    const first = await order({ takeProfit: '51000' }, OWNER, 'first-key');
    on.world.moveTo(START + 1_000);
    await on.world.publishPrice('51000');
    expect(await positions()).toEqual([]);
    expect(await order({ takeProfit: '51000' }, OWNER, 'first-key')).toEqual(first);
    expect((await order({ qty: '0.2' }, OWNER, 'first-key')).body.code).toBe('KEY_REUSED');
    expect(await positions()).toEqual([]);
    const resting = await order({ marketType: 'LIMIT', price: '40000' }, OWNER, 'second-key');
    const cancelled = await on.world.post(`${ORDER}/cancel`, { id: resting.body.id }, OWNER, 'cancel-key');
    expect(cancelled.body).toEqual({ cancelled: [resting.body.id] });
    expect(await on.world.post(`${ORDER}/cancel`, { id: resting.body.id }, OWNER, 'cancel-key')).toEqual(
      cancelled,
    );
    expect(await order({ marketType: 'LIMIT', price: '40000' }, OWNER, 'second-key')).toEqual(resting);
  });

  test('a limit that is filled at once is pushed with what it asked for', async () => {
    const asked = { marketType: 'LIMIT', price: '51000', takeProfit: '52000', isMarkTp: true };
    const { body } = await order(asked);
    const shown = { ...asked, status: 'FILLED', qty: '0.1' };
    expect(body).toMatchObject({ ...shown, fills: [{ price: '50000' }] });
    const { fills: _fills, wallet: _wallet, ...placed } = body;
    const pushed = on.world.pushes.filter(({ push }) => push.type === 'ORDER_SUCCESS');
    expect(pushed.map(({ push }) => push.data)).toMatchObject([{ orders: [placed] }]);
  });

  test('what the player has shows 0 while open profit covers a loss', async () => {
    await order({ qty: '3' });
    await on.world.publishPrice('3000', { stock: 'ETHUSDT' });
    await order({ futuresOptionId: ETH, qty: '20', leverage: 50 });
    await on.world.publishPrice('60000');
    await on.world.publishPrice('2400', { stock: 'ETHUSDT' });
    const { body } = await order({ futuresOptionId: ETH, qty: '20', tradeType: 'SHORT' });
    expect(Number((await on.world.money()).free)).toBeLessThan(0);
    expect(body.wallet.point).toBe('0');
  });

  test('an order that ended is finished, and that of a stranger is not found', async () => {
    const { body } = await order({ marketType: 'LIMIT', price: '40000' });
    const cancel = (by = OWNER, id = body.id) => on.world.post(`${ORDER}/cancel`, { id }, by);
    const amend = (by = OWNER) => on.world.post(`${ORDER}/amend`, { id: body.id, price: '41000' }, by);
    expect((await cancel(STRANGER)).body.code).toBe('ORDER_NOT_FOUND');
    expect((await amend(STRANGER)).body.code).toBe('ORDER_NOT_FOUND');
    expect((await cancel()).status).toBe(200);
    expect((await cancel()).body.code).toBe('ORDER_FINISHED');
    expect((await amend()).body.code).toBe('ORDER_FINISHED');
    expect((await cancel(OWNER, 123_456)).body.code).toBe('ORDER_NOT_FOUND');
    expect((await on.world.post(`${ORDER}/cancel_all`, {}, OWNER)).body.code).toBe('ORDER_NOT_FOUND');
  });

  test('cancelling everything may be limited to one instrument', async () => {
    await on.world.publishPrice('3000', { stock: 'ETHUSDT' });
    const { body: bitcoin } = await order({ marketType: 'LIMIT', price: '40000' });
    const { body: ether } = await order({
      futuresOptionId: ETH,
      marketType: 'LIMIT',
      price: '2000',
      qty: '1',
    });
    const all = (futuresOptionId?: number) =>
      on.world.post(`${ORDER}/cancel_all`, { futuresOptionId }, OWNER);
    expect((await all(ETH)).body.cancelled).toEqual([ether.id]);
    expect((await all(999)).body.code).toBe('ORDER_NOT_FOUND');
    expect((await all()).body.cancelled).toEqual([bitcoin.id]);
  });

  test('an exit is placed by its own type, and closes its part of the position', async () => {
    const exit = (body: Record<string, unknown>) => order({ tradeType: 'SHORT', qty: undefined, ...body });
    expect((await exit({ marketType: 'STOPLOSS', stopPrice: '48000' })).body.code).toBe('POSITION_NOT_FOUND');
    await order();
    const { body } = await exit({ marketType: 'TAKEPROFIT', stopPrice: '51000', qty: '0.04' });
    expect(body).toMatchObject({ status: 'WAITING', qty: '0.04', reduceOnly: true, stopPrice: '51000' });
    // The side of the position would enlarge it.
    const wrong = await order({ marketType: 'TAKEPROFIT', stopPrice: '51000', qty: '0.04' });
    expect(wrong.body.code).toBe('POSITION_NOT_FOUND');
    const trailing = await exit({ marketType: 'TRAILINGSTOP', callbackRate: '0.01' });
    expect(trailing.body).toMatchObject({
      qty: null,
      trailing: { callbackRate: '0.01', extremePrice: '50000' },
    });
    expect((await exit({ marketType: 'TRAILINGSTOP', callbackRate: '-1' })).body.code).toBe(
      'TRAILING_INVALID',
    );
    on.world.moveTo(START + 1_000);
    await on.world.publishPrice('51000');
    expect(await positions()).toMatchObject([{ qty: '0.06' }]);
    on.world.moveTo(START + 2_000);
    await on.world.publishPrice('50490');
    expect(await positions()).toEqual([]);
    const [last] = await fills();
    expect(last).toMatchObject({ marketType: 'TRAILINGSTOP', price: '50490', closedQty: '0.06' });
    const { body: receipt } = await on.world.get(`/api/futures/receipt?fillId=${last.id}`, OWNER);
    expect(receipt).toMatchObject({
      condition: { level: '50490', fires: 'AT_OR_BELOW', by: 'last' },
      trailing: { callbackRate: '0.01', extremePrice: '51000', extremeMillis: START + 1_000 },
    });
  });

  test('an inverse contract is paid from the wallet of its coin', async () => {
    await on.world.publishPrice('50000', { stock: 'BTCUSD' });
    const { body } = await order({ futuresOptionId: BTCUSD, qty: '1000' });
    expect(body).toMatchObject({
      walletType: 'BTC',
      fills: [{ fee: '0.000016', currency: 'BTC', contractType: 'INVERSE' }],
      wallet: { type: 'BTC', currency: 'BTC', point: '0.999984' },
    });
    expect(await on.world.money()).toMatchObject({ free: '10000' });
    const { body: closed } = await on.world.post(`${ORDER}/close_all`, { walletType: 'BTC' }, OWNER);
    expect(closed).toMatchObject({ fills: [{ marketType: 'CLOSE_ALL', closedQty: '1000' }] });
  });

  test('refusals of the rules come with their codes', async () => {
    const code = async (body: Record<string, unknown>, by = OWNER) => (await order(body, by)).body.code;
    expect(await code({ futuresOptionId: 999 })).toBe('OPTION_NOT_FOUND');
    expect(await code({}, PARTNER)).toBe('PARTNER_CANNOT_TRADE');
    expect(await code({ qty: '0.0001' })).toBe('QTY_OFF_STEP');
    expect(await code({ qty: undefined })).toBe('ENTER_QTY');
    expect(await code({ qty: '-1' })).toBe('ENTER_QTY');
    expect(await code({ marketType: 'LIMIT' })).toBe('ENTER_PRICE');
    expect(await code({ marketType: 'LIMIT', price: '0.05' })).toBe('PRICE_OFF_TICK');
    expect(await code({ marketType: 'STOPMARKET' })).toBe('ENTER_TRIGGER');
    expect(await code({ marketType: 'STOPMARKET', stopPrice: '49000' })).toBe('STOP_REJECTED');
    expect(await code({ leverage: 126 })).toBe('LEVERAGE_OUT_OF_RANGE');
    expect(await code({ qty: '10' })).toBe('ABOVE_HOLDINGS');
    expect(await code({ qty: '2000' })).toBe('ABOVE_LEVERAGE_CAP');
    expect(await code({ reduceOnly: true })).toBe('NO_POSITION');
    expect(await code({ marketType: 'LIMIT', price: '51000', postOnly: true })).toBe('WOULD_TAKE');
    expect(await code({ marketType: 'LIMIT', price: '49000', ioc: true })).toBe('WOULD_NOT_FILL');
    on.world.moveTo(START + 4_000);
    expect(await code({})).toBe('NO_FRESH_PRICE');
  });

  test('who holds something that has to be funded first waits for it, and is answered then', async () => {
    await order();
    on.world.moveTo(FUNDING_AT);
    await on.world.publishPrice('50000');
    const waiting = order({ tradeType: 'SHORT' }, OWNER, 'after-funding');
    on.world.moveTo(FUNDING_AT + 1);
    await on.world.publishPrice('50000');
    const { body } = await waiting;
    expect(body).toMatchObject({ status: 'FILLED', fills: [{ closedQty: '0.1', funding: '-0.5' }] });
    expect(await order({ tradeType: 'SHORT' }, OWNER, 'after-funding')).toMatchObject({ body });
  });
});
