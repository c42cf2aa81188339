// Two processes of the feed and those who follow them, on a real database: who leads, and that no tick is lost.
import { tmpdir } from 'node:os';
import type { Tick } from '@maru/engine/market/tick';
import { later, MINUTE_MS, type Millis, millis } from '@maru/engine/time';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createBus } from './bus/bus.ts';
import { createLocalNetwork, type LocalCarrier } from './bus/local-carrier.ts';
import { readConfig } from './config.ts';
import { emptyDatabase, type TestDatabase, testDatabases } from './db/testing.ts';
import { FeedLeaseLost } from './feed/feed-lease.ts';
import { feedSubjects, readMessage } from './feed/feed-message.ts';
import { openFollower } from './feed/follower.ts';
import { instruments } from './feed/instruments.ts';
import { createDice } from './feed/stream-testing.ts';
import { lateTicks, liveTicks } from './feed/subjects.ts';
import { type FeedRole, startFeed } from './feed-role.ts';
import { silentLog } from './log/log.ts';
import { loadTicks } from './market/tick-store.ts';
import { minuteHash } from './market/tick-text.ts';
import { pushedOver } from './open-second-feed.ts';
import { steadyMs, wait } from './process-time.ts';

const LEASE_MS = 600;
const BTC = 'BTCUSDT';
const SECRET = 'a secret of at least thirty-two characters';
const config = readConfig({
  FEED: 'push',
  FEED_SECRET: SECRET,
  INDEX_SECRET: 'another-secret-of-at-least-thirty-two-characters',
  DATA_DIR: tmpdir(),
});

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await wait(5);
}

