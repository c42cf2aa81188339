// Settings of sites that staff change while the platform runs, and a new one from a form.
import { FIRST_THEME } from '@maru/contract/site/settings';
import { playerId, siteId } from '@maru/engine/purse';
import { millis } from '@maru/engine/time';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertRow } from '../db/insert-row.ts';
import { type TestDatabase, testDatabases } from '../db/testing.ts';
import {
  type Asks,
  asksOf,
  COLLEAGUE,
  HEAD,
  OWNER,
  openTestHttp,
  PARTNER,
  type Person,
  person,
  principalOf,
  SITE,
  STAFF,
} from '../http/testing.ts';
import { changeRoutes } from '../staff/changes.ts';
import { createStaffRequests } from '../staff/requests.ts';
import { seedSite } from './first-start.ts';
import { siteOfficeRoutes } from './office-routes.ts';
import { siteRoutes } from './routes.ts';
import { openSites, type Site, type Sites } from './sites.ts';

type Modules = typeof import('@maru/contract/site') &
  typeof import('@maru/contract/site/office') &
  typeof import('@maru/contract/staff/calls');

const REASON = '두 번째 사이트를 엽니다';

const seoul = {
  code: 'seoul',
  name: '서울 거래소',
  moneyMode: 'PRACTICE',
  hosts: ['seoul.example'],
  stockPrefix: '',
  overseaPrefix: '',
  usedCoins: ['BINARY', 'FUTURES', 'USDT', 'BTC'],
  depositCoins: ['BINARY', 'USDT'],
  buyCoins: ['USDT'],
  binaryCurrency: 'KRW',
  type: '100101',
  practiceCredit: { BINARY: '5000000', FUTURES: '3000.5' },
  refillMost: { KRW: '10000000', USDT: '1000' },
  language: 'ko',
  theme: { theme: 'light', updown: 'kr', accent: 'sea' },
  banks: [1, 24],
};

