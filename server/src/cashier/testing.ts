// A small platform for tests of the cashier: a real database, desk and HTTP server, rates that the test sets, and a clock
// that stands still until the test moves it.
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as pathOf } from 'node:path';
import type { QueuePushes } from '@maru/contract/realtime';
import { type Amount, amount, rate, ZERO } from '@maru/engine/amount';
import type { PayoutWait } from '@maru/engine/cashier/commands';
import { describeBook } from '@maru/engine/describe';
import type { AnyCommand } from '@maru/engine/products';
import { type PlayerId, playerPurse } from '@maru/engine/purse';
import { exchangeRate, isRateStale } from '@maru/engine/rates/exchange-rate';
import { type Millis, millis } from '@maru/engine/time';
import { balanceOf } from '@maru/engine/transfer';
import { afterAll, beforeAll } from 'vitest';
import type { Database, Parameter } from '../db/database.ts';
import { insertRow } from '../db/insert-row.ts';
import type { TestDatabase } from '../db/testing.ts';
import type { RunningDesk } from '../desk/create-desk.ts';
import { everybody, forgetWorld, insertTestSite, openTestDesk } from '../desk/testing.ts';
import {
  type Asks,
  asksOf,
  OWNER,
  openTestHttp,
  PEOPLE,
  type Person,
  person,
  SITE,
} from '../http/testing.ts';
import { silentLog } from '../log/log.ts';
import { readMoneySettings } from '../site/money-settings.ts';
import { changeRoutes } from '../staff/changes.ts';
import { createStaffRequests } from '../staff/requests.ts';
import type { CashierSite } from './deps.ts';
import { type Cashier, openCashier } from './open-cashier.ts';
import { providerKey, signed } from './provider/signature.ts';

export const START = millis(Date.parse('2026-11-12T12:00:00+09:00'));
export const DAY = 86_400_000;
export const PASSWORD = 'the password of everybody';

const WALLETS = [
  { type: 'BINARY', currency: 'KRW', places: 0, credit: amount('1000000') },
  { type: 'FUTURES', currency: 'USDT', places: 8, credit: amount('1000') },
  { type: 'USDT', currency: 'USDT', places: 8, credit: amount('500') },
  { type: 'BTC', currency: 'BTC', places: 8, credit: ZERO },
  { type: 'XRP', currency: 'XRP', places: 8, credit: ZERO },
];

/** New players get numbers from here on. */
const FIRST_NEWCOMER = 100;

type Modules = typeof import('@maru/contract/cashier/calls') &
  typeof import('@maru/contract/cashier/coin-address') &
  typeof import('@maru/contract/cashier/office') &
  typeof import('@maru/contract/cashier/p2p') &
  typeof import('@maru/contract/cashier/payouts') &
  typeof import('@maru/contract/cashier/providers') &
  typeof import('@maru/contract/cashier/queue') &
  typeof import('@maru/contract/cashier/reasons') &
  typeof import('@maru/contract/cashier/settings') &
  typeof import('@maru/contract/staff/calls');

interface Terms {
  /** What the site allows. */
  site: CashierSite;
  /** Won for one USDT, and USDT for one bitcoin; undefined when the sources are silent. */
  won: string | undefined;
  bitcoin: string | undefined;
  /** When both were said; now, if absent. */
  quotedAt: Millis | undefined;
  /** What open positions need of every wallet. */
  reserved: Amount;
  /** The second factor of everybody; undefined while nobody has one. */
  code: string | undefined;
  waitMs: number | undefined;
  waits: readonly PayoutWait[];
}

