// The root over many accounts as the platform makes it, from the tables of PostgreSQL with everything that is kept for
// proofs, beside a floor in the same run that reads the same accounts and hashes them one by one, without a tree and
// without keeping anything. Beside that the hashing alone, with the accounts at hand.
import { hash } from 'node:crypto';
import { type Amount, amountOfUnits } from '@maru/engine/amount';
import { assert } from '@maru/engine/assert';
import { dayNumber } from '@maru/engine/market/calendar-date';
import { playerId, siteId } from '@maru/engine/purse';
import { leafNode, leafText, type SolvencyLeaf } from '@maru/engine/solvency/leaf';
import { createTreeBuilder } from '@maru/engine/solvency/tree';
import { millis } from '@maru/engine/time';
import type { Database } from '@maru/server/db/database';
import { migrate } from '@maru/server/db/migrate';
import { openPostgres } from '@maru/server/db/postgres';
import { fastHash } from '@maru/server/solvency/packed-group';
import { leafOf as leafOfRow, publishDay } from '@maru/server/solvency/publish';
import { accountsByNonce } from '@maru/server/solvency/store';
import { startPostgres } from '../../scripts/postgres.mjs';
import { middleOf, rounded } from './callers.ts';

const ACCOUNTS = Number(process.env['CASHIER_ACCOUNTS'] ?? 1_000_000);
const SLICE = 4_096;
const ROUNDS = 3;
const WARM_UP = 100_000;
const DAY = { site: siteId(1), date: '2026-11-17' };
const CURRENCIES = ['KRW', 'USDT'];

const leafOf = (number: number): SolvencyLeaf => ({
  player: playerId(number),
  nonce: hash('sha256', String(number)),
  purses: [
    { wallet: 'BINARY', kind: 'free', currency: 'KRW', balance: won(43_342_071 + number) },
    { wallet: 'BINARY', kind: 'wait', currency: 'KRW', balance: won(number % 7) },
    { wallet: 'FUTURES', kind: 'free', currency: 'USDT', balance: amountOfUnits(BigInt(number) * 12_345n) },
  ],
});

const won = (whole: number): Amount => amountOfUnits(BigInt(whole) * 100_000_000n);

/** Slices are hashed by both in turn, so that neither has the machine in a better moment. */
function hashAll(accounts: number): { readonly treeMs: number; readonly floorMs: number } {
  const tree = { day: DAY, currencies: CURRENCIES, hash: fastHash };
  const builder = createTreeBuilder(fastHash, () => undefined);
  let treeMs = 0;
  let floorMs = 0;
  let last = '';
  for (let from = 1; from <= accounts; from += SLICE) {
    const leaves = Array.from({ length: Math.min(SLICE, accounts - from + 1) }, (_, place) =>
      leafOf(from + place),
    );
    const began = performance.now();
    for (const leaf of leaves) last = fastHash(leafText(DAY, leaf));
    const between = performance.now();
    for (const leaf of leaves) builder.add(leafNode(tree, leaf));
    treeMs += performance.now() - between;
    floorMs += between - began;
  }
  const ending = performance.now();
  const top = builder.end();
  treeMs += performance.now() - ending;
  assert(top !== undefined && top.hash !== last, 'a root is made of all accounts');
  return { treeMs, floorMs };
}

export async function merkleRoot(): Promise<Record<string, unknown>> {
  const { ratio, ...fromTables } = await published();
  return { accounts: ACCOUNTS, ratio, fromTables, hashingAlone: hashingAlone() };
}

/** A tree of pairs has about as many nodes as accounts: with the accounts at hand it costs at least twice the floor. */
function hashingAlone(): Record<string, unknown> {
  hashAll(Math.min(ACCOUNTS, WARM_UP));
  const rounds = Array.from({ length: ROUNDS }, () => hashAll(ACCOUNTS));
  return {
    treeMs: rounded(middleOf(rounds.map((round) => round.treeMs))),
    floorMs: rounded(middleOf(rounds.map((round) => round.floorMs))),
    ratio: rounded(middleOf(rounds.map((round) => round.treeMs / round.floorMs))),
  };
}

async function published() {
  const postgres = await startPostgres();
  const database = openPostgres(postgres.url);
  try {
    await migrate(database);
    await fill(database);
    const before = await timed(() => readAndHash(database));
    const publication = { day: dayNumber(20_774), now: millis(0), shard: 0, proofDays: 31 };
    const publishMs = await timed(async () => {
      const report = await publishDay(database, publication);
      assert(report?.accounts === ACCOUNTS, 'every account is in the root');
    });
    const floorMs = (before + (await timed(() => readAndHash(database)))) / 2;
    const [size] = await database.transaction((tx) =>
      tx.query<{ bytes: number }>(`select pg_total_relation_size('solvency_group') as bytes`),
    );
    return {
      publishMs: rounded(publishMs),
      readingAndHashingMs: rounded(floorMs),
      ratio: rounded(publishMs / floorMs),
      keptBytesPerAccount: rounded((size?.bytes ?? 0) / ACCOUNTS),
    };
  } finally {
    await database.close();
    await postgres.stop();
  }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** The rows that the shadow would have written; the house has the other side. */
const fill = (database: Database): Promise<void> =>
  database.transaction(async (tx) => {
    await tx.query(
      `insert into account (player_id, shard, site_id, role, blocked, session_version, seq, digest)
       select number, 0, 1, 'PLAYER', false, 1, 1, 0 from generate_series(1, ${ACCOUNTS}) as number`,
    );
    const purses = [
      ['BINARY:free', 'KRW', '43342071 + number'],
      ['BINARY:wait', 'KRW', 'number % 7'],
      ['FUTURES:free', 'USDT', 'number * 0.00012345'],
    ] as const;
    for (const [name, currency, balance] of purses)
      await tx.query(
        `insert into purse (id, shard, site_id, owner_id, currency, balance)
         select number || ':${name}', 0, 1, number, '${currency}', ${balance}
         from generate_series(1, ${ACCOUNTS}) as number`,
      );
    await tx.query(
      `insert into purse (id, shard, site_id, currency, balance)
       select 'house:1:practice:' || currency, 0, 1, currency, -sum(balance) from purse group by currency`,
    );
    await tx.query('insert into shadow_mark values (0, 1, $1, 1, 0)', ['0'.repeat(64)]);
    await tx.query('analyze');
  });

const readAndHash = (database: Database): Promise<void> =>
  database.transaction(async (tx) => {
    let count = 0;
    for await (const slice of accountsByNonce(tx, 0, new Uint8Array(32), SLICE)) {
      for (const account of slice) {
        fastHash(leafText(DAY, leafOfRow(account)));
        count += 1;
      }
    }
    assert(count === ACCOUNTS, 'the floor hashes every account');
  });
