// docs/reliability.md T-84, S-42: a consumer that stops reading is cut off, loses nothing silently, and slows no
// other.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { tickTopic } from '@maru/contract/realtime';
import { playerId } from '@maru/engine/purse';
import { afterEach, expect, test } from 'vitest';
import { type ManualTimers, manualTimers, type RawClient, startWorld, type World } from './test-world.ts';

let world: World;
afterEach(() => world.close());

const KILOBYTE = 'x'.repeat(1024);

/** A client that is connected and subscribed, and then reads nothing. */
async function stalled(destination: string, token: string): Promise<RawClient> {
  const client = await world.connect(token);
  await client.subscribe('a', destination);
  client.socket.pause();
  return client;
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Publishes until the kernel buffers no more for the stalled client and the backlog is in this process. */
async function fill(publish: () => void): Promise<void> {
  while (world.realtime.stats().backlogBytes === 0) {
    for (let each = 0; each < 64; each += 1) publish();
    await turn();
  }
}

const slowEnds = () => world.endings.filter(({ reason }) => reason === 'CONSUMER_TOO_SLOW').length;

test('above 512 KB of backlog the connection is cut off, and its memory is freed', async () => {
  world = await startWorld({ timers: manualTimers() });
  await stalled('/user/queue/point', 'token-1');
  let seq = 0;
  let most = 0;
  while (slowEnds() === 0) {
    seq += 1;
    world.realtime.push(playerId(1), 'point', { type: 'POINT', seq, at: 0, data: KILOBYTE });
    if (seq % 16 === 0) await turn();
    most = Math.max(most, world.realtime.stats().backlogBytes);
  }
  expect(most).toBeLessThanOrEqual(512 * 1024 + 32 * 1024);
  expect(world.realtime.stats()).toMatchObject({ sessions: 0, subscriptions: 0, backlogBytes: 0 });
});

test('a smaller backlog that does not shrink for ten seconds is cut off too', async () => {
  const timers: ManualTimers = manualTimers();
  world = await startWorld({ timers, limits: { deadAfterMs: 1_000_000, probeAfterMs: 1_000_000 } });
  await stalled('/topic/notice', 'token-1');
  await fill(() => world.realtime.publish('/topic/notice', JSON.stringify(KILOBYTE)));
  timers.advance(9_000);
  expect(world.realtime.stats().sessions).toBe(1);
  timers.advance(2_000);
  expect(slowEnds()).toBe(1);
});

test('others receive everything while one is stalled', async () => {
  world = await startWorld({ timers: manualTimers() });
  await stalled('/topic/notice', 'token-1');
  const reader = await world.connect('token-2');
  await reader.subscribe('a', '/topic/notice');
  let count = 0;
  await fill(() => {
    count += 1;
    world.realtime.publish('/topic/notice', `["${count}","${KILOBYTE}"]`);
  });
  while (reader.bodies.length < count) await reader.receive('MESSAGE');
  expect(reader.bodies.map((body) => Number(JSON.parse(body)[0]))).toEqual(
    Array.from({ length: count }, (_, each) => each + 1),
  );
});

test('prices wait for a slow consumer, which then gets only the newest of each', async () => {
  const timers = manualTimers();
  world = await startWorld({
    timers,
    limits: { stalledMs: 1_000_000, probeAfterMs: 1_000_000, deadAfterMs: 1_000_000 },
  });
  const client = await stalled('/topic/futures_info', 'token-1');
  let version = 0;
  const price = (stock: string) => {
    version += 1;
    const body = `{"lastPrice":"${version}","pad":"${KILOBYTE}"}`;
    world.realtime.publishLatest('/topic/futures_info', stock, () => body);
  };
  while (world.realtime.stats().backlogBytes === 0) {
    for (let each = 0; each < 40; each += 1) price(`S${each}`);
    timers.advance(100);
    await turn();
  }
  const backlog = world.realtime.stats().backlogBytes;
  for (let each = 0; each < 1_000; each += 1) {
    price('S1');
    price('S2');
    timers.advance(100);
  }
  await turn();
  expect(world.realtime.stats().backlogBytes).toBeLessThanOrEqual(backlog);
  client.socket.resume();
  while (world.realtime.stats().backlogBytes > 0) await client.receive('MESSAGE');
  timers.advance(200);
  await client.settled();
  const last = JSON.parse(client.bodies.at(-1) ?? '') as Record<string, { lastPrice: string }>;
  expect(Object.keys(last).sort()).toEqual(['S1', 'S2']);
  expect([last['S1']?.lastPrice, last['S2']?.lastPrice]).toEqual([`${version - 1}`, `${version}`]);
});

test('prices are sent at most every 100 ms, and a new subscriber gets the newest at once', async () => {
  const timers = manualTimers();
  world = await startWorld({ timers });
  const client = await world.connect();
  await client.subscribe('a', tickTopic('NQ'));
  const written: number[] = [];
  for (let each = 1; each <= 5; each += 1)
    world.realtime.publishLatest(tickTopic('NQ'), 'NQ', () => {
      written.push(each);
      return `${each}`;
    });
  await client.settled();
  expect(client.bodies).toEqual([]);
  timers.advance(100);
  await client.settled();
  expect(client.bodies).toEqual(['5']);
  const newcomer = await world.connect();
  await newcomer.subscribe('a', tickTopic('NQ'));
  expect(newcomer.bodies).toEqual(['5']);
  timers.advance(300);
  await newcomer.settled();
  expect(newcomer.bodies).toEqual(['5']);
  // A price that was replaced before it was sent is never written, and one sent to several is written once.
  expect(written).toEqual([5]);
});

/** A SockJS stream that is opened and then not read. */
async function stalledStream(): Promise<Socket> {
  const socket = connect(world.port, '127.0.0.1');
  socket.write('POST /ws/000/stall/xhr_streaming HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n');
  await once(socket, 'data');
  const say = (...frames: string[]) =>
    fetch(`http://127.0.0.1:${world.port}/ws/000/stall/xhr_send`, {
      method: 'POST',
      headers: { 'user-agent': '' },
      body: JSON.stringify(frames),
    });
  const frames = ['CONNECT\naccept-version:1.2\n\n\0', 'SUBSCRIBE\nid:a\ndestination:/topic/notice\n\n\0'];
  expect((await say(...frames)).status).toBe(204);
  socket.pause();
  return socket;
}

test('a SockJS stream that is not read is cut off as well', async () => {
  world = await startWorld({ timers: manualTimers(), limits: { streamBytes: 1_000_000_000 } });
  const socket = await stalledStream();
  while (slowEnds() === 0) {
    for (let each = 0; each < 64; each += 1) {
      world.realtime.publish('/topic/notice', JSON.stringify(KILOBYTE));
    }
    await turn();
  }
  expect(world.realtime.stats()).toMatchObject({ sessions: 0, backlogBytes: 0 });
  socket.destroy();
});

test('a stream that is interrupted while it is written ends its session and nothing else', async () => {
  world = await startWorld({ timers: manualTimers() });
  const witness = await world.connect();
  const socket = await stalledStream();
  expect(world.realtime.stats().sessions).toBe(2);
  socket.resetAndDestroy();
  while (world.realtime.stats().sessions > 1) {
    world.realtime.publish('/topic/notice', JSON.stringify(KILOBYTE));
    await turn();
  }
  await witness.settled();
});
