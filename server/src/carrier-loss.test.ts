// Who steps down when the carrier is lost, with real followers in a real database.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLocalNetwork, type LocalCarrier } from './bus/local-carrier.ts';
import {
  CarrierLost,
  openReachedFollowers,
  type ReachedFollowers,
  watchCarrierLoss,
} from './carrier-loss.ts';
import { openFreshPostgres, type TestDatabase } from './db/testing.ts';

const LEASE_MS = 1_000;
/** Of the loss, and a lease besides. */
const PATIENCE_MS = LEASE_MS + 1_000;

let store: TestDatabase;
let [owners, standbys]: ReachedFollowers[] = [];
let carrier: LocalCarrier;

beforeAll(async () => {
  store = await openFreshPostgres();
  const of = (process: string) =>
    openReachedFollowers({ url: store.url ?? '', followed: 'shard 0', process, leaseMs: LEASE_MS });
  [owners, standbys] = [of('owner'), of('standby')];
});
afterAll(async () => {
  await Promise.all([owners?.close(), standbys?.close()]);
  await store.drop();
});
beforeEach(async () => {
  await ask('delete from reached_follower');
  carrier = createLocalNetwork({ after: (ms, call) => void setTimeout(call, ms) }).join();
});

const ask = <Row>(text: string) => store.database.transaction((tx) => tx.query<Row>(text));
const standByForLong = async () => {
  await standbys?.announce();
  await ask(`update reached_follower set until = until + interval '1 hour'`);
};

/** `look` resolves when what one look began is over. */
function watch(state: 'FIRST' | 'FOLLOWING' | 'STARTING', followers = owners) {
  const lost: CarrierLost[] = [];
  let nowMs = 0;
  let tick = () => {};
  let asked: Promise<unknown> = Promise.resolve();
  const noted = <Result>(answer: Promise<Result>): Promise<Result> => {
    asked = answer;
    return answer;
  };
  watchCarrierLoss({
    ...{ carrier, leaseMs: LEASE_MS, state: () => state, steadyMs: () => nowMs },
    followers: {
      announce: () => noted(followers!.announce()),
      hasOther: () => noted(followers!.hasOther()),
    },
    every(_ms, call) {
      tick = call;
      return () => undefined;
    },
    onLost: (fault) => lost.push(fault),
  });
  return {
    lost,
    async lookAt(ms: number) {
      nowMs = ms;
      tick();
      await asked;
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

test('an owner without the carrier steps down when another process has it and follows', async () => {
  await standByForLong();
  const { lost, lookAt } = watch('FIRST');
  carrier.connect(false);
  await lookAt(PATIENCE_MS - 1);
  expect(lost).toEqual([]);
  await lookAt(PATIENCE_MS);
  expect(lost).toEqual([new CarrierLost(PATIENCE_MS)]);
});

test('an owner whose carrier came back in time stays, and the next loss is counted from its own beginning', async () => {
  await standByForLong();
  const { lost, lookAt } = watch('FIRST');
  carrier.connect(false);
  await lookAt(PATIENCE_MS - 1);
  carrier.connect(true);
  carrier.connect(false);
  await lookAt(PATIENCE_MS + 1);
  expect(lost).toEqual([]);
});

test('an owner stays when nobody follows, when only it was announced, and when an announcement has run out', async () => {
  const { lost, lookAt } = watch('FIRST');
  carrier.connect(false);
  await lookAt(PATIENCE_MS);
  await owners?.announce();
  await lookAt(PATIENCE_MS + 1);
  await standbys?.announce();
  await ask(`update reached_follower set until = clock_timestamp()`);
  await lookAt(PATIENCE_MS + 2);
  expect(lost).toEqual([]);
});

test('who follows another shard does not count', async () => {
  await standByForLong();
  await ask(`update reached_follower set followed = 'shard 1'`);
  expect(await owners?.hasOther()).toBe(false);
});

test('who follows and has the carrier announces itself twice in a lease, and without the carrier not at all', async () => {
  const { lookAt } = watch('FOLLOWING', standbys);
  const announced = async () => (await ask('delete from reached_follower returning followed')).length === 1;
  await lookAt(0);
  expect(await announced()).toBe(true);
  await lookAt(LEASE_MS / 2 - 1);
  expect(await announced()).toBe(false);
  await lookAt(LEASE_MS / 2);
  expect(await announced()).toBe(true);
  carrier.connect(false);
  await lookAt(LEASE_MS);
  expect(await announced()).toBe(false);
});

test('an announcement lasts a lease', async () => {
  await standbys?.announce();
  const [row] = await ask<{ left: number }>(
    'select extract(epoch from until - clock_timestamp())::float8 * 1000 as left from reached_follower',
  );
  expect(row?.left).toBeLessThanOrEqual(LEASE_MS);
  expect(await owners?.hasOther()).toBe(true);
});

test.each(['FOLLOWING', 'STARTING'] as const)(
  'a process that is %s does not end without the carrier',
  async (state) => {
    await standByForLong();
    const { lost, lookAt } = watch(state);
    carrier.connect(false);
    await lookAt(0);
    await lookAt(10 * PATIENCE_MS);
    expect(lost).toEqual([]);
  },
);
