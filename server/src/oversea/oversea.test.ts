// Overseas futures from the order to the receipt, through real HTTP and the real desk, on both databases.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabases } from '../db/testing.ts';
import { forgetWorld } from '../desk/testing.ts';
import { type Person, principalOf } from '../http/testing.ts';
import { HSI, NQ, openWorld, type World } from './testing.ts';

const ORDER = '/api/oversea/order';
const POSITIONS = '/api/oversea/history/open_position';
const ORDERS = '/api/oversea/history/open_order';
const HISTORY = '/api/oversea/history/list';

describe.each(testDatabases)('overseas futures on $name', ({ open }) => {
  let store: TestDatabase;
  let world: World;

  let owner: Person;
  let stranger: Person;
  let start: number;
  /** Pushes of earlier tests do not count. */
  let begun: number;

  beforeAll(async () => {
    store = await open();
    world = await openWorld(store);
  });

  beforeEach(async () => {
    owner = await world.newcomer();
    stranger = await world.newcomer();
    start = world.now() + 10_000;
    begun = world.pushes.length;
    world.moveTo(start);
    await world.publishPrice('18250.25');
  });

  afterAll(async () => {
    await world.kill();
    await forgetWorld(world, store);
    await store.drop();
  });

  const order = (body: Record<string, unknown> = {}, by = owner, key?: string) =>
    world.post(
      ORDER,
      { overseaOptionId: NQ, tradeType: 'LONG', marketType: 'MARKET', qty: 3, ...body },
      by,
      key,
    );
  const pushed = (from = begun) =>
    world.pushes
      .slice(from)
      .filter(({ queue, player }) => queue === 'oversea' && player === owner.id)
      .map(({ push }) => push);
  const positions = async (by = owner) => (await world.get(POSITIONS, by)).body;

  test('a market order is filled at the ask, locks its margin, costs its commission and is pushed', async () => {
    world.moveTo(start + 1_000);
    await world.publishPrice('18250.25', { bid: '18250', ask: '18250.5' });
    const placed = await order({ tpTick: 10, slTick: 20 });
    expect(placed).toMatchObject({
      status: 200,
      body: {
        status: 'FILLED',
        marketType: 'MARKET',
        price: null,
        fill: {
          price: '18250.5',
          openedQty: 3,
          closedQty: 0,
          commission: '9000',
          rate: '1385.5',
          currency: 'KRW',
          tradeDate: '2026-11-12',
          isAfterGap: false,
        },
        wallet: { type: 'BINARY', currency: 'KRW', point: '9091000', gameWaitPoint: '900000' },
      },
    });
    expect(placed.body.fill.id).toBe(placed.body.id * 32);
    expect(pushed().map(({ type }) => type)).toEqual(['ORDER_SUCCESS', 'ORDER_FILLED', 'POSITION_OPEN']);
    const [held] = await positions();
    expect(held).toMatchObject({
      id: placed.body.id,
      stock: 'NQ',
      tradeType: 'LONG',
      qty: 3,
      entryPrice: '18250.5000',
      margin: '900000',
      tpPrice: '18253',
      slPrice: '18245.5',
      heldFor: '2026-11-12',
    });
    expect(pushed().at(-1)?.data).toMatchObject({ positions: [held], fills: [placed.body.fill] });
    expect(await positions(stranger)).toEqual([]);
  });

  test('a limit that arrives while the price is stale is filled at the market by the first fresh price', async () => {
    world.moveTo(start + 6_000);
    const placed = await order({ marketType: 'LIMIT', price: '18300' });
    expect(placed.body).toMatchObject({ status: 'OPEN', fill: null });
    world.moveTo(start + 7_000);
    await world.publishPrice('18250.25', { ask: '18250.5' });
    const [held] = await positions();
    expect(held).toMatchObject({ qty: 3, entryPrice: '18250.5000' });
    const fillId = (await world.get(HISTORY, owner)).body.content[0].id;
    await world.flush();
    const { body } = await world.get(`/api/oversea/receipt?fillId=${fillId}`, owner);
    // As if it had been marketable on arrival: it did not wait for a level.
    expect(body).toMatchObject({ fill: { marketType: 'LIMIT', price: '18250.5' }, condition: null });
  });

  test('reducing keeps the mean entry, reversing opens another position, and closing pays the result in won', async () => {
    await order();
    world.moveTo(start + 60_000);
    await world.publishPrice('18262.75');
    const from = world.pushes.length;
    const reduced = await order({ tradeType: 'SHORT', qty: 1 });
    // 50 ticks on one contract are 250 USD: 346,375 won.
    expect(reduced.body.fill).toMatchObject({
      closedQty: 1,
      openedQty: 0,
      pnl: '346375',
      entryCommission: '3000',
      exitCommission: '3000',
      net: '340375',
      entryPrice: '18250.2500',
      openedMillis: start,
    });
    const turned = await order({ tradeType: 'SHORT', qty: 5 });
    expect(turned.body.fill).toMatchObject({ closedQty: 2, openedQty: 3, pnl: '692750' });
    expect(pushed(from).map(({ type }) => type)).toEqual([
      'ORDER_SUCCESS',
      'ORDER_FILLED',
      'POSITION_UPDATE',
      'ORDER_SUCCESS',
      'ORDER_FILLED',
      'POSITION_UPDATE',
    ]);
    expect(pushed(from).at(-1)?.data).toMatchObject({
      positions: [
        { qty: 0, tradeType: 'LONG' },
        { id: turned.body.id, qty: 3, tradeType: 'SHORT' },
      ],
    });
    const closed = await order({ qty: 3, reduceOnly: true });
    expect(closed.body.fill).toMatchObject({ closedQty: 3, pnl: '0' });
    expect(pushed().at(-1)?.type).toBe('POSITION_CLOSE');
    expect(await positions()).toEqual([]);
    expect(await world.balances(owner)).toEqual({
      free: String(10_000_000 + 3 * 346_375 - 12 * 3_000),
      wait: '0',
    });
    const days = (await world.get('/api/oversea/history/daily_profit', owner)).body;
    expect(days).toMatchObject({
      totalElements: 1,
      content: [
        {
          tradeDate: '2026-11-12',
          stock: 'NQ',
          closedQty: 6,
          trades: 3,
          wins: 2,
          heldMillis: 120_000,
          gross: String(3 * 346_375),
          commission: '36000',
          net: String(3 * 346_375 - 36_000),
          losscuts: 0,
          currency: 'KRW',
          isFinal: false,
        },
      ],
    });
  });

  test('a limit rests, fills at its own price when the ask reaches it, and its receipt proves it', async () => {
    const placed = await order({ marketType: 'LIMIT', price: '18240', qty: 1 });
    expect(placed.body).toMatchObject({ status: 'OPEN', price: '18240', margin: '300000', fill: null });
    expect((await world.get(ORDERS, owner)).body).toMatchObject([{ id: placed.body.id, fires: null }]);
    world.moveTo(start + 10_000);
    await world.publishPrice('18240.25', { bid: '18239', ask: '18240.25' });
    expect(await positions()).toEqual([]);
    const from = world.pushes.length;
    world.moveTo(start + 11_000);
    await world.publishPrice('18239.75', { bid: '18239.5', ask: '18239.75' });
    expect(pushed(from).map(({ type }) => type)).toEqual(['ORDER_FILLED', 'POSITION_OPEN']);
    expect(pushed(from)[0]?.data).toMatchObject({
      orders: [{ id: placed.body.id, status: 'FILLED', price: '18240' }],
    });
    const [fill] = (await world.get(HISTORY, owner)).body.content;
    expect(fill).toMatchObject({ orderId: placed.body.id, marketType: 'LIMIT', price: '18240' });
    world.moveTo(start + 180_000);
    await world.publishPrice('18239.75');
    await world.flush();
    const receipt = (await world.get(`/api/oversea/receipt?fillId=${fill.id}`, owner)).body;
    const [evidence] = world.evidence;
    expect(await evidence?.find(principalOf(owner), fill.id, world.now())).toEqual(receipt);
    expect(await evidence?.find(principalOf(stranger), fill.id, world.now())).toBeUndefined();
    expect(receipt).toMatchObject({
      rule: 'oversea-1',
      fill,
      tick: { time: start + 11_000, last: '18239.75', bid: '18239.5', ask: '18239.75' },
      contract: { tickSize: '0.25', multiplier: '20', currency: 'USD', commissionPerContract: '3000' },
      condition: { level: '18240', fires: 'AT_OR_BELOW', by: 'ask' },
      closed: null,
      forced: null,
    });
    const ticks = (await world.get(`/api/oversea/receipt/ticks?fillId=${fill.id}`, owner)).body;
    expect(ticks.complete).toBe(true);
    const minute = ticks.minutes.find((each) => each.hash === receipt.tick.hash)!;
    const line = `${receipt.tick.time - minute.minuteMillis} ${receipt.tick.seq} 18239.75 -0.25 0 `;
    expect(`\n${minute.ticks}`).toContain(`\n${line}`);
    for (const path of ['receipt', 'receipt/ticks']) {
      const asked = `/api/oversea/${path}?fillId=${fill.id}`;
      expect((await world.get(asked, stranger)).body.code).toBe('FILL_NOT_FOUND');
      expect((await world.get(asked)).status).toBe(401);
    }
  });

  test('a trigger waits for the last price, whichever side it lies on, and fills at the market', async () => {
    const placed = await order({ marketType: 'STOPMARKET', price: '18255', qty: 2 });
    expect(placed.body).toMatchObject({ status: 'WAITING', fires: 'AT_OR_ABOVE' });
    expect((await order({ marketType: 'STOPMARKET', price: '18250.25' })).body.code).toBe('STOP_EQUALS_LAST');
    world.moveTo(start + 1_000);
    await world.publishPrice('18255', { bid: '18255', ask: '18255.5' });
    expect(await positions()).toMatchObject([{ qty: 2, entryPrice: '18255.5000' }]);
  });

  test.each([
    ['TP', '18252.75', '138550'],
    ['SL', '18247.75', '-138550'],
  ])('%s closes the whole position at the first price that reaches it', async (leg, last, pnl) => {
    await order({ qty: 2, tpTick: 10, slTick: 10 });
    world.moveTo(start + 1_000);
    await world.publishPrice(last);
    expect(await positions()).toEqual([]);
    const [fill] = (await world.get(`${HISTORY}?closed=1`, owner)).body.content;
    expect(fill).toMatchObject({
      marketType: leg === 'TP' ? 'TAKEPROFIT' : 'STOPLOSS',
      price: last,
      pnl,
      forcedReason: null,
    });
    expect(pushed().at(-1)).toMatchObject({ type: 'POSITION_CLOSE', data: { fills: [{ id: fill.id }] } });
    const receipt = (await world.get(`/api/oversea/receipt?fillId=${fill.id}`, owner)).body;
    expect(receipt.condition).toMatchObject({ level: last, by: 'last' });
    expect(receipt.closed).toMatchObject({ tradeType: 'LONG', openedMillis: start });
  });

  test('all orders that one tick reaches become durable in one batch', async () => {
    const others = [owner, stranger];
    while (others.length < 8) others.push(await world.newcomer());
    for (const each of others) await order({ qty: 1, slTick: 10 }, each);
    const before = world.batches();
    world.moveTo(start + 1_000);
    await world.publishPrice('18247.75');
    expect(world.batches()).toBe(before + 1);
    for (const each of others) expect(await positions(each)).toEqual([]);
  });

  test('take-profit and stop-loss are set, refused where they would fire at once, and removed one by one', async () => {
    const { body: placed } = await order({ qty: 1 });
    const set = (tpTick: number, slTick: number, by = owner) =>
      world.post(`${ORDER}/tpsl`, { overseaPositionId: placed.id, overseaOptionId: NQ, tpTick, slTick }, by);
    expect((await set(10, 20)).body).toMatchObject({ tpTick: 10, slTick: 20, tpPrice: '18252.75' });
    expect(pushed().at(-1)).toMatchObject({ type: 'POSITION_UPDATE', data: { positions: [{ tpTick: 10 }] } });
    expect((await set(1, 1, stranger)).body.code).toBe('POSITION_NOT_FOUND');
    world.moveTo(start + 1_000);
    await world.publishPrice('18252.5');
    expect((await set(9, 20)).body.code).toBe('TPSL_REJECTED');
    const remove = (value: string) =>
      world.post(`${ORDER}/delete-tpsl`, { id: placed.id, overseaOptionId: NQ, value }, owner);
    expect((await remove('TP')).body).toMatchObject({ tpTick: 0, tpPrice: null, slTick: 20 });
    expect((await remove('SL')).body).toMatchObject({ tpTick: 0, slTick: 0 });
    expect(
      (await world.post(`${ORDER}/delete-tpsl`, { id: 999, overseaOptionId: NQ, value: 'TP' }, owner)).body
        .code,
    ).toBe('POSITION_NOT_FOUND');
  });

  test('orders are cancelled one by one and all at once; margin is returned; an ended order is reported as finished', async () => {
    const place = (price: string) => order({ marketType: 'LIMIT', price, qty: 1 });
    const first = (await place('18240')).body.id;
    const second = (await place('18230')).body.id;
    const third = (await place('18220')).body.id;
    const cancel = (id: number, by = owner) => world.post(`${ORDER}/cancel`, { id }, by);
    expect((await cancel(first, stranger)).body.code).toBe('ORDER_NOT_FOUND');
    expect((await cancel(first)).body).toMatchObject({
      cancelled: [first],
      wallet: { point: '9400000', gameWaitPoint: '600000' },
    });
    expect(pushed().at(-1)).toMatchObject({
      type: 'ORDER_CANCEL',
      data: {
        orders: [{ id: first, status: 'CANCELED', cancelReason: 'PLAYER', price: '18240', margin: '0' }],
      },
    });
    expect((await cancel(first)).body.code).toBe('ORDER_FINISHED');
    expect((await cancel(9_999)).body.code).toBe('ORDER_NOT_FOUND');
    const all = (body: object) => world.post(`${ORDER}/cancel_all`, body, owner);
    expect((await all({ overseaOptionId: HSI })).body.code).toBe('ORDER_NOT_FOUND');
    expect((await all({ overseaOptionId: NQ })).body.cancelled).toEqual([second, third]);
    expect(await world.balances(owner)).toEqual({ free: '10000000', wait: '0' });
  });

  test('an account at its loss-cut level is liquidated at once, with a report, and owes nothing', async () => {
    await order({ qty: 19 });
    await order({ marketType: 'LIMIT', price: '18000', qty: 1 });
    world.moveTo(start + 1_000);
    // 19 contracts lose 131,622.5 won a tick; equity 9,943,000, level 1,140,000: cut after 67 ticks, not after 66.
    await world.publishPrice('18233.75');
    expect(await positions()).toHaveLength(1);
    const from = world.pushes.length;
    world.moveTo(start + 2_000);
    await world.publishPrice('18233.5');
    expect(await positions()).toEqual([]);
    expect((await world.get(ORDERS, owner)).body).toEqual([]);
    expect(pushed(from).map(({ type }) => type)).toEqual(['POSITION_LIQUID', 'ORDER_CANCEL']);
    const [fill] = (await world.get(`${HISTORY}?closed=true`, owner)).body.content;
    expect(fill).toMatchObject({ marketType: 'LIQUIDATION', forcedReason: 'LOSSCUT' });
    const { forced } = (await world.get(`/api/oversea/receipt?fillId=${fill.id}`, owner)).body;
    expect(forced).toMatchObject({
      reason: 'LOSSCUT',
      losscut: { level: '1140000', equity: '1124292', lastPnl: '-8818708' },
      cancelledOrders: 1,
      topUp: '0',
      fillIds: [fill.id],
    });
    expect((await world.get('/api/oversea/history/daily_profit', owner)).body.content[0].losscuts).toBe(1);
  });

  test('a loss beyond the whole account is topped up to zero in the same event', async () => {
    await order({ qty: 20 });
    world.moveTo(start + 1_000);
    await world.publishPrice('18150');
    expect(await world.balances(owner)).toEqual({ free: '0', wait: '0' });
    const [fill] = (await world.get(HISTORY, owner)).body.content;
    const { forced } = (await world.get(`/api/oversea/receipt?fillId=${fill.id}`, owner)).body;
    // 401 ticks, less the whole balance.
    expect(forced.topUp).toBe(String(401 * 138_550 - 10_000_000 + 2 * 60_000));
  });

  test('the account is pushed after each event and with the ticks, and only when it changed', async () => {
    await order();
    await world.pace();
    const crosses = () => world.crosses.filter(({ player }) => player === owner.id);
    const first = crosses().at(-1);
    expect(first).toMatchObject({
      playerPoint: '9091000',
      playerGameWaitPoint: '900000',
      lastPnl: '0',
      losscut: '180000',
      equity: '9991000',
    });
    const count = crosses().length;
    await world.pace();
    expect(crosses()).toHaveLength(count);
    world.moveTo(start + 500);
    await world.publishPrice('18250.5');
    await world.pace();
    expect(crosses().slice(count)).toMatchObject([{ lastPnl: '20782', equity: '10011782' }]);
  });

  test('the same key places one order and gets the first answer again; another body is refused', async () => {
    const first = await order({}, owner, 'key-for-one-order');
    world.moveTo(start + 20_000);
    expect(await order({}, owner, 'key-for-one-order')).toEqual(first);
    expect((await order({ qty: 1 }, owner, 'key-for-one-order')).body.code).toBe('KEY_REUSED');
    expect(await positions()).toMatchObject([{ qty: 3 }]);
  });
});
