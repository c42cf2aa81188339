import type * as calls from '@maru/contract/economic/calls';
import { playerId, siteId } from '@maru/engine/purse';
import { DAY_MS, MINUTE_MS, type Millis, millis } from '@maru/engine/time';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Loop } from '../clock/loop.ts';
import { type TestDatabase, testDatabases } from '../db/testing.ts';
import {
  type Asks,
  asksOf,
  OWNER,
  openTestHttp,
  type Person,
  person,
  principalOf,
  SITE,
  STAFF,
  STRANGER,
} from '../http/testing.ts';
import { silentLog } from '../log/log.ts';
import { listToldReminders } from './reminder-store.ts';
import { createReminders } from './reminders.ts';
import { economicRoutes } from './routes.ts';
import { deleteSamples, type Indicator, writeIndicators } from './store.ts';

const NOW = Date.UTC(2026, 10, 17, 13);
const ELSEWHERE = person(9, 'PLAYER');

const released = (minutes: number, code: string): Indicator => ({
  ...{ at: NOW + minutes * MINUTE_MS, country: 'US', code, nameKo: '소비자물가', nameEn: 'Prices' },
  ...{ importance: 3, previous: null, forecast: null, actual: null, unit: '%' },
});

describe.each(testDatabases)('reminders of releases on $name', ({ open }) => {
  let store: TestDatabase;
  let http: FastifyInstance;
  let asks: Asks<typeof calls>;
  let reminders: Loop;
  let now: Millis = millis(NOW);
  const pushed: unknown[] = [];
  const announced: unknown[] = [];

  beforeAll(async () => {
    store = await open();
    const { database } = store;
    const rows = [5, 60, 90].map((minutes) => released(minutes, `C${minutes}`));
    const many = Array.from({ length: 60 }, (_, place) => released(2_000 + place, `MANY${place}`));
    await database.transaction(async (tx) => {
      await tx.query(
        `insert into site (code, name, used_coins, binary_currency, type)
         values ('one', 'One', 'BINARY', 'KRW', '101111'), ('two', 'Two', 'BINARY', 'KRW', '101111')`,
      );
      for (const { id } of [OWNER, STRANGER, ELSEWHERE])
        await tx.query(
          `insert into player (id, site_id, username, password_hash, name, nick, folded_nick, role, created_at,
             password_changed_at)
           overriding system value
           values ($1, $2, $3, '', '', $3, $3, 'PLAYER', now(), now())`,
          [id, id === ELSEWHERE.id ? 2 : 1, `player${id}`],
        );
      await writeIndicators(tx, { site: SITE, rows: [...rows, ...many], isSample: true });
    });
    http = await openTestHttp({
      routes: economicRoutes(store),
      clock: () => now,
      authenticate: async (token) => {
        const [id, role] = token.split('.');
        const player = playerId(Number(id));
        const site = player === ELSEWHERE.id ? siteId(2) : SITE;
        return { ...principalOf(person(player, role as Person['role'])), site };
      },
    });
    asks = asksOf(http);
    reminders = createReminders({
      shard: 0,
      database,
      realtime: { push: (player, queue, push) => void pushed.push({ player, queue, push }) },
      announcements: { announce: (each) => void announced.push(each) },
      time: { clock: () => now, wait: async () => undefined },
      log: silentLog,
    });
  });
  afterAll(async () => {
    await http.close();
    await store.drop();
  });

  const remind = (code: string, minutes: number, { by = OWNER as Person | undefined, isOn = true } = {}) =>
    asks.post(
      '/api/economic/reminder',
      { atMillis: NOW + minutes * MINUTE_MS, country: 'US', code, isOn },
      by,
    );
  const mine = async (by: Person) =>
    (await asks.get('/api/economic/reminder', by)).body.reminders.map(({ code }) => code);

  test('are the member’s own, once for a release, and gone when they are taken back', async () => {
    expect((await remind('C60', 60)).body.reminders).toEqual([
      { atMillis: NOW + 60 * MINUTE_MS, country: 'US', code: 'C60' },
    ]);
    expect((await remind('C60', 60)).status).toBe(200);
    await remind('C5', 5);
    await remind('C90', 90);
    expect(await mine(OWNER)).toEqual(['C5', 'C60', 'C90']);
    expect(await mine(STRANGER)).toEqual([]);
    await remind('C90', 90, { by: STRANGER, isOn: false });
    await remind('C90', 90, { isOn: false });
    expect(await mine(OWNER)).toEqual(['C5', 'C60']);
  });

  test('are refused for what is not to come, for guests, staff and releases of another site', async () => {
    expect((await remind('C61', 60)).body.code).toBe('ECONOMIC_RELEASED');
    expect((await remind('C60', 60, { by: ELSEWHERE })).body.code).toBe('ECONOMIC_RELEASED');
    const guest = { atMillis: NOW, country: 'US', code: 'C60', isOn: true };
    expect((await asks.post('/api/economic/reminder', guest)).status).toBe(401);
    expect((await remind('C60', 60, { by: STAFF })).status).toBe(403);
    expect((await asks.get('/api/economic/reminder')).status).toBe(401);
    expect((await remind("C'; --", 60)).status).toBe(400);
  });

  test('are at most fifty', async () => {
    for (let place = 0; place < 50; place++)
      expect((await remind(`MANY${place}`, 2_000 + place, { by: STRANGER })).status).toBe(200);
    expect((await remind('MANY50', 2_050, { by: STRANGER })).body.code).toBe('TOO_MANY_REMINDERS');
    expect(await mine(STRANGER)).toHaveLength(50);
  });

  test('come ten minutes before, or at the release when asked for later, each once', async () => {
    await reminders.runOnce();
    expect(pushed).toEqual([]);
    now = millis(NOW + 5 * MINUTE_MS);
    await reminders.runOnce();
    expect(pushed).toMatchObject([
      { player: OWNER.id, queue: 'notification', push: { data: { nameKo: '소비자물가', minutes: 0 } } },
    ]);
    now = millis(NOW + 50 * MINUTE_MS);
    await reminders.runOnce();
    await reminders.runOnce();
    expect(pushed).toHaveLength(2);
    expect(announced).toMatchObject([
      { notification: { category: 'ECONOMIC', path: '/more/economic', content: { minutes: 0 } } },
      { site: SITE, player: OWNER.id, notification: { content: { country: 'US', minutes: 10 } } },
    ]);
    expect(await mine(OWNER)).toEqual([]);
    const told = (player: Person['id']) =>
      store.database.transaction((tx) => listToldReminders(tx, { site: SITE, player, since: 0, most: 10 }));
    expect((await told(OWNER.id)).map(({ code }) => code)).toEqual(['C60', 'C5']);
    expect(await told(STRANGER.id)).toEqual([]);
    // After thirty days they are deleted.
    now = millis(NOW + 31 * DAY_MS);
    await reminders.runOnce();
    expect(await told(OWNER.id)).toEqual([]);
    // What was due while nothing ran is old news: the centre has it, and no phone rings.
    expect(pushed).toHaveLength(2);
    expect(await told(STRANGER.id)).toHaveLength(10);
  });

  test('leave with their release', async () => {
    await store.database.transaction((tx) => deleteSamples(tx, SITE));
    const rows = await store.database.transaction((tx) => tx.query('select from economic_reminder'));
    expect(rows).toEqual([]);
  });
});
