// Keys on a real database and HTTP server, with a clock that tests move and two calls that a key may make.
import { createHash, createHmac } from 'node:crypto';
import type * as calls from '@maru/contract/apikeys/calls';
import { defineCall } from '@maru/contract/define-call';
import { type Millis, millis } from '@maru/engine/time';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { TestDatabase } from '../db/testing.ts';
import { type Principal, type Route, serve } from '../http/serve.ts';
import type { Signing } from '../http/signed.ts';
import { asksOf, openTestHttp, PEOPLE, type Person, SITE } from '../http/testing.ts';
import { silentLog } from '../log/log.ts';
import { createKeys } from './keys.ts';
import { createLastUses, type LastUses } from './last-uses.ts';
import { createReplays } from './replays.ts';
import { apikeyRoutes } from './routes.ts';
import { createSeal } from './seal.ts';
import { createSigning } from './signing.ts';

export const PASSWORD = 'right password';
export const CODE = '123456';
export const ADDRESS = '203.0.113.24';

const look = defineCall('player', 'GET', '/api/sample/look', {
  summary: 'Reads something',
  api: { scope: 'READ', ko: '봅니다' },
  query: z.object({ text: z.string().optional() }),
  reply: z.object({ player: z.int(), site: z.int() }),
});
const trade = defineCall('player', 'POST', '/api/sample/trade', {
  summary: 'Orders something',
  api: { scope: 'TRADE', ko: '주문합니다' },
  money: true,
  body: z.object({ qty: z.int() }),
  reply: z.object({ ordered: z.int() }),
});
const change = defineCall('player', 'POST', '/api/sample/change', {
  summary: 'Changes an order',
  api: { scope: 'TRADE', ko: '주문을 고칩니다' },
  money: true,
  body: z.object({ qty: z.int() }),
  reply: z.object({}),
});
const withdraw = defineCall('player', 'POST', '/api/sample/withdraw', {
  summary: 'Takes money out',
  body: z.object({}),
  reply: z.object({}),
});
const open = defineCall('public', 'GET', '/api/sample/open', {
  summary: 'For everybody',
  reply: z.object({}),
});

export interface SignedWith {
  readonly key: string;
  readonly secret: string;
}

export interface Sending extends SignedWith {
  readonly body?: unknown;
  /** What is sent when it is not what was signed. */
  readonly sentBody?: unknown;
  readonly sentPath?: string;
  readonly at?: number;
  /** Written behind the time. */
  readonly window?: number;
  readonly address?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

export async function openKeyWorld(
  store: TestDatabase,
  { paces = 'OFF' }: { readonly paces?: 'OFF' | 'USUAL' } = {},
) {
  const { database } = store;
  await database.transaction(async (tx) => {
    await tx.query(
      `insert into site (code, name, used_coins, binary_currency, type)
       values ('one', 'One', 'BINARY', 'KRW', '101111'), ('two', 'Two', 'BINARY', 'KRW', '101111')`,
    );
    for (const { id, role } of PEOPLE) {
      await tx.query(
        `insert into player (id, site_id, username, password_hash, name, nick, folded_nick, role, created_at,
                             password_changed_at)
         overriding system value
         values ($1, $2, $3, '', '', $3, $3, $4, now(), now())`,
        [id, SITE, `person${id}`, role],
      );
    }
  });
  const time = { now: millis(1_763_000_000_000) };
  const clock = (): Millis => time.now;
  /** Whose sign-ins of version 1 have ended. */
  const ended = new Set<number>();
  /** Who has set a second factor up. */
  const withCode = new Set<number>();
  const rechecked: number[] = [];
  let ordered = 0;
  let signing: Signing;
  let lastUses: LastUses;
  let http: FastifyInstance;

  const isOpen = ({ player, session }: Principal): boolean => session === 1 && !ended.has(player);

  async function start(): Promise<void> {
    let bytes = 0;
    const random = (count: number) =>
      Uint8Array.from({ length: count }, () => {
        bytes += 1;
        return (time.now + bytes * 37 + (bytes >> 3)) % 256;
      });
    const seal = createSeal('a secret of the installation', random);
    const keys = createKeys({ database, seal, log: silentLog, mostKnown: 3 });
    lastUses = createLastUses(database);
    signing = createSigning({
      ...{ keys, lastUses, random, clock },
      replays: createReplays(50),
      isCurrent: async (principal) => isOpen(principal),
      isSignedIn: isOpen,
    });
    const routes: readonly Route[] = [
      ...apikeyRoutes({
        ...{ database, keys, lastUses, seal, random },
        confirmOwner: async ({ player }, { password, code }) => {
          if (password !== PASSWORD)
            return { ok: false, refusal: 'CURRENT_PASSWORD_MISMATCH', field: 'password' };
          if (!withCode.has(player) || code === CODE) return undefined;
          return { ok: false, refusal: 'SECOND_FACTOR_NEEDED', field: 'code' };
        },
        recheck: (player) => rechecked.push(player),
      }),
      serve(look, async ({ principal: { player, site } }) => ({ ok: true, reply: { player, site } })),
      serve(trade, async ({ body }) => {
        ordered += body.qty;
        return { ok: true, reply: { ordered } };
      }),
      serve(change, async () => ({ ok: true, reply: {} })),
      serve(withdraw, async () => ({ ok: true, reply: {} })),
      serve(open, async () => ({ ok: true, reply: {} })),
    ];
    http = await openTestHttp({ routes, clock, signing, paces });
  }
  await start();

  const world = {
    database,
    time,
    ended,
    withCode,
    rechecked,
    get ordered() {
      return ordered;
    },
    get signing() {
      return signing;
    },
    get lastUses() {
      return lastUses;
    },
    asks: () => asksOf<typeof calls>(http),
    /** As a new process finds it. */
    async restart() {
      await http.close();
      await start();
    },
    async make(by: Person, changes: Readonly<Record<string, unknown>> = {}) {
      const body = {
        name: '봇',
        scopes: ['READ', 'TRADE'],
        addresses: [ADDRESS],
        days: 90,
        password: PASSWORD,
      };
      const made = await world.asks().post('/api/api_key/create', { ...body, ...changes }, by);
      return { status: made.status, ...made.body };
    },
    async send(method: 'GET' | 'POST', path: string, sending: Sending) {
      const { key, secret, body, sentBody = body, sentPath = path, at = time.now } = sending;
      const stamp = sending.window === undefined ? String(at) : `${at};${sending.window}`;
      const text = body === undefined ? '' : JSON.stringify(body);
      const sign = createHmac('sha256', secret)
        .update(`${stamp}${method}${path}${sha256(text)}`)
        .digest('hex');
      const response = await http.inject({
        method,
        url: sentPath,
        remoteAddress: sending.address ?? ADDRESS,
        headers: {
          'maru-key': key,
          'maru-time': stamp,
          'maru-sign': sign,
          ...(sentBody === undefined ? {} : { 'content-type': 'application/json' }),
          ...sending.headers,
        },
        ...(sentBody === undefined ? {} : { payload: JSON.stringify(sentBody) }),
      });
      const { code } = response.json() as { readonly code?: string };
      return {
        status: response.statusCode,
        code,
        body: response.json() as Readonly<Record<string, unknown>>,
      };
    },
    close: () => http.close(),
  };
  return world;
}

export type KeyWorld = Awaited<ReturnType<typeof openKeyWorld>>;

/** The token of a connection. */
export function connectToken({ key, secret }: SignedWith, at: number): string {
  const signed = `${at}CONNECT/ws${sha256('')}`;
  return `${key}.${at}.${createHmac('sha256', secret).update(signed).digest('hex')}`;
}
