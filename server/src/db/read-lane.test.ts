import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LaneBusy, readFor } from './lane.ts';
import { openReadLane } from './open-store.ts';
import { type TestDatabase, testDatabases } from './testing.ts';

const guest = (who: string) => ({ who, hasLeft: () => false });

describe.each(testDatabases)('the read lane on $name', ({ open }) => {
  let opened: TestDatabase;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.drop());

  test('a write does not wait for queued reads', async () => {
    const lane = await openReadLane(opened.database, opened.url);
    const held = Promise.withResolvers<void>();
    const started: string[] = [];
    const askers = Array.from({ length: 12 }, (_, place) => guest(`guest ${place}`));
    const reads = askers.map((asker) =>
      readFor(asker, () =>
        lane.database.transaction(async (tx) => {
          started.push('read');
          if (opened.url !== undefined) await held.promise;
          await tx.query('select 1');
        }),
      ),
    );
    await lane.database.transaction(async (tx) => {
      started.push('write');
      await tx.query('create table if not exists lane_write (id int)');
    });
    expect(started.indexOf('write')).toBeLessThanOrEqual(4);
    held.resolve();
    await Promise.all(reads);
    expect(started).toHaveLength(13);
    await lane.close();
  });

  test('a full lane refuses with LaneBusy and answers again when it has room', async () => {
    const lane = await openReadLane(opened.database, opened.url);
    const reads = Array.from({ length: 40 }, () =>
      readFor(guest('one'), () => lane.database.transaction((tx) => tx.query('select 1'))).then(
        () => 'read',
        (fault: unknown) => (fault instanceof LaneBusy ? 'busy' : fault),
      ),
    );
    const answers = await Promise.all(reads);
    expect(new Set(answers)).toEqual(new Set(['read', 'busy']));
    await lane.probe();
    await lane.close();
  });
});

test('on PostgreSQL a read that takes too long is cut off, and a read call cannot write', async () => {
  const opened = await testDatabases[1]!.open();
  const lane = await openReadLane(opened.database, opened.url);
  const read = (text: string) =>
    readFor(guest('one'), () => lane.database.transaction((tx) => tx.query(text)));
  await expect(read('create table written_by_a_read (id int)')).rejects.toThrow(/read-only/);
  await expect(read('set local statement_timeout = 20; select pg_sleep(10)')).rejects.toThrow(LaneBusy);
  await lane.close();
  await opened.drop();
});
