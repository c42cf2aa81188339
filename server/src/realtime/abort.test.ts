// The "handling close" part of the sockjs-protocol suite over plain requests, and what an address can hold that way:
// a session whose reader disconnects ends, later readers get the closing frame, and it counts until it is removed.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { manualTimers, startWorld, type World } from './test-world.ts';

let world: World;
afterEach(() => world.close());

const INTERRUPTED = 'c[1002,"Connection interrupted"]\n';
const ANOTHER_READER = 'c[2010,"Another connection still open"]\n';
const turn = () => new Promise((resolve) => setImmediate(resolve));

const post = (path: string, body = '') =>
  fetch(`http://127.0.0.1:${world.port}${path}`, { method: 'POST', headers: { 'user-agent': '' }, body });
const bodyOf = async (path: string) => (await (await post(path)).text()).replace(/^h+\n/, '');

const CONNECT = JSON.stringify(['CONNECT\naccept-version:1.2\n\n\0']);

/** A reader whose socket the test controls; resolves when the answer has begun. */
async function reader(path: string): Promise<Socket> {
  const socket = connect(world.port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n`);
  await once(socket, 'data');
  return socket;
}

async function breakOff(socket: Socket, how: 'reset' | 'close' = 'reset'): Promise<void> {
  const before = world.realtime.stats().sessions;
  if (how === 'reset') socket.resetAndDestroy();
  else socket.destroy();
  while (world.realtime.stats().sessions === before) await turn();
}

describe.each([
  ['xhr_streaming', 'reset'],
  ['xhr_streaming', 'close'],
  ['xhr', 'reset'],
  ['xhr', 'close'],
] as const)('a reader over %s that disconnects by %s', (kind, how) => {
  test('ends its session: the next reader gets the closing frame and does not hang, and posts are answered 404', async () => {
    const timers = manualTimers();
    world = await startWorld({ timers });
    const path = '/ws/000/broken';
    // The first poll only opens the session; the second one waits.
    if (kind === 'xhr') expect(await bodyOf(`${path}/xhr`)).toBe('o\n');
    const first = await reader(`${path}/${kind}`);
    expect(await bodyOf(`${path}/${kind}`)).toBe(ANOTHER_READER);
    await breakOff(first, how);

    expect(await bodyOf(`${path}/${kind}`)).toBe(INTERRUPTED);
    expect(await bodyOf(`${path}/${kind}`)).toBe(INTERRUPTED);
    expect((await post(`${path}/xhr_send`, CONNECT)).status).toBe(404);
    expect(world.realtime.stats()).toMatchObject({ sessions: 0, sockets: 1 });

    timers.advance(6_000);
    expect(world.realtime.stats()).toMatchObject({ sessions: 0, sockets: 0 });
    expect((await post(`${path}/xhr_send`, CONNECT)).status).toBe(404);
    // The session id is free again.
    const again = await reader(`${path}/xhr_streaming`);
    expect(world.realtime.stats().sessions).toBe(1);
    await breakOff(again);
  });
});

test('a closed session sends its closing frame to every reader until it is removed', async () => {
  const timers = manualTimers();
  world = await startWorld({ timers });
  const path = '/ws/000/closed';
  expect(await bodyOf(`${path}/xhr`)).toBe('o\n');
  await post(`${path}/xhr_send`, '[1]');
  for (const kind of ['xhr', 'xhr_streaming', 'xhr']) {
    expect(await bodyOf(`${path}/${kind}`)).toBe('c[1008,""]\n');
  }
  timers.advance(6_000);
  expect(await bodyOf(`${path}/xhr`)).toBe('o\n');
});

test('sessions of readers that disconnected count until they are removed', async () => {
  const timers = manualTimers();
  world = await startWorld({ timers, limits: { socketsPerAddress: 5 } });
  for (let each = 0; each < 5; each += 1) await breakOff(await reader(`/ws/000/s${each}/xhr_streaming`));
  expect((await post('/ws/000/s6/xhr')).status).toBe(429);
  expect(world.realtime.stats()).toMatchObject({ sessions: 0, sockets: 5 });
  timers.advance(6_000);
  expect((await post('/ws/000/s6/xhr')).status).toBe(200);
});

test('of 300 requests that hang only as many are accepted as an address may have', async () => {
  world = await startWorld({ timers: manualTimers(), limits: { socketsPerAddress: 50 } });
  const sockets = await Promise.all(
    Array.from({ length: 300 }, (_, each) => reader(`/ws/000/hang${each % 150}/xhr_streaming`)),
  );
  expect(world.realtime.stats()).toMatchObject({ sessions: 50, sockets: 50 });
  for (const socket of sockets) socket.destroy();
  while (world.realtime.stats().sessions > 0) await turn();
});

test('requests whose bodies never end are counted', async () => {
  world = await startWorld({ timers: manualTimers(), limits: { requestsPerAddress: 3 } });
  expect(await bodyOf('/ws/000/slow/xhr')).toBe('o\n');
  const sockets = Array.from({ length: 3 }, () => {
    const socket = connect(world.port, '127.0.0.1');
    socket.write('POST /ws/000/slow/xhr_send HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n[');
    return socket;
  });
  while ((await fetch(`http://127.0.0.1:${world.port}/ws/info`)).status === 200) await turn();
  const refused = await fetch(`http://127.0.0.1:${world.port}/ws/info`);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
  for (const socket of sockets) socket.destroy();
  while ((await fetch(`http://127.0.0.1:${world.port}/ws/info`)).status !== 200) await turn();
});

