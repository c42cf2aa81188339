import type * as calls from '@maru/contract/content/calls';
import type * as notice from '@maru/contract/content/notice';
import type * as office from '@maru/contract/content/office';
import { topics } from '@maru/contract/realtime';
import type * as staff from '@maru/contract/staff/calls';
import { type SiteId, siteId } from '@maru/engine/purse';
import { DAY_MS, HOUR_MS, MINUTE_MS, type Millis, millis } from '@maru/engine/time';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabases } from '../db/testing.ts';
import {
  type Asks,
  asksOf,
  OWNER,
  openTestHttp,
  PARTNER,
  type Person,
  STAFF,
  STRANGER,
} from '../http/testing.ts';
import { silentLog } from '../log/log.ts';
import { changeRoutes } from '../staff/changes.ts';
import { type Announcing, createAnnouncing } from './announce.ts';
import { readFirstTexts, seedContent } from './first-start.ts';
import { officeRoutes } from './office-routes.ts';
import { pictureRoutes } from './pictures.ts';
import { contentRoutes } from './routes.ts';

type Calls = Asks<typeof calls & typeof notice & typeof office & typeof staff>;

const NOON = Date.UTC(2026, 10, 17, 3);

describe.each(testDatabases)('what staff publish on $name', ({ open }) => {
  let store: TestDatabase;
  let http: FastifyInstance;
  let asks: Calls;
  let announcing: Announcing;
  let now: Millis = millis(NOON);
  const pushed: { topic: string; body: unknown; site: SiteId | undefined }[] = [];

  beforeAll(async () => {
    store = await open();
    const { database } = store;
    await database.transaction((tx) =>
      tx.query(
        `insert into site (code, name, used_coins, binary_currency, type)
         values ('one', 'One', 'BINARY', 'KRW', '101111'), ('two', 'Two', 'BINARY', 'KRW', '101111')`,
      ),
    );
    const clock = () => now;
    announcing = createAnnouncing({
      shard: 0,
      database,
      realtime: {
        publish: (topic, body, site) => void pushed.push({ topic, body: JSON.parse(body), site }),
      },
      time: { clock, wait: () => new Promise(() => {}) },
      log: silentLog,
    });
    http = await openTestHttp({
      routes: [
        ...contentRoutes({ database, isHolding: () => false }),
        ...pictureRoutes({ database, folder: { load: async () => new Uint8Array([255, 216]) } }),
        ...officeRoutes({ database, onPublished: () => announcing.look() }),
        ...changeRoutes(database),
      ],
      siteOf: (_host, id = 1): SiteId => siteId(id),
      clock,
    });
    asks = asksOf(http);
  });
  afterAll(async () => {
    await http.close();
    await store.drop();
  });

  const p = '<p>내용</p>';
  const written = { kind: 'notice', category: 'SYSTEM', ko: { title: '점검 안내', content: p } } as const;

  async function save(more: object = {}) {
    const { status, body } = await asks.post('/api/office/content/save', { ...written, ...more }, STAFF);
    expect(status).toBe(200);
    return body;
  }
  const publish = (contentId: number, more: object = {}) =>
    asks.post('/api/office/content/publish', { contentId, version: 1, ...more }, STAFF);
  const publishNew = async (more: object = {}, times: object = {}) => {
    const { id } = await save(more);
    expect((await publish(id, times)).status).toBe(200);
    return id;
  };
  const read = async (contentId: number | string, by?: Person) =>
    (await asks.get(`/api/content/notice?contentId=${contentId}`, by)).status;
  const listed = async (query = '', by?: Person) =>
    (await asks.get(`/api/content/notice/list?${query}` as '/api/content/notice/list', by)).body.content.map(
      ({ id }) => id,
    );

  test('a draft is seen by nobody but staff, and a published text by everybody on its own site', async () => {
    const { id } = await save();
    for (const by of [undefined, OWNER, STRANGER, PARTNER, STAFF]) expect(await read(id, by)).toBe(404);
    expect(await listed()).not.toContain(id);
    expect((await asks.get(`/api/office/content?contentId=${id}`, STAFF)).body).toMatchObject({
      status: 'DRAFT',
      contentKo: p,
    });
    await publish(id);
    for (const by of [undefined, OWNER, STRANGER, PARTNER, STAFF]) expect(await read(id, by)).toBe(200);
    expect(await listed()).toContain(id);
    expect((await asks.get(`/api/content/notice?contentId=${id}&siteInfoId=2`)).status).toBe(404);
    expect((await asks.get('/api/content/notice/list?siteInfoId=2')).body.totalElements).toBe(0);
    // A notice is no question, and a question no notice.
    expect((await asks.get(`/api/content/faq?contentId=${id}`)).status).toBe(404);
    expect((await asks.get(`/api/content/static?contentId=${id}`)).status).toBe(404);
    const { body } = await asks.post('/api/office/content/withdraw', { contentId: id }, STAFF);
    expect(body.status).toBe('WITHDRAWN');
    for (const by of [undefined, OWNER, STAFF]) expect(await read(id, by)).toBe(404);
    expect((await asks.post('/api/office/content/withdraw', { contentId: id }, STAFF)).body.code).toBe(
      'ALREADY_PROCESSED',
    );
  });

  test('what is scheduled is shown from its time on and until its end', async () => {
    const from = now + HOUR_MS;
    const id = await publishNew({}, { fromMillis: from, toMillis: from + HOUR_MS });
    expect(await read(id)).toBe(404);
    now = millis(from);
    expect(await read(id)).toBe(200);
    now = millis(from + HOUR_MS - 1);
    expect(await listed()).toContain(id);
    now = millis(from + HOUR_MS);
    expect(await read(id)).toBe(404);
    expect(await listed()).not.toContain(id);
    expect((await publish(id, { toMillis: now })).body.code).toBe('CONTENT_SCHEDULE');
    expect((await publish(id, { fromMillis: now + 5, toMillis: now + 5 })).body.code).toBe(
      'CONTENT_SCHEDULE',
    );
  });

  test('a new version is seen when it is published, and the older one can still be read by staff', async () => {
    const id = await publishNew();
    const edited = { contentId: id, version: 1, ko: { title: '점검 연기', content: '<p>다음 주</p>' } };
    expect((await save(edited)).version).toBe(2);
    expect((await asks.get(`/api/content/notice?contentId=${id}`)).body.title).toBe('점검 안내');
    // Two people edited the same version: the second is told.
    const late = await asks.post('/api/office/content/save', { ...written, ...edited }, STAFF);
    expect([late.status, late.body.code]).toEqual([409, 'CONTENT_CHANGED']);
    expect((await publish(id)).body.code).toBe('CONTENT_CHANGED');
    const before = (await asks.get(`/api/content/notice?contentId=${id}`)).body.createdAt;
    now = millis(now + MINUTE_MS);
    expect((await publish(id, { version: 2, fromMillis: now + HOUR_MS })).body.code).toBe('CONTENT_SCHEDULE');
    expect((await publish(id, { version: 2 })).status).toBe(200);
    const after = (await asks.get(`/api/content/notice?contentId=${id}`)).body;
    expect([after.title, after.content, after.createdAt]).toEqual(['점검 연기', '<p>다음 주</p>', before]);
    const first = (await asks.get(`/api/office/content?contentId=${id}&version=1`, STAFF)).body;
    expect([first.titleKo, first.versions.map(({ version }) => version)]).toEqual(['점검 안내', [2, 1]]);
    const changes = (await asks.get('/api/office/change/list?area=CONTENT&size=4', STAFF)).body.content;
    expect(changes.map(({ subject, staff }) => [subject, staff])).toEqual(
      [1, 2, 3, 4].map(() => [`notice ${id}`, STAFF.id]),
    );
    expect(JSON.parse(changes[0].after)).toMatchObject({ status: 'PUBLISHED', shownVersion: 2 });
  });

  test('a stored script never leaves: cleaned on save, and on show whatever the tables hold', async () => {
    const id = await publishNew({
      ko: { title: '<b>제목</b>', content: '<p onclick="x()">글</p><script>alert(1)</script>' },
    });
    expect((await asks.get(`/api/office/content?contentId=${id}`, STAFF)).body.contentKo).toBe('<p>글</p>');
    const other = await publishNew();
    await store.database.transaction((tx) =>
      tx.query(
        `update content_version set html_ko = '<img src=x onerror=alert(1)>글' where content_id = $1`,
        [other],
      ),
    );
    expect((await asks.get(`/api/content/notice?contentId=${other}`)).body.content).toBe('글');
    const preview = await asks.post(
      '/api/office/content/preview',
      { ko: { title: '가', content: '<p>글</p><script>1</script>' } },
      STAFF,
    );
    expect(preview.body.ko).toEqual({ title: '가', content: '<p>글</p>', isCleaned: true });
    expect(preview.body.en).toEqual({ title: '가', content: '<p>글</p>', isCleaned: false });
    const empty = { ...written, ko: { title: '가', content: '<script>1</script>' } };
    expect((await asks.post('/api/office/content/save', empty, STAFF)).body.code).toBe('CONTENT_EMPTY');
  });

  test('a picture is seen while its text is, and only one that staff of the site uploaded can be used', async () => {
    const idOf = (digit: string) => digit.repeat(32);
    const upload = (digit: string, site: number, player: number | null) =>
      store.database.transaction((tx) =>
        tx.query(
          `insert into file
             (id, site_id, player_id, uploaded_by, name, type, bytes, width, height, sha256, created_ms)
           values ($1, $2, $3, 4, 'a.jpg', 'image/jpeg', 2, 1, 1, '', 0)`,
          [idOf(digit), site, player],
        ),
      );
    await upload('a', 1, null);
    await upload('b', 2, null);
    await upload('c', 1, OWNER.id);
    const withPicture = (digit: string) => ({
      ko: { title: '사진', content: `<p>글</p><img src="/api/content/picture/${idOf(digit)}" alt="가">` },
    });
    const seen = async (digit: string, query = '') =>
      (await http.inject({ url: `/api/content/picture/${idOf(digit)}${query}` })).statusCode;
    const { id } = await save(withPicture('a'));
    expect(await seen('a')).toBe(404);
    await publish(id);
    expect([await seen('a'), await seen('a', '?siteInfoId=2')]).toEqual([200, 404]);
    for (const other of ['b', 'c', 'd', 'a']) {
      const refused = await asks.post(
        '/api/office/content/save',
        { ...written, ...withPicture(other) },
        STAFF,
      );
      expect([refused.status, refused.body.code]).toEqual([422, 'CONTENT_PICTURE']);
      if (other !== 'a') expect(await seen(other)).toBe(404);
    }
    await asks.post('/api/office/content/withdraw', { contentId: id }, STAFF);
    expect(await seen('a')).toBe(404);
    expect((await http.inject({ url: '/api/content/picture/..%2f..%2fsecret' })).statusCode).toBe(404);
  });

  test('English readers get the English text, and the Korean one where there is none', async () => {
    const both = await publishNew({ en: { title: 'Maintenance', content: '<p>Soon</p>' } });
    const korean = await publishNew();
    const inEnglish = async (path: string) =>
      (await http.inject({ url: path, headers: { 'accept-language': 'en' } })).json();
    expect(await inEnglish(`/api/content/notice?contentId=${both}`)).toMatchObject({
      title: 'Maintenance',
      content: '<p>Soon</p>',
      categoryName: 'System',
    });
    expect((await inEnglish(`/api/content/notice?contentId=${korean}`)).title).toBe('점검 안내');
    const found = await inEnglish('/api/content/notice/list?keyword=mAinTen&resultType=FULL');
    expect(found.content.map((each: { id: number; content: string }) => [each.id, each.content])).toEqual([
      [both, '<p>Soon</p>'],
    ]);
    expect((await asks.get('/api/content/notice/list?keyword=Maintenance')).body.totalElements).toBe(0);
  });

  test('lists have pinned texts first, pages, categories, and nothing that is closed', async () => {
    const pinned = await publishNew({ isPinned: true, category: 'HOLIDAY' });
    now = millis(now + MINUTE_MS);
    const newest = await publishNew({
      category: 'CASHIER',
      ko: { title: '100% 수익_보장 없음', content: p },
    });
    expect((await listed()).slice(0, 2)).toEqual([pinned, newest]);
    expect(await listed('page=1&size=1')).toEqual([newest]);
    expect(await listed('category=CASHIER')).toEqual([newest]);
    // A percent sign is a percent sign.
    expect(await listed(`keyword=${encodeURIComponent('0% 수익_')}`)).toEqual([newest]);
    expect(await listed(`keyword=${encodeURIComponent('%')}`)).toEqual([newest]);
    expect(await listed('isOpenStrs=0', STAFF)).toEqual([]);
    expect(await listed('isOpenStrs=0,1&size=1')).toEqual([pinned]);
    const { body } = await asks.get('/api/content/notice/categories');
    expect(body.map(({ code, name }) => [code, name])).toEqual([
      ['SYSTEM', '시스템'],
      ['HOLIDAY', '휴장'],
      ['CASHIER', '입출금'],
    ]);
  });

  test('a member has unread notices until they are read, and after thirty days none', async () => {
    const id = await publishNew();
    const isRead = async (by?: Person) =>
      (await asks.get('/api/content/notice/list?size=100', by)).body.content.find((each) => each.id === id)
        ?.isRead;
    expect([await isRead(), await isRead(OWNER), await isRead(STRANGER)]).toEqual([true, false, false]);
    const seen = await asks.post('/api/content/notice/read', { contentId: id }, OWNER);
    const again = await asks.post('/api/content/notice/read', { contentId: id }, OWNER);
    expect([seen.status, again.body]).toEqual([200, seen.body]);
    expect([await isRead(OWNER), await isRead(STRANGER)]).toEqual([true, false]);
    expect((await asks.post('/api/content/notice/read', { contentId: id })).status).toBe(401);
    expect((await asks.post('/api/content/notice/read', { contentId: 999_999 }, OWNER)).status).toBe(404);
    const unread = async (by?: Person) => await asks.get('/api/content/notice/unread', by);
    expect((await unread(OWNER)).body).toEqual(seen.body);
    expect((await unread(STRANGER)).body.unread).toBe(seen.body.unread + 1);
    expect([(await unread()).status, (await unread(STAFF)).status]).toEqual([401, 403]);
    const before = now;
    now = millis(now + 31 * DAY_MS);
    expect(await isRead(STRANGER)).toBe(true);
    await announcing.look();
    const rows = await store.database.transaction((tx) => tx.query('select from content_read'));
    expect(rows).toHaveLength(0);
    now = before;
  });

  test('a forced notice is pushed once, at its time, and who was away gets it until it is read', async () => {
    now = millis(now + 30 * DAY_MS);
    const forced = async (by?: Person) =>
      (await asks.get('/api/content/notice/forced', by)).body.map(({ id }) => id);
    pushed.length = 0;
    const first = await publishNew({ isForced: true });
    expect(pushed).toEqual([
      {
        topic: topics.notice.destination,
        body: { type: 'FORCE_NOTICE', at: now, data: { id: first } },
        site: 1,
      },
    ]);
    const from = now + HOUR_MS;
    const second = await publishNew({ isForced: true }, { fromMillis: from });
    await announcing.look();
    expect([pushed.length, await forced()]).toEqual([1, [first]]);
    now = millis(from);
    await announcing.look();
    await announcing.look();
    expect(pushed.map(({ body }) => (body as { data: unknown }).data)).toEqual([
      { id: first },
      { id: second },
    ]);
    expect([await forced(), await forced(OWNER)]).toEqual([
      [second, first],
      [second, first],
    ]);
    await asks.post('/api/content/notice/read', { contentId: second }, OWNER);
    expect([await forced(OWNER), await forced(STRANGER)]).toEqual([[first], [second, first]]);
    expect((await asks.get('/api/content/notice/forced?siteInfoId=2')).body).toEqual([]);
    // A correction is not pushed again.
    await save({ contentId: first, version: 1, isForced: true });
    expect((await publish(first, { version: 2 })).status).toBe(200);
    expect(pushed).toHaveLength(2);
    // Two within a week are enough, for a stolen account as well.
    const third = await save({ isForced: true });
    expect((await publish(third.id)).body.code).toBe('CONTENT_FORCED_OFTEN');
    expect((await publish(third.id, { fromMillis: now + 8 * DAY_MS })).status).toBe(200);
  });

  test('a static page is found by its name or its id, and a name is used once', async () => {
    const page = { kind: 'static', name: 'company', ko: { title: '회사', content: p } };
    const id = await publishNew(page);
    for (const asked of ['company', id])
      expect((await asks.get(`/api/content/static?contentId=${asked}`)).body.title).toBe('회사');
    expect((await asks.get('/api/content/static?contentId=unknown')).status).toBe(404);
    for (const wrong of [page, { ...page, name: undefined }, { ...written, name: 'x' }])
      expect((await asks.post('/api/office/content/save', wrong, STAFF)).body.code).toBe('CONTENT_NAME');
  });

  test.each([
    ['/api/content/notice?contentId=x', 400],
    ['/api/content/notice?contentId=-1', 400],
    ['/api/content/notice', 400],
    ['/api/content/notice/list?size=101', 400],
    ['/api/content/notice/list?isOpenStrs=1,2,x', 400],
    ['/api/content/notice/list?category=NONE', 400],
    [`/api/content/notice/list?keyword=${'x'.repeat(51)}`, 400],
    ['/api/content/static?contentId=../secret', 400],
    ['/api/content/unknown/list', 404],
  ])('%s is refused with %i', async (path, status) => {
    expect((await http.inject({ url: path })).statusCode).toBe(status);
  });

  test('only staff may write, and nothing of another site', async () => {
    const { id } = await save();
    for (const [by, status] of [
      [undefined, 401],
      [OWNER, 403],
      [PARTNER, 403],
    ] as const) {
      expect((await asks.post('/api/office/content/save', written, by)).status).toBe(status);
      expect((await asks.post('/api/office/content/preview', written, by)).status).toBe(status);
      const published = await asks.post('/api/office/content/publish', { contentId: id, version: 1 }, by);
      expect(published.status).toBe(status);
      expect((await asks.post('/api/office/content/withdraw', { contentId: id }, by)).status).toBe(status);
      expect((await asks.get('/api/office/content/list', by)).status).toBe(status);
      expect((await asks.get(`/api/office/content?contentId=${id}`, by)).status).toBe(status);
    }
    await store.database.transaction((tx) => tx.query('update content set site_id = 2 where id = $1', [id]));
    expect((await publish(id)).body.code).toBe('CONTENT_NOT_FOUND');
    expect((await asks.get(`/api/office/content?contentId=${id}`, STAFF)).status).toBe(404);
    const edit = { ...written, contentId: id, version: 1 };
    expect((await asks.post('/api/office/content/save', edit, STAFF)).body.code).toBe('CONTENT_NOT_FOUND');
  });

  test('a first start publishes its texts once', async () => {
    const other = siteId(2);
    await store.database.transaction((tx) => tx.query('delete from content where site_id = 2'));
    expect(await seedContent(store.database, other, now)).toBe(true);
    expect(await seedContent(store.database, other, now)).toBe(false);
    const faq = (await asks.get('/api/content/faq/list?siteInfoId=2&size=100')).body;
    expect(faq.content.map(({ title }) => title)).toEqual(
      readFirstTexts()
        .filter(({ kind }) => kind === 'faq')
        .map(({ ko }) => ko.title),
    );
    expect((await asks.get('/api/content/notice/list?siteInfoId=2')).body.totalElements).toBe(6);
    expect((await asks.get('/api/content/static?contentId=about&siteInfoId=2')).body.title).toBe('마루 소개');
  });
});
