// docs/reliability.md 6.14: every line of the catalogue, as raw frames.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { manualTimers, type RawClient, startWorld, type World } from './test-world.ts';

const timers = manualTimers();
let world: World;
beforeAll(async () => {
  world = await startWorld({ timers, limits: { socketsPerPlayer: 1000 } });
});
afterAll(() => world.close());

const codeOf = (body: string) => (JSON.parse(body) as { code: string }).code;

async function refusedAndClosed(client: RawClient) {
  const error = await client.receive('ERROR');
  return { code: codeOf(error.body), closed: await client.closed };
}

describe('breaks the protocol: ERROR and close', () => {
  test.each(['SUBSCRIBE', 'SEND', 'UNSUBSCRIBE', 'DISCONNECT', 'ACK', 'FOO', 'connect', ''])(
    'a frame "%s" before CONNECT',
    async (command) => {
      const client = world.open();
      client.raw(`${command}\nid:1\ndestination:/topic/notice\n\n\0`);
      // An empty command line is read as a heart-beat; the next line is then no command either.
      expect(await refusedAndClosed(client)).toEqual({ code: 'CONNECT_FIRST', closed: 1002 });
    },
  );

  test('a second CONNECT with another token closes the connection and changes nothing else', async () => {
    const client = await world.connect('token-1');
    client.sendFrame('CONNECT', { 'accept-version': '1.2', token: 'token-2' });
    expect(await refusedAndClosed(client)).toEqual({ code: 'ALREADY_CONNECTED', closed: 1002 });
  });

  test('a second CONNECT while the token of the first is being checked', async () => {
    const client = world.open();
    client.raw(
      'CONNECT\naccept-version:1.2\ntoken:token-1\n\n\0CONNECT\naccept-version:1.2\ntoken:token-2\n\n\0',
    );
    expect(await refusedAndClosed(client)).toEqual({ code: 'ALREADY_CONNECTED', closed: 1002 });
  });

  test.each([
    ['expired', { token: 'expired' }],
    ['not a bearer', { Authorization: 'Basic dG9rZW4tMQ==' }],
    ['a bearer nobody knows', { Authorization: 'Bearer token-x' }],
  ])('CONNECT with a token that is %s', async (_, headers) => {
    const client = world.open();
    client.sendFrame('CONNECT', { 'accept-version': '1.2', ...headers });
    expect(await refusedAndClosed(client)).toEqual({ code: 'LOGIN_REQUIRED', closed: 4401 });
  });

  test.each(['1.0', '1.1', '2.0', '', '1.0,1.1', '11.2', '1.20'])(
    'CONNECT that accepts only version "%s" gets the version that we support',
    async (version) => {
      const client = world.open();
      client.sendFrame('CONNECT', { 'accept-version': version });
      const error = await client.receive('ERROR');
      expect(codeOf(error.body)).toBe('FRAME_NOT_SUPPORTED');
      expect(error.headers['version']).toBe('1.2');
      expect(await client.closed).toBe(1002);
    },
  );

  test.each(['-1,0', '99999999999,0', '0,99999999999', '1', 'a,b', '1,1,1', '3600001,0'])(
    'CONNECT with heart-beat %s',
    async (beat) => {
      const client = world.open();
      client.sendFrame('CONNECT', { 'accept-version': '1.2', 'heart-beat': beat });
      expect(await refusedAndClosed(client)).toEqual({ code: 'FRAME_MALFORMED', closed: 1002 });
    },
  );

  test.each([
    ['an unknown command', 'FOO\n\n\0', 'FRAME_NOT_SUPPORTED'],
    ['a command in lower case', 'send\ndestination:/ping\n\n\0', 'FRAME_NOT_SUPPORTED'],
    ['a server’s command', 'MESSAGE\n\n\0', 'FRAME_NOT_SUPPORTED'],
    ['a header without colon', 'SEND\nabc\n\n\0', 'FRAME_MALFORMED'],
    ['a wrong content-length', 'SEND\ndestination:/ping\ncontent-length:5\n\nx\0', 'FRAME_MALFORMED'],
    [
      'no NUL and then another frame',
      'SEND\ndestination:/ping\ncontent-length:1\n\nxSEND\n\n\0',
      'FRAME_MALFORMED',
    ],
  ])('%s', async (_, text, code) => {
    const client = await world.connect();
    client.raw(text);
    expect(await refusedAndClosed(client)).toEqual({ code, closed: 1002 });
  });

  test('a body above 64 KB, whole or in pieces, closes with 1009', async () => {
    const whole = await world.connect();
    whole.sendFrame('SEND', { destination: '/ping' }, 'x'.repeat(1_000_000));
    expect(await whole.closed).toBe(1009);
    const pieces = await world.connect();
    for (let each = 0; each < 3; each += 1) pieces.raw(`SEND\na:1\n\n${'x'.repeat(40_000)}`);
    expect(await refusedAndClosed(pieces)).toEqual({ code: 'TOO_LARGE', closed: 1009 });
  });
});

