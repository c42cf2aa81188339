// Databases for tests: every store test runs on both. A missing PostgreSQL fails the test, it never skips it.
import { randomUUID } from 'node:crypto';
import { constants, cpSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Database } from './database.ts';
import { openEmbedded } from './embedded.ts';
import { migrate } from './migrate.ts';
import { openPostgres } from './postgres.ts';

export interface TestDatabase {
  readonly database: Database;
  /** Where to connect to it again; undefined for the embedded one, which takes no second connection. */
  readonly url: string | undefined;
  drop(): Promise<void>;
}

export const testDatabases: readonly { readonly name: string; open(): Promise<TestDatabase> }[] = [
  { name: 'embedded', open: openFreshEmbedded },
  { name: 'PostgreSQL', open: openFreshPostgres },
];

/** The variable that names the prepared embedded database. */
export const EMBEDDED_TEMPLATE = 'MARU_TEST_EMBEDDED_TEMPLATE';
/** The prepared database on the test cluster. */
export const POSTGRES_TEMPLATE = 'prepared';

/** A platform that starts in this data folder finds the tables already created, as on every start but the first. */
export function layDatabase(dataFolder: string): void {
  copyEmbedded(join(dataFolder, 'database'));
}

/** For its many small files `cp` takes eight times the processor time of `cpSync`, as much as opening the database. */
function copyEmbedded(to: string): void {
  cpSync(given(EMBEDDED_TEMPLATE), to, { recursive: true, mode: constants.COPYFILE_FICLONE });
}

/** A database of its own in a temporary folder, migrated, removed afterwards. */
export async function openFreshEmbedded(): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'maru-embedded-'));
  copyEmbedded(folder);
  const database = await openEmbedded(folder);
  await migrate(database);
  return {
    database,
    url: undefined,
    async drop() {
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A database of its own on the test cluster, migrated, dropped afterwards. */
export async function openFreshPostgres(): Promise<TestDatabase> {
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  await administer(`create database ${name} template ${POSTGRES_TEMPLATE}`);
  const url = urlOf(name);
  const database = openPostgres(url);
  await migrate(database);
  return {
    database,
    url,
    async drop() {
      await database.close();
      await administer(`drop database ${name} with (force)`);
    },
  };
}

/** Resets the database for the next test of a file. Few rows are deleted faster than tables are truncated. */
export async function emptyDatabase({ database }: TestDatabase): Promise<void> {
  await database.transaction(async (tx) => {
    // Foreign keys and triggers must not prevent the deletion of what a test left.
    await tx.query('set local session_replication_role = replica');
    await tx.query(
      `do $$
       declare
         each record;
       begin
         for each in
           select tablename
           from pg_tables
           where schemaname = 'public' and tablename <> 'migration'
         loop
           execute format('delete from %I', each.tablename);
         end loop;
       end
       $$`,
    );
    await tx.query(
      `select setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
       from pg_sequences
       where schemaname = 'public' and last_value is not null`,
    );
  });
}

/** Keeps a copy of all rows, for tests that begin with the same long history. */
export async function keepRows({ database }: TestDatabase): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query('create schema kept');
    await tx.query(
      `do $$
       declare
         each record;
       begin
         for each in
           select tablename
           from pg_tables
           where schemaname = 'public' and tablename <> 'migration'
         loop
           execute format('create table kept.%1$I as table public.%1$I', each.tablename);
         end loop;
       end
       $$`,
    );
  });
}

/** Every table has the rows again that were kept. */
export async function restoreRows({ database }: TestDatabase): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query('set local session_replication_role = replica');
    await tx.query(
      `do $$
       declare
         each record;
       begin
         for each in
           select tablename
           from pg_tables
           where schemaname = 'kept'
         loop
           execute format('delete from public.%I', each.tablename);
           execute format(
             'insert into public.%1$I overriding system value select * from kept.%1$I',
             each.tablename
           );
         end loop;
       end
       $$`,
    );
  });
}

function testPostgresUrl(): string {
  return given('MARU_TEST_DATABASE_URL');
}

function given(variable: string): string {
  const value = process.env[variable];
  if (value === undefined) throw new Error(`${variable} is not set: the test setup prepares the databases`);
  return value;
}

export function urlOf(name: string): string {
  const url = new URL(testPostgresUrl());
  url.pathname = `/${name}`;
  return url.href;
}

export async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: testPostgresUrl() });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
