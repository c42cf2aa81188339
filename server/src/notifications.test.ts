// The notification centre over a running product: what is listed comes from the member's own events, fired alerts and
// letters, and the same is sent to the devices.
import { siteId } from '@maru/engine/purse';
import { DAY_MS, millis } from '@maru/engine/time';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { insertRow } from './db/insert-row.ts';
import { type TestDatabase, testDatabases } from './db/testing.ts';
import { readEvent } from './desk/read-event.ts';
import { instruments } from './feed/instruments.ts';
import {
  asksOf,
  OWNER,
  openTestHttp,
  type Person,
  person,
  principalOf,
  SITE,
  STAFF,
  STRANGER,
} from './http/testing.ts';
import { silentLog } from './log/log.ts';
import { letterNotification } from './message/letter-notifications.ts';
import { postMessage } from './message/post-message.ts';
import { deleteOldDevices } from './notification/device-store.ts';
import { createDispatch } from './notification/dispatch.ts';
import { notificationRoutes } from './notification/routes.ts';
import { writePresences } from './notification/store.ts';
import type { PushJob } from './notification/webpush/sender.ts';
import { overseaPushes } from './oversea/pushes.ts';
import { openWorld, START, type World } from './oversea/testing.ts';
import { notificationsOf } from './products.ts';
import { createEventPushes } from './push/event-pushes.ts';

type Modules = typeof import('@maru/contract/notification/calls');
const ELSEWHERE = person(9, 'PLAYER');
/** The keys of RFC 8291's example browser. */
const DEVICE = {
  endpoint: 'https://fcm.googleapis.com/fcm/send/one',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  name: 'Chrome',
};

