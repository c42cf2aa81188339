import { siteId } from '@maru/engine/purse';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSampleHttp, listPrices, PLAYER, whoAmI } from './sample-calls.ts';

const names: Readonly<Record<string, number>> = { 'maru.example': 1, 'spot.example': 2 };

let http: FastifyInstance;
beforeEach(async () => {
  http = await createSampleHttp({
    servesHost: (host) => host in names,
    siteOf: (host, id) => {
      const named = names[host];
      return named === undefined || (id !== undefined && id !== named) ? undefined : siteId(named);
    },
  });
});
afterEach(() => http.close());

const ask = async (url: string, headers: Record<string, string>) => {
  const answer = await http.inject({ url, headers });
  return { status: answer.statusCode, code: answer.json().code };
};

test.each(['maru.example', 'MARU.example:3000', 'maru.example.'])('a site is served as %s', async (host) => {
  expect((await ask(listPrices.path, { host })).status).toBe(200);
});

test.each(['evil.test', 'maru.example.evil.test', '127.0.0.1:3000', 'maru.example@evil.test'])(
  'nothing is served as %s, except health and metrics',
  async (host) => {
    const refused = { status: 421, code: 'HOST_UNKNOWN' };
    for (const path of [listPrices.path, '/api/openapi.json', '/', '/api/nothing']) {
      expect(await ask(path, { host })).toEqual(refused);
    }
    expect((await ask('/api/health', { host })).status).toBe(200);
    expect((await http.inject({ url: '/metrics', headers: { host } })).statusCode).toBe(200);
  },
);

test('a token of one site is refused under the name of another', async () => {
  expect((await ask(whoAmI.path, { ...PLAYER, host: 'maru.example' })).status).toBe(200);
  expect(await ask(whoAmI.path, { ...PLAYER, host: 'spot.example' })).toEqual({
    status: 403,
    code: 'FORBIDDEN',
  });
});
