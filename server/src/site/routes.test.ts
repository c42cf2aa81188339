import { amount } from '@maru/engine/amount';
import { millis } from '@maru/engine/time';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabases } from '../db/testing.ts';
import { openTestHttp } from '../http/testing.ts';
import { VERSION } from '../version.ts';
import { maru, seedSite } from './first-start.ts';
import { siteRoutes } from './routes.ts';
import { openSites, type Sites } from './sites.ts';
import { insertSite } from './store.ts';

describe.each(testDatabases)('on $name', ({ open }) => {
  let database: TestDatabase;
  let sites: Sites;
  let http: FastifyInstance;
  beforeAll(async () => {
    database = await open();
    expect(await seedSite(database.database)).toBe(true);
    await database.database.transaction((tx) =>
      insertSite(tx, {
        ...maru,
        code: 'spot',
        hosts: 'spot.example, www.spot.example',
        type: '000001',
        language: 'en',
        binaryCurrency: 'USDT',
      }),
    );
    sites = await openSites(database.database, 0);
    http = await openTestHttp({
      routes: siteRoutes({ sites, priceSource: 'SIMULATED' }),
      siteOf: sites.siteOf,
      clock: () => millis(0),
    });
  });
  afterAll(async () => {
    await http.close();
    await database.drop();
  });

  const get = async (url: string) => {
    const response = await http.inject({ url });
    return { status: response.statusCode, body: response.json() };
  };

  test('a second start leaves the site as it is', async () => {
    expect(await seedSite(database.database)).toBe(false);
  });

  test('the site of a first start is found by its code', async () => {
    expect((await get('/api/site_info/code?code=maru')).body).toEqual({
      id: 1,
      code: 'maru',
      name: '마루',
      stockPrefix: '',
      overseaPrefix: '',
      coinInfoJson: expect.stringContaining('"BTC"'),
      usedCoins: 'BINARY,FUTURES,USDT,BTC,ETH,XRP,DOGE,EOS',
      depositCoins: 'BINARY,USDT,BTC,ETH,XRP,DOGE,EOS',
      buyCoins: 'USDT,BTC,ETH,XRP,DOGE,EOS',
      binaryCurrency: 'KRW',
      type: '101111',
      moneyMode: 'PRACTICE',
      priceSource: 'SIMULATED',
      language: 'ko',
      liveChatUrl: null,
      theme: { theme: 'dark', updown: 'global', accent: 'brass' },
    });
  });

  test('a site without futures shows no futures wallet and opens none', async () => {
    expect((await get('/api/site_info/code?code=spot')).body.usedCoins).toBe(
      'BINARY,USDT,BTC,ETH,XRP,DOGE,EOS',
    );
    const spot = sites.byCode('spot');
    expect(spot?.wallets.map(({ type }) => type)).not.toContain('FUTURES');
    expect(spot?.wallets[0]).toEqual({
      type: 'BINARY',
      currency: 'USDT',
      places: 8,
      credit: amount('10000000'),
    });
  });

  test('a new account of the first site has the practice money of its wallets', () => {
    const wallets = sites.byCode('maru')?.wallets ?? [];
    expect(wallets.map(({ type, currency, places, credit }) => [type, currency, places, credit])).toEqual([
      ['BINARY', 'KRW', 0, amount('10000000')],
      ['FUTURES', 'USDT', 8, amount('10000')],
      ['USDT', 'USDT', 8, amount('1000')],
      ['BTC', 'BTC', 8, amount('0.1')],
      ...['ETH', 'XRP', 'DOGE', 'EOS'].map((coin) => [coin, coin, 8, amount('0')]),
    ]);
    expect(sites.byCode('maru')?.refillLimit('KRW')).toBe(amount('100000000'));
    expect(sites.byCode('maru')?.refillLimit('NONE')).toBe(amount('0'));
  });

  test('the host that a site claims decides the site, and no parameter overrides it', () => {
    const spot = sites.byCode('spot')?.id;
    expect(sites.siteOf('spot.example')).toBe(spot);
    expect(sites.siteOf('WWW.Spot.Example', spot)).toBe(spot);
    expect(sites.siteOf('spot.example', 1)).toBeUndefined();
    expect(sites.siteOf('localhost')).toBe(1);
    expect(sites.siteOf('localhost', 1)).toBe(1);
    expect(sites.siteOf('localhost', spot)).toBeUndefined();
    expect(sites.siteOf('localhost', 99)).toBeUndefined();
    // One site has no host of its own, so any host may mean it.
    expect([sites.servesHost('localhost'), sites.servesHost('spot.example')]).toEqual([true, true]);
  });

  test.each([
    ['/api/site_info/code?code=none', 404, 'SITE_NOT_FOUND'],
    [`/api/site_info/code?code=${'x'.repeat(1_024)}`, 400, 'INVALID_REQUEST'],
    ['/api/site_info/code?code=..%2F', 400, 'INVALID_REQUEST'],
    ['/api/site_info/get_app_version?os=beos', 400, 'INVALID_REQUEST'],
    ['/api/site_info/dnw?siteInfoId=99', 400, 'INVALID_REQUEST'],
    ['/api/banklist?siteInfoId=one', 400, 'INVALID_REQUEST'],
  ])('%s is refused', async (url, status, code) => {
    const answer = await get(url);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  test('what every guest may read', async () => {
    expect((await get('/data/appid.json')).body).toEqual({ android: '', ios: '' });
    expect((await get('/api/site_info/get_app_version?os=web&siteInfoId=1')).body).toEqual({
      os: 'web',
      version: VERSION,
      required: false,
    });
    expect((await get('/api/site_info/dnw?siteInfoId=1')).body).toMatchObject({
      moneyMode: 'PRACTICE',
      refillMost: { KRW: '100000000', USDT: '100000' },
    });
    const banks = (await get('/api/banklist')).body as { id: number; name: string; code: string }[];
    expect(banks).toContainEqual({ id: 24, name: '카카오뱅크', code: '090' });
    expect(new Set(banks.map(({ id }) => id)).size).toBe(banks.length);
    expect(new Set(banks.map(({ code }) => code)).size).toBe(banks.length);
  });
});
