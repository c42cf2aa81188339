// A guest's, a player's, a staff member's and a money call without a feature behind them, to test the HTTP layer.
import { defineCall } from '@maru/contract/define-call';
import { decimal, id, instrumentCode, pageOf, siteInfoId } from '@maru/contract/fields';
import { playerId, siteId } from '@maru/engine/purse';
import { millis } from '@maru/engine/time';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { silentLog } from '../log/log.ts';
import { createHttp, type HttpOptions } from './http.ts';
import { type Principal, type Route, serve } from './serve.ts';
import { HEAD } from './testing.ts';

export const listPrices = defineCall('public', 'GET', '/api/sample/prices', {
  summary: 'A public list',
  query: z.object({ ...pageOf, siteInfoId, id: id.optional(), keyword: z.string().max(64).optional() }),
  reply: z.object({ page: z.int(), size: z.int() }),
});

export const whoAmI = defineCall('player', 'GET', '/api/sample/me', {
  summary: 'Who the token says',
  query: z.object({ siteInfoId }),
  reply: z.object({ id, site: id }),
});

export const placeStake = defineCall('player', 'POST', '/api/sample/stake', {
  summary: 'Moves money',
  money: true,
  body: z.object({ point: decimal, roundId: id, note: z.string().max(64).optional() }),
  reply: z.object({ point: z.string(), key: z.string().optional(), fingerprint: z.string().optional() }),
  refusals: ['INSUFFICIENT_BALANCE'],
});

const logIn = defineCall('public', 'POST', '/api/sample/login', {
  summary: 'A public change',
  limit: { per: 'ip', max: 5, windowMs: 900_000 },
  body: z.object({ username: z.string().max(64), password: z.string().max(64), siteInfoId }),
  reply: z.object({ site: id }),
});

export const logOut = defineCall('player', 'POST', '/api/sample/logout', {
  summary: 'A change without a body',
  reply: z.object({}),
});

const listStaff = defineCall('staff', 'GET', '/api/sample/staff', {
  right: 'MEMBER_READ',
  summary: 'For staff',
  reply: z.object({}),
});

const findContent = defineCall('public', 'GET', '/api/sample/content/{kind}', {
  summary: 'A path with a name in it',
  query: z.object({ kind: instrumentCode }),
  reply: z.object({ kind: z.string() }),
});

const breakDown = defineCall('public', 'GET', '/api/sample/bug', {
  summary: 'Throws',
  reply: z.object({}),
});

/** `seen` collects the input of the calls, newest last. */
export function sampleRoutes(seen: unknown[] = []): Route[] {
  const note = <A>(asked: A): A => {
    seen.push(asked);
    return asked;
  };
  return [
    serve(listPrices, async (asked) => {
      const { query } = note(asked);
      return { ok: true, reply: { page: query.page, size: query.size } };
    }),
    serve(whoAmI, async (asked) => {
      const { principal } = note(asked);
      return { ok: true, reply: { id: principal.player, site: principal.site } };
    }),
    serve(placeStake, async (asked) => {
      const { body, key } = note(asked);
      if (body.point === '999') return { ok: false, refusal: 'INSUFFICIENT_BALANCE', field: 'point' };
      return { ok: true, reply: { point: body.point, ...key } };
    }),
    serve(logIn, async (asked) => ({ ok: true, reply: { site: note(asked).site } })),
    serve(logOut, async (asked) => {
      note(asked);
      return { ok: true, reply: {} };
    }),
    serve(listStaff, async () => ({ ok: true, reply: {} })),
    serve(findContent, async ({ query }) => ({ ok: true, reply: { kind: query.kind } })),
    serve(breakDown, async () => {
      throw new Error('select * from secret_table at /home/maru');
    }),
  ];
}

const people: Readonly<Record<string, Principal | 'EXPIRED'>> = {
  'player-seven': { player: playerId(7), site: siteId(1), role: 'PLAYER', session: 1 },
  'staff-one': { player: playerId(1), site: siteId(1), role: 'STAFF', session: 1, standing: HEAD },
  'old-token': 'EXPIRED',
};

export const PLAYER = { authorization: 'Bearer player-seven' };

export function createSampleHttp(options: Partial<HttpOptions> = {}): Promise<FastifyInstance> {
  return createHttp({
    routes: sampleRoutes(),
    authenticate: async (token) => (Object.hasOwn(people, token) ? people[token] : undefined),
    siteOf: (_host, siteInfoId = 1) => (siteInfoId <= 2 ? siteId(siteInfoId) : undefined),
    hasSite: (id) => id <= 2,
    clock: () => millis(1_000_000),
    log: silentLog,
    health: () => ({ ready: true }),
    metrics: () => 'maru_up 1\n',
    paces: 'OFF',
    checkReplies: true,
    ...options,
  });
}
