// Access to the calls of overseas futures, the contents of their lists, and that no input of a client causes a server
// error.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabases } from '../db/testing.ts';
import { forgetWorld } from '../desk/testing.ts';
import { PARTNER, type Person, STAFF } from '../http/testing.ts';
import { HSI, NQ, openWorld, type World } from './testing.ts';

const ORDER = '/api/oversea/order';
const POSITIONS = '/api/oversea/history/open_position';
const ORDERS = '/api/oversea/history/open_order';
const HISTORY = '/api/oversea/history/list';

describe.each(testDatabases)('calls of overseas futures on $name', ({ open }) => {
  let store: TestDatabase;
  let world: World;

  let owner: Person;
  let stranger: Person;
  let start: number;

  beforeAll(async () => {
    store = await open();
    world = await openWorld(store);
  });

  beforeEach(async () => {
    owner = await world.newcomer();
    stranger = await world.newcomer();
    start = world.now() + 10_000;
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

  test('guests get 401, strangers get no rows, and only staff may use the office calls', async () => {
    await order();
    const reads = [
      POSITIONS,
      ORDERS,
      HISTORY,
      '/api/oversea/history/daily_profit',
      '/api/oversea/history/realised',
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
    for (const path of [HISTORY, '/api/oversea/history/daily_profit'] as const) {
      expect((await world.get(path, stranger)).body.content).toEqual([]);
    }
    expect((await world.get(`/api/oversea/overnight?playerId=${owner.id}`, stranger)).status).toBe(403);
    const office = '/api/office/oversea';
    for (const by of [undefined, owner, PARTNER]) {
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
    const list = async (query: string) => (await world.get(`${HISTORY}?${query}`, owner)).body;
    expect(await list('size=2')).toMatchObject({ totalElements: 3, totalPages: 2, page: 0 });
    expect((await list('size=2&page=1')).content).toHaveLength(1);
    expect((await list(`overseaOptionId=${HSI}`)).totalElements).toBe(0);
    expect((await list('startDate=2026-11-12&endDate=2026-11-12')).totalElements).toBe(3);
    expect((await list('endDate=2026-11-11')).totalElements).toBe(0);
    expect((await list('startDate=2026-11-13')).totalElements).toBe(0);
    expect((await list('closed=1')).totalElements).toBe(0);
    const days = async (query: string) =>
      (await world.get(`/api/oversea/history/daily_profit?${query}`, owner)).body;
    // A day on which nothing was closed has no profit yet.
    expect((await days('')).totalElements).toBe(0);
    await order({ tradeType: 'SHORT', qty: 1 });
    expect((await days('startDate=2026-11-12&endDate=2026-11-12')).totalElements).toBe(1);
    expect((await days('startDate=2026-11-13')).totalElements).toBe(0);
    const realised = async (query: string) =>
      (await world.get(`/api/oversea/history/realised?${query}`, owner)).body;
    expect(await realised('')).toMatchObject({
      trades: 1,
      wins: 0,
      gross: '0',
      commission: '6000',
      net: '-6000',
    });
    expect(await realised('date=2026-11-11')).toMatchObject({ trades: 0, net: '0' });
    expect(await days('page=3')).toMatchObject({ totalElements: 1, content: [] });
    expect((await days('overseaOptionId=7')).code).toBe('OPTION_NOT_FOUND');
  });

  test('whatever a client sends, the answer is never a server error', async () => {
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
        expect((await world.get(path, owner)).status).toBeLessThan(500);
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
        expect((await world.post(`${ORDER}/${path}`, body, owner)).status).toBeLessThan(500);
      }
      const overnight = { overseaPositionId: value, isActive: value };
      expect((await world.post('/api/oversea/overnight', overnight, owner)).status).toBeLessThan(500);
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
