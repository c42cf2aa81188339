// The time machine: what an account was at a moment, for accounts with ten and a hundred thousand events, over HTTP from
// the real server on PostgreSQL. Beside it the floor: reading the same rows and parsing them, without folding. `calmMs`
// and `busyMs` are what a plain call takes meanwhile: a fold that blocked the server would show there.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { amount, price, qty } from '@maru/engine/amount';
import { assert } from '@maru/engine/assert';
import { type FuturesTerms, orderId } from '@maru/engine/futures/terms';
import { BTC, quoteAt } from '@maru/engine/futures/testing';
import type { AnyCommand } from '@maru/engine/products';
import { type PlayerId, siteId } from '@maru/engine/purse';
import { later, type Millis, millis } from '@maru/engine/time';
import { openStore } from '@maru/server/db/open-store';
import pg from 'pg';
import { startPostgres } from '../../scripts/postgres.mjs';
import { ask, type Person, signUp } from './abuse-orders.ts';
import { middleOf, rounded } from './callers.ts';
import { type Filling, hastily, openFilling } from './filled-journal.ts';
import { freePort, startServer, untilReady } from './server-process.ts';

const SIZES = [10_000, 100_000] as const;
const RUNS = 3;
const SITE = siteId(1);
const COMMANDS_AT_ONCE = 1_000;
const BETWEEN_MS = 10;
const terms: FuturesTerms = { ...BTC, fundingDue: millis(0) };

interface Account {
  readonly person: Person;
  readonly player: PlayerId;
  readonly events: number;
}

