// Who leads the feed, and that nobody else writes its record.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { emptyDatabase, type TestDatabase, testDatabases } from '../db/testing.ts';
import { claimFeedLease, FeedLeaseLost } from './feed-lease.ts';

const LEASE_MS = 60_000;
const never = () => new Promise<void>(() => undefined);

describe.each(testDatabases)('the lease of the feed on $name', ({ open }) => {
  let store: TestDatabase;
  const lost: unknown[] = [];
  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store.drop());
  beforeEach(async () => {
    await emptyDatabase(store);
    lost.length = 0;
  });

  const claim = (more: Partial<Parameters<typeof claimFeedLease>[0]> = {}) =>
    claimFeedLease({
      database: store.database,
      holder: 'test',
      leaseMs: LEASE_MS,
      steadyMs: () => 0,
      wait: never,
      onLost: (fault) => lost.push(fault),
      ...more,
    });

  const runOut = () =>
    store.database.transaction((tx) => tx.query('update feed_leader set lease_until = clock_timestamp()'));

  const insertGap = (database: TestDatabase['database'], from: number) =>
    database.transaction((tx) => tx.query('insert into record_gap (from_ms, to_ms) values ($1, $1)', [from]));

  const gaps = async () =>
    (
      await store.database.transaction((tx) =>
        tx.query<{ from_ms: number }>('select from_ms from record_gap'),
      )
    ).map(({ from_ms }) => from_ms);

  test('one of many that claim it at once has it', async () => {
    const claimed = await Promise.all(Array.from({ length: 8 }, () => claim()));
    expect(claimed.filter((lease) => lease !== undefined)).toHaveLength(1);
  });

  test('each leader has a higher epoch than the one before', async () => {
    const first = await claim();
    await first?.release();
    const second = await claim();
    expect([first?.epoch, second?.epoch]).toEqual([1, 2]);
  });

  test('who was overtaken writes nothing and is told once', async () => {
    const first = await claim();
    await insertGap(first!.fenced, 1);
    await runOut();
    const second = await claim();
    await expect(insertGap(first!.fenced, 2)).rejects.toThrow(FeedLeaseLost);
    await expect(insertGap(first!.fenced, 3)).rejects.toThrow(FeedLeaseLost);
    await insertGap(second!.fenced, 4);
    expect(await gaps()).toEqual([1, 4]);
    expect(lost).toHaveLength(1);
    expect(first?.isOurs()).toBe(false);
  });

  test('an idle leader that was overtaken finds it out by itself', async () => {
    let wake: () => void = () => undefined;
    const told = new Promise<unknown>((resolve) => {
      void (async () => {
        const wait = () => new Promise<void>((resume) => (wake = resume));
        const first = await claim({ wait, onLost: resolve });
        first!.keep();
        await runOut();
        await claim();
        wake();
      })();
    });
    expect(await told).toBeInstanceOf(FeedLeaseLost);
  });

  test('a lease that was not renewed in time publishes nothing, and again once it was', async () => {
    let now = 0;
    let wake: () => void = () => undefined;
    const wait = () => new Promise<void>((resume) => (wake = resume));
    const lease = await claim({ steadyMs: () => now, wait });
    lease!.keep();
    now = LEASE_MS;
    expect(lease!.isOurs()).toBe(false);
    wake();
    while (!lease!.isOurs()) await new Promise((resolve) => setImmediate(resolve));
    expect(lost).toEqual([]);
  });

  test('releasing ends the lease at once', async () => {
    const first = await claim();
    await first?.release();
    await expect(insertGap(first!.fenced, 1)).rejects.toThrow(FeedLeaseLost);
    expect(await claim()).toBeDefined();
  });
});

describe('on PostgreSQL', () => {
  const postgres = testDatabases.find(({ name }) => name === 'PostgreSQL')!;

  test('a leader that is stopped within a write does not keep the next one from leading, and its write is lost', async () => {
    const store = await postgres.open();
    const parts = { database: store.database, steadyMs: () => 0, wait: never, onLost: () => undefined };
    const first = await claimFeedLease({ ...parts, holder: 'first', leaseMs: 50 });
    let isLocked: () => void = () => undefined;
    let proceed: () => void = () => undefined;
    const locked = new Promise<void>((resolve) => (isLocked = resolve));
    const stopped = new Promise<void>((resolve) => (proceed = resolve));
    const writing = first!.fenced.transaction(async (tx) => {
      await tx.query('insert into record_gap (from_ms, to_ms) values (1, 1)');
      isLocked();
      await stopped;
    });
    const outcome = writing.then(
      () => 'written',
      () => 'refused',
    );
    await locked;
    // The claim waits for the lock, which the server takes from who does nothing with it.
    let second = await claimFeedLease({ ...parts, holder: 'second' });
    while (second === undefined) second = await claimFeedLease({ ...parts, holder: 'second' });
    proceed();
    expect(await outcome).toBe('refused');
    const rows = await store.database.transaction((tx) => tx.query('select from_ms from record_gap'));
    expect(rows).toEqual([]);
    await store.drop();
  });

  test('renewing the lease does not wait for a write', async () => {
    const store = await postgres.open();
    let wake: () => void = () => undefined;
    let renewedAt = 0;
    const lease = await claimFeedLease({
      database: {
        ...store.database,
        async transaction(work) {
          const result = await store.database.transaction(work);
          renewedAt += 1;
          return result;
        },
      },
      holder: 'first',
      leaseMs: LEASE_MS,
      steadyMs: () => 0,
      wait: () => new Promise<void>((resume) => (wake = resume)),
      onLost: () => undefined,
    });
    lease!.keep();
    await lease!.fenced.transaction(async () => {
      const before = renewedAt;
      wake();
      while (renewedAt === before) await new Promise((resolve) => setImmediate(resolve));
    });
    await store.drop();
  });
});