describe.each(testDatabases)('sites on $name', ({ open }) => {
  let store: TestDatabase;
  let sites: Sites;
  let http: FastifyInstance;
  let asks: Asks<Modules>;
  const told: { code: string; isNew: boolean }[] = [];
  let isHeld = false;
  let isPlatform = true;
  let isBusy = false;
  const peopled: object[] = [];

  beforeAll(async () => {
    store = await open();
    const { database } = store;
    await seedSite(database);
    sites = await openSites(database, 0);
    sites.onChange(({ code }: Site, isNew) => void told.push({ code, isNew }));
    const requests = createStaffRequests(database);
    const password = { player: playerId(9), nonce: '', hash: '' };
    const people = {
      mayApprove: async () => isPlatform,
      prepare: async () => (isBusy ? undefined : { head: password, partner: password }),
      make: async (site: number, asked: object) => peopled.push({ site, ...asked }) > 0,
    };
    const held = [
      { feature: 'futures', isHeldOn: () => isHeld, hasPosition: () => false, holders: () => [] } as const,
    ];
    http = await openTestHttp({
      routes: [
        ...siteRoutes({ sites, priceSource: 'SIMULATED' }),
        ...siteOfficeRoutes({ shard: 0, database, sites, requests, held, people }),
        ...requests.routes,
        ...changeRoutes(database),
      ],
      // The colleague has this site alone, the other one runs the platform.
      authenticate: async (token) => {
        const who = person(Number(token.split('.')[0]), token.split('.')[1] as Person['role']);
        const principal = principalOf(who);
        if (who.id !== STAFF.id) return principal;
        return { ...principal, standing: { ...HEAD, level: 1 } };
      },
      siteOf: sites.siteOf,
      clock: () => millis(1_000),
    });
    asks = asksOf<Modules>(http);
  });
  afterAll(async () => {
    await http.close();
    await store.drop();
  });

  const change = (wanted: object, by = STAFF) =>
    asks.post('/api/office/site', { reason: REASON, ...wanted }, by);
  const approve = (staffRequestId: number, by = COLLEAGUE) =>
    asks.post('/api/office/request/approve', { staffRequestId }, by);
  const openNew = (wanted: object, by = STAFF) =>
    asks.post('/api/office/site/new', { reason: REASON, ...seoul, ...wanted }, by);
  const byHost = (host: string) =>
    http.inject({ url: '/api/site_info/code', headers: { host } }).then((answer) => answer.json());

  test('a guest, a member and a partner neither read nor change them', async () => {
    for (const by of [undefined, OWNER, PARTNER]) {
      const status = by === undefined ? 401 : 403;
      expect((await asks.get('/api/office/site', by)).status).toBe(status);
      expect((await asks.get('/api/office/site/list', by)).status).toBe(status);
      expect((await asks.post('/api/office/site', { name: '남', reason: REASON }, by)).status).toBe(status);
      expect((await asks.post('/api/office/site/new', { ...seoul, reason: REASON }, by)).status).toBe(status);
    }
    expect(sites.all()).toHaveLength(1);
  });

  test('name, language, look and banks are changed by one person, at once, and are in the history', async () => {
    const wanted = { name: '마루 연습', theme: { ...FIRST_THEME, updown: 'kr' }, banks: [4, 1] };
    const { body } = await change(wanted);
    expect(body).toMatchObject({ ...wanted, waiting: null });
    expect((await asks.get('/api/site_info/code?code=maru')).body).toMatchObject({
      name: '마루 연습',
      theme: { updown: 'kr' },
    });
    expect((await asks.get('/api/banklist')).body.map(({ id }) => id)).toEqual([1, 4]);
    const [entry] = (await asks.get('/api/office/change/list?area=SITE', STAFF)).body.content;
    expect(entry).toMatchObject({ staff: STAFF.id, confirmedBy: null, reason: REASON });
    expect(JSON.parse(entry.before)).toEqual({ name: '마루', theme: FIRST_THEME, banks: null });
    expect(JSON.parse(entry.after)).toEqual(wanted);
    expect(told.splice(0)).toEqual([{ code: 'maru', isNew: false }]);
    await change({ name: '마루', banks: null });
    told.splice(0);
  });

  test('what reaches money waits for a second person, and then holds without a restart and after one', async () => {
    const { body } = await change({ type: '101101', practiceCredit: { BINARY: '100' } });
    expect(body).toMatchObject({ type: '101111', waiting: { kind: 'SITE_SETTING' } });
    expect(sites.byId(SITE)?.features.powerBall).toBe(true);
    expect((await approve(body.waiting.id, STAFF)).body.code).toBe('SECOND_PERSON_NEEDED');
    expect((await approve(body.waiting.id)).body.outcome).toBe('DONE');
    expect((await asks.get('/api/site_info/code')).body.type).toBe('101101');
    const again = (await openSites(store.database, 0)).byId(SITE);
    expect(again?.features.powerBall).toBe(false);
    expect(again?.wallets.map(({ credit }) => credit)[0]).toBe(100n * 100_000_000n);
  });

  test.each<[string, object]>([
    ['type', { type: '10111' }],
    ['type', { type: '2x1111' }],
    // P2P alone is no product.
    ['type', { type: '001000' }],
    ['usedCoins', { usedCoins: [] }],
    ['usedCoins', { usedCoins: ['BINARY', 'FUTURES', 'SHIB'] }],
    ['usedCoins', { usedCoins: ['BINARY', 'BINARY', 'FUTURES'] }],
    // Overseas futures are paid from BINARY.
    ['usedCoins', { usedCoins: ['FUTURES', 'USDT'] }],
    ['depositCoins', { depositCoins: ['BINARY', 'EOS'] }],
    ['depositCoins', { depositCoins: ['FUTURES'] }],
    ['buyCoins', { buyCoins: ['BINARY'] }],
    ['practiceCredit', { practiceCredit: { EOS: '1' } }],
    ['practiceCredit', { practiceCredit: { BINARY: '0.5' } }],
    ['practiceCredit', { practiceCredit: { BINARY: '-1' } }],
    ['practiceCredit', { practiceCredit: { BINARY: '10000000001' } }],
    ['refillMost', { refillMost: { BINARY: '1' } }],
    ['hosts', { hosts: ['not a host'] }],
    ['hosts', { hosts: ['a.example', 'a.example'] }],
    ['stockPrefix', { stockPrefix: 'a b' }],
    ['name', { name: '' }],
    ['banks', { banks: [999] }],
  ])('a new site with a wrong %s is refused and changes nothing', async (field, wanted) => {
    const { status, body } = await openNew(wanted);
    expect([status, body.code, body.field]).toEqual([422, 'SITE_INVALID', field]);
    const waiting = (await asks.get('/api/office/request/list', STAFF)).body.content;
    expect(waiting.filter(({ kind }) => kind === 'SITE_NEW')).toEqual([]);
  });

  test('a new site is open when a second person has approved it, under its host and by its code', async () => {
    const { body } = await openNew({});
    expect(body.waiting).toMatchObject({ kind: 'SITE_NEW', subject: 'seoul' });
    expect((await openNew({})).body.code).toBe('ALREADY_PROCESSED');
    expect((await openNew({ code: 'busan' }, COLLEAGUE)).status).toBe(403);
    expect((await byHost('seoul.example')).code).toBe('maru');
    expect(told.splice(0).filter(({ isNew }) => isNew)).toEqual([]);
    expect(peopled).toEqual([]);
    isBusy = true;
    expect((await approve(body.waiting.id)).body.code).toBe('TRY_AGAIN');
    isBusy = false;
    expect((await approve(body.waiting.id)).body.outcome).toBe('DONE');
    expect(told.splice(0)).toEqual([{ code: 'seoul', isNew: true }]);
    expect(peopled).toMatchObject([
      { head: { username: 'head' }, partner: { username: 'partner', code: 'HEAD' } },
    ]);
    // Whoever does not run the platform reaches nothing of the new site.
    const another = await openNew({ code: 'ulsan', hosts: [] });
    isPlatform = false;
    expect((await approve(another.body.waiting.id)).body.code).toBe('FORBIDDEN');
    isPlatform = true;
    expect(sites.byCode('ulsan')).toBeUndefined();
    const opened = await byHost('seoul.example');
    expect(opened).toMatchObject({
      code: 'seoul',
      name: '서울 거래소',
      usedCoins: 'BINARY,FUTURES,USDT,BTC',
      type: '100101',
      theme: seoul.theme,
    });
    expect((await asks.get('/api/site_info/code?code=seoul')).body).toEqual(opened);
    const dnw = await http.inject({ url: '/api/site_info/dnw', headers: { host: 'seoul.example' } });
    expect(dnw.json()).toMatchObject({ moneyMode: 'PRACTICE', depositCoins: 'BINARY,USDT' });
    expect(sites.siteOf('seoul.example', 1)).toBeUndefined();
    expect(sites.siteOf('localhost')).toBe(SITE);
    const { content, mayOpen } = (await asks.get('/api/office/site/list', STAFF)).body;
    expect(content.map(({ code }) => code)).toEqual(['maru', 'seoul']);
    expect(mayOpen).toBe(true);
    const own = (await asks.get('/api/office/site/list', COLLEAGUE)).body;
    expect([own.content.map(({ code }) => code), own.mayOpen]).toEqual([['maru'], false]);
  });

  test('a code and a host name belong to one site', async () => {
    expect((await openNew({ hosts: [] })).body.code).toBe('SITE_CODE_TAKEN');
    expect((await openNew({ code: 'busan' })).body.code).toBe('SITE_HOST_TAKEN');
    expect((await change({ hosts: ['Seoul.Example', 'localhost'] })).body.code).toBe('SITE_HOST_TAKEN');
    expect((await openNew({ code: 'x', hosts: [] })).status).toBe(400);
  });

  test('of two new sites that were asked for with one host name the second is refused when it is approved', async () => {
    const [busan, jeju] = [
      await openNew({ code: 'busan', hosts: ['sea.example'] }),
      await openNew({ code: 'jeju', hosts: ['sea.example'] }),
    ];
    expect((await approve(busan.body.waiting.id)).body.outcome).toBe('DONE');
    expect((await approve(jeju.body.waiting.id)).body.code).toBe('SITE_HOST_TAKEN');
    expect(sites.byCode('jeju')).toBeUndefined();
  });

  test('a product with something open is not turned off', async () => {
    isHeld = true;
    expect((await change({ type: '101001' })).body).toMatchObject({
      code: 'SITE_PRODUCT_HELD',
      field: 'type',
    });
    isHeld = false;
    const { body } = await change({ type: '101001' });
    isHeld = true;
    expect((await approve(body.waiting.id)).body.code).toBe('SITE_PRODUCT_HELD');
    isHeld = false;
    expect(sites.byId(SITE)?.features.futures).toBe(true);
  });

  test('wallets and their currency stay as they are once a site has members', async () => {
    const { body } = await change({ binaryCurrency: 'USDT', practiceCredit: {}, refillMost: {} });
    await store.database.transaction((tx) =>
      insertRow(tx, 'player', {
        ...{ site_id: SITE, username: 'first', password_hash: '', name: '첫회원', nick: '첫회원' },
        ...{
          folded_nick: '첫회원',
          role: 'PLAYER',
          created_at: new Date(0),
          password_changed_at: new Date(0),
        },
      }),
    );
    expect((await approve(body.waiting.id)).body.code).toBe('SITE_HAS_MEMBERS');
    const wanted = { usedCoins: ['BINARY', 'FUTURES'], depositCoins: [], buyCoins: [], practiceCredit: {} };
    const refused = await change({ ...wanted, refillMost: {} });
    expect(refused.body).toMatchObject({ code: 'SITE_HAS_MEMBERS', field: 'usedCoins' });
    expect((await asks.get('/api/office/site', STAFF)).body.hasMembers).toBe(true);
    expect(sites.byId(siteId(2))?.binaryCurrency).toBe('KRW');
  });

  test('a host name that would leave the office without an address is refused', async () => {
    const { database } = store;
    await database.transaction((tx) => tx.query(`update site set hosts = 'a.example' where id > 1`));
    await sites.reload();
    expect((await change({ hosts: ['maru.example'] })).body).toMatchObject({
      code: 'SITE_INVALID',
      field: 'hosts',
    });
    expect((await change({ hosts: ['maru.example', 'localhost'] })).body.waiting.kind).toBe('SITE_SETTING');
  });

  test('a change that changes nothing is refused', async () => {
    expect((await change({ name: '마루' })).body).toMatchObject({ code: 'SITE_INVALID', field: 'reason' });
  });
});
