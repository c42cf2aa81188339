// Followers whose trader is switched off, deleted or liquidated while they are away: each finds it in the centre and on
// every device, once, whatever stops in between. The trader's event has no step of theirs.
import { rate } from '@maru/engine/amount';
import type { PlayerId } from '@maru/engine/purse';
import { DAY_MS, HOUR_MS, MINUTE_MS, type Millis, millis } from '@maru/engine/time';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type CopyWorld, follower, openCopyWorld, TRADER } from './copytrade/copying-testing.ts';
import { insertRow } from './db/insert-row.ts';
import { type TestDatabase, testDatabases } from './db/testing.ts';
import { openJournal } from './desk/open-desk.ts';
import { forgetWorld } from './desk/testing.ts';
import { START } from './futures/market-testing.ts';
import { SITE } from './http/testing.ts';
import { silentLog } from './log/log.ts';
import { createDetachedFanout } from './notification/detached-fanout.ts';
import { listNotifications } from './notification/listing.ts';
import { writeSetting } from './notification/store.ts';
import type { PushJob } from './notification/webpush/sender.ts';
import { notificationsOf, products } from './products.ts';
import { createEventPushes } from './push/event-pushes.ts';
import { rebuildTables } from './shadow/rebuild-tables.ts';
import { shadowParts } from './shadow-products.ts';

const pushes = createEventPushes(products, []);

