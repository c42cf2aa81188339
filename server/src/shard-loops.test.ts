// What a process does by itself while another one does the same for another shard: members are told by the process that
// has their connections, letters leave once, and what belongs to no site is done by one of the two.
import type * as siteCalls from '@maru/contract/site/office';
import type { Tick } from '@maru/engine/market/tick';
import { type PlayerId, type SiteId, siteId } from '@maru/engine/purse';
import { PLATFORM_SHARD } from '@maru/engine/shard';
import { DAY_MS, MINUTE_MS, type Millis, millis } from '@maru/engine/time';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAlerts } from './alert/alerts.ts';
import { insertAlert } from './alert/store.ts';
import { createAnnouncing } from './content/announce.ts';
import { insertRow } from './db/insert-row.ts';
import { keepRows, restoreRows, type TestDatabase, testDatabases } from './db/testing.ts';
import { createReminders } from './economic/reminders.ts';
import { writeIndicators } from './economic/store.ts';
import { createBoard } from './fairness/board.ts';
import { createPulse } from './fairness/pulse.ts';
import { insertIncident } from './fairness/up-store.ts';
import { asksOf, HEAD, openTestHttp, type Person, person } from './http/testing.ts';
import { silentLog } from './log/log.ts';
import { bitcoin, tickOf } from './market/testing.ts';
import { postMessage } from './message/post-message.ts';
import { insertBatch } from './message/store.ts';
import { createTelling } from './message/tell.ts';
import { listSubscribers } from './notification/device-store.ts';
import { createNoticeFanout } from './notification/notice-fanout.ts';
import { type Delivery, delivery } from './outbox/delivery.ts';
import { deliverLetters } from './outbox/feature.ts';
import { postLetter } from './outbox/letters.ts';
import { insertMember, insertShardSite } from './shard-site-testing.ts';
import { siteOfficeRoutes } from './site/office-routes.ts';
import { openSites } from './site/sites.ts';
import { createStaffRequests } from './staff/requests.ts';

const NOW = millis(Date.UTC(2026, 10, 17, 3));
const SHARDS = [0, 1] as const;
const TEXT = { ko: '글', en: 'text' };
/** No loop runs by itself: a test runs it once. */
const time = { clock: () => NOW, wait: () => new Promise<void>(() => undefined) };

interface Own {
  readonly site: SiteId;
  readonly player: PlayerId;
}

