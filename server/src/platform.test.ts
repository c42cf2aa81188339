// The whole path through the real platform: sign up, sign in, refill, and receive the new balance by push.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as bets from '@maru/contract/binary/views';
import * as futures from '@maru/contract/futures/views';
import * as own from '@maru/contract/members/views';
import * as oversea from '@maru/contract/oversea/views';
import { Client, type IMessage } from '@stomp/stompjs';
import SockJS from 'sockjs-client';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { officeTokenAt } from './account/staff-testing.ts';
import { listOffers } from './binary/offers.ts';
import { readConfig } from './config.ts';
import { layDatabase, openFreshPostgres, type TestDatabase } from './db/testing.ts';
import { instruments } from './feed/instruments.ts';
import { startBehindGateway } from './gateway-testing.ts';
import { silentLog } from './log/log.ts';
import { type Platform, startPlatform } from './platform.ts';

interface Json {
  readonly [name: string]: unknown;
}

const stores = [
  { name: 'embedded', open: async (): Promise<TestDatabase | undefined> => undefined, isBehind: false },
  { name: 'PostgreSQL', open: openFreshPostgres, isBehind: false },
  {
    name: 'embedded, behind a gateway',
    open: async (): Promise<TestDatabase | undefined> => undefined,
    isBehind: true,
  },
];

