// One embedded database with all tables, for tests and journeys to begin with a copy of it.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openEmbedded } from './embedded.ts';
import { migrate } from './migrate.ts';

const MIGRATIONS = new URL('../../migrations/', import.meta.url);
const CACHE_FOLDER = fileURLToPath(
  new URL('../../../node_modules/.cache/maru-test-database/', import.meta.url),
);
const DAY_MS = 86_400_000;

/** Its folder. Reused by later runs until one of the files it is made from changes. */
export async function prepareEmbedded(): Promise<string> {
  const template = join(CACHE_FOLDER, hashOfParts());
  if (existsSync(template)) return template;
  await forgetOld();
  const making = `${template}-${process.pid}`;
  await mkdir(CACHE_FOLDER, { recursive: true });
  const database = await openEmbedded(making);
  await migrate(database);
  await database.close();
  // Another run may have been faster; then ours is not needed.
  await rename(making, template).catch(() => rm(making, { recursive: true, force: true }));
  return template;
}

function hashOfParts(): string {
  const hash = createHash('sha256');
  const parts = [
    new URL('embedded-worker.ts', import.meta.url),
    new URL('../../package.json', import.meta.url),
    ...readdirSync(MIGRATIONS)
      .toSorted()
      .map((name) => new URL(name, MIGRATIONS)),
  ];
  // A database remembers its migrations by their names.
  for (const part of parts)
    hash.update(part.pathname.slice(part.pathname.lastIndexOf('/'))).update(readFileSync(part));
  return hash.digest('hex').slice(0, 16);
}

/** Keeps templates of the last day: a parallel run may still copy from one. */
async function forgetOld(): Promise<void> {
  if (!existsSync(CACHE_FOLDER)) return;
  for (const name of readdirSync(CACHE_FOLDER)) {
    const folder = join(CACHE_FOLDER, name);
    if (statSync(folder).mtimeMs < Date.now() - DAY_MS) await rm(folder, { recursive: true, force: true });
  }
}
