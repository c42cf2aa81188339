import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStore } from './open-store.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'maru-create-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a first start creates the database, despite files of a start that was killed, and a second start opens it', async () => {
  const unfinished = join(folder, 'database.unfinished');
  mkdirSync(unfinished);
  writeFileSync(join(unfinished, 'PG_VERSION'), 'half written');

  const first = await openStore({ dataFolder: folder, databaseUrl: undefined });
  expect(first.migrations.length).toBeGreaterThan(0);
  await first.database.close();
  expect(existsSync(unfinished)).toBe(false);

  const second = await openStore({ dataFolder: folder, databaseUrl: undefined });
  expect(second.migrations).toEqual([]);
  await second.database.close();
}, 60_000);