describe('requests something that is not allowed: ERROR, and the connection stays', () => {
  test.each([
    ['SUBSCRIBE without id', 'SUBSCRIBE', { destination: '/topic/notice' }, 'FRAME_MALFORMED'],
    ['SUBSCRIBE without destination', 'SUBSCRIBE', { id: 'a' }, 'FRAME_MALFORMED'],
    [
      'SUBSCRIBE with a long id',
      'SUBSCRIBE',
      { id: 'a'.repeat(65), destination: '/topic/notice' },
      'FRAME_MALFORMED',
    ],
    ['SUBSCRIBE elsewhere', 'SUBSCRIBE', { id: 'a', destination: '/topic/none' }, 'DESTINATION_NOT_FOUND'],
    [
      'a since that is no number',
      'SUBSCRIBE',
      { id: 'a', destination: '/user/queue/point', since: '-1' },
      'FRAME_MALFORMED',
    ],
    ['SEND to a topic', 'SEND', { destination: '/topic/notice' }, 'FORBIDDEN'],
    ['SEND to a queue', 'SEND', { destination: '/user/queue/point' }, 'FORBIDDEN'],
    ['SEND to another player', 'SEND', { destination: '/user/2/queue/point' }, 'FORBIDDEN'],
    ['SEND nowhere', 'SEND', {}, 'FRAME_MALFORMED'],
    ['ACK', 'ACK', { id: '1' }, 'FRAME_NOT_SUPPORTED'],
    ['NACK', 'NACK', { id: '1' }, 'FRAME_NOT_SUPPORTED'],
    ['BEGIN', 'BEGIN', { transaction: '1' }, 'FRAME_NOT_SUPPORTED'],
    ['COMMIT', 'COMMIT', { transaction: '1' }, 'FRAME_NOT_SUPPORTED'],
    ['ABORT', 'ABORT', { transaction: '1' }, 'FRAME_NOT_SUPPORTED'],
  ] as [string, string, Record<string, string>, string][])('%s', async (_, command, headers, code) => {
    const client = await world.connect('token-1');
    client.sendFrame(command, { ...headers, receipt: 'r' });
    const error = await client.receive('ERROR');
    expect(codeOf(error.body)).toBe(code);
    expect(error.headers['receipt-id']).toBe('r');
    await client.settled();
    await client.end();
  });

  test('an id that is already in use', async () => {
    const client = await world.connect();
    await client.subscribe('a', '/topic/notice');
    client.sendFrame('SUBSCRIBE', { id: 'a', destination: '/topic/futures_info' });
    expect(codeOf((await client.receive('ERROR')).body)).toBe('SUBSCRIPTION_ID_TAKEN');
    await client.end();
  });

  test('the 32nd subscription is made and the 33rd is not', async () => {
    const client = await world.connect();
    for (let each = 1; each <= 33; each += 1) {
      client.sendFrame('SUBSCRIBE', { id: `${each}`, destination: '/topic/notice', receipt: `${each}` });
    }
    const error = await client.receive('ERROR');
    expect([codeOf(error.body), error.headers['receipt-id']]).toEqual(['TOO_MANY_SUBSCRIPTIONS', '33']);
    expect(client.frames.filter((frame) => frame.command === 'RECEIPT')).toHaveLength(32);
    await client.end();
  });

  test('a refused destination is also reported on the error queue', async () => {
    const client = await world.connect();
    await client.subscribe('errors', '/user/queue/error');
    client.sendFrame('SUBSCRIBE', { id: 'a', destination: '/queue/message' });
    const told = JSON.parse((await client.receive('MESSAGE')).body) as {
      type: string;
      data: { code: string };
    };
    expect([told.type, told.data.code]).toEqual(['ERROR', 'LOGIN_REQUIRED']);
    await client.end();
  });

  test('every refusal has a Korean text', async () => {
    const client = await world.connect();
    client.sendFrame('ACK', { id: '1' });
    const error = await client.receive('ERROR');
    expect(error.headers['message']).toContain('not supported');
    expect((JSON.parse(error.body) as { message: string }).message).toMatch(/[가-힣]/);
    await client.end();
  });
});

