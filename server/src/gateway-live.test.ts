// Live connections through a gateway, on the real platform: what the desk says reaches the sockets, and what is lost on
// the way is read again.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@stomp/stompjs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { layDatabase } from './db/testing.ts';
import { startBehindGateway } from './gateway-testing.ts';
import { silentLog } from './log/log.ts';

interface Push {
  readonly type: string;
  readonly seq?: number;
}

const folder = mkdtempSync(join(tmpdir(), 'maru-live-'));
const POINT = '/user/queue/point';
let platform: Awaited<ReturnType<typeof startBehindGateway>>;
/** Whether messages to the gateway are lost. */
let isCut = false;
const clients: Client[] = [];

beforeAll(async () => {
  layDatabase(folder);
  platform = await startBehindGateway(
    {
      config: readConfig({
        PORT: '0',
        DATA_DIR: folder,
        FEED_SEED: 'live',
        MARU_DEMO_PASSWORD: 'demo-password',
      }),
      log: silentLog,
      onHalt: (fault) => {
        throw fault;
      },
    },
    { fate: (subject) => (isCut && subject.startsWith('maru.gateway.') ? [] : [0]) },
  );
});

afterAll(async () => {
  await Promise.all(clients.map((client) => client.deactivate()));
  await platform.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function post(path: string, body: object, token?: string, key?: string) {
  const answer = await fetch(`${platform.address}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

const signIn = async () => {
  const { body } = await post('/api/login', { username: 'demo', password: 'demo-password', siteInfoId: 1 });
  return String(body['accessToken']);
};
let refills = 0;
const refill = (token: string) => {
  refills += 1;
  return post(
    '/api/practice/refill',
    { walletType: 'BINARY', point: String(1_000 * refills) },
    token,
    `live-test-refill-${refills}`,
  );
};

/** A connection that follows the wallet, what it was sent, and how it ended. */
async function follow(token: string) {
  const pushes: Push[] = [];
  const waiting: (() => void)[] = [];
  const closed = Promise.withResolvers<number>();
  const client = new Client({
    brokerURL: `${platform.address.replace('http', 'ws')}/ws/websocket`,
    connectHeaders: { Authorization: `Bearer ${token}` },
    reconnectDelay: 0,
    onWebSocketClose: ({ code }) => closed.resolve(code),
  });
  clients.push(client);
  await new Promise<void>((resolve) => {
    client.onConnect = () => resolve();
    client.activate();
  });
  const stands = new Promise<void>((resolve) => client.watchForReceipt('stands', () => resolve()));
  client.subscribe(
    POINT,
    ({ body }) => {
      pushes.push(JSON.parse(body) as Push);
      for (const wake of waiting.splice(0)) wake();
    },
    { receipt: 'stands' },
  );
  await stands;
  return {
    pushes,
    closed: closed.promise,
    async until(isSo: () => boolean) {
      while (!isSo()) await new Promise<void>((resolve) => waiting.push(resolve));
    },
  };
}

test('pushes that were lost between desk and gateway are sent again, in order and none twice', async () => {
  const token = await signIn();
  const { pushes, until } = await follow(token);
  await refill(token);
  await until(() => pushes.length === 1);
  const first = pushes[0]?.seq ?? 0;

  isCut = true;
  // The answers are lost as well: the gateway asks again, and gets them when the messages pass again.
  const lost = [refill(token), refill(token)];
  await new Promise((resolve) => setTimeout(resolve, 300));
  isCut = false;
  expect((await Promise.all(lost)).map(({ status }) => status)).toEqual([200, 200]);
  await refill(token);
  await until(() => pushes.at(-1)?.seq === first + 3);
  expect(pushes.map(({ seq }) => seq)).toEqual([first, first + 1, first + 2, first + 3]);
});

test('a sign-in that is ended closes its connections at the gateway at once', async () => {
  const token = await signIn();
  const { closed } = await follow(token);
  const ended = await post('/api/logout', {}, token);
  expect(ended.status).toBe(200);
  expect(await closed).toBe(4401);
});

test('a gateway that has lost the carrier ends its connections, because nobody could see that nothing comes', async () => {
  const { closed } = await follow(await signIn());
  platform.reach(false);
  expect(await closed).toBe(1001);
  platform.reach(true);
  const token = await signIn();
  const { pushes, until } = await follow(token);
  await refill(token);
  await until(() => pushes.length > 0);
});

test('a token that does not sign in opens no connection', async () => {
  const client = new Client({
    brokerURL: `${platform.address.replace('http', 'ws')}/ws/websocket`,
    connectHeaders: { Authorization: 'Bearer not-a-token' },
    reconnectDelay: 0,
  });
  clients.push(client);
  const code = await new Promise<number>((resolve) => {
    client.onWebSocketClose = (event: { readonly code: number }) => resolve(event.code);
    client.activate();
  });
  expect(code).toBe(4401);
});
