// What one connection and one address may use: frames, bytes, refusals, histories and unread bytes are metered, a
// flood closes the connection, and long work is done in slices.
import { playerId } from '@maru/engine/purse';
import { afterEach, describe, expect, test } from 'vitest';
import { createSlices } from './slices.ts';
import { manualTimers, type RawClient, startWorld, type World } from './test-world.ts';

let world: World;
afterEach(() => world?.close());

const codes = (client: RawClient) =>
  client.frames
    .filter((frame) => frame.command === 'ERROR')
    .map((frame) => (JSON.parse(frame.body) as { code: string }).code);

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('one connection', () => {
  test.each([
    ['ACK', 'ACK\nid:1\n\n\0'],
    ['SEND', 'SEND\ndestination:/topic/notice\n\n\0'],
    ['SUBSCRIBE', 'SUBSCRIBE\nid:1\ndestination:/topic/none\n\n\0'],
  ])('that packs refused %s frames into one message is closed after a few', async (_, frame) => {
    world = await startWorld({ timers: manualTimers() });
    const client = await world.connect();
    client.raw(frame.repeat(Math.floor(65_536 / frame.length)));
    expect(await client.closed).toBe(1008);
    expect(codes(client).at(-1)).toBe('TOO_MANY_REQUESTS');
    expect(codes(client).length).toBeLessThanOrEqual(42);
  });

  test('that packs allowed frames into one message is closed too', async () => {
    world = await startWorld({ timers: manualTimers() });
    const client = await world.connect();
    client.raw('UNSUBSCRIBE\nid:1\nreceipt:1\n\n\0'.repeat(1_000));
    expect(await client.closed).toBe(1008);
    const receipts = client.frames.filter((frame) => frame.command === 'RECEIPT').length;
    expect(receipts).toBe(299);
    expect(codes(client)).toEqual(['TOO_MANY_REQUESTS']);
  });

  test('may do the same slowly', async () => {
    const timers = manualTimers();
    world = await startWorld({ timers });
    const client = await world.connect();
    for (let each = 0; each < 20; each += 1) {
      client.raw('UNSUBSCRIBE\nid:1\n\n\0'.repeat(48));
      await client.settled();
      timers.advance(1_000);
    }
    expect(codes(client)).toEqual([]);
  });

  test.each([
    ['heart-beats', '/ws/websocket', '\n'.repeat(60_000)],
    ['blanks in SockJS arrays', '/ws/000/a/websocket', `[${' '.repeat(60_000)}]`],
  ])('that sends too many bytes of %s is closed', async (_, path, text) => {
    world = await startWorld({ timers: manualTimers() });
    const client = world.open(path);
    for (let each = 0; each < 6; each += 1) client.raw(text);
    expect(await client.closed).toBe(1008);
  });

  test('that sends empty messages is closed', async () => {
    world = await startWorld({ timers: manualTimers() });
    const client = world.open('/ws/000/a/websocket');
    for (let each = 0; each < 101; each += 1) client.raw('');
    expect(await client.closed).toBe(1008);
  });

  test('that keeps sending after the closing frame still receives it, and is cut off', async () => {
    world = await startWorld({ timers: manualTimers() });
    const client = await world.connect();
    for (let each = 0; each < 100; each += 1) client.raw('ACK\n\n\0'.repeat(9_000));
    expect(await client.closed).toBe(1008);
    expect(codes(client).at(-1)).toBe('TOO_MANY_REQUESTS');
    while (world.realtime.stats().sockets > 0) await turn();
  });

  test('is charged for what a subscription is sent at once', async () => {
    world = await startWorld({ timers: manualTimers() });
    const snapshot = 'x'.repeat(20_000);
    world.realtime.publishLatest('/topic/futures_info', 'BTCUSDT', () => JSON.stringify(snapshot));
    const client = await world.connect();
    for (let each = 0; each < 30; each += 1) {
      client.sendFrame('SUBSCRIBE', { id: 'a', destination: '/topic/futures_info' });
      client.sendFrame('UNSUBSCRIBE', { id: 'a' });
    }
    expect(await client.closed).toBe(1008);
    expect(client.bodies.length).toBeLessThan(20);
  });

  test('that requests its history too often gets RESYNC instead', async () => {
    let asked = 0;
    world = await startWorld({
      timers: manualTimers(),
      missedSince: async () => {
        asked += 1;
        return [];
      },
    });
    const client = await world.connect('token-1');
    for (let each = 0; each < 20; each += 1) {
      await client.subscribe('a', '/user/queue/point', { since: '1' });
      client.sendFrame('UNSUBSCRIBE', { id: 'a' });
    }
    await client.settled();
    expect(asked).toBeGreaterThanOrEqual(8);
    expect(asked).toBeLessThan(10);
    expect(client.bodies).toHaveLength(20 - asked);
    expect(new Set(client.bodies)).toEqual(new Set(['{"type":"RESYNC"}']));
  });
});

