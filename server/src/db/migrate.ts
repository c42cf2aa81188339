// Plain SQL files, forward only, each applied once, in one transaction with the row that records it.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { Database, Tx } from './database.ts';

const folder = new URL('../../migrations/', import.meta.url);

interface Migration {
  readonly name: string;
  readonly text: string;
  readonly hash: string;
}

function readMigrations(): readonly Migration[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}-[a-z-]+\.sql$/.test(name))
    .sort()
    .map((name) => {
      const text = readFileSync(new URL(name, folder), 'utf8');
      return { name, text, hash: createHash('sha256').update(text).digest('hex') };
    });
}

/**
 * With a lock two servers that start at once migrate one after the other. An edited old file stops the start, and so
 * does a database that a newer version has migrated: an older one would write rows that the newer rules do not allow.
 */
export async function migrate(database: Database): Promise<readonly string[]> {
  return database.transaction(async (tx) => {
    await tx.query('select pg_advisory_xact_lock(7162001)');
    await tx.query(
      `create table if not exists migration (
         name text primary key,
         print text not null,
         at timestamptz not null default now()
       )`,
    );
    const done = new Map(
      (await tx.query<{ name: string; print: string }>('select name, print from migration')).map((row) => [
        row.name,
        row.print,
      ]),
    );
    const migrations = readMigrations();
    const unknown = [...done.keys()].filter((name) =>
      migrations.every((migration) => migration.name !== name),
    );
    if (unknown.length > 0)
      throw new Error(
        `this version is older than the database, which has ${unknown.sort().join(', ')}: start the newer version`,
      );
    const applied: string[] = [];
    for (const migration of migrations) {
      const known = done.get(migration.name);
      if (known === migration.hash) continue;
      if (known !== undefined) throw new Error(`${migration.name} was changed after it had been applied`);
      await runScript(tx, migration.text);
      await tx.query('insert into migration (name, print) values ($1, $2)', [migration.name, migration.hash]);
      applied.push(migration.name);
    }
    return applied;
  });
}

/** One statement at a time: the extended protocol accepts no more. A line that ends in a semicolon ends a statement. */
async function runScript(tx: Tx, text: string): Promise<void> {
  const statements = text
    .replace(/^\s*--.*$/gm, '')
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
  for (const statement of statements) await tx.query(statement);
}
