// docs/reliability.md 6.13: SockJS and the upgrades as raw requests, and T-80: who may open a connection at all.
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { manualTimers, startWorld, type World } from './test-world.ts';

const timers = manualTimers();
let world: World;
beforeAll(async () => {
  world = await startWorld({ timers, allowedOrigins: ['https://partner.example'] });
});
afterAll(() => world.close());

interface Answered {
  readonly status: number;
  readonly headers: string;
  readonly body: string;
}

/** Writes a raw request and reads until the server ends the answer. */
function ask(text: string): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const socket = connect(world.port, '127.0.0.1', () => socket.write(text));
    let all = '';
    const finish = () => {
      const split = all.indexOf('\r\n\r\n');
      const headers = all.slice(0, split);
      resolve({
        status: Number(headers.slice(9, 12)),
        headers: headers.toLowerCase(),
        body: all.slice(split + 4),
      });
      socket.destroy();
    };
    socket.on('data', (piece) => {
      all += piece.toString();
      const isUpgraded = all.startsWith('HTTP/1.1 101');
      if (isUpgraded && all.includes('\r\n\r\n')) finish();
    });
    socket.on('end', finish);
    socket.on('error', reject);
  });
}

const own = () => `127.0.0.1:${world.port}`;

function request(method: string, path: string, headers: Record<string, string> = {}, body = '') {
  const lines = Object.entries({ host: own(), connection: 'close', ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  const length = method === 'POST' ? `content-length: ${Buffer.byteLength(body)}\r\n` : '';
  return ask(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n${length}\r\n${body}`);
}

const upgrade = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  request(method, path, {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    ...headers,
  });

let count = 0;
function newSession(): string {
  count += 1;
  return `/ws/000/session${count}`;
}
const CONNECT = JSON.stringify(['CONNECT\naccept-version:1.2\n\n\0']);

describe('only pages of our own host and listed ones connect', () => {
  const transports: [string, (headers: Record<string, string>) => Promise<Answered>][] = [
    ['plain websocket', (headers) => upgrade('/ws/websocket', headers)],
    ['sockjs websocket', (headers) => upgrade(`${newSession()}/websocket`, headers)],
    ['xhr', (headers) => request('POST', `${newSession()}/xhr`, headers)],
    ['info', (headers) => request('GET', '/ws/info', headers)],
  ];
  const refused = [
    'null',
    '',
    'https://evil.example',
    'http://127.0.0.1',
    'http://127.0.0.1:1',
    'http://localhost',
    'https://partner.example.evil.example',
    'https://partner.example:8443',
    'http://partner.example',
    'https://PARTNER.example',
    'file://',
  ];
  test.each(transports)('over %s', async (_, reach) => {
    const verdicts = await Promise.all(
      refused.map(async (origin) => [origin, (await reach({ origin })).status]),
    );
    expect(verdicts).toEqual(refused.map((origin) => [origin, 403]));
    expect((await reach({ origin: `http://${own()}` })).status).toBeLessThan(204);
    expect((await reach({ origin: 'https://partner.example' })).status).toBeLessThan(204);
    expect((await reach({})).status).toBeLessThan(204);
    expect((await reach({ 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  });

  test('our own page may read /ws/info without an Origin, as browsers send it', async () => {
    expect((await request('GET', '/ws/info', { 'sec-fetch-site': 'same-origin' })).status).toBe(200);
    expect((await upgrade('/ws/websocket', { 'sec-fetch-site': 'same-origin' })).status).toBe(403);
  });

  test('only a listed page gets the headers that let it read', async () => {
    const listed = await request('GET', '/ws/info', { origin: 'https://partner.example' });
    expect(listed.headers).toContain('access-control-allow-origin: https://partner.example');
    const ours = await request('GET', '/ws/info', { origin: `http://${own()}` });
    const evil = await request('GET', '/ws/info', { origin: 'https://evil.example' });
    expect(ours.headers + evil.headers).not.toContain('access-control');
  });

  test('a listed page may send a preflight request, and the answer may be cached', async () => {
    const asking = { origin: 'https://partner.example', 'access-control-request-method': 'POST' };
    const names = { ...asking, 'access-control-request-headers': 'content-type, x-own' };
    const answered = await request('OPTIONS', '/ws/000/abc/xhr_send', names);
    expect([answered.status, answered.body]).toEqual([204, '']);
    expect(answered.headers.split('\r\n')).toEqual(
      expect.arrayContaining([
        'access-control-allow-origin: https://partner.example',
        'access-control-allow-methods: options, post',
        'access-control-allow-headers: content-type, x-own',
        'access-control-max-age: 31536000',
        'cache-control: public, max-age=31536000',
        'vary: origin, access-control-request-headers',
      ]),
    );
    expect((await request('OPTIONS', '/ws/info', asking)).headers).toContain('allow-methods: options, get');
  });

  test('invalid header names are not echoed, and only paths that we serve accept a preflight request', async () => {
    const asking = { origin: 'https://partner.example', 'access-control-request-method': 'POST' };
    for (const wanted of ['a b', 'a,,b', '<x>', 'a'.repeat(300)]) {
      const names = { ...asking, 'access-control-request-headers': wanted };
      const answered = await request('OPTIONS', '/ws/000/abc/xhr', names);
      expect(answered.status).toBe(204);
      expect(answered.headers).not.toContain('allow-headers');
    }
    expect((await request('OPTIONS', '/ws/000/abc/jsonp', asking)).status).toBe(404);
    const evil = await request('OPTIONS', '/ws/info', { ...asking, origin: 'https://evil.example' });
    expect([evil.status, evil.headers.includes('access-control')]).toEqual([403, false]);
  });

  test('an unencrypted page of our host may not connect where we use encryption', async () => {
    const headers = { origin: `http://${own()}`, 'x-forwarded-proto': 'https' };
    expect((await upgrade('/ws/websocket', headers)).status).toBe(403);
  });
});

describe('transports we do not serve', () => {
  test.each([
    '/ws/000/abc/jsonp?c=x',
    '/ws/000/abc/htmlfile?c=x',
    '/ws/000/abc/eventsource',
    '/ws/iframe.html',
    '/ws/iframe-1.6.1.html',
    '/ws/000/abc/jsonp_send',
    '/ws/000/a.b/xhr',
    '/ws/000//xhr',
    '/ws/a/b/c/xhr',
    `/ws/000/${'x'.repeat(65)}/xhr`,
    '/ws/../ws/info',
    '/ws/%69nfo',
  ])('%s is 404', async (path) => {
    for (const method of ['GET', 'POST']) expect((await request(method, path)).status).toBe(404);
  });

  test.each([
    ['POST', '/ws/info', 'GET'],
    ['PUT', '/ws', 'GET'],
    ['GET', '/ws/000/abc/xhr', 'POST'],
    ['GET', '/ws/000/abc/xhr_streaming', 'POST'],
    ['DELETE', '/ws/000/abc/xhr_send', 'POST'],
    ['POST', '/ws/000/abc/websocket', 'GET'],
    ['POST', '/ws/websocket', 'GET'],
  ])('%s %s is 405 and answers that %s is allowed', async (method, path, allowed) => {
    const answered = await request(method, path);
    expect(answered.status).toBe(405);
    expect(answered.headers).toContain(`allow: ${allowed.toLowerCase()}`);
  });

  test('an upgrade by another method is 405 too', async () => {
    const answered = await upgrade('/ws/websocket', {}, 'POST');
    expect(answered.status).toBe(405);
    expect(answered.headers).toContain('allow: get');
  });

  test('a path that only begins like ours is not handled', async () => {
    expect((await request('GET', '/wsx')).status).toBe(404);
    expect((await request('GET', '/api/health')).body).toContain('true');
  });
});

describe('upgrades on a wrong path are refused and affect no other connection', () => {
  test.each([
    ['on an xhr path', () => upgrade('/ws/000/abc/xhr'), 400],
    ['on xhr_send', () => upgrade('/ws/000/abc/xhr_send', {}, 'POST'), 400],
    ['on the description', () => upgrade('/ws/info'), 400],
    ['to something else', () => upgrade('/ws/websocket', { upgrade: 'h2c' }), 400],
    ['without a key', () => upgrade('/ws/websocket', { 'sec-websocket-key': '' }), 400],
    ['of an old version', () => upgrade('/ws/websocket', { 'sec-websocket-version': '7' }), 400],
    ['on another path', () => upgrade('/api/health'), 404],
    [
      'an upgrade header without upgrade on xhr',
      () => request('POST', '/ws/000/abc/xhr', { upgrade: 'websocket' }),
      400,
    ],
    ['no upgrade on the websocket path', () => request('GET', '/ws/websocket'), 400],
    ['no upgrade on a sockjs websocket', () => request('GET', '/ws/000/abc/websocket'), 400],
  ] as [string, () => Promise<Answered>, number][])('%s', async (_, reach, status) => {
    expect((await reach()).status).toBe(status);
    expect((await request('GET', '/api/health')).status).toBe(200);
  });
});

describe('a session over xhr', () => {
  const open = async () => {
    const session = newSession();
    expect((await request('POST', `${session}/xhr`)).body).toContain('o\n');
    return session;
  };

  test.each(['/_/_', '/1/1', '/abcdefgh_i-j%20/abcdefg_i-j%20', "/~/!$&'()*+,;=:@", '/a/%2e%2e'])(
    'may have any id without dots, such as %s',
    async (name) => {
      expect((await request('POST', `/ws${name}/xhr`)).body).toContain('o\n');
      expect((await request('POST', `/ws${name}/xhr_send`, {}, CONNECT)).status).toBe(204);
    },
  );

  test('opens, receives and answers', async () => {
    const session = await open();
    expect((await request('POST', `${session}/xhr_send`, {}, CONNECT)).status).toBe(204);
    expect((await request('POST', `${session}/xhr`)).body).toContain('a["CONNECTED');
  });

  test.each([
    ['an unknown session', '[]', 404],
    ['no JSON', 'x', 400],
    ['nothing', '', 400],
    ['no array', '"x"', 400],
    ['an object with a prototype', '{"__proto__":null}', 400],
    ['an array of other things', '[null,1,{}]', 400],
    ['more than 64 KB', JSON.stringify(['x'.repeat(65_536)]), 413],
  ])('%s is refused', async (what, body, status) => {
    const session = what === 'an unknown session' ? newSession() : await open();
    expect((await request('POST', `${session}/xhr_send`, {}, body)).status).toBe(status);
  });

  test('a body of 8 MB is refused before it is read', async () => {
    const session = await open();
    const answered = await ask(
      `POST ${session}/xhr_send HTTP/1.1\r\nhost: ${own()}\r\ncontent-length: 8388608\r\n\r\n${'x'.repeat(1000)}`,
    );
    expect(answered.status).toBe(413);
  });

  test('a body of chunks without end is refused and its connection closed', async () => {
    const session = await open();
    const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`;
    const answered = await ask(
      `POST ${session}/xhr_send HTTP/1.1\r\nhost: ${own()}\r\ntransfer-encoding: chunked\r\n\r\n${chunk.repeat(5)}`,
    );
    expect(answered.status).toBe(413);
  });

  test('a body that is not an array of strings closes the session', async () => {
    const session = await open();
    await request('POST', `${session}/xhr_send`, {}, '[null,1,{}]');
    expect((await request('POST', `${session}/xhr`)).body).toContain('c[1008');
  });

  test('a second reader is refused with 2010', async () => {
    const session = await open();
    const first = request('POST', `${session}/xhr`);
    const second = await request('POST', `${session}/xhr`);
    const third = request('POST', `${session}/xhr_send`, {}, CONNECT);
    expect((await third).status).toBe(204);
    expect(second.body + (await first).body).toContain('c[2010,"Another connection still open"]');
  });

  test('another user agent can neither read nor send', async () => {
    const session = await open();
    const other = { 'user-agent': 'another' };
    expect((await request('POST', `${session}/xhr`, other)).status).toBe(404);
    expect((await request('POST', `${session}/xhr_send`, other, CONNECT)).status).toBe(404);
  });

  test('a session without a reader ends', async () => {
    const before = world.realtime.stats().sessions;
    const session = await open();
    expect(world.realtime.stats().sessions).toBe(before + 1);
    timers.advance(6_000);
    expect((await request('POST', `${session}/xhr_send`, {}, CONNECT)).status).toBe(404);
  });
});
