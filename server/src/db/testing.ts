// Databases for tests: every store test runs on both. A missing PostgreSQL fails the test, it never skips it.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Database } from './database.ts';
import { openEmbedded } from './embedded.ts';
import { migrate } from './migrate.ts';
import { openPostgres } from './postgres.ts';

export interface TestDatabase {
  readonly database: Database;
  /** Where to connect to it again; undefined for the embedded one, which lives in memory. */
  readonly url: string | undefined;
  drop(): Promise<void>;
}

export const testDatabases: readonly { readonly name: string; open(): Promise<TestDatabase> }[] = [
  { name: 'embedded', open: openMemory },
  { name: 'PostgreSQL', open: openFreshPostgres },
];

export async function openMemory(): Promise<TestDatabase> {
  const database = await openEmbedded('memory://');
  await migrate(database);
  return { database, url: undefined, drop: () => database.close() };
}

export function testPostgresUrl(): string {
  const url = process.env['MARU_TEST_DATABASE_URL'];
  if (url === undefined)
    throw new Error('MARU_TEST_DATABASE_URL is not set: the test setup starts PostgreSQL');
  return url;
}

/** A database of its own on the test cluster, migrated, dropped afterwards. */
export async function openFreshPostgres(): Promise<TestDatabase> {
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  await administer(`create database ${name}`);
  const url = new URL(testPostgresUrl());
  url.pathname = `/${name}`;
  const database = openPostgres(url.href);
  await migrate(database);
  return {
    database,
    url: url.href,
    async drop() {
      await database.close();
      await administer(`drop database ${name} with (force)`);
    },
  };
}

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: testPostgresUrl() });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
