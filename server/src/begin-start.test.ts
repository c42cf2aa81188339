// A start runs several steps in parallel: whichever fails, all of them are ended and the folder is free again.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { beginStart } from './begin-start.ts';
import { readConfig } from './config.ts';
import { layDatabase } from './db/testing.ts';
import { silentLog } from './log/log.ts';
import { startPlatform } from './platform.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'maru-begin-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const settings = () =>
  readConfig({
    PORT: '0',
    DATA_DIR: folder,
    FEED_SEED: 'begin-test',
    MARU_OPERATOR_PASSWORD: 'operator-password',
    MARU_DEMO_PASSWORD: 'demo-password',
  });

const start = (begun?: Awaited<ReturnType<typeof beginStart>>) =>
  startPlatform({
    config: settings(),
    log: silentLog,
    ...(begun === undefined ? {} : { begun }),
    onHalt: (fault) => {
      throw fault;
    },
  });

test('a start uses the threads that were begun for it, and a second start beside it is refused', async () => {
  layDatabase(folder);
  const begun = await beginStart(settings());
  await expect(beginStart(settings())).rejects.toThrow(/is in use/);
  const platform = await start(begun);
  await expect(start()).rejects.toThrow(/is in use/);
  const health = await fetch(`${platform.address}/api/health`);
  expect(health.status).toBe(200);
  await platform.stop();
});

test('a desk that cannot open its journal ends the start, and the next one succeeds', async () => {
  layDatabase(folder);
  const foreign = join(folder, 'journal', '7-000000000001.log');
  mkdirSync(join(folder, 'journal'));
  writeFileSync(foreign, '');
  await expect(start()).rejects.toThrow(/belongs to another shard/);
  rmSync(foreign);
  const platform = await start();
  await platform.stop();
});

test('a database that cannot be opened ends the start and frees the folder', async () => {
  mkdirSync(join(folder, 'database'));
  writeFileSync(join(folder, 'database', 'PG_VERSION'), 'not a version');
  await expect(start()).rejects.toThrow();
  const begun = await beginStart(settings());
  await begun.deskThread.terminate();
  await expect(begun.embedded?.opened).rejects.toThrow();
  begun.directory.release();
});
