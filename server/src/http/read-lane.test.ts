// How reads are kept from delaying other requests: their cost, shared answers, and when they are dropped.
import { once } from 'node:events';
import { connect } from 'node:net';
import { defineCall } from '@maru/contract/define-call';
import { id } from '@maru/contract/fields';
import { millis } from '@maru/engine/time';
import type { FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { type Asker, currentAsker, LaneBusy } from '../db/lane.ts';
import type { HttpOptions } from './http.ts';
import { createSampleHttp, listPrices, PLAYER, placeStake, sampleRoutes } from './sample-calls.ts';
import { type Route, serve } from './serve.ts';

const drawChart = defineCall('public', 'GET', '/api/sample/chart', {
  summary: 'A dear read that everybody shares',
  shared: true,
  cost: 4,
  query: z.object({ stock: id.optional() }),
  reply: z.object({ drawn: z.int() }),
});

const paces = {
  read: { burst: 12, refillMs: 3_000 },
  write: { burst: 40, refillMs: 2_000 },
  badToken: { burst: 200, refillMs: 10_000 },
  signed: { burst: 400, refillMs: 4_000 },
};

let http: FastifyInstance | undefined;
afterEach(() => http?.close());

async function open(chart: Route['handle'], options: Partial<HttpOptions> = {}): Promise<FastifyInstance> {
  const routes = [...sampleRoutes(), { call: drawChart, handle: chart }];
  http = await createSampleHttp({ routes, ...options });
  return http;
}

test('the rate limit counts the cost of a call, and answers when to retry', async () => {
  let nowMs = 1_000_000;
  const app = await open(async () => ({ ok: true, reply: { drawn: 1 } }), {
    paces,
    sharedMs: 0,
    clock: () => millis(nowMs),
  });
  const charts = [1, 2, 3, 4].map(() => app.inject(drawChart.path));
  const answers = await Promise.all(charts);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 429]);
  expect(answers[3]?.headers['retry-after']).toBe('1');
  expect((await app.inject(listPrices.path)).statusCode).toBe(429);
  // A quarter second adds one token: enough for a cheap call, not for a chart.
  nowMs += 250;
  expect((await app.inject(drawChart.path)).statusCode).toBe(429);
  expect((await app.inject(listPrices.path)).statusCode).toBe(200);
  // Orders are counted separately.
  const order = { method: 'POST', url: placeStake.path, headers: PLAYER } as const;
  const stake = await app.inject({ ...order, payload: { point: '1', roundId: 1 } });
  expect(stake.statusCode).toBe(200);
});

test('one computation answers all callers who request the same within a second', async () => {
  let drawn = 0;
  const app = await open(
    async () => {
      drawn += 1;
      return { ok: true, reply: { drawn } };
    },
    { sharedMs: 1_000 },
  );
  const same = await Promise.all(
    [1, 2, 3].map(() => app.inject(`${drawChart.path}?stock=7&unknown=${drawn}`)),
  );
  const again = await app.inject({ url: `${drawChart.path}?stock=7`, headers: PLAYER });
  const other = await app.inject(`${drawChart.path}?stock=8`);
  expect([...same, again, other].map((each) => each.json().drawn)).toEqual([1, 1, 1, 1, 2]);
});

test('a full lane answers 503 with Retry-After', async () => {
  const app = await open(() => Promise.reject(new LaneBusy('the queue is full')));
  const answer = await app.inject(drawChart.path);
  expect([answer.statusCode, answer.json().code, answer.headers['retry-after']]).toEqual([
    503,
    'TRY_AGAIN',
    '1',
  ]);
});

test('a read runs with its caller as asker, until the caller has left; an order runs with none', async () => {
  const asked = Promise.withResolvers<Asker | undefined>();
  const app = await open(() => {
    asked.resolve(currentAsker());
    return new Promise(() => undefined);
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as { port: number };
  const accepted = once(app.server, 'connection');
  const socket = connect(port, '127.0.0.1');
  socket.write(`GET ${drawChart.path} HTTP/1.1\r\nhost: maru.test\r\n\r\n`);
  const [serverSide] = await accepted;
  const asker = await asked.promise;
  expect([asker?.who, asker?.hasLeft()]).toEqual(['127.0.0.1', false]);
  const closed = once(serverSide, 'close');
  socket.destroy();
  await closed;
  expect(asker?.hasLeft()).toBe(true);
});

test('an order does not go through the read lane', async () => {
  let asker: Asker | undefined = { who: 'somebody', hasLeft: () => false };
  http = await createSampleHttp({
    routes: [
      serve(placeStake, async ({ body }) => {
        asker = currentAsker();
        return { ok: true, reply: { point: body.point } };
      }),
    ],
  });
  const order = { method: 'POST', url: placeStake.path, headers: PLAYER } as const;
  expect((await http.inject({ ...order, payload: { point: '1', roundId: 1 } })).statusCode).toBe(200);
  expect(asker).toBeUndefined();
});
