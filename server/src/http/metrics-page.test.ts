import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { createLog } from '../log/log.ts';
import { createSampleHttp, listPrices } from './sample-calls.ts';

let http: FastifyInstance;
afterEach(() => http.close());

/** A path as it is written, which `fetch` would normalise. */
function ask(path: string, headers: Record<string, string> = {}): Promise<number> {
  const { port } = http.server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, headers }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
    });
    sent.on('error', reject).end();
  });
}

test.each(['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-proto', 'x-real-ip', 'cf-connecting-ip'])(
  'metrics need their token when %s shows that a proxy is in between',
  async (header) => {
    http = await createSampleHttp();
    await http.listen({ host: '127.0.0.1', port: 0 });
    expect(await ask('/metrics')).toBe(200);
    expect(await ask('/metrics', { [header]: '127.0.0.1' })).toBe(404);
  },
);

test('metrics need their token when the listener can be reached from other machines', async () => {
  http = await createSampleHttp();
  await http.listen({ host: '0.0.0.0', port: 0 });
  expect(await ask('/metrics')).toBe(404);
  await http.close();
  http = await createSampleHttp({ metricsToken: 'scrape-me' });
  await http.listen({ host: '0.0.0.0', port: 0 });
  expect(await ask('/metrics')).toBe(404);
  expect(await ask('/metrics', { authorization: 'Bearer scrape-me', 'x-forwarded-for': '10.0.0.1' })).toBe(
    200,
  );
});

test.each([
  '/%6Detrics',
  '/%6detrics',
  '/metric%73',
  '//metrics',
  '/metrics/',
  '/Metrics',
  '/METRICS',
  '/metrics;x',
  '/metrics;x=1',
  '/./metrics',
  '/x/../metrics',
  '/metrics%2f',
  '/metrics%00',
  'http://127.0.0.1/metrics',
])('metrics are not found as %s', async (path) => {
  http = await createSampleHttp();
  await http.listen({ host: '127.0.0.1', port: 0 });
  expect(await ask(path)).toBeGreaterThanOrEqual(400);
  expect(await ask('/metrics?x=1')).toBe(200);
});

test('a proxy that is not configured is reported in the log once', async () => {
  const lines: string[] = [];
  const log = createLog({ write: (line) => lines.push(line), clock: () => 0 });
  http = await createSampleHttp({ log });
  for (const n of [1, 2, 3]) {
    await http.inject({ url: listPrices.path, headers: { 'x-forwarded-for': `10.0.0.${n}` } });
  }
  expect(lines.filter((line) => line.includes('TRUSTED_PROXY_HOPS'))).toHaveLength(1);
  await http.close();
  http = await createSampleHttp({ log, trustedProxyHops: 1 });
  await http.inject({ url: listPrices.path, headers: { 'x-forwarded-for': '10.0.0.4' } });
  expect(lines.filter((line) => line.includes('TRUSTED_PROXY_HOPS'))).toHaveLength(1);
});
