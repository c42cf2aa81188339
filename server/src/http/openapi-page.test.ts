import type { FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { VERSION } from '../version.ts';
import { usualPaces } from './http-context.ts';
import { createSampleHttp } from './sample-calls.ts';

let http: FastifyInstance;
afterEach(() => http.close());

test('the text is cached by the client, until it changes', async () => {
  http = await createSampleHttp();
  const first = await http.inject('/api/openapi.json');
  expect(first.json()).toMatchObject({
    openapi: '3.1.0',
    info: { version: VERSION },
    servers: [{ url: '/' }],
  });
  expect(first.headers['cache-control']).toBe('public, max-age=300');
  const headers = { 'if-none-match': String(first.headers['etag']) };
  const second = await http.inject({ url: '/api/openapi.json', headers });
  expect([second.statusCode, second.body]).toEqual([304, '']);
});

test('the text has a rate limit', async () => {
  http = await createSampleHttp({ paces: usualPaces });
  const answers = await Promise.all(Array.from({ length: 8 }, () => http.inject('/api/openapi.json')));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 200, 429, 429]);
  expect(answers[6]?.headers['retry-after']).toBe('1');
});
