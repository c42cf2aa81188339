// A small platform for tests of accounts: a real database, desk and HTTP server, with a clock that tests move.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OfficeRole } from '@maru/contract/staff/rights';
import { amount } from '@maru/engine/amount';
import { type PlayerId, playerId, type SiteId, siteId } from '@maru/engine/purse';
import { DAY_MS, type Millis, millis } from '@maru/engine/time';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll } from 'vitest';
import type { Database, Parameter } from '../db/database.ts';
import type { TestDatabase } from '../db/testing.ts';
import type { Desk } from '../desk/desk.ts';
import { openTestDesk } from '../desk/testing.ts';
import type { Route } from '../http/serve.ts';
import { type BodyAt, type HttpReply, openTestHttp } from '../http/testing.ts';
import { silentLog } from '../log/log.ts';
import type { ForceLogout, KeptTrials, SiteTerms } from './deps.ts';
import { withDeviceRule } from './device-rule.ts';
import { type Accounts, openAccounts } from './open-accounts.ts';
import type { PasswordCost } from './password-pool.ts';
import { secretsOf } from './secrets.ts';
import { enterOffice, type Factor, type Send, setUpCodes } from './staff-testing.ts';

export const SITE = siteId(1);
export const OTHER_SITE = siteId(2);
export const testSecrets = secretsOf('a secret of at least thirty-two characters');
/** Fast, and never used outside of tests. */
export const CHEAP = { memoryKib: 256, passes: 1, lanes: 1 };
export const MOBILE = {
  'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Mobile/15E148',
};

const terms: SiteTerms = {
  name: 'One',
  moneyMode: 'PRACTICE',
  money: { waitMs: DAY_MS },
  wallets: [
    { type: 'BINARY', currency: 'KRW', places: 0, credit: amount('10000000') },
    { type: 'FUTURES', currency: 'USDT', places: 8, credit: amount('10000') },
    { type: 'BTC', currency: 'BTC', places: 8, credit: amount('0') },
  ],
  refillLimit: (currency) => amount(currency === 'KRW' ? '100000000' : '100000'),
};

type OpenedTrials = KeptTrials & { readonly routes: readonly Route[] };

/** What the call at this path answered. */
type Answered<Method extends string, Path extends string> = HttpReply<
  BodyAt<
    typeof import('@maru/contract/account/calls') &
      typeof import('@maru/contract/account/office') &
      typeof import('@maru/contract/account/practice') &
      typeof import('@maru/contract/identity/calls') &
      typeof import('@maru/contract/identity/member-calls') &
      typeof import('@maru/contract/security/calls') &
      typeof import('@maru/contract/security/office') &
      typeof import('@maru/contract/staff/sign-in'),
    Method,
    Path
  >
> & {
  readonly retryAfter: string | undefined;
};

