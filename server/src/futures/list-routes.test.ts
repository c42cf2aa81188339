import { price } from '@maru/engine/amount';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openFreshEmbedded, type TestDatabase } from '../db/testing.ts';
import { NOON, tickOf } from '../market/testing.ts';
import { openTestMarket, type TestMarket } from '../market/testing-market.ts';
import { listInstruments } from './instruments.ts';
import { listRoutes } from './list-routes.ts';
import { openSettings } from './settings.ts';
import { createTerms } from './terms.ts';
import { sitesWith, testSite } from './testing.ts';

let opened: TestDatabase;
let world: TestMarket;
beforeAll(async () => {
  opened = await openFreshEmbedded();
  const settings = await openSettings(opened.database);
  world = await openTestMarket(opened.database, {
    beside: (parts) => {
      const instruments = listInstruments(parts.instruments);
      const terms = createTerms({ instruments, sites: sitesWith(testSite), settings });
      return listRoutes({ ...parts, instruments, terms });
    },
  });
});
afterAll(async () => {
  await world.close();
  await opened.drop();
});

test('the list shows price, change and state of what coin futures offer, and nothing else', async () => {
  world.publishTicks(tickOf('57083', NOON + 1, { sourceIndex: price('57080.04') }));
  const futures = await world.get('/api/futures/option/list', { isPlay: 1 });
  expect(futures.body).toMatchObject([
    {
      ...{ id: 1, stock: 'BTCUSDT', lastPrice: '57083', rateChange: 0.5, isStop: 0 },
      ...{ markPrice: '57083', indexPrice: '57080', fundingRate: '0.0002', lastFundingRate: '-0.0003' },
      nextFundingMillis: Date.parse('2026-11-12T17:00:00+09:00'),
    },
  ]);
  expect((await world.get('/api/futures/option', { futuresOptionId: 1 })).body).toEqual(futures.body[0]);
  expect(futures.body[0].terms).toMatchObject({
    contractType: 'HYBRID',
    baseCurrency: 'BTC',
    mode: 'NORMAL',
  });
  expect((await world.get('/api/futures/option', { futuresOptionId: 301 })).status).toBe(404);
});

test('the fee is the one an instrument has unless staff changed it', async () => {
  expect((await world.get('/fee.json')).body).toEqual({ futures: '0.0008' });
});

test.each(['1.5', '1 OR 1=1', '-1', '9223372036854775808', '１', ''])('the id %s is refused', async (id) => {
  expect((await world.get('/api/futures/option', { futuresOptionId: id })).status).toBe(400);
});
