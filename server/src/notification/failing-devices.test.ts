// A device whose push service fails for days is ended, over a service on loopback.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DAY_MS, type Millis, millis } from '@maru/engine/time';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { insertRow } from '../db/insert-row.ts';
import { type TestDatabase, testDatabases } from '../db/testing.ts';
import { OWNER, SITE } from '../http/testing.ts';
import { silentLog } from '../log/log.ts';
import { forgetFailures, listDevices, noteFailure, putDevice } from './device-store.ts';
import { pushJob } from './push-job.ts';
import { createPushSender, sendByFetch } from './webpush/sender.ts';
import { createVapid } from './webpush/vapid.ts';

const START = Date.UTC(2026, 10, 17, 3);
const owner = { site: SITE, player: OWNER.id };
const letter = {
  ...({ id: 'one', category: 'NOTICE', at: START, path: null } as const),
  content: { kind: 'LETTER', title: '', titleEn: '' } as const,
};

describe.each(testDatabases)('a device whose service fails on $name', ({ open }) => {
  let store: TestDatabase;
  let now: Millis = millis(START);
  let status = 503;
  let asked = 0;
  const service = createServer((_request, answer) => {
    asked += 1;
    answer.writeHead(status).end();
  });
  beforeAll(async () => {
    store = await open();
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    const dates = { created_at: new Date(START), expires_at: new Date(START + 90 * DAY_MS) };
    await store.database.transaction(async (tx) => {
      await insertRow(tx, 'site', {
        ...{ code: 'one', name: 'One', used_coins: 'BINARY', binary_currency: 'KRW', type: '101111' },
      });
      await tx.query(
        `insert into player (id, site_id, username, password_hash, name, nick, folded_nick, role, created_at,
           password_changed_at)
         overriding system value
         values ($1, 1, 'one', '', '', 'one', 'one', 'PLAYER', now(), now())`,
        [OWNER.id],
      );
      await insertRow(tx, 'refresh_family', {
        ...{ id: 'family', site_id: 1, player_id: OWNER.id, session_version: 1 },
        ...{ device_class: 'MOBILE', ip: '', ...dates },
      });
      await insertRow(tx, 'refresh_token', { print: 'token', family_id: 'family', ...dates });
    });
  });
  afterAll(async () => {
    service.closeAllConnections();
    service.close();
    await store.drop();
  });
  beforeEach(async () => {
    now = millis(START);
    status = 503;
    asked = 0;
    await store.database.transaction(async (tx) => {
      await tx.query('delete from push_device', []);
      const endpoint = `http://127.0.0.1:${(service.address() as AddressInfo).port}/push`;
      await putDevice(
        tx,
        owner,
        {
          // The keys of RFC 8291's example browser.
          p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
          auth: 'BTBZMqHH6r4Tts7J_aSIgg',
          ...{ endpoint, name: '', language: 'ko', family: 'family' },
        },
        now,
      );
    });
  });

  const devices = () => store.database.transaction((tx) => listDevices(tx, owner, now));

  /** One push to every device that is left, with all of its attempts. */
  async function push(): Promise<void> {
    const { database } = store;
    const sender = createPushSender({
      vapid: createVapid({ secret: 'a secret', contact: 'mailto:push@example.com' }),
      send: sendByFetch,
      reports: {
        onGone: async () => undefined,
        onFailed: (device) => database.transaction((tx) => noteFailure(tx, device, now)),
        onRecovered: (device) => database.transaction((tx) => forgetFailures(tx, device)),
      },
      time: {
        clock: () => now,
        wait: async (ms) => {
          now = millis(now + ms);
        },
      },
      log: silentLog,
    });
    for (const device of await devices()) sender.send(pushJob(letter, device, { byCode: new Map() }));
    await sender.settled();
  }

  async function pushes(count: number): Promise<void> {
    for (let sent = 0; sent < count; sent++) await push();
  }

  test('is ended after ten pushes in a row and three days', async () => {
    await pushes(9);
    now = millis(START + 4 * DAY_MS);
    expect(await devices()).toMatchObject([{ failures: 9 }]);
    await push();
    expect(await devices()).toEqual([]);
    expect(asked).toBe(40);
    await push();
    expect(asked).toBe(40);
  });

  test('stays through one bad day, however much is sent', async () => {
    await pushes(12);
    expect(await devices()).toMatchObject([{ failures: 12 }]);
  });

  test('begins from nothing once a push arrives', async () => {
    await pushes(9);
    now = millis(START + 4 * DAY_MS);
    status = 201;
    await push();
    status = 503;
    await push();
    expect(await devices()).toMatchObject([{ failures: 1 }]);
  });
});
