// Writes the shadow's rows with SQL, a few statements for many batches: one for each table and kind of change.
import type { Amount } from '@maru/engine/amount';
import { assert } from '@maru/engine/assert';
import type { PurseId } from '@maru/engine/purse';
import type { Tx } from '../db/database.ts';
import { writeLedgerDays, writePaymentSums } from './ledger-days.ts';
import {
  type AccountEventRow,
  accountEvents,
  accounts,
  purses,
  transfers,
  wallets,
} from './ledger-tables.ts';
import { digestsOf, type PurseDelta, type RowChanges } from './rows.ts';
import { writeShareBases } from './share-bases.ts';
import { fieldsOf, insertMany, updateMany } from './statements.ts';

export async function writeRows(tx: Tx, shard: number, rows: RowChanges): Promise<void> {
  await writeAccounts(tx, shard, rows);
  await writeMoney(tx, shard, rows);
  for (const each of rows.products.values()) await each.product.write(tx, shard, each.rows);
  await writeHistory(tx, rows);
}

const insertAccounts = insertMany(accounts, {
  fields: ['player', 'site', 'role'],
  shared: ['shard'],
  computed: () => ({ blocked: 'false', sessionVersion: '1', seq: '0', digest: '0' }),
});
const insertWallets = insertMany(wallets, {
  fields: ['player', 'type', 'currency', 'places'],
  computed: () => ({ run: '1' }),
});
const moveSequences = updateMany(accounts, {
  key: ['player'],
  fields: ['seq', 'digest'],
  set: ({ digest }) => ({ digest: `mod(account.digest + ${digest}, 18446744073709551616)` }),
});
const setBlocked = updateMany(accounts, { key: ['player'], fields: ['blocked'] });
const setSessionVersions = updateMany(accounts, { key: ['player'], fields: ['sessionVersion'] });
const setRuns = updateMany(wallets, { key: ['player', 'type'], fields: ['run'] });
const insertTransfers = insertMany(transfers, { fields: fieldsOf(transfers) });

async function writeAccounts(tx: Tx, shard: number, rows: RowChanges): Promise<void> {
  const { seqs, blocked, sessionVersions } = rows;
  await insertAccounts(tx, rows.accounts, { shard });
  await insertWallets(tx, rows.wallets);
  const digests = digestsOf(rows);
  await moveSequences(
    tx,
    Array.from(seqs, ([player, seq]) => ({ player, seq, digest: digests.get(player) ?? 0n })),
  );
  await setBlocked(
    tx,
    Array.from(blocked, ([player, isBlocked]) => ({ player, blocked: isBlocked })),
  );
  await setSessionVersions(
    tx,
    Array.from(sessionVersions, ([player, sessionVersion]) => ({ player, sessionVersion })),
  );
  await setRuns(tx, [...rows.runs.values()]);
}

async function writeMoney(tx: Tx, shard: number, rows: RowChanges): Promise<void> {
  const groups = Map.groupBy(rows.purses.values(), (row) => `${row.site} ${row.currency}`);
  for (const moved of groups.values()) await movePurses(tx, shard, moved);
  await insertTransfers(tx, rows.transfers);
  await writeLedgerDays(tx, rows.days);
  await writePaymentSums(tx, rows.payments);
  await writeShareBases(tx, rows.bases);
}

const insertPurses = insertMany(purses, {
  fields: ['id', 'site', 'owner', 'currency', 'balance'],
  shared: ['shard'],
});

/** Purses of one site and currency. Money moved between sites or currencies stops the shadow for good. */
async function movePurses(tx: Tx, shard: number, moved: readonly PurseDelta[]): Promise<void> {
  const [first] = moved;
  if (first === undefined) return;
  const ids = `{${moved.map((row) => row.id).join(',')}}`;
  const [changed] = await tx.query<{ count: number; strange: number }>(
    `with changed as (
       update purse
       set balance = purse.balance + moved.by * 0.00000001
       from (select unnest($1::text[]) as id, unnest($2::numeric[]) as by) as moved
       where purse.id = moved.id
       returning purse.site_id, purse.currency
     )
     select count(*)::int as count, count(*) filter (where site_id <> $3 or currency <> $4)::int as strange
     from changed`,
    [ids, `{${moved.map((row) => row.by).join(',')}}`, first.site, first.currency],
  );
  assert(
    changed?.strange === 0,
    `money of site ${first.site} in ${first.currency} would enter a purse of another`,
  );
  if (changed.count === moved.length) return;
  // Almost every purse that moves was there before, so missing ones are looked up afterwards.
  const stored = await tx.query<{ id: PurseId }>('select id from purse where id = any ($1::text[])', [ids]);
  const known = new Set(stored.map(({ id }) => id));
  const opened = moved
    .filter(({ id }) => !known.has(id))
    .map((row) => ({ ...row, balance: row.by as Amount }));
  await insertPurses(tx, opened, { shard });
}

const EVENT = ['player', 'seq', 'event', 'kind', 'at', 'body'] as const;
const insertPayments = insertMany(accountEvents, {
  fields: [...EVENT, 'paidWallet', 'stakeBack', 'profit', 'voidBack', 'lost'],
});
const insertEvents = insertMany(accountEvents, {
  fields: [...EVENT, 'setAsideWallet', 'setAside', 'answerKey', 'answerPrint'],
});

/** Payments and other events have no fields in common beyond the basic ones: each statement has half of the columns. */
async function writeHistory(tx: Tx, rows: RowChanges): Promise<void> {
  const payments: AccountEventRow[] = [];
  const others: AccountEventRow[] = [];
  for (const row of rows.accountEvents) (row.paidWallet === undefined ? others : payments).push(row);
  await insertPayments(tx, payments);
  await insertEvents(tx, others);
}
