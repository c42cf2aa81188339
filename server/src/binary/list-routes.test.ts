import type { WireBinaryOption } from '@maru/contract/binary/offers';
import { rate } from '@maru/engine/amount';
import { type SiteId, siteId } from '@maru/engine/purse';
import { millis } from '@maru/engine/time';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabases } from '../db/testing.ts';
import { NOON, tickOf } from '../market/testing.ts';
import { openTestMarket, type TestMarket } from '../market/testing-market.ts';
import { openStoppages, type Stoppages } from '../staff/stoppages.ts';
import type { BinarySite } from './deps.ts';
import { HALTS } from './halts.ts';
import { listRoutes } from './list-routes.ts';
import { listOffers, type OfferList } from './offers.ts';
import { openSettings, type Settings } from './settings.ts';

const SITE = siteId(1);
const site: BinarySite = {
  id: SITE,
  moneyMode: 'PRACTICE',
  binaryCurrency: 'KRW',
  features: { binary: true, powerBall: true },
  wallets: [],
};
describe.each(testDatabases)('on $name', ({ open }) => {
  let store: TestDatabase;
  let settings: Settings;
  let halts: Stoppages;
  let offers: OfferList;
  let world: TestMarket;
  beforeAll(async () => {
    store = await open();
    await store.database.transaction((tx) =>
      tx.query(
        `insert into site (code, name, used_coins, binary_currency, type) values ('one', 'One', 'BINARY', 'KRW', '101111')`,
      ),
    );
    settings = await openSettings(store.database);
    halts = await openStoppages(store.database, HALTS);
    world = await openTestMarket(store.database, {
      beside: ({ instruments, listed }) => {
        const roundTypes = ['R1', 'B1', 'P1'] as const;
        offers = listOffers(
          instruments.map((each) => (each.code === 'BTCUSDT' ? { ...each, roundTypes } : each)),
        );
        const sites = { all: () => [site], byId: (id: SiteId) => (id === SITE ? site : undefined) };
        return listRoutes({ listed, offers, halts, settings, sites });
      },
    });
  });
  afterAll(async () => {
    await world.close();
    await store.drop();
  });

  const list = async (query: Readonly<Record<string, string>> = {}): Promise<readonly WireBinaryOption[]> =>
    (await world.get('/api/trade/option/list', query)).body;
  const rates = async () => (await list()).map(({ type, rate: pays }) => [type, pays]);

  test('every option has the payout of a hit, as in its terms, and balls have odds instead', async () => {
    expect(await rates()).toEqual([
      ['R1', '0.87'],
      ['B1', '0.9'],
      ['P1', null],
    ]);
    const changed = await settings.change(
      site,
      offers.all[0]!,
      { rate: rate('0.8') },
      { staff: 4, now: millis(1), reason: '행사' },
    );
    expect(changed).toBeUndefined();
    expect((await rates())[0]).toEqual(['R1', '0.8']);
  });

  test('there is one for each instrument and type, and its id finds it', async () => {
    const all = await list({ isPlay: '1', resultType: 'List' });
    expect(all.map(({ stock, type }) => `${stock} ${type}`)).toEqual([
      'BTCUSDT R1',
      'BTCUSDT B1',
      'BTCUSDT P1',
    ]);
    for (const each of all) {
      expect((await world.get('/api/trade/option', { tradeOptionId: each.id })).body).toEqual(each);
    }
    expect(await list({ typeArray: 'R1,R5' })).toHaveLength(1);
    expect(await list({ stockPrefix: 'EBEST_' })).toEqual([]);
    expect(await list({ isPlay: '0' })).toEqual([]);
    expect((await world.get('/api/public/trade_option/site/list')).body).toEqual(all);
    for (const id of [99, 199, 30_101]) {
      expect((await world.get('/api/trade/option', { tradeOptionId: id })).status).toBe(404);
    }
  });

  test('one that staff halted is shown as stopped', async () => {
    world.publishTicks(tickOf('57083', NOON + 1));
    const [first] = offers.all;
    expect((await list())[0]).toMatchObject({ isStop: 0, lastPrice: '57083' });
    await halts.begin({ site: SITE, option: first!.id, since: NOON, reason: '점검', staff: 4 });
    expect((await list()).map(({ isStop }) => isStop)).toEqual([1, 0, 0]);
  });
});
