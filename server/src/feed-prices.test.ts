// The price topics with two processes of the feed and a gateway, and no desk: what a browser hears while a shard has no
// owner, and when the leader of the feed changes.
import { tmpdir } from 'node:os';
import { Client } from '@stomp/stompjs';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLocalNetwork, type LocalCarrier } from './bus/local-carrier.ts';
import { readConfig } from './config.ts';
import { emptyDatabase, type TestDatabase, testDatabases } from './db/testing.ts';
import { feedSubjects, readMessage } from './feed/feed-message.ts';
import { startFeed } from './feed-role.ts';
import { createDeskEnd } from './gateway/desk-end.ts';
import type { About } from './gateway/messages.ts';
import { silentLog } from './log/log.ts';
import { pushedOver } from './open-second-feed.ts';
import { clock, every, steadyMs, wait } from './process-time.ts';
import { startGateway } from './start-gateway.ts';

const SECRET = 'a secret of at least thirty-two characters';
const config = readConfig({
  FEED: 'push',
  FEED_SECRET: SECRET,
  INDEX_SECRET: 'another-secret-of-at-least-thirty-two-characters',
  DATA_DIR: tmpdir(),
});
const LEASE_MS = 600;

type Shown = Readonly<Record<string, { readonly lastPrice: string; readonly priceChangePercent: number }>>;

let store: TestDatabase;
let network: ReturnType<typeof createLocalNetwork>;
let provider: LocalCarrier;
let isLost: (subject: string) => boolean;
let epoch = 0;
let batch = 0;
let closing: (() => Promise<void> | void)[] = [];

beforeAll(async () => {
  store = await testDatabases.find(({ name }) => name === 'PostgreSQL')!.open();
});
afterAll(() => store.drop());
beforeEach(async () => {
  await emptyDatabase(store);
  isLost = () => false;
  network = createLocalNetwork({
    fate: (subject) => (isLost(subject) ? [] : [0]),
    after: (ms, call) => void setTimeout(call, ms),
  });
  epoch = 0;
  provider = network.join();
  provider.listen(feedSubjects.messages, (bytes) => {
    epoch = Math.max(epoch, readMessage(bytes).epoch);
  });
});
afterEach(async () => {
  for (const close of closing.toReversed()) await close();
  closing = [];
});

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await wait(5);
}

async function openFeed() {
  const carrier = network.join();
  const killed = Promise.withResolvers<void>();
  let isKilled = false;
  const time = {
    ...{ clock, steadyMs },
    async wait(ms: number) {
      await wait(ms);
      if (isKilled) await killed.promise;
    },
  };
  const role = await startFeed({
    ...{ config, log: silentLog, carrier, database: store.database, leaseMs: LEASE_MS, time },
    // One that was killed notices at the end of the test that another leads.
    onHalt: () => undefined,
  });
  closing.push(async () => {
    killed.resolve();
    await role.stop().catch(() => undefined);
  });
  return {
    ...role,
    kill() {
      isKilled = true;
      carrier.connect(false);
    },
  };
}

/** Says of the shard what a gateway must know, and answers nothing else. */
function openOwner() {
  const carrier = network.join();
  const end = createDeskEnd({
    ...{ carrier, process: 'desk', shard: 0, isOurs: () => true, epoch: () => 1, clock, steadyMs, every },
    soon: setImmediate,
    onFault(fault) {
      throw fault;
    },
  });
  const about: About = {
    version: 1,
    sites: [{ id: 1, hosts: ['localhost'], language: 'ko' }],
    ...{ writes: [], keyed: [] },
  };
  end.serve({
    route: () => undefined,
    answer: async () => about,
    told: () => undefined,
    lost: () => undefined,
  });
  closing.push(end.close);
  return { die: () => carrier.connect(false) };
}

async function openGateway() {
  const gateway = await startGateway({
    config: readConfig({ PORT: '0', HOST: 'localhost' }),
    ...{ carrier: network.join(), name: `gateway${closing.length}`, log: silentLog, leaveMs: 0 },
  });
  closing.push(gateway.stop);
  return gateway;
}