describe.each(stores)('the platform on $name', ({ open, isBehind }) => {
  const folder = mkdtempSync(join(tmpdir(), 'maru-platform-'));
  let store: TestDatabase | undefined;
  let platform: Platform;
  const clients: Client[] = [];

  const start = (): Promise<Platform> => {
    const options: Parameters<typeof startPlatform>[0] = {
      config: readConfig({
        PORT: '0',
        DATA_DIR: folder,
        FEED_SEED: 'platform-test',
        MARU_OPERATOR_PASSWORD: 'operator-password',
        MARU_DEMO_PASSWORD: 'demo-password',
        ...(store?.url === undefined ? {} : { DATABASE_URL: store.url }),
      }),
      log: silentLog,
      onHalt: (fault) => {
        throw fault;
      },
    };
    return isBehind ? startBehindGateway(options) : startPlatform(options);
  };

  beforeAll(async () => {
    store = await open();
    if (store === undefined) layDatabase(folder);
    platform = await start();
  });

  // A player has five connections at most.
  afterEach(() => Promise.all(clients.splice(0).map((client) => client.deactivate())));

  afterAll(async () => {
    await platform.stop();
    await store?.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function call(path: string, options: { body?: Json; token?: string; key?: string } = {}) {
    const { body, token, key } = options;
    const answer = await fetch(`${platform.address}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: (await answer.json()) as Json };
  }

  async function signIn(username: string, password: string): Promise<string> {
    const { status, body } = await call('/api/login', { body: { username, password, siteInfoId: 1 } });
    expect(status).toBe(200);
    return String(body['accessToken']);
  }

  let entered: Promise<string> | undefined;
  const operatorToken = (): Promise<string> => {
    entered ??= officeTokenAt(platform.address, 'operator', 'operator-password');
    return entered;
  };

  function connect(
    transport: 'plain' | 'websocket' | 'xhr-streaming' | 'xhr-polling',
    token?: string,
  ): Promise<Client> {
    return new Promise((resolve, reject) => {
      const client = new Client({
        connectHeaders: token === undefined ? {} : { Authorization: `Bearer ${token}` },
        reconnectDelay: 0,
        ...(transport === 'plain'
          ? { brokerURL: `${platform.address.replace('http', 'ws')}/ws/websocket` }
          : {
              webSocketFactory: () => new SockJS(`${platform.address}/ws`, null, { transports: transport }),
            }),
        onConnect: () => resolve(client),
        onStompError: (frame) => reject(new Error(frame.body)),
      });
      clients.push(client);
      client.activate();
    });
  }

  /** Resolves when the subscription is active, to a function that waits for the first matching message. */
  function follow(client: Client, destination: string, matches: (body: Json) => boolean = () => true) {
    let hear: (body: Json) => void;
    const heard = new Promise<Json>((resolve) => {
      hear = resolve;
    });
    const receipt = `follow-${destination}`;
    const stands = new Promise<void>((resolve) => client.watchForReceipt(receipt, () => resolve()));
    client.subscribe(
      destination,
      (message: IMessage) => {
        const body = JSON.parse(message.body) as Json;
        if (matches(body)) hear(body);
      },
      { receipt },
    );
    return stands.then(() => ({ heard }));
  }

  test.each(['plain', 'websocket', 'xhr-streaming', 'xhr-polling'] as const)(
    'a refill over HTTP is received by push over %s, and so are live prices',
    async (transport) => {
      const token = await signIn('demo', 'demo-password');
      const client = await connect(transport, token);
      const amount = { plain: '1000', websocket: '2000', 'xhr-streaming': '3000', 'xhr-polling': '4000' }[
        transport
      ];
      const point = await follow(
        client,
        '/user/queue/point',
        ({ data }) => (data as Json)['point'] === amount,
      );
      const prices = await follow(client, '/topic/futures_info', (body) => Object.keys(body).length > 0);
      const refilled = await call('/api/practice/refill', {
        token,
        key: `refill-${transport}`,
        body: { walletType: 'BINARY', point: amount },
      });
      expect(refilled).toMatchObject({ status: 200, body: { walletType: 'BINARY', point: amount } });
      expect(await point.heard).toMatchObject({
        type: 'POINT',
        seq: expect.any(Number),
        data: { type: 'BINARY', currency: 'KRW', point: amount, gameWaitPoint: '0' },
      });
      expect(Object.values(await prices.heard)[0]).toMatchObject({ lastPrice: expect.any(String) });
      expect((await call('/api/wallet/my', { token })).body).toMatchObject({ BINARY: { point: amount } });
    },
  );

  test('a new player signs up, starts with the practice money, and nobody else receives a push of it', async () => {
    const demo = await connect('plain', await signIn('demo', 'demo-password'));
    const overheard: string[] = [];
    demo.subscribe('/user/queue/point', (message) => overheard.push(message.body));
    const signedUp = await call('/api/player', {
      body: {
        username: 'newcomer',
        password: 'a-long-password',
        name: '새사람',
        nick: '새사람하나',
        phone: '010-1234-5678',
        email: 'new@example.com',
        siteInfoId: 1,
      },
    });
    expect(signedUp).toMatchObject({ status: 200 });
    const token = await signIn('newcomer', 'a-long-password');
    expect((await call('/api/wallet/my', { token })).body).toMatchObject({
      BINARY: { point: '10000000', currency: 'KRW' },
      FUTURES: { point: '10000', currency: 'USDT' },
    });
    const newcomer = await connect('plain', token);
    const point = await follow(newcomer, '/user/queue/point');
    await call('/api/practice/refill', {
      token,
      key: 'newcomer-1',
      body: { walletType: 'BINARY', point: '77' },
    });
    await point.heard;
    expect(overheard.filter((body) => body.includes('"77"'))).toEqual([]);
  });

  test('a client that was disconnected receives what it missed, in order, and nothing twice', async () => {
    const token = await signIn('demo', 'demo-password');
    const { body: before } = await call('/api/account/events?size=100', { token });
    const since = Number(before['last']);
    for (const point of ['501', '502', '503']) {
      await call('/api/practice/refill', {
        token,
        key: `away-${point}-key`,
        body: { walletType: 'BINARY', point },
      });
    }
    const client = await connect('plain', token);
    const heard: number[] = [];
    await new Promise<void>((resolve) => {
      client.subscribe(
        '/user/queue/point',
        (message) => {
          heard.push((JSON.parse(message.body) as { seq: number }).seq);
          if (heard.length === 3) resolve();
        },
        { since: String(since) },
      );
    });
    expect(heard).toEqual([since + 1, since + 2, since + 3]);
  });

  test('staff read of a member what the app shows, by the same functions, and nothing of somebody elsewhere', async () => {
    const token = await signIn('demo', 'demo-password');
    const { body: me } = await call('/api/me', { token });
    const operator = await operatorToken();
    const at = Date.now() - 1_000;
    /** Without the last point of the equity line, which is now. */
    const textOf = (body: Json) => JSON.stringify(body).replace(/\{"atMillis":[^{}]*\}\]\}$/, ']}');
    const asked = { past: `&at=${at}`, receipt: '&fillId=1&betId=1', liquidation: '&fillId=1' };
    for (const view of Object.values({ ...own, ...bets, ...futures, ...oversea })) {
      const last = view.path.split('/').at(-1) as keyof typeof asked;
      const query = asked[last] ?? '';
      const own = await call(`${view.viewed.path}?siteInfoId=1${query}`, { token });
      const seen = await call(`${view.path}?playerId=${me['id']}${query}`, { token: operator });
      // No sign-in of the member is the one that asks.
      const expected = textOf(own.body).replaceAll('"isCurrent":true', '"isCurrent":false');
      expect([view.path, seen.status, textOf(seen.body)]).toEqual([view.path, own.status, expected]);
      const other = await call(`${view.path}?playerId=999999${query}`, { token: operator });
      expect([view.path, other.status, other.body['code']]).toEqual([view.path, 404, 'ACCOUNT_NOT_FOUND']);
      expect((await call(`${view.path}?playerId=${me['id']}${query}`, { token })).status).toBe(403);
    }
  });

  test('staff end a player’s sessions: the socket is notified and closed, and the token is refused', async () => {
    const token = await signIn('newcomer', 'a-long-password');
    const client = await connect('plain', token);
    const told = await follow(client, '/user/queue/force_logout');
    const closed = new Promise((resolve) => {
      client.onWebSocketClose = resolve;
    });
    const { body: me } = await call('/api/me', { token });
    const operator = await operatorToken();
    const ended = await call('/api/office/player/end_sessions', {
      token: operator,
      body: { playerId: me['id'], reason: '확인' },
    });
    expect(ended.status).toBe(200);
    expect(await told.heard).toMatchObject({ type: 'FORCE_LOGOUT' });
    await closed;
    expect((await call('/api/me', { token })).status).toBe(401);
  });

  test('a guest receives the rounds of the default site', async () => {
    const operator = await operatorToken();
    const guest = await connect('plain');
    const state = await follow(guest, '/topic/trade_round', ({ type }) => type === 'OPTION_STATE');
    const [option] = listOffers(instruments).all;
    const named = { siteInfoId: 1, tradeOptionId: option?.id };
    const body = { ...named, reason: 'a test of guests' };
    expect((await call('/api/office/binary/halt', { token: operator, body })).status).toBe(200);
    expect(await state.heard).toMatchObject({ data: { tradeOptionId: option?.id, isStop: 1 } });
    expect((await call('/api/office/binary/resume', { token: operator, body: named })).status).toBe(200);
  });

  test('after a change of password its own socket reconnects with the fresh token, and the others are notified', async () => {
    const own = await signIn('newcomer', 'a-long-password');
    const elsewhere = await signIn('newcomer', 'a-long-password');
    const [changing, other] = [await connect('plain', own), await connect('plain', elsewhere)];
    const told = await follow(other, '/user/queue/force_logout');
    const overheard: string[] = [];
    changing.subscribe('/user/queue/force_logout', (message) => overheard.push(message.body));
    const closed = new Promise<{ code: number }>((resolve) => {
      changing.onWebSocketClose = resolve;
    });
    const { body: me } = await call('/api/me', { token: own });
    const changed = await call('/api/user/change_password', {
      token: own,
      body: { id: me['id'], currentPassword: 'a-long-password', password: 'another-long-password' },
    });
    expect(changed.status).toBe(200);
    expect(await told.heard).toMatchObject({ type: 'FORCE_LOGOUT' });
    expect(await closed).toMatchObject({ code: 4401 });
    expect(overheard).toEqual([]);
    expect((await call('/api/me', { token: own })).status).toBe(401);
    expect((await call('/api/me', { token: String(changed.body['accessToken']) })).status).toBe(200);
  });

  test('the balance is the same after a restart', async () => {
    const token = await signIn('demo', 'demo-password');
    await call('/api/practice/refill', {
      token,
      key: 'before-restart',
      body: { walletType: 'BINARY', point: '4242' },
    });
    await platform.stop();
    platform = await start();
    expect(platform.created).toEqual([]);
    expect((await call('/api/wallet/my', { token })).body).toMatchObject({ BINARY: { point: '4242' } });
    const repeated = await call('/api/practice/refill', {
      token,
      key: 'before-restart',
      body: { walletType: 'BINARY', point: '4242' },
    });
    expect(repeated.status).toBe(200);
    const reused = await call('/api/practice/refill', {
      token,
      key: 'before-restart',
      body: { walletType: 'BINARY', point: '4243' },
    });
    expect(reused).toMatchObject({ status: 409, body: { code: 'KEY_REUSED' } });
  });
});