describe.each(testDatabases)('processes of the feed on $name', ({ open }) => {
  let store: TestDatabase;
  let network: ReturnType<typeof createLocalNetwork>;
  let fate: () => readonly number[];
  /** How far the clocks of all processes are ahead of the machine's. */
  let aheadMs = 0;
  let batch = 0;
  let gateway: LocalCarrier;
  /** Of the newest leader that the gateway has heard of. */
  let epoch = 0;
  let closing: (() => Promise<void> | void)[] = [];
  const clock = (): Millis => millis(Date.now() + aheadMs);

  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store.drop());
  beforeEach(async () => {
    await emptyDatabase(store);
    fate = () => [0];
    network = createLocalNetwork({ fate: () => fate(), after: (ms, call) => void setTimeout(call, ms) });
    aheadMs = 0;
    epoch = 0;
    gateway = network.join();
    gateway.listen(feedSubjects.messages, (bytes) => {
      epoch = Math.max(epoch, readMessage(bytes).epoch);
    });
  });
  afterEach(async () => {
    for (const close of closing.toReversed()) await close();
    closing = [];
  });

  /** `stop` is like a stopped process as far as it has timers; `go` lets it continue. */
  async function openFeed() {
    const carrier = network.join();
    const halts: unknown[] = [];
    let blocked: Promise<void> | undefined;
    let go: () => void = () => undefined;
    const time = {
      clock,
      steadyMs,
      async wait(ms: number) {
        await wait(ms);
        await blocked;
      },
    };
    const role = await startFeed({
      ...{ config, log: silentLog, carrier, database: store.database, leaseMs: LEASE_MS, time },
      onHalt: (fault) => halts.push(fault),
    });
    closing.push(async () => {
      go();
      await role.stop().catch(() => undefined);
    });
    return {
      ...role,
      carrier,
      halts,
      block() {
        blocked = new Promise((resolve) => (go = resolve));
      },
      go: () => go(),
    };
  }

  async function openDesk() {
    const carrier = network.join();
    const bus = createBus((fault) => {
      throw fault;
    });
    const heard: Tick[] = [];
    const late: Tick[] = [];
    /** Ticks that an order could be filled with as they were heard. */
    const usable: Tick[] = [];
    bus.subscribe(liveTicks, (tick) => {
      if (tick.stock !== BTC) return;
      heard.push(tick);
      if (follower.prices.usable(BTC, clock()) !== undefined) usable.push(tick);
    });
    bus.subscribe(lateTicks, (tick) => tick.stock === BTC && late.push(tick));
    const time = { clock, wait };
    const { database } = store;
    const follower = await openFollower({ carrier, database, instruments, bus, time, log: silentLog });
    follower.start();
    closing.push(follower.stop);
    await until(follower.stream.isComplete);
    const pricesOf = (ticks: readonly Tick[]) => ticks.map(({ last }) => Number(last / 100_000_000n));
    return {
      ...follower,
      carrier,
      heard: () => pricesOf(heard),
      late: () => pricesOf(late),
      ticks: heard,
      usable,
    };
  }

  /** As the process does at which a provider's batches arrive, and as the provider, who sends again. */
  async function push(price: number): Promise<void> {
    batch += 1;
    const isTaken = async (): Promise<boolean> => {
      const answer = await sendBatch(batch, price);
      return answer.ok || answer.refusal === 'BATCH_OUT_OF_ORDER';
    };
    await until(isTaken);
  }

  const sendBatch = (seq: number, price: number) =>
    pushedOver(gateway, 'first', { knows: () => true, epochOf: () => epoch }).accept({
      authorization: `Bearer ${SECRET}`,
      body: { source: 'test', seq, ticks: [{ stock: BTC, last: String(price) }] },
      now: clock(),
    });

  const recorded = async () => {
    const window = { from: millis(0), to: later(clock(), MINUTE_MS) };
    const ticks = await store.database.transaction((tx) => loadTicks(tx, BTC, window));
    return ticks.map(({ last }) => Number(last / 100_000_000n));
  };

  const rowsOf = <Row>(text: string) => store.database.transaction((tx) => tx.query<Row>(text));

  async function leaderAndStandby(): Promise<readonly [Opened, Opened]> {
    const first = await openFeed();
    await first.leading;
    const second = await openFeed();
    await until(second.isReady);
    return [first, second];
  }
  type Opened = Awaited<ReturnType<typeof openFeed>>;

  test('one leads and the other waits, until the leader ends', async () => {
    const [first, second] = await leaderAndStandby();
    expect(second.isLeading()).toBe(false);
    await first.stop();
    await second.leading;
    expect(second.halts).toEqual([]);
  });

  test('who stands by and has lost the carrier does not lead until it is back', async () => {
    const [first, second] = await leaderAndStandby();
    second.carrier.connect(false);
    await first.stop();
    const third = await openFeed();
    await third.leading;
    expect(second.isLeading()).toBe(false);
    await third.stop();
    second.carrier.connect(true);
    await second.leading;
  });

  test('what a stopped leader had sent and not written is in the record, and when it continues it writes nothing and ends', async () => {
    const [first, second] = await leaderAndStandby();
    const desk = await openDesk();
    await push(100_000);
    await until(async () => (await recorded()).length === 1);
    first.block();
    await push(100_001);
    await until(() => desk.heard().length === 2);
    first.carrier.connect(false);
    await second.leading;
    expect(await recorded()).toEqual([100_000, 100_001]);
    expect(desk.prices.usable(BTC, clock())).toBeUndefined();
    await push(100_002);
    await until(() => desk.heard().length === 3);
    expect(desk.heard()).toEqual([100_000, 100_001, 100_002]);
    expect(desk.prices.usable(BTC, clock())).toBeDefined();
    first.carrier.connect(true);
    first.go();
    await until(() => first.halts.length > 0);
    expect(first.halts[0]).toBeInstanceOf(FeedLeaseLost);
    await until(async () => (await recorded()).length === 3);
    expect(await recorded()).toEqual([100_000, 100_001, 100_002]);
    const [gap] = desk.coverage.gaps();
    expect(await rowsOf('select from_ms as "from", to_ms as "to" from record_gap')).toEqual([gap]);
  });

  test('a tick that only a desk has heard is in the record of the next leader', async () => {
    const [first, second] = await leaderAndStandby();
    const desk = await openDesk();
    await push(100_000);
    await until(() => desk.heard().length === 1);
    first.block();
    second.carrier.connect(false);
    await push(100_001);
    await until(() => desk.heard().length === 2);
    first.carrier.connect(false);
    second.carrier.connect(true);
    await second.leading;
    expect(await recorded()).toEqual([100_000, 100_001]);
    await push(100_002);
    await until(() => desk.heard().length === 3);
    expect(desk.heard()).toEqual([100_000, 100_001, 100_002]);
  });

  test('a desk that was away when the next leader began hands over what only it has heard, and others hear it late', async () => {
    const [first, second] = await leaderAndStandby();
    const desk = await openDesk();
    const other = await openDesk();
    await push(100_000);
    await until(() => desk.heard().length === 1 && other.heard().length === 1);
    first.block();
    second.carrier.connect(false);
    other.carrier.connect(false);
    await push(100_001);
    await until(() => desk.heard().length === 2);
    first.carrier.connect(false);
    desk.carrier.connect(false);
    second.carrier.connect(true);
    other.carrier.connect(true);
    await second.leading;
    expect(await recorded()).not.toContain(100_001);
    desk.carrier.connect(true);
    await until(async () => (await recorded()).includes(100_001));
    await until(() => desk.stream.isComplete() && other.late().length === 1);
    expect([desk.heard(), desk.late()]).toEqual([[100_000, 100_001], []]);
    expect([other.heard(), other.late()]).toEqual([[100_000], [100_001]]);
    await push(100_002);
    await until(() => desk.heard().length === 3 && other.heard().length === 2);
  });

  test('what the leader before has written and nobody has heard is heard from the next one', async () => {
    const [first, second] = await leaderAndStandby();
    const desk = await openDesk();
    await push(100_000);
    await until(() => desk.heard().length === 1);
    desk.carrier.connect(false);
    second.carrier.connect(false);
    await push(100_001);
    await until(async () => (await recorded()).length === 2);
    first.block();
    first.carrier.connect(false);
    second.carrier.connect(true);
    desk.carrier.connect(true);
    await second.leading;
    await until(() => desk.heard().length === 2);
    expect(desk.heard()).toEqual([100_000, 100_001]);
    expect(desk.stream.position()?.epoch).toBe(2);
  });

  test('the chain of the record goes on over a change of the leader', async () => {
    const [first, second] = await leaderAndStandby();
    const desk = await openDesk();
    const sealed = () =>
      rowsOf<{ stock: string; minute: Millis; ticks: string; previous: string; hash: string }>(
        `select stock, minute_ms as minute, ticks, previous_hash as previous, hash
         from tick_minute where stock = '${BTC}' order by minute_ms`,
      );
    await push(100_000);
    aheadMs += 2 * MINUTE_MS;
    await until(async () => (await sealed()).length === 1);
    await push(100_001);
    await until(() => desk.heard().length === 2);
    await first.stop();
    await second.leading;
    await push(100_002);
    await until(() => desk.heard().length === 3);
    aheadMs += 2 * MINUTE_MS;
    await until(async () => (await sealed()).flatMap(({ ticks }) => ticks.split('\n')).length === 3);
    const minutes = await sealed();
    for (const [place, { previous, hash, ...minute }] of minutes.entries()) {
      expect(hash).toBe(minuteHash(previous, minute));
      if (place > 0) expect(previous).toBe(minutes[place - 1]?.hash);
    }
  });

  test.each([1, 2, 3])(
    'whatever the network does while the leader changes, every tick that a desk could act on is in the record once (seed %d)',
    async (seed) => {
      const [first, second] = await leaderAndStandby();
      const desks = [await openDesk(), await openDesk()];
      const dice = createDice(seed);
      fate = () => {
        if (dice() < 0.15) return [];
        const delay = () => Math.floor(dice() ** 4 * 80);
        return dice() < 0.1 ? [delay(), delay()] : [delay()];
      };
      let price = 100_000;
      const pushSome = async (times: number) => {
        for (let each = 0; each < times; each++) {
          price += 1;
          batch += 1;
          // Whether it was answered or not: what the network did with it shows in the record.
          void sendBatch(batch, price);
          await wait(5);
        }
      };
      await pushSome(60);
      first.block();
      await pushSome(20);
      first.carrier.connect(false);
      await second.leading;
      await pushSome(60);
      first.carrier.connect(true);
      first.go();
      await until(() => first.halts.length > 0);
      // The process ends.
      await first.stop();
      fate = () => [0];
      await push(100_200);
      await until(() =>
        desks.every(({ stream, prices }) => stream.isComplete() && prices.usable(BTC, clock())),
      );
      await until(async () => (await recorded()).includes(100_200));
      const all = await recorded();
      expect(new Set(all).size).toBe(all.length);
      for (const { ticks, usable } of desks) {
        expect(usable.length).toBeGreaterThan(0);
        const prices = usable.map(({ last }) => Number(last / 100_000_000n));
        expect(prices.filter((each) => !all.includes(each))).toEqual([]);
        expect(ticks.map(({ ts }) => ts)).toEqual(ticks.map(({ ts }) => ts).toSorted((a, b) => a - b));
      }
    },
  );

  test('a desk that starts without a leader follows as soon as there is one', async () => {
    const carrier = network.join();
    const bus = createBus(() => undefined);
    const time = { clock, wait };
    const { database } = store;
    const desk = await openFollower({ carrier, database, instruments, bus, time, log: silentLog });
    desk.start();
    closing.push(desk.stop);
    expect(desk.prices.condition(BTC, clock())).toBe('WAITING');
    const feed: FeedRole = await openFeed();
    await feed.leading;
    await until(desk.stream.isComplete);
    await push(100_000);
    await until(() => desk.prices.usable(BTC, clock()) !== undefined);
  });
});