export async function timeMachine(): Promise<Record<string, unknown>> {
  const postgres = await startPostgres();
  const folder = mkdtempSync(join(tmpdir(), 'maru-past-'));
  const at = { dataFolder: join(folder, 'data'), databaseUrl: postgres.url };
  try {
    const [other, ...accounts] = await openAccounts(at);
    assert(other !== undefined, 'one account has few events');
    await fillAll(at, accounts);
    const runs: Run[][] = [];
    for (let run = 0; run < RUNS; run += 1) runs.push(await measure(at, accounts, other.person));
    const floors = await Promise.all(accounts.map((account) => floorMs(postgres.url, account)));
    const middle = (nth: number, key: keyof Run) => middleOf(runs.map((each) => each[nth]![key]));
    const sizes = accounts.map(({ events }, nth) => ({
      events,
      answerMs: rounded(middle(nth, 'answerMs')),
      againMs: rounded(middle(nth, 'againMs')),
      busyMs: rounded(middle(nth, 'busyMs')),
      calmMs: rounded(middle(nth, 'calmMs')),
      floorMs: rounded(floors[nth] ?? 0),
      ratioToFloor: rounded(middle(nth, 'answerMs') / (floors[nth] ?? 1)),
    }));
    const [small, large] = sizes;
    return { growth: rounded((large?.answerMs ?? 0) / (small?.answerMs ?? 1)), sizes };
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Place {
  readonly dataFolder: string;
  readonly databaseUrl: string;
}

async function withServer<Result>(place: Place, work: (origin: string) => Promise<Result>): Promise<Result> {
  const server = startServer({ port: await freePort(), ...place });
  try {
    await untilReady(server);
    return await work(server.origin);
  } finally {
    await server.kill('SIGTERM');
  }
}

const openAccounts = (place: Place): Promise<readonly Account[]> =>
  withServer(place, async (origin) => {
    const accounts: Account[] = [];
    for (const [index, events] of [0, ...SIZES].entries()) {
      const person = await signUp(origin, `past${index}`, `10.9.${index}.1`);
      const { text } = await ask(origin, '/api/me', { headers: person.headers });
      accounts.push({ person, player: (JSON.parse(text) as { id: number }).id as PlayerId, events });
    }
    return accounts;
  });

async function fillAll({ dataFolder, databaseUrl }: Place, accounts: readonly Account[]): Promise<void> {
  const { database } = await openStore({ dataFolder, databaseUrl: hastily(databaseUrl) });
  const players = accounts.map(({ player }) => player);
  const filling = await openFilling(database, { url: databaseUrl }, players);
  try {
    for (const { player, events } of accounts) await fillAccount(filling, player, events);
  } finally {
    await filling.close();
    await database.close();
  }
}

/**
 * Money that is set aside, orders that rest, and their ends, all within about a second: they must be over when the server
 * that answers has started, however fast they were written.
 */
async function fillAccount(filling: Filling, player: PlayerId, events: number): Promise<void> {
  for (let done = 1; done < events; done += COMMANDS_AT_ONCE) {
    const now = later(millis(filling.book.lastAt), BETWEEN_MS);
    await filling.fill(
      commandsOf(filling, player, { now, count: Math.min(COMMANDS_AT_ONCE, events - done) }),
      {
        now,
      },
    );
  }
}

function* commandsOf(
  { book }: Filling,
  player: PlayerId,
  { now, count }: { readonly now: Millis; readonly count: number },
): Iterable<AnyCommand> {
  const common = { site: SITE, player } as const;
  for (let nth = 0; nth < count; nth += 4) {
    yield { kind: 'HOLD_FUNDS', ...common, wallet: 'BINARY', amount: amount('1000'), purpose: 'bench' };
    const held = book.lastEvent;
    if (nth + 1 < count) yield restingOrder(common, now);
    const order = orderId(book.lastEvent);
    if (nth + 2 < count) yield { kind: 'CANCEL_FUTURES_ORDER', ...common, order };
    if (nth + 3 < count) yield { kind: 'RELEASE_FUNDS', ...common, hold: held };
  }
}

const restingOrder = (
  common: { readonly site: typeof SITE; readonly player: PlayerId },
  now: Millis,
): AnyCommand => ({
  kind: 'PLACE_FUTURES_ORDER',
  ...common,
  side: 'LONG',
  type: 'LIMIT',
  qty: qty('0.001'),
  price: price('50000'),
  by: 'last',
  leverage: 20,
  marginType: 'CROSS',
  reduceOnly: false,
  postOnly: false,
  immediate: false,
  terms,
  quote: quoteAt('60000', { at: now }),
  priced: [],
});

interface Run {
  readonly answerMs: number;
  /** The same once more, from what was kept half-way. */
  readonly againMs: number;
  readonly calmMs: number;
  readonly busyMs: number;
}

/** A process of its own each time: nothing is kept from the run before. */
const measure = (place: Place, accounts: readonly Account[], other: Person): Promise<Run[]> =>
  withServer(place, async (origin) => {
    // Starts the thread and warms it up a little, with an account that has few events.
    await past(origin, other);
    const runs: Run[] = [];
    for (const { person, events } of accounts) {
      const calm = await plainCalls(origin, person, new Promise((resolve) => setTimeout(resolve, 500)));
      const first = timed(() => past(origin, person));
      const busy = await plainCalls(origin, person, first);
      const { tookMs, seq } = await first;
      assert(seq >= events, `the account has ${events} events`);
      const again = await timed(() => past(origin, person));
      runs.push({ answerMs: tookMs, againMs: again.tookMs, calmMs: calm, busyMs: busy });
    }
    return runs;
  });

async function timed(work: () => Promise<{ readonly seq: number }>) {
  const began = performance.now();
  const { seq } = await work();
  return { seq, tookMs: performance.now() - began };
}

async function past(origin: string, { headers }: Person): Promise<{ readonly seq: number }> {
  const answer = await ask(origin, '/api/wallet/past', { headers });
  if (answer.status !== 200) throw new Error(`time machine: ${answer.status} ${answer.text}`);
  return JSON.parse(answer.text) as { readonly seq: number };
}

/** The slowest of the calls that another visitor makes until then. */
async function plainCalls(origin: string, { headers }: Person, until: Promise<unknown>): Promise<number> {
  let isOver = false;
  void until.finally(() => {
    isOver = true;
  });
  let slowest = 0;
  while (!isOver) {
    const began = performance.now();
    await ask(origin, '/api/wallet/my', { headers });
    slowest = Math.max(slowest, performance.now() - began);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return slowest;
}

async function floorMs(url: string, { player }: Account): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const took: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      const began = performance.now();
      const { rows } = await client.query<{ body: string }>(
        'select body from account_event where player_id = $1 order by seq',
        [player],
      );
      for (const { body } of rows) JSON.parse(body);
      took.push(performance.now() - began);
    }
    return middleOf(took);
  } finally {
    await client.end();
  }
}
