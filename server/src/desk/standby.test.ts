// A desk that follows another on PostgreSQL, both in this process: what is in its book, and what happens when it takes
// over. What happens when the owner dies or stands still is in `standby-process.test.ts`.
import { describeBook } from '@maru/engine/describe';
import { playerId } from '@maru/engine/purse';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openFreshPostgres, type TestDatabase } from '../db/testing.ts';
import { soon } from '../process-time.ts';
import { emptyTables } from '../shadow/sql-tables.ts';
import { shadowParts } from '../shadow-products.ts';
import { type FollowingDesk, followDesk, type OpenDeskOptions, type OpenedDesk } from './open-desk.ts';
import {
  everybody,
  hold,
  openPlayers,
  openTestDesk,
  refill,
  release,
  untilCaughtUp,
  untilWritten,
} from './testing.ts';

const one = playerId(1);
const two = playerId(2);

let store: TestDatabase;
let open: { stop(): Promise<void> }[] = [];

beforeAll(async () => {
  store = await openFreshPostgres();
});

afterEach(async () => {
  for (const desk of open) await desk.stop();
  open = [];
  await store.database.transaction((tx) => tx.query('delete from journal'));
  await store.database.transaction((tx) => emptyTables(tx, 0, shadowParts.products));
});

afterAll(() => store.drop());

async function own(
  limits = {},
  onHalt = (fault: unknown): void => {
    throw fault;
  },
): Promise<OpenedDesk> {
  const opened = await openTestDesk(store, '', { limits, onHalt });
  open.push(opened.desk);
  return opened;
}

async function follow(options: Partial<OpenDeskOptions> = {}): Promise<FollowingDesk> {
  const { database, url = '' } = store;
  const following = await followDesk({
    shard: 0,
    shadowParts: { ...shadowParts, worker: undefined },
    database,
    onDurable: () => undefined,
    onHalt: (fault) => {
      throw fault;
    },
    onTransientError: () => undefined,
    ...options,
    limits: { patienceMs: 60_000, ...options.limits },
    journalAt: { url },
  });
  open.push(following.desk);
  return following;
}

async function takeOver({ takeOver: take }: FollowingDesk): Promise<OpenedDesk> {
  const opened = await take();
  if (opened === undefined) throw new Error('expected the shard to be free, found an owner');
  open.push(opened.desk);
  return opened;
}

/** Stopped before its follower takes over. */
async function stop({ desk }: Pick<OpenedDesk, 'desk'>): Promise<void> {
  open = open.filter((each) => each !== desk);
  await desk.stop();
}

const bookOf = async ({ desk }: OpenedDesk) => (await desk.inspect(describeBook, everybody(desk)))?.seen;

const untilFollowed = async ({ desk }: FollowingDesk, batch: number) => {
  while ((desk.followed()?.batch ?? 0) < batch) {
    if (desk.state() !== 'FOLLOWING') throw new Error(`the desk is ${desk.state()}`);
    await soon();
  }
};

/** Until the follower reads the tables as of now: what it has from before may leave its book. */
async function untilViewed(owner: OpenedDesk, following: FollowingDesk): Promise<void> {
  await untilWritten(owner);
  const ask = (text: string) => store.database.transaction((tx) => tx.query<{ at: string }>(text));
  const [now] = await ask('select now()::text as at');
  for (;;) {
    // A follower of an idle owner leaves its view open for longer.
    await owner.desk.submit(refill(one, '1'));
    await untilFollowed(following, owner.desk.stats().batch);
    const older = await ask(
      `select xact_start::text as at from pg_stat_activity
       where datname = current_database() and state = 'idle in transaction' and xact_start <= '${now?.at}'`,
    );
    if (older.length === 0) return;
  }
}

