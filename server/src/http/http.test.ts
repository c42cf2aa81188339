import { once } from 'node:events';
import { Agent, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { millis } from '@maru/engine/time';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, test } from 'vitest';
import { createLog } from '../log/log.ts';
import type { HttpOptions } from './http.ts';
import { usualPaces } from './http-context.ts';
import {
  createSampleHttp,
  listPrices,
  logOut,
  PLAYER,
  placeStake,
  sampleRoutes,
  whoAmI,
} from './sample-calls.ts';
import { serve } from './serve.ts';

let app: FastifyInstance | undefined;
afterEach(async () => {
  await app?.close();
  app = undefined;
});

async function open(options: Partial<HttpOptions> = {}): Promise<FastifyInstance> {
  app = await createSampleHttp(options);
  return app;
}

const STAKE = {
  method: 'POST' as const,
  url: '/api/sample/stake',
  headers: { ...PLAYER, 'content-type': 'application/json' },
};

describe('an answer', () => {
  test('is the data itself, with every header that protects it', async () => {
    const http = await open();
    const response = await http.inject({ url: '/api/sample/me', headers: PLAYER });
    expect(response.json()).toEqual({ id: 7, site: 1 });
    expect(response.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
    expect(response.headers).not.toHaveProperty('strict-transport-security');
  });

  test('is in Korean, or in English for callers who prefer it', async () => {
    const http = await open({ siteLanguage: (site) => (site === 1 ? 'ko' : 'en') });
    const said = async (headers: Record<string, string>) =>
      (await http.inject({ url: '/api/sample/me', headers })).json().message;
    expect(await said({})).toBe('로그인이 필요합니다.');
    expect(await said({ 'accept-language': 'en' })).toBe('Please sign in.');
    expect(await said({ 'accept-language': 'en-US,en;q=0.9,ko;q=0.8' })).toBe('Please sign in.');
    expect(await said({ 'accept-language': 'ko-KR,en' })).toBe('로그인이 필요합니다.');
    expect(await said({ 'accept-language': 'xx' })).toBe('로그인이 필요합니다.');
  });

  test('has the status, text and field of the feature’s refusal', async () => {
    const http = await open();
    const response = await http.inject({ ...STAKE, payload: { point: '999', roundId: 1 } });
    expect([response.statusCode, response.json()]).toEqual([
      422,
      { status: 422, code: 'INSUFFICIENT_BALANCE', message: '잔액이 부족합니다.', field: 'point' },
    ]);
  });

  test('to a failure has a reference that is in the log, and nothing else', async () => {
    const lines: string[] = [];
    const http = await open({ log: createLog({ write: (line) => lines.push(line), clock: () => 0 }) });
    const response = await http.inject({ url: '/api/sample/bug' });
    expect(response.statusCode).toBe(500);
    expect(response.json()).toMatchObject({ status: 500, code: 'UNEXPECTED' });
    expect(response.body).not.toMatch(/secret_table|home|\.ts/);
    expect(lines.filter((line) => line.includes(response.json().reference))).toHaveLength(1);
  });

  test('that does not match its contract is a bug when replies are checked', async () => {
    const wrong = serve(whoAmI, async () => ({ ok: true, reply: { id: -1, site: 1 } }));
    const tooMuch: Record<string, never> = JSON.parse('{"level":9}');
    const talkative = serve(logOut, async () => ({ ok: true, reply: tooMuch }));
    const http = await open({ routes: [wrong, talkative] });
    expect((await http.inject({ url: wrong.call.path, headers: PLAYER })).statusCode).toBe(500);
    const response = await http.inject({ method: 'POST', url: talkative.call.path, headers: PLAYER });
    expect(response.statusCode).toBe(500);
  });
});

describe('the input of a feature', () => {
  test('has the principal, address, device, language and time', async () => {
    const seen: unknown[] = [];
    const http = await open({ routes: sampleRoutes(seen), trustedProxyHops: 1 });
    const headers = {
      ...PLAYER,
      'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148',
      'x-forwarded-for': '6.6.6.6, 9.9.9.9',
      'accept-language': 'en',
    };
    await http.inject({ url: '/api/sample/me', headers });
    expect(seen).toMatchObject([
      { principal: { player: 7 }, site: 1, ip: '9.9.9.9', device: 'MOBILE', language: 'en', now: 1_000_000 },
    ]);
  });

  test('has no principal on a public call whose token has expired', async () => {
    const seen: unknown[] = [];
    const http = await open({ routes: sampleRoutes(seen) });
    await http.inject({ url: '/api/sample/prices', headers: { authorization: 'Bearer old-token' } });
    await http.inject({ url: '/api/sample/prices', headers: PLAYER });
    expect(seen).toMatchObject([{ principal: undefined }, { principal: { player: 7 } }]);
  });

  test('has no field that the contract does not list', async () => {
    const seen: { body?: unknown }[] = [];
    const http = await open({ routes: sampleRoutes(seen) });
    await http.inject({
      ...STAKE,
      payload: { point: '1', roundId: 1, level: 9, status: 'ADMIN', money: '9' },
    });
    expect(seen[0]?.body).toEqual({ point: '1', roundId: 1 });
  });
});

describe('an Idempotency-Key', () => {
  const send = async (http: FastifyInstance, payload: string, key = 'key-12345') =>
    (await http.inject({ ...STAKE, headers: { ...STAKE.headers, 'idempotency-key': key }, payload })).json();

  test('is passed on with a fingerprint of the request', async () => {
    const http = await open();
    const first = await send(http, '{"point":"1","roundId":1}');
    expect(first).toEqual({
      point: '1',
      key: 'key-12345',
      fingerprint: expect.stringMatching(/^[\da-f]{32}$/),
    });
    const reordered = await send(http, ' {"roundId":1, "point":"1"}');
    const other = await send(http, '{"point":"1","roundId":2}');
    expect(reordered.fingerprint).toBe(first.fingerprint);
    expect(other.fingerprint).not.toBe(first.fingerprint);
  });

  test('is not needed', async () => {
    const http = await open();
    const response = await http.inject({ ...STAKE, payload: { point: '1', roundId: 1 } });
    expect(response.json()).toEqual({ point: '1' });
  });
});

describe('the rate limit', () => {
  test('of a call with its own limit is counted per address, whatever headers the caller forges', async () => {
    const http = await open({ paces: usualPaces });
    const statuses: number[] = [];
    for (let i = 0; i < 7; i++) {
      const response = await http.inject({
        method: 'POST',
        url: '/api/sample/login',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `1.1.1.${i}` },
        payload: { username: 'a', password: 'b' },
      });
      statuses.push(response.statusCode);
      if (response.statusCode === 429) {
        expect(response.headers['retry-after']).toBe('180');
        expect(response.json().code).toBe('TOO_MANY_REQUESTS');
      }
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
  });

  test('of reads is 60 at once and 20 a second for each player, and guests do not use it up', async () => {
    let nowMs = 0;
    const http = await open({ paces: usualPaces, clock: () => millis(nowMs) });
    const reads = async (count: number, headers = {}) => {
      const all = await Promise.all(
        Array.from({ length: count }, () => http.inject({ url: '/api/sample/prices', headers })),
      );
      return all.filter(({ statusCode }) => statusCode === 200).length;
    };
    expect(await reads(70)).toBe(60);
    expect(await reads(70, PLAYER)).toBe(60);
    nowMs = 1_000;
    expect(await reads(30, PLAYER)).toBe(20);
  });

  test('of invalid tokens is enforced too', async () => {
    const http = await open({ paces: { ...usualPaces, badToken: { burst: 2, refillMs: 1_000 } } });
    const codes: number[] = [];
    for (let i = 0; i < 3; i++) {
      const headers = { authorization: `Bearer guess-${i}` };
      codes.push((await http.inject({ url: '/api/sample/me', headers })).statusCode);
    }
    expect(codes).toEqual([401, 401, 429]);
  });

  test('that is exceeded is logged once, not for each refusal', async () => {
    const lines: string[] = [];
    const log = createLog({ write: (line) => lines.push(line), clock: () => 0 });
    const http = await open({ log, paces: { ...usualPaces, read: { burst: 1, refillMs: 1e6 } } });
    for (let i = 0; i < 5; i++) await http.inject({ url: listPrices.path });
    expect(lines).toHaveLength(1);
  });
});

describe('the platform pages', () => {
  test('health is 200 only while orders are accepted', async () => {
    let ready = true;
    const http = await open({ health: () => ({ ready, shadowLagMs: 4 }) });
    const up = await http.inject({ url: '/api/health' });
    ready = false;
    const down = await http.inject({ url: '/api/health' });
    expect([up.statusCode, up.json()]).toEqual([200, { ready: true, shadowLagMs: 4 }]);
    expect(down.statusCode).toBe(503);
  });

  test('metrics are answered to this machine only', async () => {
    const http = await open();
    const status = async (remoteAddress: string, headers = {}) =>
      (await http.inject({ url: '/metrics', remoteAddress, headers })).statusCode;
    expect(await status('127.0.0.1')).toBe(200);
    expect(await status('10.0.0.5')).toBe(404);
    expect(await status('127.0.0.1', { 'x-forwarded-for': '127.0.0.1' })).toBe(404);
  });

  test('metrics with a token are answered to its bearer only', async () => {
    const http = await open({ metricsToken: 'scrape-me' });
    const status = async (headers = {}) => (await http.inject({ url: '/metrics', headers })).statusCode;
    expect(await status({ authorization: 'Bearer scrape-me' })).toBe(200);
    expect(await status({ authorization: 'Bearer scrape-you' })).toBe(404);
    expect(await status()).toBe(404);
  });

  test('every call is in the OpenAPI text', async () => {
    const http = await open();
    const described = (await http.inject({ url: '/api/openapi.json' })).json();
    for (const { call } of sampleRoutes()) {
      expect(described.paths[call.path][call.method.toLowerCase()].summary).toBe(call.summary);
    }
  });

  test('HSTS is sent when a proxy of ours received the request over TLS, or always when configured', async () => {
    const hsts = async (options: Partial<HttpOptions>) => {
      const http = await createSampleHttp(options);
      const { headers } = await http.inject({
        url: '/api/health',
        headers: { 'x-forwarded-proto': 'https' },
      });
      await http.close();
      return headers['strict-transport-security'];
    };
    expect(await hsts({})).toBeUndefined();
    expect(await hsts({ trustedProxyHops: 1 })).toBe('max-age=31536000; includeSubDomains');
    expect(await hsts({ alwaysHttps: true })).toBe('max-age=31536000; includeSubDomains');
  });
});

test('every answer is reported to `onAnswered`, refusals included', async () => {
  const told: string[] = [];
  const http = await open({ onAnswered: ({ call, status }) => told.push(`${call.path} ${status}`) });
  await http.inject({ url: '/api/sample/me', headers: PLAYER });
  await http.inject({ url: '/api/sample/me' });
  expect(told).toEqual(['/api/sample/me 200', '/api/sample/me 401']);
});

test('closing waits for requests that were already received', async () => {
  let answer: () => void = () => undefined;
  let asked: () => void = () => undefined;
  const isAsked = new Promise<void>((resolve) => {
    asked = resolve;
  });
  const slow = serve(logOut, async () => {
    asked();
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    return { ok: true, reply: {} };
  });
  const http = await createSampleHttp({ routes: [slow] });
  await http.listen({ host: '127.0.0.1', port: 0 });
  const { port } = http.server.address() as AddressInfo;
  // A connection that is kept alive must not keep the server from closing.
  const agent = new Agent({ keepAlive: true });
  const where = { port, host: '127.0.0.1', path: logOut.path, agent };
  const request = httpRequest({ ...where, method: 'POST', headers: PLAYER });
  const responded = once(request, 'response');
  request.end();
  await isAsked;
  const closed = http.close();
  // Until then idle connections are closed anyway.
  while (http.server.listening) await new Promise(setImmediate);
  answer();
  const [response] = await responded;
  response.resume();
  expect(response.statusCode).toBe(200);
  await closed;
  agent.destroy();
});

test('no token, password or phone number that a client sends is in the log, whatever happens', async () => {
  const lines: string[] = [];
  const log = createLog({ write: (line) => lines.push(line), clock: () => 0, level: 'debug' });
  const failing = serve(placeStake, async ({ body }) => {
    const headers = { authorization: PLAYER.authorization };
    throw new Error(`Bearer player-seven could not`, {
      cause: { body: { ...body, phone: '010-1234' }, headers },
    });
  });
  const routes = [...sampleRoutes().filter(({ call }) => call.path !== placeStake.path), failing];
  const http = await open({ log, routes, paces: usualPaces });
  const credentials = { username: 'kim', password: 'hush-hush', phone: '010-1234' };
  const json = { ...PLAYER, 'content-type': 'application/json' };
  for (let i = 0; i < 8; i++) {
    await http.inject({ method: 'POST', url: '/api/sample/login', headers: json, payload: credentials });
    await http.inject({ ...STAKE, payload: { point: '1', roundId: 1, password: 'hush-hush' } });
    await http.inject({ ...STAKE, payload: { point: '1', siteInfoId: 2, password: 'hush-hush' } });
    await http.inject({
      ...STAKE,
      headers: { ...json, origin: 'https://evil.example' },
      payload: credentials,
    });
    await http.inject({ url: '/api/sample/me?token=player-seven&siteInfoId=2', headers: PLAYER });
  }
  const written = lines.join('');
  expect(lines.length).toBeGreaterThan(20);
  for (const secret of ['player-seven', 'hush-hush', '010-1234']) expect(written).not.toContain(secret);
});
