import { type SiteId, siteId } from '@maru/engine/purse';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openFreshEmbedded, type TestDatabase } from '../db/testing.ts';
import { listInstruments } from '../market/instrument-list.ts';
import { hangSeng, kospi, NOON, tickOf } from '../market/testing.ts';
import { openTestMarket, type TestMarket } from '../market/testing-market.ts';
import { openStoppages } from '../staff/stoppages.ts';
import { CLOSINGS } from './closings.ts';
import type { OverseaSite } from './deps.ts';
import { listRoutes } from './list-routes.ts';
import { openRates } from './rates.ts';
import { openSettings } from './settings.ts';
import { createTerms } from './terms.ts';

const SITE = siteId(1);
const site: OverseaSite = {
  id: SITE,
  binaryCurrency: 'KRW',
  features: { oversea: true },
  wallets: [{ type: 'BINARY', currency: 'KRW', places: 0 }],
};

let opened: TestDatabase;
let world: TestMarket;
beforeAll(async () => {
  opened = await openFreshEmbedded();
  const { database } = opened;
  const instruments = listInstruments([hangSeng, kospi], new Set(['FUTURES']));
  const terms = createTerms({
    instruments,
    sites: { all: () => [site], byId: (id: SiteId) => (id === SITE ? site : undefined) },
    settings: await openSettings(database),
    rates: await openRates(database, ['KRW', 'HKD']),
    closings: await openStoppages(database, CLOSINGS),
  });
  world = await openTestMarket(database, {
    beside: ({ listed }) => listRoutes({ listed, instruments, terms }),
  });
});
afterAll(async () => {
  await world.close();
  await opened.drop();
});

test('the list shows price and state of overseas futures, those in won first', async () => {
  world.publishTicks(tickOf('330', NOON + 1, { stock: 'K2' }));
  const { body } = await world.get('/api/oversea/option/list', {});
  expect(body).toMatchObject([
    { stock: 'K2', currency: 'KRW', isStop: 0, lastPrice: '330' },
    { stock: 'HSI', currency: 'HKD', tickValue: '50', isStop: 1, lastPrice: null },
  ]);
  expect((await world.get('/api/oversea/option', { overseaOptionId: 301 })).body).toEqual(body[1]);
  expect((await world.get('/api/oversea/option', { overseaOptionId: 1 })).status).toBe(404);
  expect((await world.get('/api/oversea/option/exist_option')).body).toEqual({ exist: true });
});

test('a closed instrument has the time of its next opening', async () => {
  world.time.set(Date.parse('2026-11-15T12:00:00+09:00'));
  expect((await world.get('/api/oversea/option', { overseaOptionId: 301 })).body).toMatchObject({
    isRest: 1,
    isOpen: 0,
    isStop: 0,
    nextOpenMillis: Date.parse('2026-11-16T10:15:00+09:00'),
  });
});