test('a desk that follows has the same book after it took over as its owner, and decides on it', async () => {
  const owner = await own();
  await openPlayers(owner.desk, 5);
  const following = await follow();
  expect(following.desk.state()).toBe('FOLLOWING');
  await owner.desk.submit(refill(one, '123'));
  const held = await owner.desk.submit(hold(two, '1000'));
  const before = await bookOf(owner);
  const { batch } = owner.desk.stats();
  await stop(owner);

  const next = await takeOver(following);
  expect(next.desk.state()).toBe('OPEN');
  expect(await bookOf(next)).toBe(before);
  expect(next.desk.stats().batch).toBe(batch + 1);
  const released = await next.desk.submit(release(two, held.ok ? held.event.id : 0));
  expect(released.ok).toBe(true);
  await untilCaughtUp(next.desk, [one, two]);
});

test('a desk that follows answers nothing', async () => {
  const owner = await own();
  await openPlayers(owner.desk, 1);
  const { desk } = await follow();
  expect(await desk.submit(refill(one, '5'))).toEqual({ ok: false, refusal: 'TRY_AGAIN' });
  expect(await desk.inspect(() => 'seen')).toBeUndefined();
  expect(await desk.caughtUp(one)).toBe(false);
});

test('an account is fetched as it was before the batch that names it, although the tables have moved on', async () => {
  const owner = await own();
  const players = await openPlayers(owner.desk, 40);
  await untilWritten(owner);
  const following = await follow();
  // The tables have each batch long before the follower looks again.
  for (const player of players) {
    await owner.desk.submit(refill(player, String(player)));
    await untilWritten(owner);
  }
  const before = await bookOf(owner);
  await untilFollowed(following, owner.desk.stats().batch);
  await stop(owner);
  expect(await bookOf(await takeOver(following))).toBe(before);
});

test('accounts that leave the book of a follower come back as they were', async () => {
  const owner = await own();
  const players = await openPlayers(owner.desk, 60);
  await untilWritten(owner);
  const following = await follow({ limits: { residents: 10 } });
  for (const round of [1, 2, 3]) {
    for (const [index, player] of players.entries()) {
      await owner.desk.submit(refill(player, String(round * 100 + player)));
      if (index % 20 === 19) await untilViewed(owner, following);
    }
  }
  expect(following.desk.stats().residents).toBeLessThanOrEqual(35);
  const before = await bookOf(owner);
  await stop(owner);
  expect(await bookOf(await takeOver(following))).toBe(before);
});

test('the same key gets its first answer again after a take-over, whether it is in memory or in the tables', async () => {
  const owner = await own({ answersInMemory: 4 });
  await openPlayers(owner.desk, 1);
  const following = await follow({ limits: { answersInMemory: 4 } });
  const answers: unknown[] = [];
  const keys = Array.from({ length: 100 }, (_, index) => `key-${index}`);
  for (const key of keys) {
    const outcome = await owner.desk.submit(refill(one, '7', key));
    answers.push(outcome.ok && outcome.event.id);
  }
  await untilFollowed(following, owner.desk.stats().batch);
  await stop(owner);

  const { desk } = await takeOver(following);
  await untilCaughtUp(desk, [one]);
  for (const [index, key] of keys.entries())
    expect(await desk.submit(refill(one, '7', key))).toMatchObject({
      ok: true,
      repeated: true,
      event: { id: answers[index] },
    });
  expect(await desk.submit(refill(one, '8', 'key-0'))).toEqual({ ok: false, refusal: 'KEY_REUSED' });
});

test('a list right after a take-over waits for the batches that the tables do not have yet', async () => {
  const owner = await own();
  await openPlayers(owner.desk, 1);
  const following = await follow();
  for (let count = 1; count <= 300; count += 1) await owner.desk.submit(refill(one, String(count)));
  await stop(owner);
  await store.database.transaction((tx) => emptyTables(tx, 0, shadowParts.products));

  const next = await takeOver(following);
  await untilCaughtUp(next.desk, [one]);
  const rows = await store.database.transaction((tx) =>
    tx.query<{ seq: number }>('select max(seq) as seq from account_event where player_id = 1'),
  );
  expect(rows).toEqual([{ seq: 301 }]);
});

