// The shadow's rows into SQL, a handful of statements for many batches: one per table, each with unnest.
import { print } from '@maru/engine/amount';
import { assert } from '@maru/engine/assert';
import type { PurseId } from '@maru/engine/purse';
import type { Tx } from '../db/database.ts';
import { type AccountEventRow, digestsOf, type PurseDelta, type RowChanges } from './rows.ts';
import { writeBinary } from './write-binary.ts';
import { writeOversea } from './write-oversea.ts';

export async function writeRows(tx: Tx, shard: number, rows: RowChanges): Promise<void> {
  await writeAccounts(tx, shard, rows);
  await writeMoney(tx, shard, rows);
  await writeHolds(tx, rows);
  await writeBinary(tx, shard, rows.binary);
  await writeOversea(tx, shard, rows.oversea);
  await writeHistory(tx, rows);
}

async function writeAccounts(tx: Tx, shard: number, rows: RowChanges): Promise<void> {
  const { accounts, wallets, seqs, blocked, sessionVersions, runs } = rows;
  if (accounts.length > 0) {
    await tx.query(
      `insert into account (player_id, shard, site_id, role, blocked, session_version, seq, digest)
       select player_id, $1, site_id, role, false, 1, 0, 0
       from unnest($2::bigint[], $3::bigint[], $4::text[]) as opened (player_id, site_id, role)`,
      [
        shard,
        accounts.map((row) => row.player),
        accounts.map((row) => row.site),
        accounts.map((row) => row.role),
      ],
    );
    await tx.query(
      `insert into wallet (player_id, type, currency, places, run)
       select player_id, type, currency, places, 1
       from unnest($1::bigint[], $2::text[], $3::text[], $4::int[]) as opened (player_id, type, currency, places)`,
      [
        wallets.map((row) => row.player),
        wallets.map((row) => row.type),
        wallets.map((row) => row.currency),
        wallets.map((row) => row.places),
      ],
    );
  }
  if (seqs.size > 0) {
    const digests = digestsOf(rows);
    await tx.query(
      `update account
       set seq = moved.seq, digest = mod(account.digest + moved.digest, 18446744073709551616)
       from unnest($1::bigint[], $2::bigint[], $3::numeric[]) as moved (player_id, seq, digest)
       where account.player_id = moved.player_id`,
      [
        listed([...seqs.keys()]),
        listed([...seqs.values()]),
        listed(Array.from(seqs.keys(), (player) => digests.get(player) ?? 0n)),
      ],
    );
  }
  if (blocked.size > 0) {
    await tx.query(
      `update account
       set blocked = changed.blocked
       from unnest($1::bigint[], $2::boolean[]) as changed (player_id, blocked)
       where account.player_id = changed.player_id`,
      [[...blocked.keys()], [...blocked.values()]],
    );
  }
  if (sessionVersions.size > 0) {
    await tx.query(
      `update account
       set session_version = ended.version
       from unnest($1::bigint[], $2::bigint[]) as ended (player_id, version)
       where account.player_id = ended.player_id`,
      [[...sessionVersions.keys()], [...sessionVersions.values()]],
    );
  }
  if (runs.size > 0) {
    const refilled = [...runs.values()];
    await tx.query(
      `update wallet
       set run = refilled.run
       from unnest($1::bigint[], $2::text[], $3::int[]) as refilled (player_id, type, run)
       where wallet.player_id = refilled.player_id and wallet.type = refilled.type`,
      [refilled.map((row) => row.player), refilled.map((row) => row.type), refilled.map((row) => row.run)],
    );
  }
}

