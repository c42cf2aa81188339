import { toDecimal } from '@maru/engine/amount';
import type { Tick } from '@maru/engine/market/tick';
import { siteId } from '@maru/engine/purse';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabases } from '../db/testing.ts';
import { insertTestSite } from '../desk/testing.ts';
import {
  type Asks,
  asksOf,
  OWNER,
  openTestHttp,
  person,
  principalOf,
  SITE,
  STAFF,
  STRANGER,
} from '../http/testing.ts';
import { bitcoin, createTestTime, NOON, silentLog, tickOf } from '../market/testing.ts';
import { createAlerts } from './alerts.ts';
import { deleteOldFirings, type Firing } from './firing-store.ts';
import { alertRoutes } from './routes.ts';

type Modules = typeof import('@maru/contract/alert/calls');
const ELSEWHERE = person(9, 'PLAYER');
const ABOVE = {
  stock: 'BTCUSDT',
  basis: 'LAST',
  fires: 'AT_OR_ABOVE',
  level: '101',
  repeat: 'ONCE',
  push: true,
  inApp: true,
};

describe.each(testDatabases)('a price alert on $name', ({ open }) => {
  let store: TestDatabase;
  let world: Awaited<ReturnType<typeof openWorld>>;

  beforeAll(async () => {
    store = await open();
    await insertTestSite(store);
    await store.database.transaction(async (tx) => {
      await tx.query(
        `insert into site (code, name, used_coins, binary_currency, type)
         values ('two', 'Two', 'BINARY', 'KRW', '101111')`,
      );
      for (const id of [1, 2, 3, 4, 9]) {
        await tx.query(
          `insert into player (id, site_id, username, password_hash, name, nick, folded_nick, role, created_at,
             password_changed_at)
           overriding system value
           values ($1, $2, $3, '', '', $3, $3, 'PLAYER', now(), now())`,
          [id, id === 9 ? 2 : 1, `player${id}`],
        );
      }
    });
  });
  afterAll(() => store.drop());
  beforeEach(async () => {
    world = await openWorld(store);
  });
  afterEach(async () => {
    await world.close();
    await store.database.transaction((tx) => tx.query('truncate alert, alert_firing'));
  });

  const waitFor = (asked: Partial<typeof ABOVE> = {}, by = OWNER) =>
    world.post('/api/alert', { ...ABOVE, ...asked }, by);

  test('belongs to its owner: a guest, a stranger and another site see and change nothing of it', async () => {
    const { body } = await waitFor();
    const [{ id }] = body.alerts;
    expect(body.alerts).toMatchObject([{ ...ABOVE, isArmed: true }]);
    const paths = ['/api/alert', '/api/alert/edit', '/api/alert/delete'] as const;
    for (const path of paths) expect((await world.post(path, { ...ABOVE, id })).status).toBe(401);
    expect((await world.get('/api/alert')).status).toBe(401);
    expect((await world.get('/api/alert', STAFF)).status).toBe(403);
    for (const other of [STRANGER, ELSEWHERE]) {
      expect((await world.get('/api/alert', other)).body.alerts).toEqual([]);
      expect((await world.post('/api/alert/edit', { ...ABOVE, id, level: '105' }, other)).status).toBe(404);
      expect((await world.post('/api/alert/delete', { id }, other)).status).toBe(404);
    }
    expect((await world.get('/api/alert', OWNER)).body.alerts).toMatchObject([{ id, level: '101' }]);
    expect((await world.post('/api/alert/delete', { id }, OWNER)).body.alerts).toEqual([]);
    await world.tick('102');
    expect(world.told).toEqual([]);
  });

  test.each([
    [{ level: '100' }, 422, 'ALERT_REACHED'],
    [{ level: '101.001' }, 422, 'ALERT_OFF_TICK'],
    [{ level: '9999999999' }, 422, 'ALERT_TOO_FAR'],
    [{ level: '99999999999999999999999' }, 400, 'INVALID_REQUEST'],
    [{ level: '-1', fires: 'AT_OR_BELOW' }, 422, 'ALERT_TOO_FAR'],
    [{ level: '1e5' }, 400, 'INVALID_REQUEST'],
    [{ stock: 'NOTHING' }, 404, 'NOT_FOUND'],
    [{ stock: "'; drop table alert" }, 400, 'INVALID_REQUEST'],
    [{ repeat: 'OFTEN' }, 400, 'INVALID_REQUEST'],
  ])('is refused for %o', async (asked, status, code) => {
    expect(await waitFor(asked)).toMatchObject({ status, body: { code } });
    expect((await world.get('/api/alert', OWNER)).body.alerts).toEqual([]);
  });

  test('is made once, and a member has 20 at most, also when all are asked for at the same moment', async () => {
    const levels = Array.from({ length: 25 }, (_, place) => String(101 + place));
    const answers = await Promise.all(levels.map((level) => waitFor({ level })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(answers.filter(({ body }) => body.code === 'TOO_MANY_ALERTS')).toHaveLength(5);
    expect(await waitFor({}, STRANGER)).toMatchObject({ status: 200 });
    expect(await waitFor({}, STRANGER)).toMatchObject({ status: 409, body: { code: 'ALERT_EXISTS' } });
  });

  test('is refused where the site has as many as fit into memory', async () => {
    world.setFull(true);
    expect((await waitFor()).body.code).toBe('ALERTS_FULL');
    expect((await world.get('/api/alert', OWNER)).body.alerts).toEqual([]);
  });

  test('that has fired is listed for thirty days, and its row is deleted then', async () => {
    await waitFor();
    await world.tick('101.2');
    const deleted = (before: number) =>
      store.database.transaction((tx) => deleteOldFirings(tx, { before, most: 10 }));
    const [firing] = await store.database.transaction((tx) =>
      tx.query<{ at: number }>('select at_ms as at from alert_firing'),
    );
    expect(await deleted(firing!.at)).toBe(0);
    expect(await deleted(firing!.at + 1)).toBe(1);
  });

  test('fires once at its level, and is gone', async () => {
    await waitFor();
    await world.tick('100.9');
    expect(world.told).toEqual([]);
    await world.tick('101.2');
    await world.tick('101.3');
    expect(world.told).toEqual(['1 AT_OR_ABOVE 101 at 101.2']);
    expect((await world.get('/api/alert', OWNER)).body.alerts).toEqual([]);
  });

  test('fires always, but only after the price has moved back', async () => {
    await waitFor({ repeat: 'ALWAYS' });
    for (const last of ['101', '101.5', '100.9', '101', '100.7', '101.1']) await world.tick(last);
    expect(world.told).toEqual(['1 AT_OR_ABOVE 101 at 101', '1 AT_OR_ABOVE 101 at 101.1']);
    expect((await world.get('/api/alert', OWNER)).body.alerts).toMatchObject([{ isArmed: false }]);
  });

  test('that was edited fires at its new level alone', async () => {
    const [{ id }] = (await waitFor()).body.alerts;
    await world.post('/api/alert/edit', { ...ABOVE, id, level: '103' }, OWNER);
    await world.tick('102');
    expect(world.told).toEqual([]);
    await world.tick('103');
    expect(world.told).toEqual(['1 AT_OR_ABOVE 103 at 103']);
  });

  test('does not fire on a price that no decision may use', async () => {
    await waitFor();
    world.setUsable(false);
    await world.tick('105');
    expect(world.told).toEqual([]);
    world.setUsable(true);
    await world.tick('105');
    expect(world.told).toHaveLength(1);
  });

  test('that was crossed while nobody watched fires at the first price afterwards, once', async () => {
    await waitFor();
    await waitFor({ repeat: 'ALWAYS', level: '102' });
    await world.restart();
    await world.tick('104');
    await world.restart();
    await world.tick('104');
    expect(world.told).toEqual(['1 AT_OR_ABOVE 101 at 104', '1 AT_OR_ABOVE 102 at 104']);
  });

  test('that fired while the database failed is written and told when it answers again, once', async () => {
    await waitFor();
    world.fail(1);
    const ticked = world.tick('101');
    await world.waited();
    expect(world.told).toEqual([]);
    world.time.wake();
    await ticked;
    expect(world.told).toEqual(['1 AT_OR_ABOVE 101 at 101']);
  });

  test('whose process stopped after the firing was written is told by the next one', async () => {
    await waitFor();
    // The firing is written, and marking it as told fails until the process ends.
    world.fail(1, 1);
    const ticked = world.tick('101');
    await world.waited();
    world.told.length = 0;
    await world.restart();
    await ticked;
    expect(world.told).toEqual(['1 AT_OR_ABOVE 101 at 101']);
    await world.restart();
    expect(world.told).toHaveLength(1);
  });
});

async function openWorld(store: TestDatabase) {
  const time = createTestTime(NOON);
  const told: string[] = [];
  const listeners = new Set<(tick: Tick) => void>();
  let isUsable = true;
  let isFull = false;
  let latest = tickOf('100', NOON);
  /** Of the next transactions: how many succeed, and how many then fail. */
  let failing = { after: 0, count: 0 };
  let onWait = () => {};
  const waiting = { wake: () => {} };
  const parts = {
    shard: 0,
    database: {
      ...store.database,
      transaction: ((work) => {
        if (failing.after > 0) failing = { ...failing, after: failing.after - 1 };
        else if (failing.count > 0) {
          failing = { ...failing, count: failing.count - 1 };
          return Promise.reject(new Error('the database is away'));
        }
        return store.database.transaction(work);
      }) as typeof store.database.transaction,
    },
    prices: {
      latest: () => latest,
      usable: () => (isUsable ? latest : undefined),
    } as never,
    instruments: [bitcoin],
    onLiveTick(listen: (tick: Tick) => void) {
      listeners.add(listen);
      return () => void listeners.delete(listen);
    },
    time: {
      clock: time.clock,
      wait: (_ms: number) =>
        new Promise<void>((resolve) => {
          waiting.wake = resolve;
          onWait();
        }),
    },
    log: silentLog,
    tell: (firing: Firing) =>
      void told.push(
        `${firing.player} ${firing.fires} ${toDecimal(firing.level)} at ${toDecimal(firing.price)}`,
      ),
  };
  let alerts = createAlerts(parts);
  await alerts.start();
  const http: FastifyInstance = await openTestHttp({
    routes: alertRoutes({
      ...parts,
      alerts: {
        hasRoom: (site) => !isFull && alerts.hasRoom(site),
        put: (alert) => alerts.put(alert),
        remove: (id) => alerts.remove(id),
      },
    }),
    clock: time.clock,
    authenticate: async (token) => {
      const [id, role] = token.split('.');
      const site = id === String(ELSEWHERE.id) ? siteId(2) : SITE;
      return { ...principalOf(person(Number(id), role as never)), site };
    },
  });
  return {
    ...(asksOf<Modules>(http) as Asks<Modules>),
    told,
    time: waiting,
    setFull(to: boolean) {
      isFull = to;
    },
    setUsable(to: boolean) {
      isUsable = to;
    },
    fail(count: number, after = 0) {
      failing = { after, count };
    },
    waited: () =>
      new Promise<void>((resolve) => {
        onWait = resolve;
      }),
    async tick(last: string) {
      latest = tickOf(last, NOON);
      for (const listen of listeners) listen(latest);
      await alerts.settled();
    },
    async restart() {
      const stopped = alerts.stop();
      waiting.wake();
      await stopped;
      failing = { after: 0, count: 0 };
      alerts = createAlerts(parts);
      await alerts.start();
    },
    async close() {
      await alerts.stop();
      await http.close();
    },
  };
}
