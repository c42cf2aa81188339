// docs/reliability.md S-39, S-41, S-43: every limit, at its edge and one beyond.
import { connect } from 'node:net';
import { playerId, siteId } from '@maru/engine/purse';
import { afterEach, describe, expect, test } from 'vitest';
import { manualTimers, principalOf, startWorld, type World } from './test-world.ts';

let world: World;
afterEach(() => world.close());

const refusedOf = (body: string) => (JSON.parse(body) as { code: string }).code;

test('a connection without CONNECT is closed after five seconds, not before', async () => {
  const timers = manualTimers();
  world = await startWorld({ timers });
  const client = world.open();
  client.raw('\n');
  await new Promise((resolve) => client.socket.once('open', resolve));
  timers.advance(4_400);
  expect(world.realtime.stats().sessions).toBe(1);
  timers.advance(1_200);
  expect(refusedOf((await client.receive('ERROR')).body)).toBe('CONNECT_TOO_LATE');
  await client.closed;
  expect(world.realtime.stats().sessions).toBe(0);
});

test('a connection with an unfinished frame is closed after five seconds', async () => {
  const timers = manualTimers();
  world = await startWorld({ timers });
  const client = await world.connect();
  client.raw('UNSUBSCRIBE\nid:1\nreceipt:1\n\n\0SEND\ndestination:/ping\n\nx');
  await client.receive('RECEIPT');
  timers.advance(6_000);
  expect(refusedOf((await client.receive('ERROR')).body)).toBe('FRAME_MALFORMED');
});

test('a player may have five connections and not six, until one of them ends', async () => {
  world = await startWorld();
  const clients = await Promise.all(Array.from({ length: 5 }, () => world.connect('token-1')));
  const sixth = world.open();
  sixth.sendFrame('CONNECT', { 'accept-version': '1.2', token: 'token-1' });
  expect(refusedOf((await sixth.receive('ERROR')).body)).toBe('TOO_MANY_CONNECTIONS');
  expect(await sixth.closed).toBe(4429);
  clients[0]?.sendFrame('DISCONNECT', {});
  await clients[0]?.closed;
  await world.connect('token-1');
  await world.connect('token-2');
});

test('an address may have so many connections and no more, whatever the transport', async () => {
  world = await startWorld({ limits: { socketsPerAddress: 3 } });
  const clients = await Promise.all(Array.from({ length: 3 }, () => world.connect()));
  const url = `http://127.0.0.1:${world.port}/ws/000/abc/xhr`;
  const fourth = world.open();
  expect(await fourth.closed).toBe(1006);
  expect((await fetch(url, { method: 'POST' })).status).toBe(429);
  clients[0]?.sendFrame('DISCONNECT', {});
  await clients[0]?.closed;
  // The place is free when the connection is completely closed, which both ends notice at different times.
  while (world.realtime.stats().sockets > 2) await new Promise((resolve) => setImmediate(resolve));
  expect((await fetch(url, { method: 'POST' })).status).toBe(200);
});

test('a refused handshake does not count as a connection of the address', async () => {
  world = await startWorld({ limits: { socketsPerAddress: 1 } });
  for (let each = 0; each < 3; each += 1) {
    const socket = connect(world.port, '127.0.0.1');
    socket.write(
      'GET /ws/websocket HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\r\n',
    );
    await new Promise((resolve) => socket.on('data', resolve));
    socket.destroy();
  }
  await world.connect();
});

test('more than a hundred messages in a second close the connection', async () => {
  const timers = manualTimers();
  world = await startWorld({ timers });
  const client = await world.connect();
  for (let each = 0; each < 101; each += 1) client.raw('\n');
  expect(refusedOf((await client.receive('ERROR')).body)).toBe('TOO_MANY_REQUESTS');
  expect(await client.closed).toBe(1008);
});