async function writeMoney(tx: Tx, shard: number, rows: RowChanges): Promise<void> {
  if (rows.purses.size === 0) return;
  const groups = Map.groupBy(rows.purses.values(), (row) => `${row.site} ${row.currency}`);
  for (const purses of groups.values()) await movePurses(tx, shard, purses);
  const { transfers } = rows;
  if (transfers.length === 0) return;
  await tx.query(
    `insert into transfer (event_id, leg, site_id, currency, from_id, to_id, amount, reason, at)
     select event_id, leg, site_id, currency, from_id, to_id, amount, reason, to_timestamp(at_ms / 1000.0)
     from unnest($1::bigint[], $2::int[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::numeric[], $8::text[], $9::bigint[])
       as moved (event_id, leg, site_id, currency, from_id, to_id, amount, reason, at_ms)`,
    [
      listed(transfers.map((row) => row.event)),
      listed(transfers.map((row) => row.leg)),
      listed(transfers.map((row) => row.site)),
      transfers.map((row) => row.currency),
      listed(transfers.map((row) => row.from)),
      listed(transfers.map((row) => row.to)),
      transfers.map((row) => print(row.amount)),
      transfers.map((row) => row.reason),
      listed(transfers.map((row) => row.at)),
    ],
  );
}

/** Purses of one site and currency. Money that would change its site or currency stops the shadow for good. */
async function movePurses(tx: Tx, shard: number, purses: readonly PurseDelta[]): Promise<void> {
  const [first] = purses;
  if (first === undefined) return;
  const [moved] = await tx.query<{ count: number; strange: number }>(
    `with changed as (
       update purse
       set balance = purse.balance + moved.by * 0.00000001
       from unnest($1::text[], $2::numeric[]) as moved (id, by)
       where purse.id = moved.id
       returning purse.site_id, purse.currency
     )
     select count(*)::int as count, count(*) filter (where site_id <> $3 or currency <> $4)::int as strange
     from changed`,
    [listed(purses.map((row) => row.id)), listed(purses.map((row) => row.by)), first.site, first.currency],
  );
  assert(
    moved?.strange === 0,
    `money of site ${first.site} in ${first.currency} would enter a purse of another`,
  );
  if (moved.count < purses.length) await insertPurses(tx, shard, await unknownPurses(tx, purses));
}

/**
 * An array as the database reads it. Names of purses and whole numbers need no quotes, and the driver would look into
 * each of them for some: with thousands of rows that costs as much as making them.
 */
const listed = (values: readonly (PurseId | bigint | number | 'null')[]): string => `{${values.join(',')}}`;

/** The same for any texts: few of them need quotes. */
const listedTexts = (values: readonly (string | undefined)[]): string => `{${values.map(quoted).join(',')}}`;

const PLAIN = /^(?!null$)[\w:.-]+$/i;

function quoted(value: string | undefined): string {
  if (value === undefined) return 'null';
  return PLAIN.test(value) ? value : `"${value.replace(/["\\]/g, '\\$&')}"`;
}

/** Almost every purse that moves was there before, so those that were not are looked for afterwards. */
async function unknownPurses(tx: Tx, purses: readonly PurseDelta[]): Promise<readonly PurseDelta[]> {
  const found = await tx.query<{ id: PurseId }>('select id from purse where id = any ($1::text[])', [
    listed(purses.map((row) => row.id)),
  ]);
  const known = new Set(found.map(({ id }) => id));
  return purses.filter(({ id }) => !known.has(id));
}

async function insertPurses(tx: Tx, shard: number, purses: readonly PurseDelta[]): Promise<void> {
  await tx.query(
    `insert into purse (id, shard, site_id, owner_id, currency, balance)
     select id, $1, site_id, owner_id, currency, balance
     from unnest($2::text[], $3::bigint[], $4::bigint[], $5::text[], $6::numeric[])
       as opened (id, site_id, owner_id, currency, balance)`,
    [
      shard,
      purses.map((row) => row.id),
      purses.map((row) => row.site),
      purses.map((row) => row.owner ?? null),
      purses.map((row) => row.currency),
      purses.map((row) => print(row.by)),
    ],
  );
}

