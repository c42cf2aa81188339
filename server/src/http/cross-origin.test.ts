import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSampleHttp, listPrices, PLAYER, placeStake, whoAmI } from './sample-calls.ts';

const LISTED = 'https://partner.example';
const OTHER = 'https://partner.example.evil.test';
const stake = { point: '1', roundId: 1 };

let http: FastifyInstance;
beforeEach(async () => {
  http = await createSampleHttp({ allowedOrigins: [LISTED] });
});
afterEach(() => http.close());

const preflight = (origin: string, url: string = placeStake.path, method = 'POST') =>
  http.inject({
    method: 'OPTIONS',
    url,
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization,content-type,idempotency-key',
    },
  });

describe('a page of a listed origin', () => {
  test('may send a preflight request', async () => {
    const answer = await preflight(LISTED);
    expect(answer.statusCode).toBe(204);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': LISTED,
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': expect.stringContaining('idempotency-key'),
      'access-control-max-age': '600',
      vary: 'Origin',
    });
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
  });

  test('may call and read answers and refusals, as a browser sends them', async () => {
    const headers = { ...PLAYER, origin: LISTED, 'sec-fetch-site': 'cross-site' };
    const answers = [
      await http.inject({ method: 'POST', url: placeStake.path, headers, payload: stake }),
      await http.inject({ url: whoAmI.path, headers: { origin: LISTED, 'sec-fetch-site': 'cross-site' } }),
      await http.inject({ url: `${listPrices.path}?page=x`, headers }),
      await http.inject({ url: '/api/openapi.json', headers }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 401, 400, 200]);
    for (const answer of answers) {
      expect([answer.headers['access-control-allow-origin'], answer.headers['vary']]).toEqual([
        LISTED,
        'Origin',
      ]);
    }
  });

  test('gets the allowed method of a path, also when it calls with another', async () => {
    expect((await preflight(LISTED, '/api/sample/nothing')).statusCode).toBe(404);
    const wrong = await http.inject({ method: 'PUT', url: placeStake.path, headers: { origin: LISTED } });
    expect([wrong.statusCode, wrong.headers['allow']]).toEqual([405, 'POST']);
  });
});

test.each([OTHER, 'null', '*', 'http://partner.example', 'https://PARTNER.example', `${LISTED}:443`])(
  'a page of %s gets no header and changes nothing',
  async (origin) => {
    const headers = { ...PLAYER, origin, 'sec-fetch-site': 'cross-site' };
    const answers = [
      await preflight(origin),
      await http.inject({ method: 'POST', url: placeStake.path, headers, payload: stake }),
      await http.inject({ url: whoAmI.path, headers }),
      await http.inject({ url: listPrices.path, headers }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([405, 403, 403, 200]);
    for (const answer of answers) {
      expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
      expect(answer.headers['vary']).toBe('Origin');
    }
  },
);

test('without a list no answer has headers about origins', async () => {
  await http.close();
  http = await createSampleHttp();
  const answer = await http.inject({ url: listPrices.path, headers: { origin: LISTED } });
  expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
  expect(answer.headers).not.toHaveProperty('vary');
});