export interface World extends Asks<Modules> {
  readonly folder: string;
  readonly cashier: Cashier;
  readonly desk: RunningDesk;
  readonly database: Database;
  readonly http: Awaited<ReturnType<typeof openTestHttp>>;
  /** Tests change it. */
  readonly terms: Terms;
  /** Everything that was pushed beside events, oldest first. */
  readonly pushed: readonly (QueuePushes['cashier'] & { readonly player: PlayerId })[];
  newcomer(role?: Person['role']): Promise<Person>;
  now(): Millis;
  moveBy(ms: number): void;
  submit(command: AnyCommand): ReturnType<RunningDesk['submit']>;
  free(wallet: string, by?: Person): Promise<string>;
  held(wallet: string, by?: Person): Promise<string>;
  book(): Promise<string>;
  query<Row>(text: string, parameters?: readonly Parameter[]): Promise<readonly Row[]>;
  /** A report of a provider, signed with its key unless the test changes something. */
  report(
    provider: string,
    report: unknown,
    changes?: {
      readonly at?: number;
      readonly signature?: string;
      readonly body?: string;
      readonly by?: string;
    },
  ): Promise<{
    readonly status: number;
    readonly body: { readonly code?: string; readonly result?: string };
  }>;
  /** A payout account that may be used at once. */
  addPayout(by?: Person, wallet?: string): Promise<number>;
  close(): Promise<void>;
}