async function writeHolds(tx: Tx, { holds, releases }: RowChanges): Promise<void> {
  if (releases.length > 0)
    await tx.query('delete from hold where id = any ($1::bigint[])', [listed(releases)]);
  if (holds.size === 0) return;
  const made = [...holds.values()];
  await tx.query(
    `insert into hold (id, player_id, wallet, amount, purpose)
     select *
     from unnest($1::bigint[], $2::bigint[], $3::text[], $4::numeric[], $5::text[])`,
    [
      listed(made.map((row) => row.id)),
      listed(made.map((row) => row.player)),
      made.map((row) => row.wallet),
      made.map((row) => print(row.amount)),
      made.map((row) => row.purpose),
    ],
  );
}

async function writeHistory(tx: Tx, rows: RowChanges): Promise<void> {
  const payments: PaymentRow[] = [];
  const accountEvents: AccountEventRow[] = [];
  for (const row of rows.accountEvents) (isPayment(row) ? payments : accountEvents).push(row as PaymentRow);
  await writePayments(tx, payments);
  if (accountEvents.length === 0) return;
  await tx.query(
    `insert into account_event (
       player_id, seq, event_id, kind, at, body, set_aside_wallet, set_aside, answer_key, answer_print
     )
     select
       player_id, seq, event_id, kind, to_timestamp(at_ms / 1000.0), body,
       wallet, set_aside * 0.00000001, key, print
     from unnest(
       $1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::bigint[], string_to_array($6, e'\\n'),
       $7::text[], $8::numeric[], $9::text[], $10::text[]
     ) as happened (player_id, seq, event_id, kind, at_ms, body, wallet, set_aside, key, print)`,
    [
      listed(accountEvents.map((row) => row.player)),
      listed(accountEvents.map((row) => row.seq)),
      listed(accountEvents.map((row) => row.event)),
      listedTexts(accountEvents.map((row) => row.kind)),
      listed(accountEvents.map((row) => row.at)),
      // No event has a bare line break in it. As an array each of its many quotes would be written twice and read twice.
      accountEvents.map((row) => row.body).join('\n'),
      listedTexts(accountEvents.map((row) => row.setAside?.wallet)),
      listed(accountEvents.map((row) => row.setAside?.amount ?? 'null')),
      listedTexts(accountEvents.map((row) => row.answered?.key)),
      listedTexts(accountEvents.map((row) => row.answered?.print)),
    ],
  );
}

type PaymentRow = AccountEventRow & Required<Pick<AccountEventRow, 'paid'>>;

const isPayment = (row: AccountEventRow): row is PaymentRow => row.paid !== undefined;

async function writePayments(tx: Tx, rows: readonly PaymentRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    `insert into account_event (
       player_id, seq, event_id, kind, at, body, paid_wallet, stake_back, profit, void_back, lost
     )
     select
       player_id, seq, event_id, kind, to_timestamp(at_ms / 1000.0), body, wallet,
       won * 0.00000001, profit * 0.00000001, void * 0.00000001, lost * 0.00000001
     from unnest(
       $1::bigint[], $2::bigint[], $3::bigint[], string_to_array($4, ','), $5::bigint[], string_to_array($6, e'\\n'),
       string_to_array($7, ','), $8::numeric[], $9::numeric[], $10::numeric[], $11::numeric[]
     ) as happened (player_id, seq, event_id, kind, at_ms, body, wallet, won, profit, void, lost)`,
    [
      listed(rows.map((row) => row.player)),
      listed(rows.map((row) => row.seq)),
      listed(rows.map((row) => row.event)),
      rows.map((row) => row.kind).join(','),
      listed(rows.map((row) => row.at)),
      rows.map((row) => row.body).join('\n'),
      rows.map((row) => row.paid.type).join(','),
      listed(rows.map((row) => row.paid.won)),
      listed(rows.map((row) => row.paid.profit)),
      listed(rows.map((row) => row.paid.void)),
      listed(rows.map((row) => row.paid.lost)),
    ],
  );
}
