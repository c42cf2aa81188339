// A notice that staff mark as told: a push to open screens, one row for the centres of all members, and web pushes to
// every device of the site in slices.
import type * as office from '@maru/contract/content/office';
import { siteId } from '@maru/engine/purse';
import { DAY_MS, HOUR_MS, type Millis, millis } from '@maru/engine/time';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Loop } from '../clock/loop.ts';
import { type Announcing, createAnnouncing } from '../content/announce.ts';
import { officeRoutes } from '../content/office-routes.ts';
import { listToldNotices } from '../content/told-notices.ts';
import type { Tx } from '../db/database.ts';
import { insertRow } from '../db/insert-row.ts';
import { type TestDatabase, testDatabases } from '../db/testing.ts';
import { type Asks, asksOf, OWNER, openTestHttp, SITE, STAFF, STRANGER } from '../http/testing.ts';
import { silentLog } from '../log/log.ts';
import { createNoticeFanout } from './notice-fanout.ts';
import { writeSetting } from './store.ts';
import type { PushJob } from './webpush/sender.ts';

const NOON = Date.UTC(2026, 10, 17, 3);
const TWO = siteId(2);
const ELSEWHERE = { id: 9 as typeof OWNER.id };
const text = { kind: 'notice', category: 'SYSTEM', ko: { title: '점검', content: '<p>내용</p>' } } as const;

