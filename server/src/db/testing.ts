// Databases for tests: every store test runs on both. A missing PostgreSQL fails the test, it never skips it.
import { randomUUID } from 'node:crypto';
import { constants, cpSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { type Database, DatabaseFault } from './database.ts';
import { type EmbeddedDatabase, openEmbedded } from './embedded.ts';
import { migrate } from './migrate.ts';
import { openPostgres } from './postgres.ts';
import { deleteRows, forEachTable, renew, shapeOf } from './used-databases.ts';

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
/** The variable that names the folder for embedded databases, which is removed after the run. */
export const EMBEDDED_FOLDER = 'MARU_TEST_EMBEDDED_FOLDER';
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

interface Embedded {
  readonly folder: string;
  readonly database: EmbeddedDatabase;
  readonly shape: string;
}

/** Those that earlier files of this process have finished with, still open: opening is what takes long. */
const usedEmbedded: Embedded[] = [];

/** An embedded database of its own, migrated and empty. */
export async function openFreshEmbedded(): Promise<TestDatabase> {
  for (let used = usedEmbedded.pop(); used !== undefined; used = usedEmbedded.pop()) {
    if (await renew(used)) return lendEmbedded(used);
    await removeEmbedded(used);
  }
  const folder = await mkdtemp(join(given(EMBEDDED_FOLDER), 'database-'));
  copyEmbedded(folder);
  const database = await openEmbedded(folder);
  await migrate(database);
  return lendEmbedded({ folder, database, shape: await shapeOf(database) });
}

function lendEmbedded(embedded: Embedded): TestDatabase {
  const { database } = embedded;
  let isClosed = false;
  let isDropped = false;
  const lent: EmbeddedDatabase = {
    ...database,
    // What a test left running must not write into the database of the next one.
    transaction: (work) =>
      isDropped
        ? Promise.reject(new DatabaseFault('the embedded database is closed', '57P01', undefined))
        : database.transaction(work),
    async close() {
      isClosed = true;
      await database.close();
    },
  };
  return {
    database: lent,
    url: undefined,
    async drop() {
      if (isDropped) return;
      isDropped = true;
      if (isClosed) await removeEmbedded(embedded);
      else usedEmbedded.push(embedded);
    },
  };
}

async function removeEmbedded({ folder, database }: Embedded): Promise<void> {
  await database.close();
  await rm(folder, { recursive: true, force: true });
}

interface Postgres {
  readonly name: string;
  readonly shape: string;
}

/** Those that earlier files of this process have finished with, without connections. */
const usedPostgres: Postgres[] = [];

/** A database of its own on the test cluster, migrated and empty. */
export async function openFreshPostgres(): Promise<TestDatabase> {
  for (let used = usedPostgres.pop(); used !== undefined; used = usedPostgres.pop()) {
    await administer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${used.name}'`);
    const database = openPostgres(urlOf(used.name));
    if (await renew({ database, shape: used.shape })) return lendPostgres(used, database);
    await database.close();
    await administer(`drop database ${used.name} with (force)`);
  }
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  await administer(`create database ${name} template ${POSTGRES_TEMPLATE}`);
  const database = openPostgres(urlOf(name));
  await migrate(database);
  return lendPostgres({ name, shape: await shapeOf(database) }, database);
}

function lendPostgres(postgres: Postgres, database: Database): TestDatabase {
  return {
    database,
    url: urlOf(postgres.name),
    async drop() {
      await database.close();
      usedPostgres.push(postgres);
    },
  };
}

/** Resets the database for the next test of a file. */
export async function emptyDatabase({ database }: TestDatabase): Promise<void> {
  await database.transaction(deleteRows);
}

/** Keeps a copy of all rows, for tests that begin with the same long history. */
export async function keepRows({ database }: TestDatabase): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query('create schema kept');
    await forEachTable(
      tx,
      'public',
      `execute format('create table kept.%1$I as table public.%1$I', each.tablename);`,
    );
  });
}

/** Every table has the rows again that were kept. */
export async function restoreRows({ database }: TestDatabase): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query('set local session_replication_role = replica');
    await forEachTable(
      tx,
      'kept',
      `execute format('delete from public.%I', each.tablename);
       execute format(
         'insert into public.%1$I (%2$s) overriding system value select %2$s from kept.%1$I',
         each.tablename,
         (select string_agg(format('%I', column_name), ', ')
            from information_schema.columns
           where table_schema = 'public' and table_name = each.tablename and is_generated = 'NEVER')
       );`,
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