test('a player that reconnects too often gets RESYNC too', async () => {
  const timers = manualTimers();
  world = await startWorld({ timers, limits: { playerResumes: { burst: 2, perSecond: 1 } } });
  const bodies: string[][] = [];
  for (let each = 0; each < 4; each += 1) {
    if (each === 3) timers.advance(1_000);
    const client = await world.connect('token-1');
    await client.subscribe('a', '/user/queue/point', { since: '1' });
    await client.settled();
    bodies.push(client.bodies);
    await client.end();
  }
  expect(bodies).toEqual([[], [], ['{"type":"RESYNC"}'], []]);
});

describe('one address', () => {
  test('shares its allowance of frames between its connections', async () => {
    world = await startWorld({
      timers: manualTimers(),
      limits: { addressFrames: { burst: 100, perSecond: 1 } },
    });
    const clients = await Promise.all([world.connect(), world.connect(), world.connect()]);
    for (const client of clients) client.raw('UNSUBSCRIBE\nid:1\n\n\0'.repeat(60));
    const ended = await Promise.race(clients.map((client) => client.closed));
    expect(ended).toBe(1008);
    await Promise.all(clients.slice(1).map((client) => client.closed));
  });

  test('may have only so many unread bytes, whichever of its connections is slow', async () => {
    world = await startWorld({
      timers: manualTimers(),
      limits: { addressBacklogBytes: 256 * 1024 },
    });
    const clients = await Promise.all(['token-1', 'token-2', 'token-3'].map((token) => world.connect(token)));
    for (const client of clients) {
      await client.subscribe('a', '/topic/notice');
      client.socket.pause();
    }
    const body = JSON.stringify('x'.repeat(10_000));
    let most = 0;
    while (world.realtime.stats().sessions > 0) {
      world.realtime.publish('/topic/notice', body);
      await turn();
      most = Math.max(most, world.realtime.stats().backlogBytes);
    }
    expect(most).toBeLessThanOrEqual(256 * 1024 + 64 * 1024);
  });
});

test('histories are read a few at a time, until all of them are read', async () => {
  let reading = 0;
  let most = 0;
  world = await startWorld({
    timers: manualTimers(),
    limits: { historyReadsAtOnce: 2 },
    missedSince: async ({ since }) => {
      reading += 1;
      most = Math.max(most, reading);
      await turn();
      reading -= 1;
      return [{ type: 'POINT', seq: since + 1, at: 0, data: null }];
    },
  });
  const clients = await Promise.all(
    Array.from({ length: 6 }, (_, each) => world.connect(`token-${each + 1}`)),
  );
  await Promise.all(clients.map((client) => client.subscribe('a', '/user/queue/point', { since: '4' })));
  for (const client of clients) if (client.bodies.length === 0) await client.receive('MESSAGE');
  expect(most).toBe(2);
});

test('work that does not fit into a slice lets other work run, and jobs keep their order', async () => {
  const slices = createSlices(0.000_001);
  const seen: string[] = [];
  function* job(name: string) {
    for (let each = 1; each <= 3; each += 1) {
      seen.push(`${name}${each}`);
      yield;
    }
  }
  slices.run(job('a'));
  slices.run(job('b'));
  setImmediate(() => seen.push('another'));
  while (slices.waiting > 0) await turn();
  expect(seen.filter((each) => each !== 'another')).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'b3']);
  expect(seen.indexOf('another')).toBeLessThan(seen.indexOf('b3'));
});

test('with the smallest slices every client still receives everything in order', async () => {
  world = await startWorld({ limits: { sliceMs: 0.000_001 } });
  const clients = await Promise.all(
    Array.from({ length: 20 }, (_, each) => world.connect(`token-${each + 1}`)),
  );
  for (const [at, client] of clients.entries()) {
    await client.subscribe(`id-${at % 7}`, '/topic/notice');
    await client.subscribe('mine', '/user/queue/point');
  }
  for (let each = 1; each <= 50; each += 1) {
    world.realtime.publish('/topic/notice', `${each}`);
    world.realtime.push(playerId(1), 'point', { type: 'POINT', seq: each, at: 0, data: null });
  }
  await Promise.all(clients.map((client) => client.settled()));
  const topic = (client: RawClient) =>
    client.frames.filter((frame) => frame.headers['destination'] === '/topic/notice').map(({ body }) => body);
  for (const client of clients) {
    expect(topic(client)).toEqual(Array.from({ length: 50 }, (_, each) => `${each + 1}`));
  }
  expect(clients[0]?.bodies).toHaveLength(100);
});
