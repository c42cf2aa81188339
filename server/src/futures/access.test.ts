// Access to the calls of coin futures, the pages of their lists, and that no input of a client causes a server error.
import { DAY_MS, koreanDay, later, millis } from '@maru/engine/time';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabases } from '../db/testing.ts';
import { forgetWorld } from '../desk/testing.ts';
import { PARTNER, type Person, SITE, STAFF } from '../http/testing.ts';
import { futuresFairness } from './fairness.ts';
import { BTC, ETH } from './market-testing.ts';
import { HISTORY, ORDER, openWorld, type World } from './world-testing.ts';

const READS = [
  `${ORDER}/qty_per?futuresOptionId=1&leverage=1`,
  `${ORDER}/disconnect`,
  `${HISTORY}/open_order`,
  `${HISTORY}/open_position`,
  `${HISTORY}/list`,
  `${HISTORY}/tpsl?orderId=1`,
  `${HISTORY}/open_sltp?futuresPositionId=1`,
  `${HISTORY}/last_leverage`,
  `${HISTORY}/account`,
  `${HISTORY}/funding`,
  `${HISTORY}/realised`,
  `${HISTORY}/daily_profit`,
  '/api/futures/receipt?fillId=1',
  '/api/futures/receipt/ticks?fillId=1',
  '/api/futures/receipt/liquidation?fillId=1',
  '/api/futures/receipt/funding?futuresPositionId=1&fundingMillis=1',
  '/api/futures/receipt/funding/ticks?futuresPositionId=1&fundingMillis=1',
];
const WRITES = [
  '',
  '/cancel',
  '/cancel_all',
  '/amend',
  '/tpsl',
  '/leverage',
  '/margin_type',
  '/margin',
].concat('/close_all', '/disconnect');

