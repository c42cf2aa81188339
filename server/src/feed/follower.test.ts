// Those who follow the feed of another process, over a network that loses, doubles, delays and reorders its messages.
import { price } from '@maru/engine/amount';
import type { Tick } from '@maru/engine/market/tick';
import { millis } from '@maru/engine/time';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { emptyDatabase, type TestDatabase, testDatabases } from '../db/testing.ts';
import { listRecordedTicks } from '../market/recorded-ticks.ts';
import { NOON } from '../market/testing.ts';
import { encodeMessage, feedSubjects, readMessage } from './feed-message.ts';
import {
  coins,
  createDice,
  createVirtualTime,
  keyOf,
  openLeader,
  openNetwork,
  openTestFollower,
  type VirtualTime,
} from './stream-testing.ts';

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8];
const BTC = 'BTCUSDT';

describe.each(testDatabases)('following a feed on $name', ({ open }) => {
  let store: TestDatabase;
  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store.drop());
  beforeEach(() => emptyDatabase(store));

  async function untilComplete(time: VirtualTime, follower: Awaited<ReturnType<typeof openTestFollower>>) {
    do {
      // The database answers in real time: on a slow machine the test's time must not run seconds ahead of it.
      await new Promise((resolve) => setTimeout(resolve, 1));
      await time.pass(1);
    } while (!follower.stream.isComplete());
  }

  test.each(SEEDS)(
    'whatever the network does, followers hear the live ticks of the leader in its order, and use no price after a gap (seed %d)',
    async (seed) => {
      const { database } = store;
      const dice = createDice(seed);
      const time = createVirtualTime(NOON);
      let isBad = false;
      const network = openNetwork(time, () => {
        if (!isBad) return [0];
        if (dice() < 0.2) return [];
        const delay = () => Math.floor(dice() ** 3 * 400);
        return dice() < 0.1 ? [delay(), delay()] : [delay()];
      });
      const leader = await openLeader(database, network, time);
      const wrong: string[] = [];
      let acted = 0;
      const openOne = async () => {
        const own: Tick[] = [];
        const startedAt = time.clock();
        const one = await openTestFollower(database, network, {
          time,
          // What can be acted on is what the leader had, and everything before it was heard.
          onLive(tick) {
            own.push(tick);
            if (one.prices.usable(tick.stock, time.clock()) === undefined) return;
            const since = (ticks: readonly Tick[]) =>
              ticks.filter(({ stock, ts }) => stock === tick.stock && ts >= startedAt).map(keyOf);
            const heard = since(own);
            if (since(leader.live).slice(0, heard.length).join() !== heard.join()) wrong.push(keyOf(tick));
            else acted += 1;
          },
        });
        return one;
      };
      const first = await openOne();
      await untilComplete(time, first);
      isBad = true;
      let last = 100_000;
      for (let step = 0; step < 250; step++) {
        const lateMs = dice() < 0.2 ? Math.floor(dice() * 900) : dice() < 0.5 ? undefined : 0;
        last += Math.floor(dice() * 200) - 100;
        // Seldom a price that waits for its confirmation.
        const shown = dice() < 0.03 ? last * 2 : last;
        leader.tick(coins[Math.floor(dice() * coins.length)]!.code, String(shown), lateMs);
        if (dice() < 0.1) await leader.recorder.flush();
        if (dice() < 0.02) {
          first.carrier.connect(false);
          await time.pass(Math.floor(dice() * 3_000));
          first.carrier.connect(true);
        }
        await time.pass(Math.floor(dice() * 80));
        const known = new Set([...first.heard].map(keyOf));
        const until = first.coverage.until(time.clock());
        const missing = leader.recorded.filter((tick) => tick.recvTs <= until && !known.has(keyOf(tick)));
        expect(missing.map(keyOf)).toEqual([]);
      }
      isBad = false;
      const second = await openOne();
      await untilComplete(time, first);
      await untilComplete(time, second);
      expect(wrong).toEqual([]);
      expect(acted).toBeGreaterThan(50);
      for (const { code } of coins) {
        const ofStock = (ticks: readonly Tick[]) => ticks.filter(({ stock }) => stock === code).map(keyOf);
        expect(ofStock(first.live)).toEqual(ofStock(leader.live));
        const window = { from: millis(0), to: millis(NOON * 2) };
        for (const { mirror: recorder } of [first, second]) {
          const read = await listRecordedTicks({ database, recorder }, code, window);
          expect(read.map(keyOf).toSorted()).toEqual(
            ofStock(leader.recorded.filter(({ ts }) => ts >= NOON)).toSorted(),
          );
        }
        expect(first.prices.condition(code, time.clock())).toBe(leader.feed.condition(code, time.clock()));
        expect(second.prices.latest(code)).toEqual(leader.feed.latest(code));
        expect(first.prices.index(code)).toBe(leader.feed.index(code));
      }
    },
  );

  async function openTwo() {
    const time = createVirtualTime(NOON);
    const lost = new Set<string>();
    const network = openNetwork(time, (subject) => (lost.has(subject) ? [] : [0]));
    const leader = await openLeader(store.database, network, time);
    const follower = await openTestFollower(store.database, network, { time });
    await untilComplete(time, follower);
    return { time, lost, leader, follower };
  }

  test('a price is used as the leader would: after a tick, not while a jump waits, not when it is old', async () => {
    const { time, leader, follower } = await openTwo();
    const both = () => [
      leader.feed.condition(BTC, time.clock()),
      follower.prices.condition(BTC, time.clock()),
    ];
    expect(both()).toEqual(['WAITING', 'WAITING']);
    leader.tick(BTC, '100000', 0);
    await time.pass(10);
    expect(both()).toEqual(['OPEN', 'OPEN']);
    expect(follower.prices.usable(BTC, time.clock())).toEqual(leader.feed.latest(BTC));
    leader.tick(BTC, '150000', 0);
    await time.pass(10);
    expect(both()).toEqual(['SUSPECT', 'SUSPECT']);
    await time.pass(2_000);
    leader.tick(BTC, '100001', undefined);
    await time.pass(10);
    expect(both()).toEqual(['OPEN', 'OPEN']);
    expect(follower.prices.stampsTicks(BTC, time.clock())).toBe(false);
    await time.pass(4_000);
    expect(both()).toEqual(['STALE', 'STALE']);
  });

  test('while a message is missing no price is used, and nothing is known to be complete', async () => {
    const { time, lost, leader, follower } = await openTwo();
    leader.tick(BTC, '100000', 0);
    await time.pass(10);
    const before = follower.coverage.until(time.clock());
    lost.add('feed.messages').add('feed.since.1');
    leader.tick(BTC, '100001', 0);
    await time.pass(10);
    lost.delete('feed.messages');
    leader.tick(BTC, '100002', 0);
    await time.pass(10);
    expect(follower.prices.condition(BTC, time.clock())).toBe('WAITING');
    expect(follower.coverage.until(time.clock())).toBe(before);
    lost.delete('feed.since.1');
    await time.pass(1_000);
    expect(follower.live.map(keyOf)).toEqual(leader.live.map(keyOf));
    expect(follower.prices.condition(BTC, time.clock())).toBe('OPEN');
    expect(follower.coverage.until(time.clock())).toBeGreaterThan(before);
  });

  test.each(['in the place of the next message', 'as what is known already'])(
    'a message that does not continue the chain is not used, and the record is read instead (%s)',
    async (how) => {
      const { time, leader, follower } = await openTwo();
      const sent: Uint8Array[] = [];
      leader.carrier.listen(feedSubjects.messages, (bytes) => sent.push(bytes));
      leader.tick(BTC, '100000', 0);
      await time.pass(10);
      const real = readMessage(sent.at(-1)!);
      const [tick] = real.entries.flatMap((entry) => (entry.kind === 'LIVE' ? [entry.tick] : []));
      const wrong = {
        kind: 'LIVE',
        index: undefined,
        tick: { ...tick!, last: price('1'), seq: 99 },
      } as const;
      const isNext = how.startsWith('in the place');
      leader.carrier.publish(
        feedSubjects.messages,
        // Its chain is that of another message in both cases.
        encodeMessage({ ...real, number: real.number + Number(isNext), entries: isNext ? [wrong] : [] }),
      );
      await time.pass(1);
      expect(follower.stream.isComplete()).toBe(false);
      expect(follower.prices.condition(BTC, time.clock())).toBe('WAITING');
      leader.tick(BTC, '100002', 0);
      await untilComplete(time, follower);
      expect(follower.live.map(keyOf)).toEqual(leader.live.map(keyOf));
      expect(follower.prices.latest(BTC)).toEqual(leader.feed.latest(BTC));
    },
  );

  test('a leader that is not heard any more has no usable price', async () => {
    const { time, leader, follower } = await openTwo();
    leader.tick(BTC, '100000', 0);
    await time.pass(500);
    expect(follower.prices.condition(BTC, time.clock())).toBe('OPEN');
    leader.carrier.connect(false);
    await time.pass(1_300);
    expect(leader.feed.condition(BTC, time.clock())).toBe('OPEN');
    expect(follower.prices.condition(BTC, time.clock())).toBe('WAITING');
  });

  test('a price from before the start of this process is shown and not used', async () => {
    const time = createVirtualTime(NOON);
    const network = openNetwork(time);
    const leader = await openLeader(store.database, network, time);
    leader.tick(BTC, '100000', 0);
    await time.pass(100);
    const follower = await openTestFollower(store.database, network, { time });
    await untilComplete(time, follower);
    expect(follower.prices.latest(BTC)).toEqual(leader.feed.latest(BTC));
    expect(leader.feed.condition(BTC, time.clock())).toBe('OPEN');
    expect(follower.prices.condition(BTC, time.clock())).toBe('WAITING');
  });

  test('the minute that is not sealed is in the mirror as a whole, also when it was written in part', async () => {
    const { time, leader, follower } = await openTwo();
    for (let second = 0; second < 20; second++) {
      leader.tick(BTC, String(100_000 + second), 0);
      await time.pass(1_000);
      if (second % 5 === 0) await leader.recorder.flush();
    }
    expect(follower.mirror.open(BTC).map(keyOf)).toEqual(leader.recorder.open(BTC).map(keyOf));
  });

  test('what is sealed in the tables leaves the mirror', async () => {
    const { time, leader, follower } = await openTwo();
    leader.tick(BTC, '100000', 0);
    await time.pass(5 * 60_000);
    await leader.recorder.flush();
    leader.tick(BTC, '100001', 0);
    await time.pass(15_000);
    await leader.recorder.flush();
    await time.pass(1_000);
    expect(follower.mirror.open(BTC).map(keyOf)).toEqual(leader.live.slice(1).map(keyOf));
  });
});