describe.each(testDatabases)('followers who are detached on $name', ({ open }) => {
  let store: TestDatabase;
  let world: CopyWorld;
  let now: Millis;
  let jobs: PushJob[] = [];
  let waiting = 0;
  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store.drop());
  beforeEach(async () => {
    [jobs, waiting, now] = [[], 0, millis(START)];
    world = await openCopyWorld(store);
    world.publish('50000');
    world.publish('3000', { stock: 'ETHUSDT' });
  });
  afterEach(async () => {
    await world.kill();
    await forgetWorld(world, store);
  });

  const query = <Row>(text: string, parameters: readonly (number | string)[] = []) =>
    store.database.transaction((tx) => tx.query<Row>(text, parameters));

  async function followed(count: number): Promise<void> {
    const players = Array.from({ length: count }, (_, place) => follower(place));
    await world.openAccounts([TRADER, ...players]);
    await world.setTrader();
    for (let from = 0; from < count; from += 100)
      await Promise.all(players.slice(from, from + 100).map((player) => world.follow(player)));
  }

  /** Signed in on one browser each. */
  async function withDevices(players: readonly PlayerId[]): Promise<void> {
    const dates = { created_at: new Date(START), expires_at: new Date(START + 9 * DAY_MS) };
    await store.database.transaction(async (tx) => {
      for (const id of players) {
        const name = `player${id}`;
        await tx.query(
          `insert into player (id, site_id, username, password_hash, name, nick, folded_nick, role, created_at,
             password_changed_at)
           overriding system value
           values ($1, $2, $3, '', '', $3, $3, 'PLAYER', now(), now())`,
          [id, SITE, name],
        );
        await insertRow(tx, 'refresh_family', {
          ...{ id: name, site_id: SITE, player_id: id, session_version: 1, device_class: 'MOBILE', ip: '' },
          ...dates,
        });
        await insertRow(tx, 'refresh_token', { print: name, family_id: name, ...dates });
        await insertRow(tx, 'push_device', {
          ...{
            site_id: SITE,
            player_id: id,
            family_id: name,
            endpoint: `https://fcm.googleapis.com/${name}`,
          },
          ...{ p256dh: '', auth: '', name: '', language: 'en', created_ms: 0, seen_ms: 0 },
        });
      }
    });
  }

  const listOf = async (player: PlayerId, site = SITE) =>
    (await listNotifications(
      {
        ...{ database: store.database, desk: world.desk, pushes, notificationsOf },
        instruments: new Map(),
      },
      { site, player },
      { now },
    ))!.filter(({ category }) => category === 'RISK');

  /** Of the platform that runs now. What is sent stays under way until the test ends it. */
  const openFanout = () =>
    createDetachedFanout({
      ...{ shard: 0, database: store.database, instruments: [], notificationsOf, log: silentLog },
      sender: {
        send: (job) => void jobs.push(job),
        stats: () => ({ waiting, sent: 0, failed: 0, dropped: 0 }),
      },
      time: { clock: () => now, wait: () => new Promise<void>(() => {}) },
    });
  const endAll = (): void => {
    for (const { onEnded } of jobs) onEnded?.();
  };
  const reached = () => jobs.map(({ endpoint }) => endpoint.replace(/.*player/, '')).map(Number);

  test('find it once in the centre, also after a restart, and nobody else does', async () => {
    await followed(3);
    await world.openAccounts([follower(9)]);
    // Who has left before is not told.
    await world.desk.submit({
      ...{ kind: 'END_FOLLOW', site: SITE, player: follower(2), session: 1, other: TRADER, priced: [] },
      follow: (await world.followIn(follower(2)))!.id,
    });
    await world.setTrader({ status: 'OFF' });
    await world.kill();
    world = await openCopyWorld(store, { folder: world.folder, at: START + HOUR_MS });
    await world.caughtUp();
    const follow = (await world.followIn(follower(0)))!.id;
    now = millis(START + HOUR_MS);
    expect(await listOf(follower(0))).toEqual([
      {
        ...{ id: `follow ${follow} detached`, category: 'RISK', at: START, path: '/copytrade/mine' },
        content: { kind: 'FOLLOW_DETACHED' },
      },
    ]);
    expect(await listOf(follower(1))).toHaveLength(1);
    for (const player of [follower(2), follower(9), TRADER]) expect(await listOf(player)).toEqual([]);
    now = millis(START + 31 * DAY_MS);
    expect(await listOf(follower(0))).toEqual([]);
  });

  test('are told by each trader whom they followed, also when the follow has ended since', async () => {
    await followed(1);
    await world.setTrader({ status: 'OFF' });
    await world.setTrader({ rate: rate('0.2') });
    world.start();
    await world.settled();
    await world.follow(follower(0));
    await world.setTrader({ status: 'DELETED' });
    await world.caughtUp();
    const told = await listOf(follower(0));
    expect(told.map(({ content }) => content.kind)).toEqual(['FOLLOW_DETACHED', 'FOLLOW_DETACHED']);
    expect(new Set(told.map(({ id }) => id)).size).toBe(2);
  });

  test('are told of a liquidation of the trader', async () => {
    await followed(1);
    await world.order('3');
    world.publish('45000');
    const isLiquidated = () =>
      world.events.some((event) => event.kind === 'FUTURES_FILLED' && event.liquidation !== undefined);
    while (!isLiquidated()) await new Promise((resolve) => setImmediate(resolve));
    await world.caughtUp();
    expect(await listOf(follower(0))).toHaveLength(1);
  });

  test('are sent to each of their devices once, in slices, whatever stops in between', async () => {
    const count = 450;
    await followed(count);
    const players = Array.from({ length: count }, (_, place) => follower(place));
    await withDevices(players);
    await world.setTrader({ status: 'OFF' });
    await world.caughtUp();
    let fanout = openFanout();
    await fanout.runOnce();
    expect(jobs).toHaveLength(200);
    expect(jobs[0]).toMatchObject({ urgency: 'high', ttlSeconds: 24 * 60 * 60 });
    expect(JSON.parse(jobs[0]!.content)).toMatchObject({
      id: `follow ${(await world.followIn(follower(0)))!.id} detached`,
      path: '/copytrade/mine',
      title: 'Your trader is not copied any more',
    });
    // Nothing is added while these are under way or the sender is busy.
    await fanout.runOnce();
    expect(jobs).toHaveLength(200);
    endAll();
    waiting = 400;
    await fanout.runOnce();
    expect(jobs).toHaveLength(200);
    waiting = 0;
    await fanout.runOnce();
    expect(jobs).toHaveLength(400);
    // A process that ends with a slice under way leaves it to the next one, whose pushes have the same tags.
    fanout = openFanout();
    await fanout.runOnce();
    expect(jobs).toHaveLength(600);
    const tags = jobs.map(({ content }) => JSON.parse(content).id);
    expect(tags.slice(400)).toEqual(tags.slice(200, 400));
    jobs.splice(400);
    // One that a service does not take keeps the others waiting for a minute alone.
    await fanout.runOnce();
    expect(jobs).toHaveLength(400);
    now = millis(now + MINUTE_MS);
    await fanout.runOnce();
    endAll();
    await fanout.runOnce();
    expect(reached().toSorted((a, b) => a - b)).toEqual(players);
    // What was told is told, also for the next process and after the tables were written again.
    await world.kill();
    const place = store.url === undefined ? { folder: world.folder } : { url: store.url };
    const journal = await openJournal(place, 0, () => undefined);
    await rebuildTables({ database: store.database, journal, shard: 0, products: shadowParts.products });
    await journal.close();
    world = await openCopyWorld(store, { folder: world.folder, at: START + HOUR_MS });
    expect(await listOf(follower(0))).toHaveLength(1);
    fanout = openFanout();
    await fanout.runOnce();
    expect(jobs).toHaveLength(count);
  });

  test('are sent only what they want, and nothing that is a day old', async () => {
    await followed(2);
    await withDevices([follower(0), follower(1)]);
    await store.database.transaction((tx) =>
      writeSetting(
        tx,
        { site: SITE, player: follower(0) },
        { push: ['FILL'], inApp: [], quiet: null, through: [] },
      ),
    );
    await world.setTrader({ status: 'OFF' });
    await world.caughtUp();
    const fanout = openFanout();
    await fanout.runOnce();
    expect(reached()).toEqual([follower(1)]);
    endAll();
    await fanout.runOnce();
    await world.setTrader();
    world.start();
    await world.settled();
    await world.follow(follower(1));
    await world.setTrader({ status: 'OFF' });
    await world.caughtUp();
    now = millis(now + DAY_MS + 1);
    await fanout.runOnce();
    await fanout.runOnce();
    expect(reached()).toEqual([follower(1)]);
    expect(await query('select 1 as one from copy_detached_push where follow_id > 0')).toHaveLength(1);
  });
});