async function openWorld(store: TestDatabase, from: { readonly folder?: string } = {}): Promise<World> {
  const { database } = store;
  await insertTestSite(store);
  const folder = from.folder ?? (await mkdtemp(pathOf(tmpdir(), 'maru-cashier-')));
  let now = START;
  const clock = (): Millis => now;
  let opened: Cashier | undefined;
  const { desk } = await openTestDesk(store, folder, {
    onDurable: (events) => {
      for (const event of events) opened?.payOut.onEvent(event);
    },
    clock,
  });
  let newest = FIRST_NEWCOMER;
  async function join(who: Person): Promise<Person> {
    const { id, role } = who;
    await database.transaction((tx) =>
      insertRow(
        tx,
        'player',
        {
          ...{ id, site_id: SITE, username: `player${id}`, password_hash: '', name: `이름${id}` },
          ...{ phone: `010-0000-${1_000 + id}`, nick: `별명${id}`, folded_nick: `별명${id}`, role },
          ...{ created_at: new Date(START - 30 * DAY), password_changed_at: new Date(START - 30 * DAY) },
        },
        'on conflict do nothing',
      ),
    );
    await desk.submit({ kind: 'OPEN_ACCOUNT', site: SITE, player: id, role, wallets: WALLETS });
    return who;
  }
  // Numbers of players are given by the test.
  await database.transaction((tx) => tx.query('alter table player alter column id set generated by default'));
  for (const each of PEOPLE) await join(each);

  const terms: Terms = {
    site: {
      id: SITE,
      moneyMode: 'PRACTICE',
      money: readMoneySettings({}),
      moneySettings: {},
      wallets: WALLETS,
      features: { oversea: true, p2p: true, futures: true, powerBall: true, binary: true },
      binaryCurrency: 'KRW',
      depositCoins: 'BINARY,USDT,BTC,XRP',
      buyCoins: 'USDT,BTC',
      refillLimit: () => amount('100000'),
    } as CashierSite,
    won: '1385.5',
    bitcoin: '90000',
    quotedAt: undefined,
    reserved: ZERO,
    code: undefined,
    waitMs: undefined,
    waits: [],
  };
  const latest = (base: string, counter: string, at: Millis) =>
    exchangeRate(
      { base, counter },
      (currency) => {
        const text = currency === 'USDT' ? terms.won : currency === 'BTC' ? terms.bitcoin : undefined;
        return text === undefined
          ? undefined
          : { rate: rate(text), source: 'TEST', at: terms.quotedAt ?? at };
      },
      at,
    );
  const requests = createStaffRequests(database);
  const pushed: (QueuePushes['cashier'] & { readonly player: PlayerId })[] = [];
  const secret = 'a secret of the test that is long enough';
  const cashier = openCashier({
    shard: 0,
    database,
    desk,
    sites: {
      byId: (id) => (id === SITE ? terms.site : undefined),
      all: () => [terms.site],
      setMoney(_id, changed) {
        terms.site = { ...terms.site, ...changed, money: readMoneySettings(changed.moneySettings) };
      },
    },
    rates: {
      currencies: ['KRW', 'USDT', 'BTC'],
      latest,
      get: (base: string, counter: string, at: Millis) => {
        const found = latest(base, counter, at);
        return found === undefined || isRateStale(found, at) ? undefined : found;
      },
    } as never,
    reservedFor: () => terms.reserved,
    requests,
    confirmOwner: async (_who, { password, code }) => {
      if (password !== undefined && password !== PASSWORD)
        return { ok: false, refusal: 'CURRENT_PASSWORD_MISMATCH', field: 'password' };
      if (terms.code === undefined || terms.code === code) return undefined;
      return { ok: false, refusal: code === undefined ? 'SECOND_FACTOR_NEEDED' : 'SECOND_FACTOR_WRONG' };
    },
    protection: async (_tx, _who, usualMs) => ({ waitMs: terms.waitMs ?? usualMs, waits: terms.waits }),
    secretOf: () => secret,
    push: (player, push) => pushed.push({ player, ...push }),
    time: { clock, wait: () => new Promise<void>(() => undefined) },
    log: silentLog,
  });
  opened = cashier;
  const http = await openTestHttp({
    routes: [...cashier.routes, ...requests.routes, ...changeRoutes(database)],
    beforeRouting: (app) => cashier.mount(app),
    clock,
  });
  const balance = async (wallet: string, kind: 'free' | 'withdrawHold', { id }: Person) => {
    const read = await desk.inspect((book) => balanceOf(book, playerPurse(id, wallet, kind)), [id]);
    return toShort(read?.seen ?? ZERO);
  };
  const query: World['query'] = (text, parameters) =>
    database.transaction((tx) => tx.query(text, parameters));

  return {
    terms,
    pushed,
    folder,
    cashier,
    desk,
    database,
    http,
    ...asksOf<Modules>(http),
    newcomer(role: Person['role'] = 'PLAYER') {
      newest += 1;
      return join(person(newest, role));
    },
    now: clock,
    moveBy(ms: number) {
      now = millis(now + ms);
    },
    submit: (command: AnyCommand) => desk.submit(command),
    free: (wallet: string, by = OWNER) => balance(wallet, 'free', by),
    held: (wallet: string, by = OWNER) => balance(wallet, 'withdrawHold', by),
    book: async () => (await desk.inspect(describeBook, everybody(desk)))?.seen ?? 'the desk is away',
    query,
    async report(provider: string, report: unknown, changes: Parameters<World['report']>[2] = {}) {
      const body = Buffer.from(changes.body ?? JSON.stringify(report));
      const key = providerKey(secret, changes.by ?? provider);
      const proof = signed(key, body, millis(changes.at ?? now));
      const answer = await http.inject({
        method: 'POST',
        url: `/api/provider/${provider}/callback`,
        headers: {
          'content-type': 'application/json',
          'x-provider-timestamp': proof.timestamp,
          'x-provider-signature': changes.signature ?? proof.signature,
        },
        payload: body,
      });
      return { status: answer.statusCode, body: answer.json() };
    },
    async addPayout({ id }: Person = OWNER, wallet = 'BINARY') {
      const isBank = wallet === 'BINARY';
      const [row] = await query<{ id: number }>(
        `insert into payout_account (site_id, player_id, wallet, kind, bank_id, account, created_ms, confirmed_ms)
         values ($1, $2, $3, $4, $5, $6, $7, $7)
         returning id`,
        [
          SITE,
          id as PlayerId,
          wallet,
          isBank ? 'BANK' : 'CHAIN',
          isBank ? 1 : null,
          '11012345678901',
          START - 2 * DAY,
        ],
      );
      return row?.id ?? 0;
    },
    async close() {
      await http.close();
      await cashier.due.stop();
      await desk.stop();
    },
  };
}

const toShort = (units: bigint): string => {
  const text = String(units).padStart(9, '0');
  return `${text.slice(0, -8)}.${text.slice(-8)}`.replace(/\.?0+$/, '');
};

/** One platform for all tests around the call; each makes the accounts that it needs. */
export function useWorld(open: () => Promise<TestDatabase>): World {
  const world = {} as World;
  let store: TestDatabase;
  beforeAll(async () => {
    store = await open();
    Object.assign(world, await openWorld(store));
  });
  afterAll(async () => {
    await world.close();
    await forgetWorld(world, store);
    await store.drop();
  });
  return world;
}