test('a reader queued after another one on the same connection is not accepted', async () => {
  world = await startWorld({ timers: manualTimers() });
  const socket = connect(world.port, '127.0.0.1');
  socket.on('error', () => {});
  const ask = (id: string) =>
    `POST /ws/000/${id}/xhr_streaming HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n`;
  socket.write(ask('one') + ask('two') + ask('three'));
  socket.resume();
  await once(socket, 'close');
  while (world.realtime.stats().sessions > 0) await turn();
  expect(world.realtime.stats().sockets).toBe(1);
});

test('new connections and requests of one address are limited per second', async () => {
  const timers = manualTimers();
  world = await startWorld({
    timers,
    limits: {
      addressOpens: { burst: 3, perSecond: 1 },
      addressRequests: { burst: 10, perSecond: 1 },
    },
  });
  const open = async (id: string) => (await post(`/ws/000/${id}/xhr`)).status;
  expect([await open('a'), await open('b'), await open('c'), await open('d')]).toEqual([200, 200, 200, 429]);
  expect(await world.open().closed).toBe(1006);
  timers.advance(1_000);
  expect([await open('d'), await open('e')]).toEqual([200, 429]);
  for (let each = 0; each < 4; each += 1) await post('/ws/000/a/xhr_send', '[]');
  expect((await post('/ws/000/a/xhr_send', '[]')).status).toBe(429);
});

test('all addresses together have a limit, and idle addresses are removed', async () => {
  const timers = manualTimers();
  let address = 0;
  world = await startWorld({
    timers,
    limits: { socketsTotal: 2, addressOpens: { burst: 1, perSecond: 1 } },
    addressOf: () => {
      address += 1;
      return `10.0.0.${address}`;
    },
  });
  const clients = [await world.connect(), await world.connect()];
  expect((await post('/ws/000/a/xhr')).status).toBe(503);
  expect(world.realtime.stats().addresses).toBe(3);
  for (const client of clients) await client.end();
  while (world.realtime.stats().sockets > 0) await turn();
  timers.advance(20_000);
  expect(world.realtime.stats().addresses).toBe(0);
});

test('addresses of one IPv6 network count as one', async () => {
  let address = 0;
  world = await startWorld({
    limits: { socketsPerAddress: 2 },
    addressOf: () => {
      address += 1;
      return `2001:db8:1:2::${address}`;
    },
  });
  await world.connect();
  await world.connect();
  expect(await world.open().closed).toBe(1006);
});