/** A guest who watches all prices, and each price of the coin that came, in order. */
async function watch(address: string) {
  const heard: string[] = [];
  let last: Shown = {};
  const client = new Client({
    brokerURL: `${address.replace('http', 'ws')}/ws/websocket`,
    reconnectDelay: 20,
  });
  closing.push(() => client.deactivate());
  await new Promise<void>((resolve) => {
    client.onConnect = () => {
      client.subscribe('/topic/futures_info', ({ body }) => {
        const shown = JSON.parse(body) as Shown;
        last = { ...last, ...shown };
        if (shown['BTCUSDT'] !== undefined) heard.push(shown['BTCUSDT'].lastPrice);
      });
      resolve();
    };
    client.activate();
  });
  return { heard, last: () => last };
}

async function push(prices: Readonly<Record<string, number>>): Promise<void> {
  batch += 1;
  const sender = pushedOver(provider, 'first', { knows: () => true, epochOf: () => epoch });
  const ticks = Object.entries(prices).map(([stock, last]) => ({ stock, last: String(last) }));
  for (;;) {
    const body = { source: 'test', seq: batch, ticks };
    const answer = await sender.accept({ authorization: `Bearer ${SECRET}`, body, now: clock() });
    if (answer.ok || answer.refusal === 'BATCH_OUT_OF_ORDER') return;
    await wait(5);
  }
}

test('prices go on while no shard has an owner', async () => {
  const feed = await openFeed();
  await feed.leading;
  const owner = openOwner();
  const gateway = await openGateway();
  await until(() => epoch > 0);
  const health = async () =>
    (await (await fetch(`${gateway.address}/api/health`)).json()) as { readonly silent: readonly number[] };
  while ((await health()).silent === undefined) await wait(5);
  const { heard } = await watch(gateway.address);
  await push({ BTCUSDT: 100_000 });
  await until(() => heard.length === 1);
  owner.die();
  while ((await health()).silent[0] !== 0) await wait(20);
  await push({ BTCUSDT: 100_001 });
  await until(() => heard.length === 2);
  expect(heard.map(Number)).toEqual([100_000, 100_001]);
});

test('the standby continues the topics when it leads, and what was not sent any more is heard from it', async () => {
  const first = await openFeed();
  await first.leading;
  const second = await openFeed();
  await until(second.isReady);
  const followed: number[] = [];
  provider.listen(feedSubjects.messages, (bytes) => {
    for (const entry of readMessage(bytes).entries)
      if (entry.kind === 'LIVE') followed.push(Number(entry.tick.last / 100_000_000n));
  });
  openOwner();
  const gateway = await openGateway();
  await until(() => epoch > 0);
  const { heard, last } = await watch(gateway.address);
  await push({ BTCUSDT: 100_000, ETHUSDT: 5_000 });
  await until(() => heard.length === 1);
  // The last price of the first leader reaches the standby, and no gateway.
  isLost = (subject) => subject.startsWith('maru.prices');
  await push({ BTCUSDT: 100_001 });
  await until(() => followed.includes(100_001));
  first.kill();
  isLost = () => false;
  await second.leading;
  await until(() => heard.length === 2);
  await push({ BTCUSDT: 100_002 });
  await until(() => heard.length === 3);
  expect(heard.map(Number)).toEqual([100_000, 100_001, 100_002]);
  expect(Number(last()['ETHUSDT']?.lastPrice)).toBe(5_000);
});

test('a gateway that starts after a change of the leader shows what does not move any more', async () => {
  const first = await openFeed();
  await first.leading;
  await until(() => epoch > 0);
  await push({ BTCUSDT: 100_000, NQ: 25_000 });
  await first.stop();
  const second = await openFeed();
  await second.leading;
  openOwner();
  const gateway = await openGateway();
  const { last } = await watch(gateway.address);
  await until(() => last()['NQ'] !== undefined && last()['BTCUSDT'] !== undefined);
  expect(Number(last()['NQ']?.lastPrice)).toBe(25_000);
});
