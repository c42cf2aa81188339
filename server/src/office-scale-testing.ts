// A database as the office meets it after a year: many members, ledger rows and everything that lists are made of, written
// by SQL alone. The rows look like real ones to the planner; the desk knows nothing of them.

import { FIRST_MEMBER, type Filling, fillingsOf, type Scale } from './office-fillings-testing.ts';

/** Runs one statement on a connection whose session the generator may change. */
export type Run = (
  text: string,
  parameters?: readonly unknown[],
) => Promise<readonly Record<string, unknown>[]>;

export interface FilledOffice {
  readonly site: number;
  readonly staff: number;
  /** A member with rows in every list. */
  readonly member: number;
  readonly rows: number;
}

const YEAR_MS = 365 * 86_400_000;

/** Of a column that no filling names: whatever satisfies its type. */
const PLAIN: Readonly<Record<string, string>> = {
  bigint: '0',
  integer: '0',
  smallint: '0',
  numeric: '1',
  text: `''`,
  boolean: 'false',
  jsonb: `'{}'`,
  'timestamp with time zone': 'at',
  ARRAY: `'{}'`,
  bytea: `''`,
};

interface ColumnRow {
  readonly name: string;
  readonly type: string;
  readonly isFree: boolean;
  readonly isIdentity: boolean;
}

export async function fillOffice(run: Run, scale: Scale, now: number): Promise<FilledOffice> {
  const [first] = await run(`select id, site_id from player where role = 'STAFF' order by id limit 1`);
  const [site, staff] = [Number(first?.['site_id']), Number(first?.['id'])];
  await run(
    `insert into purse (id, shard, site_id, currency, balance)
     values ('house:${site}:practice:KRW', 0, ${site}, 'KRW', 0)
     on conflict do nothing`,
  );
  const sized = { ...scale, many: Math.max(scale.members, Math.ceil(scale.ledger / 40)), site, staff };
  const rows = await fillTables(run, fillingsOf(sized), scale, now);
  return { site, staff, member: FIRST_MEMBER + 1, rows };
}

/** How many rows they have now. */
export async function fillTables(
  run: Run,
  fillings: readonly Filling[],
  scale: Pick<Scale, 'members'>,
  now: number,
): Promise<number> {
  // Neither foreign keys nor triggers: the rows are ours, and only plans are asked about.
  await run('set session_replication_role = replica');
  await run('set synchronous_commit = off');
  await run('set jit = off');
  let rows = 0;
  for (const filling of fillings) rows += await fill(run, filling, scale, now);
  await run('set session_replication_role = origin');
  await run('analyze');
  return rows;
}

async function fill(
  run: Run,
  [table, rows, given]: Filling,
  scale: Pick<Scale, 'members'>,
  now: number,
): Promise<number> {
  const columns = (await run(
    `select column_name as name, data_type as type,
            is_nullable = 'YES' or column_default is not null or is_identity = 'YES' as "isFree",
            is_identity = 'YES' as "isIdentity"
     from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
    [table],
  )) as unknown as readonly ColumnRow[];
  const filled = columns.filter(({ name, isFree }) => name in given || !isFree);
  const values = filled.map(({ name, type }) => given[name] ?? PLAIN[type] ?? 'null');
  await run(
    `insert into ${table} (${filled.map(({ name }) => name).join(', ')}) overriding system value
     select ${values.join(', ')}
     from (
       select
         n, ${FIRST_MEMBER} + 1 + (n * 7919) % ${scale.members} as member,
         at_ms, to_timestamp(at_ms / 1000.0) as at
       from (
         select n, ${now} - ${YEAR_MS} + ((n * ${YEAR_MS}::bigint) / ${rows}) as at_ms
         from generate_series(1::bigint, ${rows}) as n
       ) as counted
     ) as row_of`,
  );
  return rows;
}