describe('a login that ends closes its connections', () => {
  test('within a minute without a call of `recheck`', async () => {
    const timers = manualTimers();
    world = await startWorld({ timers });
    const client = await world.connect('token-1');
    await client.subscribe('out', '/user/queue/force_logout');
    world.ended.add(1);
    for (let waitedMs = 0; waitedMs < 60_000; waitedMs += 5_000) {
      timers.advance(5_000);
      await Promise.race([client.closed, client.settled().catch(() => {})]);
    }
    expect(await client.closed).toBe(4401);
    expect(client.bodies.map((body) => JSON.parse(body).type)).toEqual(['FORCE_LOGOUT']);
  });

  test('at once on `recheck`, and only connections whose login has ended', async () => {
    world = await startWorld();
    const [one, two] = [await world.connect('token-1'), await world.connect('token-2')];
    world.realtime.recheck(playerId(1));
    await one.settled();
    world.ended.add(1);
    world.realtime.recheck(playerId(1));
    world.realtime.recheck(playerId(2));
    expect(await one.closed).toBe(4401);
    await two.settled();
  });

  test('also while its token is still being checked', async () => {
    let finish = () => {};
    const checking = new Promise<void>((resolve) => {
      finish = resolve;
    });
    world = await startWorld({
      authenticate: async (token) => {
        await checking;
        return principalOf(token);
      },
    });
    const client = world.open();
    client.sendFrame('CONNECT', { 'accept-version': '1.2', token: 'token-1' });
    world.ended.add(1);
    finish();
    expect(await client.closed).toBe(4401);
  });
});

test('a token of another site than the host names is refused', async () => {
  world = await startWorld({ siteOf: () => siteId(2) });
  const client = world.open();
  client.sendFrame('CONNECT', { 'accept-version': '1.2', token: 'token-1' });
  expect(await client.closed).toBe(4401);
});

test('a token that cannot be checked now is answered TRY_AGAIN', async () => {
  world = await startWorld({ authenticate: () => Promise.reject(new Error('database away')) });
  const client = world.open();
  client.sendFrame('CONNECT', { 'accept-version': '1.2', token: 'token-1' });
  expect(refusedOf((await client.receive('ERROR')).body)).toBe('TRY_AGAIN');
  expect(world.faults).toHaveLength(1);
});

test('a notice of one site is not received on another', async () => {
  world = await startWorld();
  const client = await world.connect('token-1');
  await client.subscribe('a', '/topic/notice');
  world.realtime.publish('/topic/notice', '"other"', siteId(2));
  world.realtime.publish('/topic/notice', '"own"', siteId(1));
  world.realtime.publish('/topic/notice', '"all"');
  await client.settled();
  expect(client.bodies).toEqual(['"own"', '"all"']);
});

test('a guest receives messages of the default site where the host names none, and players those of their own site', async () => {
  world = await startWorld({ guestSiteOf: () => siteId(2) });
  const [guest, player] = [await world.connect(), await world.connect('token-1')];
  for (const client of [guest, player]) await client.subscribe('a', '/topic/trade_round');
  world.realtime.publish('/topic/trade_round', '"one"', siteId(1));
  world.realtime.publish('/topic/trade_round', '"two"', siteId(2));
  await guest.settled();
  await player.settled();
  expect([guest.bodies, player.bodies]).toEqual([['"two"'], ['"one"']]);
});

test('a peer that answers pings stays, and one that is silent is cut off within thirty seconds', async () => {
  const timers = manualTimers();
  world = await startWorld({ timers });
  const alive = await world.connect();
  const silent = await world.connect();
  // A half-open socket: the kernel takes the bytes, and nothing is answered.
  silent.socket.pause();
  for (let waitedMs = 0; waitedMs < 28_000; waitedMs += 1_000) {
    const answered = new Promise((resolve) => alive.socket.once('ping', resolve));
    timers.advance(1_000);
    if (waitedMs % 10_000 === 9_000) {
      await answered;
      await alive.settled();
    }
  }
  expect(world.realtime.stats().sessions).toBe(1);
  await alive.settled();
});

test('closing sends a close frame to every connection and accepts no new ones', async () => {
  world = await startWorld();
  const client = await world.connect();
  world.realtime.close();
  expect(await client.closed).toBe(1001);
  expect(await world.open().closed).toBe(1006);
  expect(world.realtime.stats()).toMatchObject({ sessions: 0, subscriptions: 0, players: 0 });
});
