// What a member proves about the person, and the terms.
import { siteId } from '@maru/engine/purse';
import { later, MINUTE_MS } from '@maru/engine/time';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formOf, newcomer, OTHER_SITE, SITE, useWorld } from '../account/testing.ts';
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
  /** As the office publishes a page. */
  const publishPage = async (version: number, htmlKo: string, htmlEn: string) => {
    await world.query(
      `insert into content
         (site_id, kind, name, status, version, shown_version, from_ms, created_ms, changed_ms)
       values ($1, 'static', 'terms', 'PUBLISHED', $2, $2, 0, 0, 0)
       on conflict (site_id, name) where name is not null do update set version = $2, shown_version = $2`,
      [SITE, version],
    );
    await world.query(
      `insert into content_version
         (content_id, version, site_id, is_forced, is_pinned, title_ko, html_ko, title_en, html_en, saved_ms)
       select id, $2, site_id, false, false, '이용약관', $3, 'Terms', $4, 0 from content where site_id = $1 and name = 'terms'`,
      [SITE, version, htmlKo, htmlEn],
    );
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
    const missing = await asks.post('/api/office/terms/publish', { kind: 'TERMS', ...summary }, staff);
    expect([missing.status, missing.body.code]).toEqual([409, 'TERMS_TEXT_MISSING']);
    await publishPage(2, '<p>둘째 글</p>', '<p>The second text</p>');
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

    // The page changes afterwards: what was accepted stays as it was, and the next version has the new text.
    await publishPage(3, '<p>셋째 글<script>alert(1)</script></p>', '');
    const textOf = (version: number | undefined, language: string) =>
      http
        .inject({
          url: `/api/terms/text?kind=TERMS&siteInfoId=${SITE}${version === undefined ? '' : `&version=${version}`}`,
          headers: { 'accept-language': language },
        })
        .then((answer) => [answer.statusCode, answer.json().version, answer.json().content]);
    expect(await textOf(2, 'ko')).toEqual([200, 2, '<p>둘째 글</p>']);
    expect(await textOf(2, 'en')).toEqual([200, 2, '<p>The second text</p>']);
    expect(await textOf(undefined, 'ko')).toEqual([200, 2, '<p>둘째 글</p>']);
    expect(await textOf(1, 'ko')).toEqual([200, 1, null]);
    expect((await textOf(3, 'ko'))[0]).toBe(404);
    expect((await textOf(0, 'ko'))[0]).toBe(400);
    await asks.post('/api/office/terms/publish', { kind: 'TERMS', ...summary }, staff);
    expect(await textOf(undefined, 'en')).toEqual([200, 3, '<p>셋째 글</p>']);
    expect(await textOf(2, 'ko')).toEqual([200, 2, '<p>둘째 글</p>']);
    await world.query(
      `insert into terms_version (site_id, kind, version, summary_ko, summary_en, from_at, staff_id, html_ko)
       values ($1, 'TERMS', 9, '', '', now(), 1, '<p>다른 사이트</p>')`,
      [OTHER_SITE],
    );
    expect((await textOf(9, 'ko'))[0]).toBe(404);
    expect((await accept(3)).status).toBe(200);
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
