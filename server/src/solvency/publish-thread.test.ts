import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { solvencyDayAt } from '@maru/engine/solvency/statement';
import { millis } from '@maru/engine/time';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EmbeddedDatabase } from '../db/embedded.ts';
import type { WayToStore } from '../db/open-store.ts';
import { type TestDatabase, testDatabases } from '../db/testing.ts';
import { insertTestSite, openPlayers, openTestDesk, untilWritten } from '../desk/testing.ts';
import { createPublishThread } from './publish-thread.ts';

const NOW = millis(Date.parse('2026-11-17T00:10:00+09:00'));
const publication = { day: solvencyDayAt(NOW), now: NOW, shard: 0, proofDays: 31 };

describe.each(testDatabases)('the thread that makes the root on $name', ({ open }) => {
  const folder = mkdtempSync(join(tmpdir(), 'maru-solvency-thread-'));
  let store: TestDatabase;
  beforeAll(async () => {
    store = await open();
    await insertTestSite(store);
    const opened = await openTestDesk(store, folder);
    await openPlayers(opened.desk, 3);
    await untilWritten(opened);
    await opened.desk.stop();
  });
  afterAll(() => store.drop());

  const reach = (): WayToStore =>
    store.url === undefined ? { port: (store.database as EmbeddedDatabase).connect() } : { url: store.url };
  const countRoots = async () =>
    (await store.database.transaction((tx) => tx.query('select day from solvency_root'))).length;

  test('leaves nothing when it is ended before its end; the next one makes the root, and no other does', async () => {
    const ended = createPublishThread(reach);
    const failed = await store.database.transaction(async (tx) => {
      // It waits here for as long as the table is locked.
      await tx.query('lock table solvency_root in access exclusive mode');
      const publishing = ended.publish(publication).catch((fault: unknown) => fault);
      await ended.stop();
      return publishing;
    });
    expect(failed).toBeInstanceOf(Error);
    expect(await countRoots()).toBe(0);
    const next = createPublishThread(reach);
    expect(await next.publish(publication)).toEqual({ sites: 1, accounts: 3 });
    expect(await next.publish(publication)).toBeUndefined();
    expect(await countRoots()).toBe(1);
  });
});
