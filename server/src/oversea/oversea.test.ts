// Overseas futures from the order to the receipt, through the real door and desk, on both databases.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabases } from '../db/testing.ts';
import {
  forgetWorld,
  HSI,
  NQ,
  OWNER,
  openWorld,
  PARTNER,
  type Person,
  STAFF,
  START,
  STRANGER,
  type World,
} from './testing.ts';

const ORDER = '/api/oversea/order';
const POSITIONS = '/api/oversea/history/open_position';
const ORDERS = '/api/oversea/history/open_order';
const HISTORY = '/api/oversea/history/list';

describe.each(testDatabases)('overseas futures on $name', ({ open }) => {
  let store: TestDatabase;
  let world: World;

  beforeAll(async () => {
    store = await open();
  });

  beforeEach(async () => {
    world = await openWorld(store);
    await world.say('18250.25');
  });

  afterEach(async () => {
    await world.kill();
    await forgetWorld(world, store);
  });

  afterAll(() => store.drop());

  const order = (body: Record<string, unknown> = {}, by: Person = OWNER, key?: string) =>
    world.post(
      ORDER,
      { overseaOptionId: NQ, tradeType: 'LONG', marketType: 'MARKET', qty: 3, ...body },
      by,
      key,
    );
  const told = (from = 0) =>
    world.pushes
      .slice(from)
      .filter(({ queue }) => queue === 'oversea')
      .map(({ push }) => push);
  const positions = async (by: Person = OWNER) => (await world.get(POSITIONS, by)).body;

  test('a market order is filled at the ask, locks its margin, costs its commission and is told', async () => {
    world.moveTo(START + 1_000);
    await world.say('18250.25', { bid: '18250', ask: '18250.5' });
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
    expect(told().map(({ type }) => type)).toEqual(['ORDER_SUCCESS', 'ORDER_FILLED', 'POSITION_OPEN']);
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
    expect(told().at(-1)?.data).toMatchObject({ positions: [held], fills: [placed.body.fill] });
    expect(await positions(STRANGER)).toEqual([]);
  });

  test('reducing keeps the mean, turning makes another position, and closing brings the result in won', async () => {
    await order();
    world.moveTo(START + 60_000);
    await world.say('18262.75');
    const from = world.pushes.length;
    const reduced = await order({ tradeType: 'SHORT', qty: 1 });
    // 50 ticks on one contract are 250 USD: 346,375 won.
    expect(reduced.body.fill).toMatchObject({
      closedQty: 1,
      openedQty: 0,
      pnl: '346375',
      entryPrice: '18250.2500',
      openedMillis: START,
    });
    const turned = await order({ tradeType: 'SHORT', qty: 5 });
    expect(turned.body.fill).toMatchObject({ closedQty: 2, openedQty: 3, pnl: '692750' });
    expect(told(from).map(({ type }) => type)).toEqual([
      'ORDER_SUCCESS',
      'ORDER_FILLED',
      'POSITION_UPDATE',
      'ORDER_SUCCESS',
      'ORDER_FILLED',
      'POSITION_UPDATE',
    ]);
    expect(told(from).at(-1)?.data).toMatchObject({
      positions: [
        { qty: 0, tradeType: 'LONG' },
        { id: turned.body.id, qty: 3, tradeType: 'SHORT' },
      ],
    });
    const closed = await order({ qty: 3, reduceOnly: true });
    expect(closed.body.fill).toMatchObject({ closedQty: 3, pnl: '0' });
    expect(told().at(-1)?.type).toBe('POSITION_CLOSE');
    expect(await positions()).toEqual([]);
    expect(await world.balances()).toEqual({
      free: String(10_000_000 + 3 * 346_375 - 12 * 3_000),
      wait: '0',
    });
    const days = (await world.get('/api/oversea/history/daily_profit', OWNER)).body;
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

  test('a limit rests, fills at its own price when the ask comes to it, and its receipt proves it', async () => {
    const placed = await order({ marketType: 'LIMIT', price: '18240', qty: 1 });
    expect(placed.body).toMatchObject({ status: 'OPEN', price: '18240', margin: '300000', fill: null });
    expect((await world.get(ORDERS, OWNER)).body).toMatchObject([{ id: placed.body.id, fires: null }]);
    world.moveTo(START + 10_000);
    await world.say('18240.25', { bid: '18239', ask: '18240.25' });
    expect(await positions()).toEqual([]);
    const from = world.pushes.length;
    world.moveTo(START + 11_000);
    await world.say('18239.75', { bid: '18239.5', ask: '18239.75' });
    expect(told(from).map(({ type }) => type)).toEqual(['ORDER_FILLED', 'POSITION_OPEN']);
    expect(told(from)[0]?.data).toMatchObject({
      orders: [{ id: placed.body.id, status: 'FILLED', price: '18240' }],
    });
    const [fill] = (await world.get(HISTORY, OWNER)).body.content;
    expect(fill).toMatchObject({ orderId: placed.body.id, marketType: 'LIMIT', price: '18240' });
    world.moveTo(START + 180_000);
    await world.say('18239.75');
    await world.flush();
    const receipt = (await world.get(`/api/oversea/receipt?fillId=${fill.id}`, OWNER)).body;
    expect(receipt).toMatchObject({
      rule: 'oversea-1',
      fill,
      tick: { time: START + 11_000, last: '18239.75', bid: '18239.5', ask: '18239.75' },
      contract: { tickSize: '0.25', multiplier: '20', currency: 'USD', commissionPerContract: '3000' },
      condition: { level: '18240', fires: 'AT_OR_BELOW', by: 'ask' },
      closed: null,
      forced: null,
    });
    const ticks = (await world.get(`/api/oversea/receipt/ticks?fillId=${fill.id}`, OWNER)).body;
    expect(ticks.complete).toBe(true);
    const minute = ticks.minutes.find((each: { hash: string }) => each.hash === receipt.tick.hash);
    const line = `${receipt.tick.time - minute.minuteMillis} ${receipt.tick.seq} 18239.75 -0.25 0 `;
    expect(`\n${minute.ticks}`).toContain(`\n${line}`);
    for (const path of ['receipt', 'receipt/ticks']) {
      const asked = `/api/oversea/${path}?fillId=${fill.id}`;
      expect((await world.get(asked, STRANGER)).body.code).toBe('FILL_NOT_FOUND');
      expect((await world.get(asked)).status).toBe(401);
    }
  });

  test('a trigger waits for the last price, whichever side it lies on, and fills at the market', async () => {
    const placed = await order({ marketType: 'STOPMARKET', price: '18255', qty: 2 });
    expect(placed.body).toMatchObject({ status: 'WAITING', fires: 'AT_OR_ABOVE' });
    expect((await order({ marketType: 'STOPMARKET', price: '18250.25' })).body.code).toBe('STOP_EQUALS_LAST');
    world.moveTo(START + 1_000);
    await world.say('18255', { bid: '18255', ask: '18255.5' });
    expect(await positions()).toMatchObject([{ qty: 2, entryPrice: '18255.5000' }]);
  });

  test.each([
    ['TP', '18252.75', '138550'],
    ['SL', '18247.75', '-138550'],
  ])('%s closes the whole position at the first price that reaches it', async (leg, last, pnl) => {
    await order({ qty: 2, tpTick: 10, slTick: 10 });
    world.moveTo(START + 1_000);
    await world.say(last);
    expect(await positions()).toEqual([]);
    const [fill] = (await world.get(`${HISTORY}?closed=1`, OWNER)).body.content;
    expect(fill).toMatchObject({
      marketType: leg === 'TP' ? 'TAKEPROFIT' : 'STOPLOSS',
      price: last,
      pnl,
      forcedReason: null,
    });
    expect(told().at(-1)).toMatchObject({ type: 'POSITION_CLOSE', data: { fills: [{ id: fill.id }] } });
    const receipt = (await world.get(`/api/oversea/receipt?fillId=${fill.id}`, OWNER)).body;
    expect(receipt.condition).toMatchObject({ level: last, by: 'last' });
    expect(receipt.closed).toMatchObject({ tradeType: 'LONG', openedMillis: START });
  });

  test('take-profit and stop-loss are set, refused where they would fire at once, and taken off one by one', async () => {
    const { body: placed } = await order({ qty: 1 });
    const set = (tpTick: number, slTick: number, by: Person = OWNER) =>
      world.post(`${ORDER}/tpsl`, { overseaPositionId: placed.id, overseaOptionId: NQ, tpTick, slTick }, by);
    expect((await set(10, 20)).body).toMatchObject({ tpTick: 10, slTick: 20, tpPrice: '18252.75' });
    expect(told().at(-1)).toMatchObject({ type: 'POSITION_UPDATE', data: { positions: [{ tpTick: 10 }] } });
    expect((await set(1, 1, STRANGER)).body.code).toBe('POSITION_NOT_FOUND');
    world.moveTo(START + 1_000);
    await world.say('18252.5');
    expect((await set(9, 20)).body.code).toBe('TPSL_REJECTED');
    const remove = (value: string) =>
      world.post(`${ORDER}/delete-tpsl`, { id: placed.id, overseaOptionId: NQ, value }, OWNER);
    expect((await remove('TP')).body).toMatchObject({ tpTick: 0, tpPrice: null, slTick: 20 });
    expect((await remove('SL')).body).toMatchObject({ tpTick: 0, slTick: 0 });
    expect(
      (await world.post(`${ORDER}/delete-tpsl`, { id: 999, overseaOptionId: NQ, value: 'TP' }, OWNER)).body
        .code,
    ).toBe('POSITION_NOT_FOUND');
  });

  test('orders are cancelled one by one and all at once; margin comes back; what ended is finished', async () => {
    const place = (price: string) => order({ marketType: 'LIMIT', price, qty: 1 });
    const first = (await place('18240')).body.id;
    const second = (await place('18230')).body.id;
    const third = (await place('18220')).body.id;
    const cancel = (id: number, by: Person = OWNER) => world.post(`${ORDER}/cancel`, { id }, by);
    expect((await cancel(first, STRANGER)).body.code).toBe('ORDER_NOT_FOUND');
    expect((await cancel(first)).body).toMatchObject({
      cancelled: [first],
      wallet: { point: '9400000', gameWaitPoint: '600000' },
    });
    expect(told().at(-1)).toMatchObject({
      type: 'ORDER_CANCEL',
      data: {
        orders: [{ id: first, status: 'CANCELED', cancelReason: 'PLAYER', price: '18240', margin: '0' }],
      },
    });
    expect((await cancel(first)).body.code).toBe('ORDER_FINISHED');
    expect((await cancel(9_999)).body.code).toBe('ORDER_NOT_FOUND');
    const all = (body: object) => world.post(`${ORDER}/cancel_all`, body, OWNER);
    expect((await all({ overseaOptionId: HSI })).body.code).toBe('ORDER_NOT_FOUND');
    expect((await all({ overseaOptionId: NQ })).body.cancelled).toEqual([second, third]);
    expect(await world.balances()).toEqual({ free: '10000000', wait: '0' });
  });

  test('an account at its level loses everything at once, with a report, and owes nothing', async () => {
    await order({ qty: 19 });
    await order({ marketType: 'LIMIT', price: '18000', qty: 1 });
    world.moveTo(START + 1_000);
    // 19 contracts lose 131,622.5 won a tick; equity 9,943,000, level 1,140,000: cut after 67 ticks, not after 66.
    await world.say('18233.75');
    expect(await positions()).toHaveLength(1);
    const from = world.pushes.length;
    world.moveTo(START + 2_000);
    await world.say('18233.5');
    expect(await positions()).toEqual([]);
    expect((await world.get(ORDERS, OWNER)).body).toEqual([]);
    expect(told(from).map(({ type }) => type)).toEqual(['POSITION_LIQUID', 'ORDER_CANCEL']);
    const [fill] = (await world.get(`${HISTORY}?closed=true`, OWNER)).body.content;
    expect(fill).toMatchObject({ marketType: 'LIQUIDATION', forcedReason: 'LOSSCUT' });
    const { forced } = (await world.get(`/api/oversea/receipt?fillId=${fill.id}`, OWNER)).body;
    expect(forced).toMatchObject({
      reason: 'LOSSCUT',
      losscut: { level: '1140000', equity: '1124292', lastPnl: '-8818708' },
      cancelledOrders: 1,
      topUp: '0',
      fillIds: [fill.id],
    });
    expect((await world.get('/api/oversea/history/daily_profit', OWNER)).body.content[0].losscuts).toBe(1);
  });

  test('a loss beyond everything is lifted to zero in the same event', async () => {
    await order({ qty: 20 });
    world.moveTo(START + 1_000);
    await world.say('18150');
    expect(await world.balances()).toEqual({ free: '0', wait: '0' });
    const [fill] = (await world.get(HISTORY, OWNER)).body.content;
    const { forced } = (await world.get(`/api/oversea/receipt?fillId=${fill.id}`, OWNER)).body;
    // 401 ticks, less all that was there.
    expect(forced.topUp).toBe(String(401 * 138_550 - 10_000_000 + 2 * 60_000));
  });

  test('the account is told after each event and with the ticks, and only when it changed', async () => {
    await order();
    await world.pace();
    const first = world.crosses.at(-1);
    expect(first).toMatchObject({
      player: OWNER.id,
      playerPoint: '9091000',
      playerGameWaitPoint: '900000',
      lastPnl: '0',
      losscut: '180000',
      equity: '9991000',
    });
    const count = world.crosses.length;
    await world.pace();
    expect(world.crosses).toHaveLength(count);
    world.moveTo(START + 500);
    await world.say('18250.5');
    await world.pace();
    expect(world.crosses.slice(count)).toMatchObject([{ lastPnl: '20782', equity: '10011782' }]);
  });

  test('the same key places one order and gets the first answer again; another body is refused', async () => {
    const first = await order({}, OWNER, 'key-for-one-order');
    world.moveTo(START + 20_000);
    expect(await order({}, OWNER, 'key-for-one-order')).toEqual(first);
    expect((await order({ qty: 1 }, OWNER, 'key-for-one-order')).body.code).toBe('KEY_REUSED');
    expect(await positions()).toMatchObject([{ qty: 3 }]);
  });

  test('every rule that an order breaks has its own refusal', async () => {
    const code = async (body: object, by?: Person) => (await order(body as never, by)).body.code;
    expect(await code({}, PARTNER)).toBe('PARTNER_CANNOT_TRADE');
    expect(await code({ overseaOptionId: 999 })).toBe('OPTION_NOT_FOUND');
    expect(await code({ marketType: 'LIMIT' })).toBe('ENTER_PRICE');
    expect(await code({ marketType: 'LIMIT', price: '18240.1' })).toBe('PRICE_OFF_TICK');
    expect(await code({ marketType: 'LIMIT', price: '-5' })).toBe('ENTER_PRICE');
    expect(await code({ reduceOnly: true })).toBe('NO_POSITION');
    expect(await code({ qty: 21 })).toBe('TOO_MANY_CONTRACTS');
    expect(await code({ overseaOptionId: HSI })).toBe('NO_FRESH_PRICE');
    world.moveTo(START + 6_000);
    expect(await code({})).toBe('NO_FRESH_PRICE');
    await world.say('18250.25');
    world.moveTo(Date.parse('2026-11-12T13:30:00+09:00'));
    expect(await code({ overseaOptionId: HSI })).toBe('MARKET_CLOSED');
    world.moveTo(Date.parse('2026-11-14T12:00:00+09:00'));
    expect(await code({})).toBe('REST_DAY');
  });

  test('guests are sent to sign in, strangers see nothing, and only staff come into the office', async () => {
    await order();
    const reads = [
      POSITIONS,
      ORDERS,
      HISTORY,
      '/api/oversea/history/daily_profit',
      '/api/oversea/overnight',
      '/api/oversea/receipt?fillId=1',
      '/api/oversea/receipt/ticks?fillId=1',
    ];
    for (const path of reads) expect((await world.get(path)).status).toBe(401);
    for (const path of [
      ORDER,
      `${ORDER}/cancel`,
      `${ORDER}/cancel_all`,
      `${ORDER}/tpsl`,
      `${ORDER}/delete-tpsl`,
    ]) {
      expect((await world.post(path, {})).status).toBe(401);
    }
    expect((await world.post('/api/oversea/overnight', {})).status).toBe(401);
    for (const path of [HISTORY, '/api/oversea/history/daily_profit']) {
      expect((await world.get(path, STRANGER)).body.content).toEqual([]);
    }
    expect((await world.get(`/api/oversea/overnight?playerId=${OWNER.id}`, STRANGER)).status).toBe(403);
    const office = '/api/office/oversea';
    for (const by of [undefined, OWNER, PARTNER]) {
      const status = by === undefined ? 401 : 403;
      expect((await world.get(`${office}/setting?overseaOptionId=${NQ}`, by)).status).toBe(status);
      expect((await world.get(`${office}/rate/list`, by)).status).toBe(status);
      for (const path of ['setting', 'close', 'reopen', 'rate']) {
        expect((await world.post(`${office}/${path}`, {}, by)).status).toBe(status);
      }
    }
    expect((await world.get(`${office}/rate/list`, STAFF)).status).toBe(200);
  });

  test('the list of instruments has their terms, for a guest too', async () => {
    const { body } = await world.get(`/api/oversea/option?overseaOptionId=${NQ}`);
    expect(body.terms).toMatchObject({
      walletType: 'BINARY',
      walletCurrency: 'KRW',
      rate: '1385.5',
      entryMargin: '300000',
      overnightMargin: '2000000',
      commission: '3000',
      contractsMost: 20,
      playerContractsMost: 50,
      lossCutRate: '0.2',
      mode: 'NORMAL',
      session: { tradeDate: '2026-11-12', isLastTradingDay: false },
      month: '2026-12',
      lastTradingDate: '2026-12-18',
    });
    const list = (await world.get('/api/oversea/option/list')).body;
    expect(list.every((each: { terms: unknown }) => each.terms !== null)).toBe(true);
  });

  test('lists are paged, filtered by instrument and by Korean days', async () => {
    for (let each = 0; each < 3; each++) await order({ qty: 1 });
    const list = async (query: string) => (await world.get(`${HISTORY}?${query}`, OWNER)).body;
    expect(await list('size=2')).toMatchObject({ totalElements: 3, totalPages: 2, page: 0 });
    expect((await list('size=2&page=1')).content).toHaveLength(1);
    expect((await list(`overseaOptionId=${HSI}`)).totalElements).toBe(0);
    expect((await list('startDate=2026-11-12&endDate=2026-11-12')).totalElements).toBe(3);
    expect((await list('endDate=2026-11-11')).totalElements).toBe(0);
    expect((await list('startDate=2026-11-13')).totalElements).toBe(0);
    expect((await list('closed=1')).totalElements).toBe(0);
    const days = async (query: string) =>
      (await world.get(`/api/oversea/history/daily_profit?${query}`, OWNER)).body;
    expect((await days('startDate=2026-11-12&endDate=2026-11-12')).totalElements).toBe(1);
    expect((await days('startDate=2026-11-13')).totalElements).toBe(0);
    expect(await days('page=3')).toMatchObject({ totalElements: 1, content: [] });
    expect((await days('overseaOptionId=7')).code).toBe('OPTION_NOT_FOUND');
  });

  test('whatever a client sends, the answer is never a fault of ours', async () => {
    const odd = [undefined, null, -1, 0, 1.5, 1e99, '', 'x', '１', [], {}, true, '9'.repeat(40), '0x10'];
    const bodies = odd.flatMap((value) => [
      { overseaOptionId: value },
      { tradeType: value },
      { marketType: value },
      { qty: value },
      { marketType: 'LIMIT', price: value },
      { marketType: 'STOPMARKET', price: value },
      { tpTick: value },
      { slTick: value },
      { reduceOnly: value },
    ]);
    for (const body of bodies) expect((await order(body)).status).toBeLessThan(500);
    for (const value of odd) {
      const at = encodeURIComponent(String(value));
      for (const path of [
        `${POSITIONS}?overseaOptionId=${at}`,
        `${HISTORY}?startDate=${at}&endDate=${at}&page=${at}&size=${at}`,
        `/api/oversea/history/daily_profit?startDate=${at}`,
        `/api/oversea/receipt?fillId=${at}`,
        `/api/oversea/overnight?playerId=${at}`,
      ]) {
        expect((await world.get(path, OWNER)).status).toBeLessThan(500);
      }
      for (const path of ['cancel', 'cancel_all', 'tpsl', 'delete-tpsl']) {
        const body = {
          id: value,
          overseaOptionId: value,
          overseaPositionId: value,
          tpTick: value,
          slTick: value,
          value,
        };
        expect((await world.post(`${ORDER}/${path}`, body, OWNER)).status).toBeLessThan(500);
      }
      const overnight = { overseaPositionId: value, isActive: value };
      expect((await world.post('/api/oversea/overnight', overnight, OWNER)).status).toBeLessThan(500);
      const office = {
        overseaOptionId: value,
        entryMargin: value,
        lossCutRate: value,
        reason: value,
        base: value,
        rate: value,
      };
      for (const path of ['setting', 'close', 'reopen', 'rate']) {
        expect((await world.post(`/api/office/oversea/${path}`, office, STAFF)).status).toBeLessThan(500);
      }
    }
  });
});