describe.each(testDatabases)('access to coin futures on $name', ({ open }) => {
  let store: TestDatabase;
  let world: World;
  let owner: Person;
  let stranger: Person;

  beforeAll(async () => {
    store = await open();
    world = await openWorld(store);
  });

  beforeEach(async () => {
    owner = await world.newcomer();
    stranger = await world.newcomer();
    world.moveTo(world.now() + 10_000);
    await world.publishPrice('50000');
  });

  afterAll(async () => {
    await world.kill();
    await forgetWorld(world, store);
    await store.drop();
  });

  const order = (body: Record<string, unknown> = {}, by = owner) =>
    world.post(
      ORDER,
      { futuresOptionId: BTC, tradeType: 'LONG', marketType: 'MARKET', qty: '0.1', ...body },
      by,
    );

  test('guests get 401 everywhere, and only staff may use the office calls', async () => {
    for (const path of READS) expect((await world.get(path)).status).toBe(401);
    for (const path of WRITES) expect((await world.post(`${ORDER}${path}`, {})).status).toBe(401);
    const setting = `/api/office/futures/setting?futuresOptionId=${BTC}` as const;
    expect((await world.get(setting)).status).toBe(401);
    for (const by of [owner, PARTNER]) expect((await world.get(setting, by)).status).toBe(403);
    expect((await world.get(setting, STAFF)).status).toBe(200);
  });

  test('a stranger sees and changes nothing', async () => {
    const { body } = await order({ takeProfit: '60000' });
    const [fill] = body.fills;
    const [position] = (await world.get(`${HISTORY}/open_position`, owner)).body;
    for (const list of ['open_order', 'open_position'] as const)
      expect((await world.get(`${HISTORY}/${list}`, stranger)).body).toEqual([]);
    expect((await world.get(`${HISTORY}/list`, stranger)).body.content).toEqual([]);
    expect((await world.get(`${HISTORY}/realised`, stranger)).body.wallets).toEqual([]);
    for (const path of ['receipt', 'receipt/ticks', 'receipt/liquidation'] as const)
      expect((await world.get(`/api/futures/${path}?fillId=${fill.id}`, stranger)).status).toBe(404);
    const theirs = { futuresPositionId: position.id };
    expect((await world.post(`${ORDER}/tpsl`, theirs, stranger)).status).toBe(404);
    expect((await world.post(`${ORDER}/margin`, { ...theirs, type: 1, amount: '1' }, stranger)).status).toBe(
      404,
    );
    expect((await world.post(`${ORDER}/close_all`, {}, stranger)).body.code).toBe('NO_POSITION');
    const [exit] = (await world.get(`${HISTORY}/open_order`, owner)).body;
    // Told the same as of what never existed.
    for (const id of [exit.id, 9_999_999]) {
      for (const call of ['cancel', 'amend'])
        expect((await world.post(`${ORDER}/${call}`, { id, price: '60001' }, stranger)).body.code).toBe(
          'ORDER_NOT_FOUND',
        );
      expect((await world.get(`${HISTORY}/tpsl?orderId=${id}`, stranger)).body.code).toBe('ORDER_NOT_FOUND');
    }
    expect((await world.post(`${ORDER}/cancel_all`, {}, stranger)).body.code).toBe('ORDER_NOT_FOUND');
    const close = { futuresOptionId: BTC, tradeType: 'SHORT', marketType: 'STOPLOSS', stopPrice: '49000' };
    for (const number of [position.id, 9_999_999])
      expect((await world.post(ORDER, { ...close, futuresPositionId: number }, stranger)).body.code).toBe(
        'POSITION_NOT_FOUND',
      );
    expect((await world.get(`${HISTORY}/open_sltp?futuresPositionId=${position.id}`, stranger)).status).toBe(
      404,
    );
    expect((await world.get(`${HISTORY}/list?beforeId=${fill.id}`, stranger)).body.content).toEqual([]);
    expect((await world.get(`${HISTORY}/open_position`, owner)).body).toHaveLength(1);
    expect((await world.get(`${HISTORY}/open_order`, owner)).body).toHaveLength(1);
  });

  test('a key stands for one request: the same again is answered again, another one is refused', async () => {
    const { body: opened } = await order({ marginType: 'ISOLATED', leverage: 10 });
    const [position] = (await world.get(`${HISTORY}/open_position`, owner)).body;
    expect(opened.fills).toHaveLength(1);
    const margin = { futuresPositionId: position.id, type: 1, amount: '5' };
    const requests: readonly (readonly [string, Record<string, unknown>, Record<string, unknown>])[] = [
      ['/leverage', { futuresOptionId: ETH, leverage: 7 }, { futuresOptionId: ETH, leverage: 8 }],
      ['/margin', margin, { ...margin, amount: '6' }],
      [
        '/tpsl',
        { futuresPositionId: position.id, stopLoss: '49000' },
        { futuresPositionId: position.id, stopLoss: '48000' },
      ],
      [
        '/margin_type',
        { futuresOptionId: ETH, marginType: 'ISOLATED' },
        { futuresOptionId: ETH, marginType: 'CROSS' },
      ],
      ['/close_all', {}, { walletType: 'BTC' }],
    ];
    for (const [path, body, other] of requests) {
      const key = `the key of ${path.slice(1)}`.replaceAll(' ', '-');
      const first = await world.post(`${ORDER}${path}`, body, owner, key);
      expect(first.status, path).toBe(200);
      const money = await world.money(owner);
      expect(await world.post(`${ORDER}${path}`, body, owner, key)).toEqual(first);
      expect((await world.post(`${ORDER}${path}`, other, owner, key)).body.code).toBe('KEY_REUSED');
      expect((await world.post(`${ORDER}/cancel_all`, {}, owner, key)).body.code).toBe('KEY_REUSED');
      expect(await world.money(owner)).toEqual(money);
    }
  });

  test('fills are paged, filtered, and continued after one of them', async () => {
    for (let each = 0; each < 3; each++) await order();
    await order({ tradeType: 'SHORT', qty: '0.05' });
    const list = async (query: string) => (await world.get(`${HISTORY}/list?${query}`, owner)).body;
    expect(await list('size=3')).toMatchObject({ totalElements: 4, totalPages: 2, page: 0 });
    expect((await list('size=3&page=1')).content).toHaveLength(1);
    expect((await list('closed=1')).content).toMatchObject([{ closedQty: '0.05' }]);
    expect((await list(`futuresOptionId=${ETH}`)).totalElements).toBe(0);
    expect((await list('endDate=2026-11-11')).totalElements).toBe(0);
    expect((await list('startDate=2026-11-12&endDate=2026-11-12')).totalElements).toBe(4);
    const { content } = await list('');
    expect((await list(`beforeId=${content[1].id}`)).content).toEqual(content.slice(2));
    expect((await list('page=100000&size=100')).content).toEqual([]);
  });

  test('the results of a day are added by wallet, after fees and funding', async () => {
    await order();
    await world.publishPrice('51000');
    await order({ tradeType: 'SHORT' });
    const realised = async (query = '') => (await world.get(`${HISTORY}/realised?${query}`, owner)).body;
    expect((await realised()).wallets).toEqual([
      {
        walletType: 'FUTURES',
        currency: 'USDT',
        trades: 1,
        wins: 1,
        gross: '100',
        funding: '0',
        fees: '8.08',
        net: '91.92',
      },
    ]);
    expect((await realised('date=2026-11-11')).wallets).toEqual([]);
    // The fairness board counts the account by the same figure, and the house by its fees.
    const from = koreanDay(millis(Date.parse('2026-11-12T12:00:00+09:00')));
    const day = { site: SITE, from, to: later(from, DAY_MS) };
    const [nets, takes] = await store.database.transaction(async (tx) => [
      await futuresFairness.accountNets?.(tx, day),
      await futuresFairness.takes?.(tx, day),
    ]);
    const mine = nets?.filter(({ player }) => player === owner.id);
    expect(mine).toEqual([{ player: owner.id, currency: 'USDT', net: '91.92000000' }]);
    const [take] = takes?.filter(({ currency }) => currency === 'USDT') ?? [];
    const [fees] = await store.database.transaction((tx) =>
      tx.query<{ balance: string }>(
        `select sum(balance)::text as balance from purse where id = 'house:1:fee:USDT'`,
      ),
    );
    expect(take?.taken).toBe(fees?.balance);
  });

  test('every day has its results by wallet, of all instruments or one, within a year', async () => {
    await order();
    await world.publishPrice('51000');
    await order({ tradeType: 'SHORT' });
    const days = async (query = '') => (await world.get(`${HISTORY}/daily_profit?${query}`, owner)).body;
    const [day] = await days();
    expect(day).toEqual({
      date: '2026-11-12',
      walletType: 'FUTURES',
      currency: 'USDT',
      trades: 1,
      wins: 1,
      liquidations: 0,
      gross: '100',
      funding: '0',
      fees: '8.08',
      net: '91.92',
    });
    expect(await days('startDate=2026-11-12&endDate=2026-11-12')).toEqual([day]);
    expect(await days(`futuresOptionId=${BTC}`)).toEqual([day]);
    expect(await days(`futuresOptionId=${ETH}`)).toEqual([]);
    expect(await days('startDate=2026-11-13')).toEqual([]);
    expect(await days('endDate=2026-11-11')).toEqual([]);
    expect(await days('startDate=9999-12-31&endDate=0001-01-01')).toEqual([]);
    expect((await world.get(`${HISTORY}/daily_profit`, stranger)).body).toEqual([]);
    expect((await world.get(`${HISTORY}/daily_profit?futuresOptionId=77`, owner)).status).toBe(404);
  });

  test('no input of a client is a server error', async () => {
    await order();
    const [position] = (await world.get(`${HISTORY}/open_position`, owner)).body;
    const id = position.id;
    const numbers = ['0', '-1', '0.00000001', '92233720368', '99999999999', '1e5', '', 'x', null, {}, -5];
    for (const value of numbers) {
      const bodies: readonly (readonly [string, Record<string, unknown>])[] = [
        ['', { futuresOptionId: BTC, tradeType: 'LONG', marketType: 'MARKET', qty: value }],
        ['', { futuresOptionId: BTC, tradeType: 'LONG', marketType: 'MARKET', margin: value }],
        ['', { futuresOptionId: BTC, tradeType: 'LONG', marketType: 'LIMIT', notional: '100', price: value }],
        [
          '',
          {
            futuresOptionId: BTC,
            tradeType: 'LONG',
            marketType: 'STOPLIMIT',
            qty: '1',
            price: '60000',
            stopPrice: value,
          },
        ],
        [
          '',
          {
            futuresOptionId: BTC,
            tradeType: 'LONG',
            marketType: 'MARKET',
            qty: '0.001',
            takeProfit: value,
            stopLoss: value,
          },
        ],
        [
          '',
          { futuresOptionId: BTC, tradeType: 'SHORT', marketType: 'STOPLOSS', stopPrice: value, qty: value },
        ],
        [
          '',
          {
            futuresOptionId: BTC,
            tradeType: 'SHORT',
            marketType: 'TRAILINGSTOP',
            callbackRate: value,
            activationPrice: value,
          },
        ],
        ['', { futuresOptionId: BTC, tradeType: 'LONG', marketType: 'MARKET', qty: '1', leverage: value }],
        ['/amend', { id: value, price: value }],
        ['/cancel', { id: value }],
        ['/tpsl', { futuresPositionId: id, takeProfit: value, stopLoss: value }],
        ['/leverage', { futuresOptionId: BTC, leverage: value }],
        ['/margin', { futuresPositionId: id, type: 1, amount: value }],
        ['/margin', { futuresPositionId: id, type: 2, amount: value }],
        ['/close_all', { walletType: value }],
        ['/disconnect', { isActive: 1, seconds: value }],
      ];
      for (const [path, body] of bodies) {
        const { status } = await world.post(`${ORDER}${path}`, body, owner);
        expect(status, `${path} ${JSON.stringify(body)}`).toBeLessThan(500);
      }
      for (const path of READS) {
        const wrong = path.replace(/=1$/, `=${encodeURIComponent(String(value))}`);
        expect((await world.get(wrong, owner)).status, wrong).toBeLessThan(500);
      }
    }
  });
});