describe.each(testDatabases)('a told notice on $name', ({ open }) => {
  let store: TestDatabase;
  let http: FastifyInstance;
  let asks: Asks<typeof office>;
  let announcing: Announcing;
  let fanout: Loop;
  let now: Millis = millis(NOON);
  let waiting = 0;
  const pushed: unknown[] = [];
  const jobs: PushJob[] = [];

  beforeAll(async () => {
    store = await open();
    const { database } = store;
    const time = { clock: () => now, wait: () => new Promise<void>(() => {}) };
    await database.transaction(async (tx) => {
      for (const code of ['one', 'two'])
        await insertRow(tx, 'site', {
          ...{ code, name: code, used_coins: 'BINARY', binary_currency: 'KRW', type: '101111' },
        });
      for (const { id } of [OWNER, STRANGER, ELSEWHERE]) await insertMember(tx, id);
    });
    announcing = createAnnouncing({
      ...{ shard: 0, database, time, log: silentLog },
      realtime: { publish: (_topic, body, site) => void pushed.push([JSON.parse(body), site]) },
    });
    fanout = createNoticeFanout({
      ...{ shard: 0, database, time, log: silentLog, instruments: [] },
      sender: {
        send(job) {
          waiting += 1;
          jobs.push(job);
        },
        stats: () => ({ waiting, sent: 0, failed: 0, dropped: 0 }),
      },
    });
    http = await openTestHttp({
      routes: officeRoutes({ database, onPublished: () => announcing.look() }),
      clock: () => now,
    });
    asks = asksOf(http);
  });
  afterAll(async () => {
    await http.close();
    await store.drop();
  });

  async function insertMember(tx: Tx, id: number): Promise<void> {
    const site = id === ELSEWHERE.id ? 2 : 1;
    const name = `player${id}`;
    await tx.query(
      `insert into player (id, site_id, username, password_hash, name, nick, folded_nick, role, created_at,
         password_changed_at)
       overriding system value
       values ($1, $2, $3, '', '', $3, $3, 'PLAYER', $4, now())`,
      [id, site, name, new Date(NOON - DAY_MS)],
    );
    for (const [family, ended] of [
      [name, null],
      [`${name} ended`, new Date(NOON)],
    ] as const) {
      const dates = { created_at: new Date(NOON), expires_at: new Date(NOON + 9 * DAY_MS) };
      await insertRow(tx, 'refresh_family', {
        ...{ id: family, site_id: site, player_id: id, session_version: 1, device_class: 'MOBILE', ip: '' },
        ...{ ...dates, ended_at: ended },
      });
      await insertRow(tx, 'refresh_token', { print: family, family_id: family, ...dates });
    }
  }

  const insertDevices = (player: number, family: string, count: number) =>
    store.database.transaction((tx) =>
      tx.query(
        `insert into push_device (site_id, player_id, family_id, endpoint, p256dh, auth, name, language, created_ms,
           seen_ms)
         select site_id, id, $2, 'https://fcm.googleapis.com/' || $2 || n, '', '', '', 'ko', 0, 0
         from player, generate_series(1, $3::int) as n
         where id = $1`,
        [player, family, count],
      ),
    );

  async function save(more: object = {}) {
    const { status, body } = await asks.post('/api/office/content/save', { ...text, ...more }, STAFF);
    expect(status).toBe(200);
    return body.id;
  }
  const publish = (contentId: number, more: object = {}) =>
    asks.post('/api/office/content/publish', { contentId, version: 1, ...more }, STAFF);
  async function publishNew(more: object = {}, times: object = {}) {
    const id = await save(more);
    expect((await publish(id, times)).status).toBe(200);
    return id;
  }
  const toPush = async () =>
    (
      await store.database.transaction((tx) =>
        tx.query<{ id: number }>('select id from content where pushed_to is not null order by id'),
      )
    ).map(({ id }) => id);
  const listed = async (player: typeof OWNER.id, site = SITE) =>
    (
      await store.database.transaction((tx) => listToldNotices(tx, { site, player, since: 0, now, most: 10 }))
    ).map(({ id }) => id);

  test('is pushed once when it is shown, is in every centre of its site, and can be told only so often', async () => {
    const plain = await publishNew();
    const told = await publishNew({ isPushed: true, en: { title: 'Maintenance', content: '<p>x</p>' } });
    const from = now + HOUR_MS;
    const later = await publishNew({ isPushed: true }, { fromMillis: from });
    expect(pushed).toEqual([
      [{ type: 'NOTICE', at: now, data: { id: plain } }, 1],
      [{ type: 'NOTICE', at: now, data: { id: told, told: { title: '점검', titleEn: 'Maintenance' } } }, 1],
    ]);
    expect([await toPush(), await listed(OWNER.id)]).toEqual([[told], [told]]);
    now = millis(from);
    await announcing.look();
    expect([await toPush(), await listed(STRANGER.id)]).toEqual([
      [told, later],
      [later, told],
    ]);
    expect(await listed(ELSEWHERE.id, TWO)).toEqual([]);
    const third = await publishNew({ isPushed: true });
    expect((await publish(await save({ isPushed: true }))).body.code).toBe('CONTENT_PUSHED_OFTEN');
    // A correction of what is shown is neither new nor one more.
    await asks.post(
      '/api/office/content/save',
      { ...text, isPushed: true, contentId: told, version: 1 },
      STAFF,
    );
    expect((await publish(told, { version: 2 })).status).toBe(200);
    expect(pushed).toHaveLength(4);
    await asks.post('/api/office/content/withdraw', { contentId: told, reason: '잘못 게시' }, STAFF);
    expect([await toPush(), await listed(OWNER.id)]).toEqual([
      [later, third],
      [third, later],
    ]);
    // Nobody is told what was published before they came.
    await store.database.transaction((tx) =>
      tx.query('update player set created_at = $1 where id = $2', [new Date(now + 1), STRANGER.id]),
    );
    expect(await listed(STRANGER.id)).toEqual([]);
  });

  test('goes to every device that wants it once, in slices, while the sender has little to do', async () => {
    await insertDevices(STRANGER.id, `player${STRANGER.id}`, 450);
    await insertDevices(STRANGER.id, `player${STRANGER.id} ended`, 3);
    await insertDevices(ELSEWHERE.id, `player${ELSEWHERE.id}`, 3);
    await insertDevices(OWNER.id, `player${OWNER.id}`, 3);
    await store.database.transaction((tx) =>
      writeSetting(
        tx,
        { site: SITE, player: OWNER.id },
        { push: ['FILL'], inApp: [], quiet: null, through: [] },
      ),
    );
    const [first, second] = await toPush();
    await fanout.runOnce();
    expect(jobs).toHaveLength(400);
    // Nothing is added while the sender is busy, and the next run continues.
    await fanout.runOnce();
    expect(jobs).toHaveLength(400);
    for (let run = 0; run < 4; run++) {
      waiting = 0;
      await fanout.runOnce();
    }
    const shown = jobs.map(({ endpoint, content }) => `${JSON.parse(content).path} ${endpoint}`);
    expect(new Set(shown).size).toBe(900);
    for (const id of [first, second])
      expect(shown.filter((each) => each.startsWith(`/more/notice/${id} `))).toHaveLength(450);
    const strangers = `https://fcm.googleapis.com/player${STRANGER.id}`;
    expect(jobs.every(({ endpoint }) => new RegExp(`^${strangers}\\d+$`).test(endpoint))).toBe(true);
    expect(jobs[0]).toMatchObject({ urgency: 'low', ttlSeconds: 86_400 });
    expect(await toPush()).toEqual([]);
  });

  test('is given up after a day', async () => {
    now = millis(now + 3 * DAY_MS);
    const late = await publishNew({ isPushed: true });
    jobs.length = 0;
    waiting = 0;
    now = millis(now + DAY_MS + 1);
    expect(await toPush()).toEqual([late]);
    await fanout.runOnce();
    expect([jobs, await toPush()]).toEqual([[], []]);
  });
});