describe.each(testDatabases)('work by the clock of two shards on $name', ({ open }) => {
  let store: TestDatabase;
  const own: Own[] = [];

  beforeAll(async () => {
    store = await open();
    for (const shard of SHARDS) {
      const site = await insertShardSite(store.database, shard);
      own.push({ site, player: await insertMember(store.database, { site }) });
    }
    await keepRows(store);
  });
  beforeEach(() => restoreRows(store));
  afterAll(() => store.drop());

  const query = <Row>(text: string, parameters: readonly (number | string)[] = []) =>
    store.database.transaction((tx) => tx.query<Row>(text, parameters));
  /** What a process of each shard has told, the one of the second shard first. */
  async function bothTell<Told>(run: (shard: number, told: Told[]) => Promise<void>) {
    const told: Told[][] = [[], []];
    for (const shard of SHARDS.toReversed()) await run(shard, told[shard] as Told[]);
    return told;
  }
  const players = () => own.map(({ player }) => [player]);

  test('a letter is told by the process that has the member’s connections', async () => {
    for (const { site, player } of own)
      await store.database.transaction((tx) =>
        postMessage(tx, { site, player, kind: 'NOTICE', title: TEXT, body: TEXT, now: NOW }),
      );
    const run = async (shard: number, told: PlayerId[]) => {
      const announce = ({ player }: { readonly player: PlayerId }) => void told.push(player);
      const push = () => undefined;
      const { database } = store;
      const parts = { shard, database, push, isConnected: () => true, announce, time, log: silentLog };
      await createTelling(parts).runOnce();
    };
    expect(await bothTell(run)).toEqual(players());
    expect(await bothTell(run)).toEqual([[], []]);
  });

  test('a letter to everybody of a site is written by its own process, and old ones are deleted by one', async () => {
    for (const { site, player: staff } of own)
      await store.database.transaction((tx) =>
        insertBatch(tx, { site, staff, kind: 'NOTICE', title: TEXT, body: TEXT, now: NOW }),
      );
    const [{ site, player }] = own as [Own, Own];
    const sentAt = millis(NOW - 200 * DAY_MS);
    await store.database.transaction((tx) =>
      postMessage(tx, { site, player, kind: 'NOTICE', title: TEXT, body: TEXT, now: sentAt }),
    );
    const run = async (shard: number) => {
      const parts = { shard, push: () => undefined, isConnected: () => false, time, log: silentLog };
      await createTelling({ ...parts, database: store.database }).runOnce();
      return query<{ site: number; old: number }>(
        `select site_id as site, (count(*) filter (where created_ms < $1))::int as old
         from message group by site_id order by site_id`,
        [NOW],
      );
    };
    expect(await run(1)).toEqual([
      { site: own[0]?.site, old: 1 },
      { site: own[1]?.site, old: 0 },
    ]);
    expect(await query('select id from message_batch where done_ms is null')).toHaveLength(1);
    expect(await run(PLATFORM_SHARD)).toEqual(own.map((each) => ({ site: each.site, old: 0 })));
  });

  test('a code by mail leaves once, from the process of its site, and old ones are deleted by one process', async () => {
    for (const [place, { site }] of own.entries())
      for (const now of [NOW, millis(NOW - 30 * DAY_MS)])
        await store.database.transaction((tx) =>
          postLetter(tx, {
            ...{ site, channel: 'EMAIL', recipient: `${place}@maru.example`, kind: 'CODE' },
            ...{ language: 'ko', text: TEXT, isDecoy: now !== NOW, now },
          }),
        );
    const left = async () => (await query('select id from outbox')).length;
    const run = async (shard: number, told: string[]) => {
      const by: Delivery = { ...delivery, deliver: async ({ recipient }) => void told.push(recipient) };
      await deliverLetters({ shard, database: store.database, delivery: by, log: silentLog }, NOW);
      expect(await left()).toBe(shard === PLATFORM_SHARD ? 2 : 4);
    };
    expect(await bothTell(run)).toEqual([['0@maru.example'], ['1@maru.example']]);
  });

  test('a notice is pushed to the screens and devices of its site by its own process', async () => {
    for (const { site } of own)
      await store.database.transaction(async (tx) => {
        const [text] = await insertRow<{ id: number }>(
          tx,
          'content',
          {
            ...{ site_id: site, kind: 'notice', status: 'PUBLISHED', version: 1, shown_version: 1 },
            ...{ from_ms: NOW - MINUTE_MS, created_ms: NOW, changed_ms: NOW },
          },
          'returning id',
        );
        await insertRow(tx, 'content_version', {
          ...{ content_id: text?.id ?? 0, version: 1, site_id: site, category: 'SYSTEM', is_forced: false },
          ...{ is_pinned: false, is_pushed: true, title_ko: '', html_ko: '', title_en: '', html_en: '' },
          saved_ms: NOW,
        });
      });
    const { database } = store;
    const announce = async (shard: number, told: (SiteId | undefined)[]) => {
      const realtime = { publish: (_: string, __: string, site?: SiteId) => void told.push(site) };
      await createAnnouncing({ shard, database, realtime, time, log: silentLog }).look();
    };
    expect(await bothTell(announce)).toEqual(own.map(({ site }) => [site]));
    const toPush = async () =>
      (await query<{ site: SiteId }>('select site_id as site from content where pushed_to is not null')).map(
        ({ site }) => site,
      );
    const sender = { send: () => undefined, stats: () => ({ waiting: 0, sent: 0, failed: 0, dropped: 0 }) };
    expect(await toPush()).toHaveLength(2);
    await createNoticeFanout({ shard: 1, database, instruments: [], sender, time, log: silentLog }).runOnce();
    expect(await toPush()).toEqual([own[0]?.site]);
  });

  test('a reminder of a release is told by the process that has the member’s connections', async () => {
    const at = NOW + MINUTE_MS;
    for (const { site, player } of own)
      await store.database.transaction(async (tx) => {
        const names = { country: 'US', code: 'CPI', nameKo: '물가', nameEn: 'Prices', unit: '%' };
        const values = { importance: 3, previous: null, forecast: null, actual: null };
        await writeIndicators(tx, { site, rows: [{ at, ...names, ...values }], isSample: false });
        await insertRow(tx, 'economic_reminder', {
          ...{ site_id: site, player_id: player, at_ms: at, country: 'US', code: 'CPI', due_ms: NOW },
        });
      });
    const run = async (shard: number, told: PlayerId[]) => {
      const realtime = { push: (player: PlayerId) => void told.push(player) };
      const announcements = { announce: () => undefined };
      await createReminders({
        ...{ shard, database: store.database, realtime, announcements, time, log: silentLog },
      }).runOnce();
    };
    expect(await bothTell(run)).toEqual(players());
  });

  test('a price alert fires in the process of its site, also one that was not told before a start', async () => {
    for (const { site, player } of own)
      for (const level of ['101', '150'])
        await store.database.transaction((tx) =>
          insertAlert(
            tx,
            { site, player },
            {
              ...{ instrument: bitcoin.id, basis: 'LAST', fires: 'AT_OR_ABOVE', repeat: 'ONCE' },
              ...{ level: tickOf(level, NOW).last, push: true, inApp: true },
            },
            NOW,
          ),
        );
    const run =
      (last: string, isTold: boolean) =>
      async (shard: number, told: PlayerId[]): Promise<void> => {
        const listeners: ((tick: Tick) => void)[] = [];
        const tick = tickOf(last, NOW);
        const alerts = createAlerts({
          ...{ shard, database: store.database, instruments: [bitcoin], time, log: silentLog },
          prices: { latest: () => tick, usable: () => tick } as never,
          onLiveTick(listen) {
            listeners.push(listen);
            return () => undefined;
          },
          tell: ({ player }) => void (isTold && told.push(player)),
        });
        await alerts.start();
        for (const listen of listeners) listen(tick);
        await alerts.settled();
        await alerts.stop();
      };
    expect(await bothTell(run('120', true))).toEqual(players());
    expect(await bothTell(run('160', false))).toEqual([[], []]);
    await query('update alert_firing set is_announced = false where level = 150');
    expect(await bothTell(run('1', true))).toEqual(players());
  });

  test('a process knows the devices of its own members alone', async () => {
    for (const { site, player } of own)
      await store.database.transaction(async (tx) => {
        const family = `family${player}`;
        const dates = { created_at: new Date(NOW), expires_at: new Date(NOW + DAY_MS) };
        await insertRow(tx, 'refresh_family', {
          ...{ id: family, site_id: site, player_id: player, session_version: 1, device_class: 'MOBILE' },
          ...{ ip: '', ...dates },
        });
        await insertRow(tx, 'push_device', {
          ...{
            site_id: site,
            player_id: player,
            family_id: family,
            endpoint: `https://push.example/${player}`,
          },
          ...{ p256dh: '', auth: '', name: '', language: 'ko', created_ms: 0, seen_ms: 0 },
        });
      });
    for (const shard of SHARDS)
      expect(
        await store.database.transaction((tx) => listSubscribers(tx, { shard, after: 0, most: 10 })),
      ).toEqual([{ player: own[shard]?.player, site: own[shard]?.site }]);
  });

  test('a minute of one shard is not one of another, and its start ends no incident there', async () => {
    const { database } = store;
    const [{ site }] = own as [Own, Own];
    const health = () => ({ desk: 'OPEN', behind: 0, instruments: 1, stopped: 0 });
    const pulseOf = (shard: number) =>
      createPulse({ shard, database, health, sites: () => [(own[shard] as Own).site] });
    const shownAt = async (now: Millis) => {
      const { up, incidents } = await createBoard({ shard: 0, database, sources: [], health }).rowsOf(
        site,
        now,
      );
      return { up, ended: incidents.map(({ endedMillis }) => endedMillis) };
    };
    const startedAt = millis(NOW - DAY_MS);
    const slow = { site, kind: 'SLOW', isDetected: true, startedAt, textKo: '', textEn: '' } as const;
    await database.transaction((tx) => insertIncident(tx, { ...slow, now: startedAt }));
    const later = millis(NOW + 10 * MINUTE_MS);
    const other = pulseOf(1);
    await other.beat(NOW);
    await other.beat(later);
    expect(await shownAt(later)).toEqual({ up: [], ended: [null] });
    await pulseOf(0).beat(later);
    expect(await shownAt(millis(later + MINUTE_MS))).toMatchObject({
      up: [{ minutes: 1, up: 1 }],
      ended: [later],
    });
  });

  test('staff of one shard are refused on a site of another, and nothing is written there', async () => {
    const [there, here] = own as [Own, Own];
    const { database } = store;
    const sites = await openSites(database, 1);
    const requests = createStaffRequests(database);
    const unused = (): never => {
      throw new Error('nobody makes people');
    };
    const http = await openTestHttp({
      routes: siteOfficeRoutes({
        ...{ shard: 1, database, sites, requests, held: [] },
        people: { mayApprove: unused, prepare: unused, make: unused },
      }),
      siteOf: sites.siteOf,
      hasSite: (id) => sites.byId(siteId(id)) !== undefined,
      clock: time.clock,
      // Those who run the platform of this shard, and the same of the other one.
      authenticate: async (token) => {
        const player = Number(token.split('.')[0]) as PlayerId;
        const { site } = player === here.player ? here : there;
        return { player, site, role: 'STAFF', session: 1, standing: { ...HEAD, level: 1, home: site } };
      },
    });
    const { post } = asksOf<typeof siteCalls>(http);
    const change = (by: Person, siteInfoId?: SiteId) =>
      post('/api/office/site', { reason: '이름을 바꿉니다', name: '새 이름', siteInfoId }, by);
    const written = () =>
      Promise.all([
        query('select id from staff_change where site_id = $1', [there.site]),
        query('select id from staff_request where site_id = $1', [there.site]),
        query(`select id from site where name = '새 이름' and id = $1`, [there.site]),
      ]);
    try {
      const colleague = person(here.player, 'STAFF');
      expect(await change(colleague, there.site)).toMatchObject({
        status: 403,
        body: { code: 'FORBIDDEN', field: 'siteInfoId' },
      });
      // A token of the other shard, which another process signed with the same secret.
      const stranger = person(there.player, 'STAFF');
      for (const site of [undefined, there.site, here.site])
        expect(await change(stranger, site)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
      expect(await written()).toEqual([[], [], []]);
      expect((await change(colleague)).status).toBe(200);
      expect(sites.all().map(({ name }) => name)).toEqual(['새 이름']);
    } finally {
      await http.close();
    }
  });
});
