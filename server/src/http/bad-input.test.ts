// The bad-input catalogue that applies to every call (docs/reliability.md 6.1), tested with calls that have no
// feature behind them.

import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSampleHttp, PLAYER, sampleRoutes } from './sample-calls.ts';

const seen: unknown[] = [];
let app: FastifyInstance;

beforeAll(async () => {
  app = await createSampleHttp({ routes: sampleRoutes(seen) });
});
afterAll(() => app.close());
beforeEach(() => {
  seen.length = 0;
});

const JSON_HEADERS = { ...PLAYER, 'content-type': 'application/json' };

/** Checks the form of the refusal, and that no handler received the request. */
async function refusal(request: InjectOptions) {
  const response = await app.inject(request);
  const body = response.json();
  expect(body).toMatchObject({ status: response.statusCode, code: expect.stringMatching(/^[A-Z_]+$/) });
  expect(body.message).toMatch(/[가-힣]/);
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(response.headers['cache-control']).toBe('no-store');
  expect(response.body).not.toMatch(/node_modules|\.ts:|Error:|select |at \//);
  expect(seen).toEqual([]);
  return { status: response.statusCode, code: body.code, field: body.field };
}

const stake = (payload: string | Buffer, headers: Record<string, string> = JSON_HEADERS) =>
  refusal({ method: 'POST', url: '/api/sample/stake', headers, payload });

describe('a body that is', () => {
  test.each([
    ['null', 'null'],
    ['a list', '[]'],
    ['a text', '"x"'],
    ['cut off', '{'],
    ['empty', ''],
    ['200 levels deep', `{"point":${'['.repeat(200)}${']'.repeat(200)}}`],
    ['with a repeated key', '{"point":"1","roundId":1,"roundId":2}'],
    ['with __proto__', '{"point":"1","roundId":1,"__proto__":{"polluted":1}}'],
    ['with constructor', '{"point":"1","roundId":1,"constructor":{"prototype":{"polluted":1}}}'],
    ['with prototype', '{"point":"1","roundId":1,"prototype":1}'],
    ['not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d])],
  ])('%s is an invalid request', async (_, payload) => {
    expect(await stake(payload)).toMatchObject({ status: 400, code: 'INVALID_REQUEST' });
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  test.each([
    ['2 MB', 2 * 1024 * 1024],
    ['one byte over 16 KB for money', 16 * 1024 + 1],
  ])('%s is too large', async (_, bytes) => {
    expect(await stake(' '.repeat(bytes))).toMatchObject({ status: 413, code: 'TOO_LARGE' });
  });

  test('exactly 16 KB is read, and a call without money takes 64 KB', async () => {
    const padded = (body: object, bytes: number) => JSON.stringify(body).padEnd(bytes, ' ');
    const money = await app.inject({
      method: 'POST',
      url: '/api/sample/stake',
      headers: JSON_HEADERS,
      payload: padded({ point: '1', roundId: 1 }, 16 * 1024),
    });
    const login = await app.inject({
      method: 'POST',
      url: '/api/sample/login',
      headers: JSON_HEADERS,
      payload: padded({ username: 'a', password: 'b' }, 64 * 1024),
    });
    expect([money.statusCode, login.statusCode]).toEqual([200, 200]);
  });
});

describe('the content type', () => {
  test.each([
    'application/json\t',
    ' application/json',
    'application/json;charset=utf-16',
    'application/json; charset=utf-16',
    'application/json; charset=utf-8; x=y',
    'application/json;',
    'application/json ;charset=utf-8',
    'application/json, text/plain',
    'application/json\u00a0',
    'application/json/',
    'application/jsonp',
    'application/vnd.api+json',
    'Application/JSON',
    'text/json',
    'text/plain',
    'text/plain; application/json',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    'application/octet-stream',
    '*/*',
    'json',
    ';',
    '',
  ])('%j is unsupported', async (type) => {
    const payload = '{"point":"1","roundId":1}';
    expect(await stake(payload, { ...PLAYER, 'content-type': type })).toMatchObject({ status: 415 });
  });

  test('that is missing is unsupported', async () => {
    expect(await stake(Buffer.from('{"point":"1","roundId":1}'), PLAYER)).toMatchObject({ status: 415 });
  });

  test('is refused before a body beyond the limit is read', async () => {
    expect(await stake(' '.repeat(100_000), { ...PLAYER, 'content-type': 'text/plain' })).toMatchObject({
      status: 415,
    });
  });

  test.each(['application/json', 'application/json; charset=utf-8'])('%s is accepted', async (type) => {
    const response = await app.inject({
      method: 'POST',
      url: '/api/sample/stake',
      headers: { ...PLAYER, 'content-type': type },
      payload: '{"point":"1","roundId":1}',
    });
    expect(response.statusCode).toBe(200);
  });
});

describe('a number', () => {
  test.each([
    '1e309',
    'NaN',
    '"NaN"',
    '"Infinity"',
    '-0',
    '1.0000000000000001',
    '1e2',
    '"1e2"',
    '"１"',
    '""',
    'true',
    '[1]',
    '{}',
    'null',
  ])('%s is no amount', async (point) => {
    expect(await stake(`{"point":${point},"roundId":1}`)).toMatchObject({ status: 400 });
  });

  test.each(['1.5', '"1 OR 1=1"', '-1', '0', '9223372036854775808', '"１"', '[1,2]', '"1.0"', '1.0', '" 1"'])(
    '%s is no id, and the answer names the field',
    async (roundId) => {
      expect(await stake(`{"point":"1","roundId":${roundId}}`)).toMatchObject({
        status: 400,
        field: 'roundId',
      });
    },
  );

  test('written as a fraction arrives as the exact text', async () => {
    await app.inject({
      method: 'POST',
      url: '/api/sample/stake',
      headers: JSON_HEADERS,
      payload: '{"point":0.10000001,"roundId":1}',
    });
    expect(seen).toMatchObject([{ body: { point: '0.10000001', roundId: 1 } }]);
  });
});

describe('a query', () => {
  test.each([
    ['id=1&id=2', 'id'],
    ['id=1.5', 'id'],
    ['id=1%20OR%201=1', 'id'],
    ['id=-1', 'id'],
    ['id=9223372036854775808', 'id'],
    ['id=%EF%BC%91', 'id'],
    ['id[]=1&id[]=2', 'query'],
    ['size=0', 'size'],
    ['size=-1', 'size'],
    ['size=1e6', 'size'],
    ['size=101', 'size'],
    ['page=-1', 'page'],
    [`keyword=${'x'.repeat(65)}`, 'keyword'],
    [`keyword=${'x'.repeat(10_000)}`, 'keyword'],
    ['keyword=%00', 'keyword'],
    ['keyword=%ff', 'keyword'],
    ['keyword=%', 'keyword'],
    ['__proto__=1', 'query'],
    ['constructor=1', 'query'],
    [Array.from({ length: 101 }, (_, i) => `k${i}=1`).join('&'), 'query'],
  ])('%s is an invalid request', async (query, field) => {
    expect(await refusal({ url: `/api/sample/prices?${query}` })).toMatchObject({ status: 400, field });
  });

  test.each([
    'keyword=%25',
    'keyword=_',
    'keyword=%5C',
    "keyword=';drop",
    'keyword=(a%2B)%2B$',
    'unknown=1',
    'page=',
  ])('%s is answered without a server error', async (query) => {
    const { statusCode } = await app.inject({ url: `/api/sample/prices?${query}` });
    expect(statusCode).toBe(query === 'page=' ? 400 : 200);
  });
});

describe('a path or method', () => {
  test.each([
    ['GET', '//api//sample//me', 404],
    ['GET', '/api/sample/me/', 404],
    ['GET', '/API/SAMPLE/ME', 404],
    ['GET', '/api/sample/m%65', 404],
    ['GET', '/api/sample/me;x=1', 404],
    ['GET', '/api/sample/me%00', 404],
    ['GET', '/api/sample/me%', 404],
    ['GET', '/api', 404],
    ['GET', '/api/', 404],
    ['GET', '/.git/config', 404],
    ['GET', '/api/sample/unknown', 404],
    ['GET', '/api/sample/content/A%2FB', 404],
    ['GET', '/api/sample/stake', 405],
    ['HEAD', '/api/sample/stake', 405],
    ['PUT', '/api/sample/stake', 405],
    ['DELETE', '/api/sample/me', 405],
    ['PATCH', '/api/sample/me', 405],
    ['OPTIONS', '/api/sample/me', 405],
    ['POST', '/api/sample/me', 405],
    ['POST', '/api/sample/content/ABC', 405],
    ['POST', '/api/health', 405],
  ] as const)('%s %s is answered %i', async (method, url, status) => {
    const response = await app.inject({ method, url, headers: PLAYER });
    expect(response.statusCode).toBe(status);
    expect(seen).toEqual([]);
    if (status === 405) expect(response.headers['allow']).toMatch(/^(GET|POST)$/);
  });

  test('GET with a body is an invalid request', async () => {
    expect(
      await refusal({ method: 'GET', url: '/api/sample/me', headers: PLAYER, payload: '{}' }),
    ).toMatchObject({ status: 400 });
  });
});

describe('an Authorization header', () => {
  test.each([
    ['Bearer'],
    ['Bearer '],
    ['Bearer  player-seven'],
    ['Bearer player-seven x'],
    ['Bearer player-seven\nX: y'],
    ['Bearer player-seven,player-seven'],
    ['Basic cGxheWVyLXNldmVu'],
    ['player-seven'],
    [''],
    [`Bearer ${'a'.repeat(8 * 1024)}`],
    ['Bearer unknown'],
  ])('%j is answered 401', async (authorization) => {
    expect(await refusal({ url: '/api/sample/me', headers: { authorization } })).toMatchObject({
      status: 401,
      code: 'LOGIN_REQUIRED',
    });
  });

  test('that has expired is answered TOKEN_EXPIRED', async () => {
    expect(
      await refusal({ url: '/api/sample/me', headers: { authorization: 'Bearer old-token' } }),
    ).toMatchObject({
      status: 401,
      code: 'TOKEN_EXPIRED',
    });
  });

  test('in a cookie is ignored', async () => {
    const headers = { cookie: 'token=player-seven; authorization=Bearer player-seven' };
    expect(await refusal({ url: '/api/sample/me', headers })).toMatchObject({ status: 401 });
  });

  test('in the query is ignored', async () => {
    const url = '/api/sample/me?token=player-seven&access_token=player-seven';
    expect(await refusal({ url })).toMatchObject({ status: 401 });
  });
});

describe('access', () => {
  test.each([
    ['a guest', {}, 401],
    ['a player', PLAYER, 403],
  ])('of %s to a staff call is refused', async (_, headers, status) => {
    expect(await refusal({ url: '/api/sample/staff', headers })).toMatchObject({ status });
  });

  test('of staff to a player call is refused, to a staff call not', async () => {
    const headers = { authorization: 'Bearer staff-one' };
    expect(await refusal({ url: '/api/sample/me', headers })).toMatchObject({ status: 403 });
    expect((await app.inject({ url: '/api/sample/staff', headers })).statusCode).toBe(200);
  });
});

describe('siteInfoId', () => {
  test.each(['x', '0', '-1', '1.5', '１', '', '99'])('%j of a guest is an invalid request', async (site) => {
    const url = `/api/sample/prices?siteInfoId=${encodeURIComponent(site)}`;
    expect(await refusal({ url })).toMatchObject({ status: 400, field: 'siteInfoId' });
  });

  test('of another site is forbidden to a player who is signed in, in query and body', async () => {
    expect(await refusal({ url: '/api/sample/me?siteInfoId=2', headers: PLAYER })).toMatchObject({
      status: 403,
    });
    expect(await stake('{"point":"1","roundId":1,"siteInfoId":2}')).toMatchObject({ status: 403 });
  });

  test('that differs between query and body is an invalid request', async () => {
    const payload = '{"username":"a","password":"b","siteInfoId":2}';
    const headers = { 'content-type': 'application/json' };
    expect(
      await refusal({ method: 'POST', url: '/api/sample/login?siteInfoId=1', headers, payload }),
    ).toMatchObject({ status: 400, field: 'siteInfoId' });
  });

  test('names the site of a guest', async () => {
    await app.inject({ url: '/api/sample/prices?siteInfoId=2' });
    expect(seen).toMatchObject([{ site: 2, principal: undefined }]);
  });
});

describe('an Idempotency-Key', () => {
  test.each(['short', 'x'.repeat(65), 'has space in it', 'tab\tinside', '키키키키키키키키', ''])(
    '%j is an invalid request',
    async (key) => {
      const headers = { ...JSON_HEADERS, 'idempotency-key': key };
      expect(await stake('{"point":"1","roundId":1}', headers)).toMatchObject({
        status: 400,
        field: 'Idempotency-Key',
      });
    },
  );
});

describe('another web site in the browser', () => {
  test.each([
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ origin: 'https://evil.example' }],
    [{ origin: 'null' }],
    [{ origin: 'http://localhost.evil.example' }],
  ])('cannot change anything: %j', async (headers) => {
    const payload = '{"point":"1","roundId":1}';
    expect(await stake(payload, { ...JSON_HEADERS, ...headers })).toMatchObject({ status: 403 });
    expect(await refusal({ url: '/api/sample/me', headers: { ...PLAYER, ...headers } })).toMatchObject({
      status: 403,
    });
  });

  test('gets no permission to read either', async () => {
    const response = await app.inject({
      url: '/api/sample/prices',
      headers: { origin: 'https://evil.example' },
    });
    expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  test('is not the same host, nor a listed origin', async () => {
    const listed = await createSampleHttp({ allowedOrigins: ['https://app.example'] });
    for (const origin of ['http://localhost:80', 'https://app.example']) {
      const headers = { ...PLAYER, origin, host: 'localhost:80' };
      expect((await listed.inject({ url: '/api/sample/me', headers })).statusCode).toBe(200);
    }
    await listed.close();
  });
});
