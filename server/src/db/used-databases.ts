// Makes the database that one test file has finished with ready for the next one of the same process: creating and
// opening a database takes many times as long as deleting the rows that a test left in it.
import { type Database, DatabaseFault, type Tx } from './database.ts';

/** Above this size truncating a table takes less time than later scans over the space of its deleted rows. */
const LARGE_BYTES = 65_536;

/** Whatever a test could have changed except rows: tables, what the planner knows of them, and the migrations. */
export async function shapeOf(database: Database): Promise<string> {
  const [row] = await database.transaction((tx) =>
    tx.query<{ shape: string }>(
      `select concat_ws(
         ' ',
         (select md5(string_agg(format('%s %s %s', oid, relname, relnamespace), ',' order by oid)) from pg_class),
         (select md5(string_agg(
            format('%s %s %s %s %s', attrelid, attnum, attname, atttypid, attnotnull),
            ',' order by attrelid, attnum
          )) from pg_attribute),
         (select md5(string_agg(format('%s %s', oid, convalidated), ',' order by oid)) from pg_constraint),
         (select md5(string_agg(format('%s %s', oid, tgenabled), ',' order by oid)) from pg_trigger),
         (select md5(string_agg(format('%s %s', oid, xmin), ',' order by oid)) from pg_proc),
         (select count(*) from pg_statistic where starelid >= 16384),
         (select md5(string_agg(migration::text, ',' order by name)) from migration)
       ) as shape`,
    ),
  );
  return row?.shape ?? '';
}

/** True when it is like a new one afterwards, whose shape is given. */
export async function renew(used: { readonly database: Database; readonly shape: string }): Promise<boolean> {
  const { database, shape } = used;
  try {
    if ((await shapeOf(database)) !== shape) return false;
    await database.transaction(async (tx) => {
      await truncateOld(tx);
      await deleteRows(tx);
    });
    return true;
  } catch (fault) {
    // A test may have ended it in the middle of a statement, or removed a table.
    if (fault instanceof DatabaseFault) return false;
    throw fault;
  }
}

/** Runs this statement of PL/pgSQL for every table of the schema, as `each`; migrations are not of a test. */
export const forEachTable = (tx: Tx, schema: 'public' | 'kept', statement: string): Promise<unknown> =>
  tx.query(
    `do $$
     declare
       each record;
     begin
       for each in
         select tablename
         from pg_tables
         where schemaname = '${schema}' and tablename <> 'migration'
       loop
         ${statement}
       end loop;
     end
     $$`,
  );

/** Few rows are deleted faster than tables are truncated. A table without a page never had one. */
export async function deleteRows(tx: Tx): Promise<void> {
  // Foreign keys and triggers must not prevent the deletion of what a test left.
  await tx.query('set local session_replication_role = replica');
  await forEachTable(
    tx,
    'public',
    `if pg_relation_size(format('public.%I', each.tablename)::regclass) > 0 then
       execute format('delete from %I', each.tablename);
     end if;`,
  );
  await tx.query(
    `select setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
     from pg_sequences
     where schemaname = 'public' and last_value is not null`,
  );
}

/** A table that was vacuumed is planned otherwise than a new one, until it is truncated. */
async function truncateOld(tx: Tx): Promise<void> {
  const old = await tx.query<{ name: string }>(
    `select relname as name
     from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'migration'
       and (reltuples >= 0 or pg_relation_size(oid) > $1)`,
    [LARGE_BYTES],
  );
  if (old.length > 0) await tx.query(`truncate ${old.map(({ name }) => `"${name}"`).join(', ')} cascade`);
}