export interface Asking {
  readonly token?: string;
  readonly ip?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface World {
  readonly accounts: Accounts;
  readonly http: FastifyInstance;
  readonly loggedOut: ForceLogout[];
  /** Tests move it. */
  readonly time: { now: Millis };
  get<Path extends string>(path: Path, asking?: Asking): Promise<Answered<'GET', Path>>;
  post<Path extends string>(path: Path, body: unknown, asking?: Asking): Promise<Answered<'POST', Path>>;
  query<Row>(text: string, parameters?: readonly Parameter[]): Promise<readonly Row[]>;
  readonly submit: Desk['submit'];
  /** Makes the desk unreachable, as after a crash of the journal's disk. */
  stopDesk(): Promise<void>;
  close(): Promise<void>;
}

export async function openWorld(
  store: TestDatabase,
  {
    highestPlayer = 0,
    passwordCost = CHEAP,
    paces,
    openTrials,
  }: {
    readonly paces?: 'OFF';
    readonly openTrials?: (parts: { database: Database; clock: () => Millis }) => OpenedTrials;
    readonly highestPlayer?: number;
    readonly passwordCost?: PasswordCost;
  } = { paces: 'OFF' },
): Promise<World> {
  const { database } = store;
  await database.transaction((tx) =>
    tx.query(
      `insert into site (code, name, used_coins, binary_currency, type)
       values ('one', 'One', 'BINARY,FUTURES,BTC', 'KRW', '101111'), ('two', 'Two', 'BINARY', 'KRW', '000001')
       on conflict do nothing`,
    ),
  );
  const folder = await mkdtemp(join(tmpdir(), 'maru-account-'));
  let accounts: Accounts | undefined;
  const { desk } = await openTestDesk(store, folder, {
    onDurable: (events) => {
      for (const event of events) accounts?.onEvent(event);
    },
    onHalt: () => undefined,
  });
  const loggedOut: ForceLogout[] = [];
  const time = { now: millis(1_763_000_000_000) };
  const clock = () => time.now;
  const trials = openTrials?.({ database, clock });
  accounts = await openAccounts({
    shard: 0,
    database,
    trials,
    desk,
    siteTerms: (site) => (site === SITE || site === OTHER_SITE ? terms : undefined),
    secrets: testSecrets,
    factorSecret: 'a secret of second factors that is long enough',
    forceLogout: (whom) => loggedOut.push(whom),
    log: silentLog,
    clock,
    passwordCost,
    signUpsPerHour: paces ?? 3,
    highestPlayer: Math.max(highestPlayer, desk.highestPlayer()),
  });
  const http = await openTestHttp({
    routes: withDeviceRule([...accounts.routes, ...(trials?.routes ?? [])], accounts.authenticator),
    authenticate: accounts.authenticator.authenticate,
    siteOf: (_host, claimed) =>
      claimed === undefined || claimed === SITE ? SITE : claimed === OTHER_SITE ? OTHER_SITE : undefined,
    hasSite: (claimed) => claimed === SITE || claimed === OTHER_SITE,
    clock,
    paces: paces ?? 'USUAL',
  });

  async function request(
    method: 'GET' | 'POST',
    path: string,
    asking: Asking,
    payload?: unknown,
  ): Promise<HttpReply<never> & { readonly retryAfter: string | undefined }> {
    const response = await http.inject({
      method,
      url: path,
      remoteAddress: asking.ip ?? '127.0.0.1',
      headers: {
        ...(asking.token === undefined ? {} : { authorization: `Bearer ${asking.token}` }),
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...asking.headers,
      },
      ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
    });
    return {
      status: response.statusCode,
      body: response.json() as never,
      retryAfter: response.headers['retry-after']?.toString(),
    };
  }

  return {
    accounts,
    http,
    loggedOut,
    time,
    get: (path, asking = {}) => request('GET', path, asking),
    post: (path, body, asking = {}) => request('POST', path, asking, body),
    query: (text, parameters) => database.transaction((tx) => tx.query(text, parameters)),
    submit: (command) => desk.submit(command),
    stopDesk: () => desk.stop(),
    async close() {
      await http.close();
      await accounts.close();
      if (desk.state() === 'OPEN') await desk.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The platform of the tests around the call: opened before them, closed after them. */
export function useWorld(
  open: () => Promise<TestDatabase>,
  options?: Parameters<typeof openWorld>[1],
): World & { readonly store: TestDatabase } {
  const world = {} as World & { readonly store: TestDatabase };
  beforeAll(async () => {
    const store = await open();
    Object.assign(world, { store }, await openWorld(store, options));
  });
  afterAll(async () => {
    await world.close();
    await world.store.drop();
  });
  return world;
}

export const PASSWORD = 'correct horse battery';

let people = 0;

/** A valid sign-up form; names differ from call to call. */
export function formOf(changes: Readonly<Record<string, unknown>> = {}) {
  people += 1;
  return {
    username: `player${people}`,
    password: PASSWORD,
    name: '홍길동',
    phone: `010-${String(1_000 + people)}-0000`,
    email: `player${people}@example.com`,
    nick: `별명${people}`,
    ...changes,
  };
}

export interface Signed {
  readonly id: PlayerId;
  readonly username: string;
  readonly token: string;
  readonly refreshToken: string;
  /** Of staff, who cannot be without one. */
  readonly factor?: Factor;
}

interface NewcomerOptions {
  readonly site?: SiteId;
  readonly role?: 'PLAYER' | 'STAFF';
  /** Of staff: a head of the site unless it says otherwise. */
  readonly staff?: { readonly role: OfficeRole; readonly level: number };
}

/** A new player, or member of staff with a second factor, signed in. The role is set directly in the table. */
export async function newcomer(
  world: World,
  { site = SITE, role = 'PLAYER', staff = { role: 'HEAD', level: 2 } }: NewcomerOptions = {},
): Promise<Signed> {
  const form = formOf({ siteInfoId: site });
  const made = await world.post('/api/player', form);
  if (made.status !== 200) throw new Error(JSON.stringify(made.body));
  const id = playerId(made.body.id);
  if (role === 'PLAYER') return { ...(await signInAs(world, form.username, { site })), id };
  const stored = staff.role === 'PARTNER' ? 'PARTNER' : 'STAFF';
  await world.query('update player set role = $2 where id = $1', [id, stored]);
  await world.query(
    'insert into staff_account (player_id, site_id, role, level, created_ms) values ($1, $2, $3, $4, 0)',
    [id, site, staff.role, staff.level],
  );
  const { username } = form;
  const who = { username, password: PASSWORD, siteInfoId: site };
  const entered = await enterOffice(sendingTo(world), who, world.time.now);
  const { accessToken: token, refreshToken, factor } = entered;
  return { id, username, token, refreshToken, factor };
}

const sendingTo =
  (world: World): Send =>
  async (path, body, token) => {
    const answer = await world.post(path, body, token === undefined ? {} : { token });
    if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };

/** Codes of an authenticator app for somebody who is signed in. */
export const setUpFactor = (
  world: World,
  under: '/api/security' | '/api/office/security',
  { token }: Pick<Signed, 'token'>,
): Promise<Factor> => setUpCodes(sendingTo(world), { under, token, password: PASSWORD, now: world.time.now });

export async function signInAs(
  world: World,
  username: string,
  { site = SITE, password = PASSWORD }: { readonly site?: SiteId; readonly password?: string } = {},
): Promise<Signed> {
  const reply = await world.post('/api/login', { username, password, siteInfoId: site });
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
  const { accessToken, refreshToken, user } = reply.body;
  return { id: playerId(user.id), username, token: accessToken, refreshToken };
}