describe.each(testDatabases)('notifications on $name', ({ open }) => {
  let store: TestDatabase;
  let world: World;
  let asks: ReturnType<typeof asksOf<Modules>>;
  let close: () => Promise<void>;
  let dispatch: ReturnType<typeof createDispatch>;
  /** The version of the sign-ins, as the desk has it. */
  let version = 1;
  const jobs: PushJob[] = [];
  const pushes = createEventPushes([{ pushesOf: overseaPushes }], instruments);

  beforeAll(async () => {
    store = await open();
    const { database } = store;
    world = await openWorld(store, {
      async beside({ desk }) {
        dispatch = createDispatch({
          shard: 0,
          database,
          pushes,
          notificationsOf,
          instruments,
          isCurrent: async ({ session }) => session === version,
          sender: { send: (job) => void jobs.push(job) },
          time: { clock: () => world.now(), wait: async () => undefined },
          log: silentLog,
        });
        const http = await openTestHttp({
          routes: notificationRoutes({
            database,
            desk,
            pushes,
            notificationsOf,
            instruments: new Map(instruments.map((each) => [each.id, each])),
            publicKey: 'the key',
            pushHosts: [],
            dispatch,
          }),
          clock: () => world.now(),
          authenticate: async (token) => {
            const [id, role] = token.split('.');
            const site = id === String(ELSEWHERE.id) ? siteId(2) : SITE;
            const family = { family: `family ${id}` };
            return { ...principalOf(person(Number(id), role as never)), site, ...family };
          },
        });
        asks = asksOf<Modules>(http);
        close = () => http.close().then(() => undefined);
        return [];
      },
    });
    await database.transaction(async (tx) => {
      await insertRow(tx, 'site', {
        ...{ code: 'two', name: 'Two', used_coins: 'BINARY', binary_currency: 'KRW', type: '101111' },
      });
      for (const { id } of [OWNER, STRANGER, ELSEWHERE]) {
        await tx.query(
          `insert into player (id, site_id, username, password_hash, name, nick, folded_nick, role, created_at,
             password_changed_at)
           overriding system value
           values ($1, $2, $3, '', '', $3, $3, 'PLAYER', now(), now())`,
          [id, id === ELSEWHERE.id ? 2 : 1, `player${id}`],
        );
        const until = new Date(START + DAY_MS);
        await insertRow(tx, 'refresh_family', {
          ...{ id: `family ${id}`, site_id: id === ELSEWHERE.id ? 2 : 1, player_id: id, session_version: 1 },
          ...{ device_class: 'MOBILE', ip: '', created_at: new Date(START), expires_at: until },
        });
        await insertRow(tx, 'refresh_token', {
          ...{
            print: `token ${id}`,
            family_id: `family ${id}`,
            created_at: new Date(START),
            expires_at: until,
          },
        });
      }
    });
  });
  afterAll(async () => {
    await close();
    await world.kill();
    await store.drop();
  });
  beforeEach(() => {
    jobs.length = 0;
  });

  const list = async (by: Person, query = '') =>
    (await asks.get(`/api/notification${query}` as '/api/notification', by)).body;

  test('of a fill are listed for its owner alone, and are read up to a moment', async () => {
    await world.publishPrice('25000');
    const order = { overseaOptionId: 303, tradeType: 'LONG', marketType: 'MARKET', qty: 2 };
    expect((await world.post('/api/oversea/order', order, OWNER)).status).toBe(200);
    await world.caughtUp();
    const { items, readMillis } = await list(OWNER);
    expect(items).toMatchObject([
      {
        category: 'FILL',
        path: expect.stringMatching(/^\/wallet\/history\/oversea\/\d+$/),
        content: { kind: 'FILLED', stock: 'NQ', side: 'LONG', qty: '2', price: '25000', net: null },
      },
    ]);
    expect(readMillis).toBe(0);
    expect((await list(OWNER, '?category=DNW')).items).toEqual([]);
    expect((await list(STRANGER)).items).toEqual([]);
    const unread = async () => (await asks.get('/api/notification/unread', OWNER)).body.unread;
    expect(await unread()).toBe(1);
    // A moment of the future is cut to now.
    const read = await asks.post('/api/notification/read', { untilMillis: START + 1e9 }, OWNER);
    expect(read.body).toEqual({ readMillis: START });
    expect(await unread()).toBe(0);
    await asks.post('/api/notification/read', { untilMillis: 5 }, OWNER);
    expect(await list(OWNER)).toMatchObject({ readMillis: START });
  });

  test('need a member: a guest and staff are refused', async () => {
    const paths = ['', '/unread', '/setting', '/push'];
    for (const path of paths) {
      expect((await asks.get(`/api/notification${path}` as '/api/notification')).status).toBe(401);
      expect((await asks.get(`/api/notification${path}` as '/api/notification', STAFF)).status).toBe(403);
    }
  });

  test('of letters and of the time away are in the list', async () => {
    await store.database.transaction(async (tx) => {
      await postMessage(tx, {
        ...{ site: SITE, player: STRANGER.id, kind: 'NOTICE', now: START, link: '/more' },
        title: { ko: '안내', en: 'A word' },
        body: { ko: '본문', en: 'Text' },
      });
      const player = STRANGER.id;
      await writePresences(tx, [{ player, isConnected: false, at: START }]);
      await writePresences(tx, [{ player, isConnected: true, at: millis(START + 90_000) }]);
      await writePresences(tx, [{ player, isConnected: false, at: millis(START + 100_000) }]);
      // A reload is no absence.
      await writePresences(tx, [{ player, isConnected: true, at: millis(START + 101_000) }]);
    });
    const { items, away } = await list(STRANGER);
    expect(items).toMatchObject([
      { category: 'NOTICE', path: '/more', content: { title: '안내', titleEn: 'A word' } },
    ]);
    expect(away).toEqual({ fromMillis: START, toMillis: START + 90_000 });
  });

  test('are a hundred at most, the newest, however much there is', async () => {
    await store.database.transaction((tx) =>
      tx.query(
        `insert into message (site_id, player_id, kind, title_ko, title_en, body_ko, body_en, created_ms)
         select 2, $1, 'NOTICE', n::text, '', '', '', $2::bigint - 1000 + n from generate_series(1, 150) as n`,
        [ELSEWHERE.id, START],
      ),
    );
    const { items } = await list(ELSEWHERE);
    expect([items.length, items[0].content]).toMatchObject([100, { title: '150' }]);
    expect((await asks.get('/api/notification/unread', ELSEWHERE)).body.unread).toBe(100);
  });

  test('go to a device of the member, in its language, and not to one of somebody else', async () => {
    const added = await asks.post('/api/notification/push', DEVICE, OWNER);
    expect(added.body).toMatchObject({ publicKey: 'the key', devices: [{ name: 'Chrome' }] });
    const [{ body }] = (await store.database.transaction((tx) =>
      tx.query<{ body: string }>(
        `select body from account_event where player_id = $1 and kind = 'OVERSEA_FILLED'`,
        [OWNER.id],
      ),
    )) as readonly [{ body: string }];
    dispatch.follower.onEvent(readEvent(body));
    await dispatch.settled();
    expect(jobs).toHaveLength(1);
    expect(JSON.parse(jobs[0]!.content)).toMatchObject({ category: 'FILL', title: '오더 체결완료' });
    expect(jobs[0]).toMatchObject({ endpoint: DEVICE.endpoint, urgency: 'normal' });
    jobs.length = 0;
    const [letter] = await store.database.transaction((tx) =>
      tx.query<never>(
        `select id, title_ko as "titleKo", title_en as "titleEn", link, 0 as "createdAt" from message
         where player_id = $1`,
        [STRANGER.id],
      ),
    );
    const notification = letterNotification(letter as never);
    dispatch.announced({ site: SITE, player: STRANGER.id, notification });
    await dispatch.settled();
    expect(jobs).toEqual([]);
    // Who signs in on the same browser takes it over.
    await asks.post('/api/notification/push', DEVICE, STRANGER);
    dispatch.announced({ site: SITE, player: STRANGER.id, notification });
    dispatch.follower.onEvent(readEvent(body));
    await dispatch.settled();
    expect(jobs.map(({ content }) => JSON.parse(content).title)).toEqual(['안내']);
  });

  test('are not sent in quiet hours or when they are switched off', async () => {
    const setting = { push: ['NOTICE'], inApp: [], quiet: null, through: [] };
    const notice = {
      ...({ id: 'letter 1', category: 'NOTICE', at: START, path: null } as const),
      content: { kind: 'LETTER', title: '안내', titleEn: '' } as const,
    };
    const sent = async (changed: object) => {
      const answer = await asks.post('/api/notification/setting', { ...setting, ...changed }, STRANGER);
      expect(answer.status).toBe(200);
      jobs.length = 0;
      dispatch.announced({ site: SITE, player: STRANGER.id, notification: notice });
      await dispatch.settled();
      return jobs.length;
    };
    expect(await sent({})).toBe(1);
    expect(await sent({ push: ['FILL'] })).toBe(0);
    // It is noon in Seoul.
    expect(await sent({ quiet: { fromMinute: 700, toMinute: 730 } })).toBe(0);
    // Over midnight, until shortly after and shortly before now.
    expect(await sent({ quiet: { fromMinute: 1_380, toMinute: 730 } })).toBe(0);
    expect(await sent({ quiet: { fromMinute: 1_380, toMinute: 700 } })).toBe(1);
    expect(await sent({ quiet: { fromMinute: 700, toMinute: 730 }, through: ['NOTICE'] })).toBe(1);
    expect((await asks.get('/api/notification/setting', STRANGER)).body).toMatchObject({
      through: ['NOTICE'],
    });
    expect((await asks.get('/api/notification/setting', OWNER)).body).toMatchObject({ quiet: null });
  });

  test('are not sent without end in one minute, but danger always is', async () => {
    await asks.post(
      '/api/notification/setting',
      { push: ['NOTICE', 'RISK'], inApp: [], quiet: null, through: [] },
      STRANGER,
    );
    const notice = {
      ...({ id: 'letter 1', category: 'NOTICE', at: START, path: null } as const),
      content: { kind: 'LETTER', title: '안내', titleEn: '' } as const,
    };
    for (let count = 0; count < 30; count++)
      dispatch.announced({ site: SITE, player: STRANGER.id, notification: notice });
    const risk = { ...notice, category: 'RISK' } as const;
    dispatch.announced({ site: SITE, player: STRANGER.id, notification: risk });
    await dispatch.settled();
    expect(jobs.length).toBeLessThanOrEqual(21);
    expect(JSON.parse(jobs.at(-1)!.content).category).toBe('RISK');
  });

  test.each([
    [{ endpoint: 'http://169.254.169.254/latest' }, 422, 'PUSH_ADDRESS_REFUSED'],
    [{ endpoint: 'https://localhost/x' }, 422, 'PUSH_ADDRESS_REFUSED'],
    [{ p256dh: `B${'A'.repeat(86)}` }, 422, 'PUSH_KEY_REFUSED'],
    [{ auth: 'short' }, 400, 'INVALID_REQUEST'],
    [{ name: 'a\u0000b' }, 400, 'INVALID_REQUEST'],
  ])('to %o are refused', async (asked, status, code) => {
    expect(await asks.post('/api/notification/push', { ...DEVICE, ...asked }, OWNER)).toMatchObject({
      status,
      body: { code },
    });
  });

  test('go to five devices at most, and only the owner can end one', async () => {
    for (let place = 0; place < 7; place++) {
      const endpoint = `${DEVICE.endpoint}${place}`;
      await asks.post('/api/notification/push', { ...DEVICE, endpoint, name: `device ${place}` }, OWNER);
    }
    const { devices } = (await asks.get('/api/notification/push', OWNER)).body;
    expect(devices.map(({ name }) => name)).toEqual([6, 5, 4, 3, 2].map((place) => `device ${place}`));
    const [{ id }] = devices;
    for (const other of [STRANGER, ELSEWHERE])
      expect((await asks.post('/api/notification/push/delete', { id }, other)).status).toBe(404);
    const left = await asks.post('/api/notification/push/delete', { id }, OWNER);
    expect(left.body.devices).toHaveLength(4);
  });

  describe('end with the sign-in that asked for them', () => {
    const notice = {
      ...({ id: 'letter 1', category: 'NOTICE', at: START, path: null } as const),
      content: { kind: 'LETTER', title: '안내', titleEn: '' } as const,
    };
    const change = (text: string) => store.database.transaction((tx) => tx.query(text));
    const isSent = async () => {
      jobs.length = 0;
      dispatch.addSubscriber(ELSEWHERE.id, siteId(2));
      dispatch.announced({ site: siteId(2), player: ELSEWHERE.id, notification: notice });
      await dispatch.settled();
      return jobs.length === 1;
    };
    const family = `'family ${ELSEWHERE.id}'`;

    beforeAll(async () => {
      const setting = { push: ['NOTICE'], inApp: [], quiet: null, through: [] };
      await asks.post('/api/notification/setting', setting, ELSEWHERE);
      await asks.post('/api/notification/push', { ...DEVICE, endpoint: `${DEVICE.endpoint}-end` }, ELSEWHERE);
    });

    test('also when the tables have not heard of its end yet', async () => {
      expect(await isSent()).toBe(true);
      version = 2;
      expect(await isSent()).toBe(false);
      version = 1;
    });

    test.each([
      ['was ended', 'refresh_family set ended_at', 'null', `id = ${family}`],
      ['was not used in time', 'refresh_token set expires_at', `'2100-01-01'`, `family_id = ${family}`],
    ])('when it %s: nothing is sent or listed, and its row goes', async (_how, set, before, where) => {
      await change(`update ${set} = '2000-01-01' where ${where}`);
      expect(await isSent()).toBe(false);
      expect((await asks.get('/api/notification/push', ELSEWHERE)).body.devices).toEqual([]);
      await change(`update ${set} = ${before} where ${where}`);
      expect(await isSent()).toBe(true);
      await change(`update ${set} = '2000-01-01' where ${where}`);
      const left = await store.database.transaction(async (tx) => {
        await deleteOldDevices(tx, { before: 0, now: world.now() });
        return tx.query(`select id from push_device where player_id = ${ELSEWHERE.id}`);
      });
      expect(left).toEqual([]);
      await change(`update ${set} = ${before} where ${where}`);
      await asks.post('/api/notification/push', { ...DEVICE, endpoint: `${DEVICE.endpoint}-end` }, ELSEWHERE);
    });
  });
});