test('a selector header is ignored', async () => {
  const client = await world.connect();
  await client.subscribe('a', '/topic/notice', { selector: "T(java.lang.Runtime).exec('x')" });
  world.realtime.publish('/topic/notice', '1');
  expect((await client.receive('MESSAGE')).body).toBe('1');
  await client.end();
});

test('frames that follow CONNECT at once wait for its answer', async () => {
  const client = world.open();
  client.raw(
    'CONNECT\naccept-version:1.2\ntoken:token-1\n\n\0SUBSCRIBE\nid:a\ndestination:/user/queue/point\nreceipt:1\n\n\0',
  );
  await client.receive('CONNECTED');
  expect((await client.receive('RECEIPT')).headers['receipt-id']).toBe('1');
  await client.end();
});

test('the STOMP command connects like CONNECT', async () => {
  const client = world.open();
  client.sendFrame('STOMP', { 'accept-version': '1.1,1.2' });
  expect((await client.receive('CONNECTED')).headers['version']).toBe('1.2');
  await client.end();
});

test.each(['1.1, 1.2', ' 1.2', '1.0 ,1.2 ,2.0'])(
  'accept-version "%s" with blanks is read',
  async (versions) => {
    const client = world.open();
    client.sendFrame('CONNECT', { 'accept-version': versions });
    expect((await client.receive('CONNECTED')).headers['version']).toBe('1.2');
    await client.end();
  },
);

test('DISCONNECT answers its receipt and closes', async () => {
  const client = await world.connect();
  client.sendFrame('DISCONNECT', { receipt: 'bye' });
  expect((await client.receive('RECEIPT')).headers['receipt-id']).toBe('bye');
  expect(await client.closed).toBe(1000);
});

test('messages of an unsubscribed topic are no longer received', async () => {
  const client = await world.connect();
  await client.subscribe('a', '/topic/notice');
  client.sendFrame('UNSUBSCRIBE', { id: 'a' });
  await client.settled();
  world.realtime.publish('/topic/notice', '1');
  await client.settled();
  expect(client.bodies).toEqual([]);
  await client.end();
});

test('five pings a second are answered, more are not, and above fifty the connection is closed', async () => {
  const client = await world.connect();
  await client.subscribe('pong', '/user/queue/pong');
  timers.advance(1_000);
  for (let each = 0; each < 50; each += 1) client.sendFrame('SEND', { destination: '/ping' });
  await client.settled();
  expect(client.bodies).toHaveLength(5);
  timers.advance(1_000);
  client.sendFrame('SEND', { destination: '/ping' });
  await client.settled();
  expect(client.bodies).toHaveLength(6);
  for (let each = 0; each < 50; each += 1) client.sendFrame('SEND', { destination: '/ping' });
  expect(await refusedAndClosed(client)).toEqual({ code: 'TOO_MANY_REQUESTS', closed: 1008 });
});

describe('heart-beats', () => {
  const beats = (client: RawClient) => client.texts.filter((text) => text === '\n').length;

  test('an interval of 1 ms is clamped to a second', async () => {
    const client = world.open();
    client.sendFrame('CONNECT', { 'accept-version': '1.2', 'heart-beat': '1,1' });
    expect((await client.receive('CONNECTED')).headers['heart-beat']).toBe('1000,10000');
    timers.advance(200);
    await client.settled();
    expect(beats(client)).toBe(0);
    await client.end();
  });

  // Clients such as stomp.py disconnect when a heart-beat is late at all.
  test.each([1_000, 1_500, 4_000, 10_000])(
    'are sent before an agreed interval of %i ms is over, whenever it begins',
    async (intervalMs) => {
      for (const offsetMs of [0, 50, 150, 200]) {
        timers.advance(offsetMs);
        const client = world.open();
        client.sendFrame('CONNECT', { 'accept-version': '1.2', 'heart-beat': `0,${intervalMs}` });
        await client.receive('CONNECTED');
        for (let each = 1; each <= 3; each += 1) {
          // The clock of the test moves in steps of 50 ms, so this is the last moment before the interval ends.
          timers.advance(intervalMs - 50);
          await client.settled();
          expect(beats(client)).toBeGreaterThanOrEqual(each);
        }
        await client.end();
      }
    },
  );
});
