// Thousands of seeded random requests, some of them almost valid: whatever is sent, never a 5xx (B-17).
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSampleHttp, PLAYER, sampleRoutes } from './sample-calls.ts';

let app: FastifyInstance;
beforeAll(async () => {
  app = await createSampleHttp({
    routes: sampleRoutes().filter(({ call }) => call.path !== '/api/sample/bug'),
  });
});
afterAll(() => app.close());

const GOOD =
  '{"point":"1.5","roundId":12,"note":"한글 \\u00e9","username":"a","password":"b","siteInfoId":1}';
const nasty = fc.constantFrom(
  ...['{', '}', '[', ']', '"', ',', ':', '\\', '\\u0000', '\\ud800', '\0', '-0', '1e9', '1e400', '__proto__'],
  ...[
    '\ufeff',
    '\u2028',
    '😀',
    '9'.repeat(40),
    'null',
    'NaN',
    '0x1',
    '"a":1,"a":2',
    '\\',
    '\n',
    "';--",
    '%00',
  ],
);

/** A good text with a few places cut out, doubled or overwritten. */
const mutated = (good: string) =>
  fc
    .array(fc.tuple(fc.nat(good.length), fc.nat(6), fc.oneof(nasty, fc.string({ maxLength: 4 }))), {
      maxLength: 4,
    })
    .map((cuts) => {
      let text = good;
      for (const [at, length, put] of cuts) text = text.slice(0, at) + put + text.slice(at + length);
      return text;
    });

const answered = (status: number) => status >= 200 && status < 500;

test('bodies', async () => {
  const paths = fc.constantFrom('/api/sample/stake', '/api/sample/login', '/api/sample/logout');
  const bodies = fc.oneof(mutated(GOOD), fc.json(), fc.string({ unit: 'binary' }));
  await fc.assert(
    fc.asyncProperty(paths, bodies, async (url, payload) => {
      const headers = { ...PLAYER, 'content-type': 'application/json' };
      const { statusCode } = await app.inject({ method: 'POST', url, headers, payload });
      expect(answered(statusCode)).toBe(true);
    }),
    { numRuns: 2_000, seed: 21 },
  );
});

test('queries and paths, over a real socket, which does not normalise them', async () => {
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true });
  const good = '/api/sample/prices?page=0&size=20&id=5&keyword=%ED%95%9C&siteInfoId=1';
  const paths = mutated(good).map((text) =>
    `/${text.slice(1).toWellFormed()}`.replace(/[^!-~]/gu, encodeURIComponent),
  );
  await fc.assert(
    fc.asyncProperty(paths, async (path) => {
      const request = get({ port, host: '127.0.0.1', path, agent });
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      response.resume();
      await once(response, 'end');
      expect(answered(response.statusCode ?? 0)).toBe(true);
    }),
    { numRuns: 1_500, seed: 22 },
  );
  agent.destroy();
});

test('headers', async () => {
  const names = fc.constantFrom(
    ...['authorization', 'content-type', 'accept-language', 'idempotency-key', 'origin', 'sec-fetch-site'],
    ...[
      'x-forwarded-for',
      'host',
      'user-agent',
      'accept-encoding',
      'if-none-match',
      'expect',
      'x-forwarded-proto',
    ],
  );
  const values = fc.oneof(
    mutated('Bearer player-seven'),
    mutated('application/json; charset=utf-8'),
    fc.string({ maxLength: 80 }),
  );
  const headers = fc.dictionary(names, values, { maxKeys: 5, noNullPrototype: true });
  await fc.assert(
    fc.asyncProperty(headers, fc.constantFrom('GET', 'POST'), async (sent, method) => {
      const url = method === 'GET' ? '/api/sample/me' : '/api/sample/stake';
      const payload = method === 'GET' ? {} : { payload: GOOD };
      const { statusCode } = await app.inject({ method, url, headers: { ...PLAYER, ...sent }, ...payload });
      expect(answered(statusCode)).toBe(true);
    }),
    { numRuns: 1_500, seed: 23 },
  );
});
