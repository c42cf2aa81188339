// Reads from a real standby: whatever was written before a read is seen by it.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type PostgresPair, startPostgresPair } from '../../../scripts/cluster/postgres-pair.mjs';
import type { Database, Tx } from './database.ts';
import { readFor } from './lane.ts';
import { openReadLane } from './open-store.ts';
import { openPostgres } from './postgres.ts';

let pair: PostgresPair;
let database: Database;
let standby: Database;
let lane: Awaited<ReturnType<typeof openReadLane>>;

const player = { who: 7, hasLeft: () => false };
const guest = { who: '203.0.113.9', hasLeft: () => false };

beforeAll(async () => {
  pair = await startPostgresPair({ database: 'maru' });
  database = openPostgres(pair.url);
  standby = openPostgres(pair.standbyUrl(), { connections: 1 });
  await database.transaction(async (tx) => {
    await tx.query('create table noted (note int not null)');
    await tx.query('insert into noted values (0)');
  });
  lane = await openReadLane(database, pair.url, pair.url);
});

afterAll(async () => {
  await lane.close();
  await standby.close();
  await database.close();
  await pair.stop();
});

beforeEach(async () => {
  await onStandby('select pg_wal_replay_resume()');
  await replicaAnswers();
});

const onStandby = (text: string) => standby.transaction((tx) => tx.query(text));

const newest = async (tx: Tx) => {
  const text = 'select max(note) as note, pg_is_in_recovery() as "isReplica" from noted';
  const [row] = await tx.query<{ note: number; isReplica: boolean }>(text);
  return row!;
};

const readAs = (asker: typeof player | typeof guest) =>
  readFor(asker, () => lane.database.transaction(newest));
const write = (note: number) =>
  lane.database.transaction((tx) => tx.query('insert into noted values ($1)', [note]));

const replicaAnswers = () =>
  expect.poll(async () => (await readAs(player)).isReplica, { timeout: 30_000 }).toBe(true);

test('reads of players and guests are answered by the replica, everything else by the primary', async () => {
  const before = lane.servedByReplica();
  await expect.poll(async () => (await readAs(guest)).isReplica, { timeout: 30_000 }).toBe(true);
  expect(lane.servedByReplica()).toBeGreaterThan(before);
  expect((await lane.database.transaction(newest)).isReplica).toBe(false);
});

test('a read sees every write before it while the standby replays', async () => {
  for (let note = 1; note <= 200; note += 1) {
    await write(note);
    const [own, other] = await Promise.all([readAs(player), readAs(guest)]);
    expect([own.note, other.note]).toEqual([note, note]);
  }
});

test('a read sees every write before it while replay is paused, and the replica is used again afterwards', async () => {
  await onStandby('select pg_wal_replay_pause()');
  for (let note = 301; note <= 320; note += 1) {
    await write(note);
    expect(await readAs(player)).toEqual({ note, isReplica: false });
    expect(await readAs(guest)).toEqual({ note, isReplica: false });
  }
  // It answers what it has, so a read that went there would have missed them.
  expect((await standby.transaction(newest)).note).toBeLessThan(301);
  await onStandby('select pg_wal_replay_resume()');
  await replicaAnswers();
  expect(await readAs(player)).toEqual({ note: 320, isReplica: true });
});

test('a read that fails on the replica alone is answered by the primary', async () => {
  const read = () =>
    readFor(player, () =>
      lane.database.transaction(async (tx) => {
        const seen = await newest(tx);
        // Not possible on a standby.
        await tx.query('select pg_current_wal_lsn()');
        return seen.isReplica;
      }),
    );
  expect(await read()).toBe(false);
});

test('a primary is not taken for its replica', async () => {
  const mistaken = await openReadLane(database, pair.url, pair.primaryUrl());
  for (let note = 401; note <= 410; note += 1) {
    await write(note);
    expect((await readFor(player, () => mistaken.database.transaction(newest))).note).toBe(note);
  }
  expect(mistaken.servedByReplica()).toBe(0);
  await mistaken.close();
});

test('reads are answered while the replica hangs, and when it is gone', async () => {
  await pair.freezeStandby();
  for (let read = 0; read < 10; read += 1) expect((await readAs(player)).isReplica).toBe(false);
  await pair.thawStandby();
  await replicaAnswers();
  await pair.killStandby();
  const answers = await Promise.all(Array.from({ length: 12 }, (_, who) => readAs({ ...player, who })));
  expect(answers.every(({ isReplica }) => !isReplica)).toBe(true);
});
