// What a member proves about the person, and the terms.
import { siteId } from '@maru/engine/purse';
import { later, MINUTE_MS } from '@maru/engine/time';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formOf, newcomer, SITE, useWorld } from '../account/testing.ts';
import { testDatabases } from '../db/testing.ts';
import { type Asks, asksOf, openTestHttp, type Person } from '../http/testing.ts';
import { identityMemberRoutes } from './feature.ts';
import { mountPerson } from './mount-person.ts';
import { createPersons, type Persons } from './person.ts';

type Calls = typeof import('@maru/contract/identity/member-calls');

const minji = { name: '김민지', birth: '19900131', phone: '010-2222-3333' };

describe.each(testDatabases)('on $name', ({ open }) => {
  const world = useWorld(open);
  let http: FastifyInstance;
  let asks: Asks<Calls>;
  let persons: Persons;
  beforeAll(async () => {
    const { database } = world.store;
    const clock = () => world.time.now;
    persons = createPersons({ database, secret: 'a secret of the test' });
    const sites = { siteOf: (host: string) => (host === 'maru.example' ? SITE : siteId(2)) };
    http = await openTestHttp({
      routes: identityMemberRoutes({ database, sites, persons }),
      clock,
      beforeRouting: (app) => mountPerson(app, { persons, clock }),
    });
    asks = asksOf<Calls>(http);
  });
  afterAll(() => http.close());

  const member = async (): Promise<Person> => ({ id: (await newcomer(world)).id, role: 'PLAYER' });
  const STAFF = async (): Promise<Person> => ({
    id: (await newcomer(world, { role: 'STAFF' })).id,
    role: 'STAFF',
  });
  const pageOf = async (by: Person): Promise<string> => (await asks.get('/api/certi/nice_id', by)).body.url;
  const answer = async (url: string, typed: object) => {
    const payload = new URLSearchParams({ ...typed }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const reply = await http.inject({ method: 'POST', url, payload, headers });
    return { status: reply.statusCode, text: reply.body };
  };
  const identityOf = async (by: Person) => (await asks.get('/api/identity/me', by)).body;

  test('a member proves the person on the page, once, and has the second level', async () => {
    const by = await member();
    expect(await identityOf(by)).toMatchObject({ level: 0, personName: null, personVerifiedMillis: null });
    const url = await pageOf(by);
    expect((await http.inject({ url })).body).toContain('흉내');
    expect((await answer(url, { ...minji, birth: '19900231' })).text).toContain('생년월일');
    expect((await answer(url, { ...minji, name: '<script>' })).text).not.toContain('<script>');
    expect((await answer(url, minji)).text).toContain('확인되었습니다');
    expect((await answer(url, { ...minji, name: '박다른' })).text).toContain('이미 처리');
    expect(await identityOf(by)).toMatchObject({ level: 2, personName: '김민지' });
    expect((await identityOf(by)).limits.map(({ won }) => won)).toEqual([
      '10000000',
      '50000000',
      '200000000',
      null,
    ]);

    const another = await member();
    expect((await answer(await pageOf(another), minji)).text).toContain('다른 계정');
    expect(await identityOf(another)).toMatchObject({ level: 0 });
  });

  test('a page of another order, a changed one and an old one are not found', async () => {
    const url = await pageOf(await member());
    const changed = url.replace(/order=.{8}/, 'order=AAAAAAAA');
    expect((await http.inject({ url: changed })).statusCode).toBe(404);
    expect((await answer(changed, minji)).status).toBe(404);
    world.time.now = later(world.time.now, 61 * MINUTE_MS);
    expect((await answer(url, minji)).status).toBe(404);
  });

  test('a result without the provider’s signature counts for nothing, nor does an old one', async () => {
    const by = await member();
    const order = (await pageOf(by)).split('order=')[1] ?? '';
    const body = JSON.stringify({ order, ...minji });
    const forged = { body, timestamp: String(world.time.now), signature: 'x'.repeat(43) };
    expect(await persons.accept(forged, world.time.now)).toBe('REFUSED');
    expect(await identityOf(by)).toMatchObject({ level: 0 });
  });

  test.each([
    ['maru.example', 200],
    ['maru.example:3000', 200],
    ['169.254.169.254', 421],
    ['evil.example', 421],
    ['http://evil.example/', 421],
  ])('host %s is answered with %i, and the page is our own', async (host, status) => {
    const reply = await asks.get(
      `/api/certi/nice_id?host=${encodeURIComponent(host)}` as '/api/certi/nice_id',
      await member(),
    );
    expect(reply.status).toBe(status);
    if (status === 200) expect(reply.body.url).toMatch(/^\/practice\/person\?order=/);
  });

  test('a new version of the terms asks each member once', async () => {
    const by = await member();
    expect((await asks.get('/api/terms/mine', by)).body).toMatchObject({
      due: [],
      accepted: [
        { kind: 'TERMS', version: 1 },
        { kind: 'PRIVACY', version: 1 },
      ],
    });
    const summary = { summaryKo: '출금 시간이 바뀝니다.', summaryEn: 'Withdrawal times change.' };
    const staff = await STAFF();
    const published = await asks.post('/api/office/terms/publish', { kind: 'TERMS', ...summary }, staff);
    expect(published).toMatchObject({ status: 200, body: { kind: 'TERMS', version: 2 } });
    const [change] = await world.query<{ area: string; staff_id: number }>(
      'select area, staff_id from staff_change order by id desc limit 1',
    );
    expect(change).toEqual({ area: 'TERMS', staff_id: staff.id });

    const { body } = await asks.get('/api/terms/mine', by);
    expect(body.due).toEqual([{ kind: 'TERMS', version: 2, ...summary }]);
    const accept = (version: number) => asks.post('/api/terms/accept', { kind: 'TERMS', version }, by);
    expect((await accept(3)).status).toBe(404);
    expect((await accept(1)).status).toBe(404);
    expect((await accept(2)).status).toBe(200);
    expect((await accept(2)).status).toBe(200);
    expect((await asks.get('/api/terms/mine', by)).body.due).toEqual([]);

    const { body: made } = await world.post('/api/player', formOf());
    const later2 = { id: made.id, role: 'PLAYER' } as unknown as Person;
    expect((await asks.get('/api/terms/mine', later2)).body.due).toEqual([]);
  });

  test('guests and the wrong role are refused', async () => {
    const by = await member();
    for (const path of ['/api/identity/me', '/api/certi/nice_id', '/api/terms/mine'] as const) {
      expect((await asks.get(path)).status, path).toBe(401);
      expect((await asks.get(path, await STAFF())).status, path).toBe(403);
    }
    const body = { kind: 'TERMS', summaryKo: '바뀐 것', summaryEn: 'what changed' };
    expect((await asks.post('/api/office/terms/publish', body)).status).toBe(401);
    expect((await asks.post('/api/office/terms/publish', body, by)).status).toBe(403);
  });
});