test('of two that follow one takes over, and the other follows the new owner', async () => {
  const owner = await own();
  await openPlayers(owner.desk, 3);
  const both = [await follow(), await follow()];
  await stop(owner);
  const taken = await Promise.all(both.map((each) => each.takeOver()));
  const won = taken.filter((each) => each !== undefined);
  expect(won).toHaveLength(1);
  const [next] = won as [OpenedDesk];
  const [lost] = both.filter((_, index) => taken[index] === undefined) as [FollowingDesk];
  expect(lost.desk.state()).toBe('FOLLOWING');

  await next.desk.submit(refill(two, '77'));
  const before = await bookOf(next);
  await untilFollowed(lost, next.desk.stats().batch);
  await stop(next);
  expect(await bookOf(await takeOver(lost))).toBe(before);
});

test('an owner that renews its lease keeps the shard, and the other goes on following', async () => {
  const owner = await own();
  await openPlayers(owner.desk, 1);
  const following = await follow();
  expect(await following.takeOver()).toBeUndefined();
  expect(following.desk.state()).toBe('FOLLOWING');
  expect(await owner.desk.submit(refill(one, '9'))).toMatchObject({ ok: true });
  await untilFollowed(following, owner.desk.stats().batch);
});

test('a take-over with thousands of batches behind has all of them', async () => {
  const owner = await own();
  const players = await openPlayers(owner.desk, 20);
  await untilWritten(owner);
  const following = await follow();
  const locked = Promise.withResolvers<void>();
  const unlock = Promise.withResolvers<void>();
  // Whoever reads accounts waits: the follower, and not the owner, which has them in memory.
  const locking = store.database.transaction(async (tx) => {
    await tx.query('lock table account in access exclusive mode');
    locked.resolve();
    await unlock.promise;
  });
  await locked.promise;
  for (let count = 0; count < 3_000; count += 1)
    await owner.desk.submit(refill(players[count % players.length] ?? one, String(count)));
  const { batch } = owner.desk.stats();
  const before = (await owner.desk.inspect(describeBook))?.seen;
  expect(following.desk.followed()?.batch).toBeLessThan(batch - 2_000);
  const stopping = stop(owner);
  unlock.resolve();
  await locking;
  await stopping;

  const next = await takeOver(following);
  expect(next.desk.stats().batch).toBe(batch + 1);
  expect((await next.desk.inspect(describeBook, everybody(next.desk)))?.seen).toBe(before);
});

test('tables that were edited stop the one that follows as soon as it needs what was edited, and a new one at once', async () => {
  // The auditor of the owner may find it, too.
  const owner = await own({}, () => undefined);
  await openPlayers(owner.desk, 2);
  await untilWritten(owner);
  const halted = Promise.withResolvers<unknown>();
  const following = await follow({ onHalt: halted.resolve });
  await store.database.transaction((tx) =>
    tx.query('update account set digest = digest + 1 where player_id = 2'),
  );
  await untilViewed(owner, following);
  await owner.desk.submit(refill(two, '5'));
  expect(String(await halted.promise)).toContain('the tables are not what the journal says');
  expect(following.desk.state()).toBe('HALTED');
  await expect(follow({ onHalt: () => undefined })).rejects.toThrow(
    'the tables are not what the journal says',
  );
});

test('a follower whose connections are cut goes on following', async () => {
  const owner = await own();
  const players = await openPlayers(owner.desk, 20);
  const following = await follow();
  for (const player of players) {
    await store.database.transaction(async (tx) => {
      await tx.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and state like 'idle in transaction%' and pid <> pg_backend_pid()`,
      );
    });
    await owner.desk.submit(refill(player, '3'));
    await untilWritten(owner);
  }
  const before = await bookOf(owner);
  await untilFollowed(following, owner.desk.stats().batch);
  await stop(owner);
  expect(await bookOf(await takeOver(following))).toBe(before);
});
