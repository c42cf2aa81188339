// What the platform copies, closes and settles by itself, on a real desk.
import { amount } from '@maru/engine/amount';
import type { AnyEvent } from '@maru/engine/products';
import { DAY_MS, HOUR_MS, koreanDate, MINUTE_MS } from '@maru/engine/time';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabases } from '../db/testing.ts';
import { forgetWorld } from '../desk/testing.ts';
import { BTC, ETH, FUNDING_AT, START } from '../futures/market-testing.ts';
import { type CopyWorld, follower, openCopyWorld, TRADER } from './copying-testing.ts';

describe.each(testDatabases)('copying on $name', ({ open }) => {
  let store: TestDatabase;
  let world: CopyWorld;
  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store.drop());
  beforeEach(async () => {
    world = await openCopyWorld(store);
    world.start();
    // The first look at what is due today reads a table: on a busy machine it would end after a test made a profit.
    await world.copying.shareNow();
    world.publish('50000');
    world.publish('3000', { stock: 'ETHUSDT' });
  });
  afterEach(async () => {
    await world.kill();
    await forgetWorld(world, store);
  });

  async function followed(count: number, request: Parameters<CopyWorld['follow']>[1] = {}): Promise<void> {
    const players = Array.from({ length: count }, (_, place) => follower(place));
    await world.openAccounts([TRADER, ...players]);
    await world.setTrader();
    for (let from = 0; from < count; from += 100)
      await Promise.all(players.slice(from, from + 100).map((player) => world.follow(player, request)));
  }

  const copiesOf = async (place: number) => {
    const own = await world.followIn(follower(place));
    return Array.from(own?.copies.values() ?? [], ({ instrument }) => instrument);
  };
  const madeBy = (cause: string): readonly AnyEvent[] =>
    world.events.filter((event) => event.kind === 'FUTURES_FILLED' && event.copy?.cause === cause);

  test('every active follower gets a copy of what the trader opens and closes', async () => {
    await followed(300);
    await world.order('0.1');
    await world.settled();
    expect(madeBy('MIRROR')).toHaveLength(300);
    expect(await copiesOf(0)).toEqual([BTC]);
    await world.closeLead();
    await world.settled();
    expect(madeBy('MIRROR')).toHaveLength(600);
    expect(await copiesOf(299)).toEqual([]);
    expect(world.copying.state.leads.size).toBe(0);
  });

  test('a follower copies several leads in their order', async () => {
    await followed(3);
    await Promise.all([world.order('0.1'), world.order('0.01', { instrument: ETH })]);
    await world.closeLead();
    await world.settled();
    expect(await copiesOf(1)).toEqual([ETH]);
  });

  test('a close waits for a price, and is given up after ten seconds', async () => {
    await followed(2);
    await world.order('0.1');
    await world.settled();
    await world.moveTo(world.clock() + 1_000);
    world.publish('50000');
    // What is copied goes out in a turn of its own, after the answer.
    await world.closeLead();
    world.publish('49000');
    await world.settled();
    expect(await copiesOf(0)).toEqual([BTC]);
    await world.moveTo(world.clock() + 2_000);
    world.publish('49100');
    await world.settled();
    expect(await copiesOf(0)).toEqual([BTC]);
    world.publish('49900');
    await world.settled();
    expect(await copiesOf(0)).toEqual([]);

    await world.order('0.1');
    await world.settled();
    await world.closeLead();
    world.publish('45000');
    await world.settled();
    expect(await copiesOf(0)).toEqual([BTC]);
    await world.moveTo(world.clock() + 11_000);
    await world.settled();
    const missed = world.events.filter((event) => event.kind === 'COPY_MISSED');
    expect(missed.length).toBeGreaterThan(0);
    expect(world.copying.state.leads.size).toBe(0);
  });

  test('all copies are closed when the loss limit is reached, and not before', async () => {
    await followed(1, { lossLimit: amount('100') });
    await followedBy(1, {});
    await world.order('0.1');
    await world.settled();
    for (const last of ['49900', '49500', '49150']) {
      world.publish(last);
      await world.settled();
      expect(madeBy('LOSS_LIMIT')).toHaveLength(0);
    }
    world.publish('48950');
    await world.settled();
    expect(madeBy('LOSS_LIMIT')).toHaveLength(1);
    expect(await world.followIn(follower(0))).toMatchObject({ isPaused: true });
    expect(await copiesOf(1)).toEqual([BTC]);
  });

  async function followedBy(place: number, request: Parameters<CopyWorld['follow']>[1]): Promise<void> {
    await world.openAccounts([follower(place)]);
    await world.follow(follower(place), request);
  }

  test('shares are paid at ten past midnight in Korea, once a day', async () => {
    await followed(3);
    await world.order('0.1');
    await world.settled();
    world.publish('51000');
    await world.closeLead();
    await world.settled();
    const shared = () => world.events.filter((event) => event.kind === 'COPY_SHARED');
    await world.moveTo(Date.parse('2026-11-12T15:09:59Z'));
    await world.settled();
    expect(shared()).toHaveLength(0);
    await world.moveTo(Date.parse('2026-11-12T15:10:31Z'));
    await world.copying.shareNow();
    expect(shared()).toHaveLength(3);
    expect(world.copying.sharedDay()).toBe(koreanDate(world.clock()));
    await world.moveTo(world.clock() + DAY_MS);
    await world.copying.shareNow();
    expect(shared()).toHaveLength(3);
  });

  test('switching the trader off detaches, and a follow ends with its last copy', async () => {
    await followed(2);
    await followedBy(2, { pairs: [ETH] });
    await world.order('0.1');
    await world.settled();
    await world.setTrader({ status: 'OFF' });
    await world.settled();
    expect(await world.followIn(follower(2))).toBeUndefined();
    expect(await world.followIn(follower(0))).toMatchObject({ state: 'DETACHED' });
    await world.closeCopies(follower(0));
    await world.settled();
    expect(await world.followIn(follower(0))).toBeUndefined();
    expect(await world.followIn(follower(1))).toMatchObject({ state: 'DETACHED' });
  });

  // Before anything was sent, after a part was sent and before it was answered, and after some of it was done.
  test.each(['NOTHING_SENT', 'NOT_ANSWERED', 'PARTLY_DONE'] as const)(
    'a platform that dies with %s copies what was left, each lead once',
    async (point) => {
      const count = 300;
      await followed(count);
      await world.kill();
      let sent = 0;
      const silent = (): Promise<never> => new Promise(() => undefined);
      world = await openCopyWorld(store, {
        folder: world.folder,
        at: START + HOUR_MS,
        through: (desk) => ({
          submitPatiently(commands) {
            sent += 1;
            if (point === 'NOTHING_SENT' || sent > 1) return silent();
            const outcomes = desk.submitPatiently(commands);
            return point === 'NOT_ANSWERED' ? silent() : outcomes;
          },
        }),
      });
      world.start();
      world.publish('50000');
      await world.order('0.1');
      const isReached = (): boolean => (point === 'NOTHING_SENT' ? sent > 0 : madeBy('MIRROR').length >= 256);
      while (!isReached()) await new Promise((resolve) => setImmediate(resolve));
      const done = madeBy('MIRROR').length;
      expect(done).toBeLessThan(count);
      await world.die();
      world = await openCopyWorld(store, { folder: world.folder, at: START + HOUR_MS + MINUTE_MS });
      expect(world.copying.state.leads.size).toBe(1);
      world.start();
      world.publish('50000');
      await world.settled();
      const players = madeBy('MIRROR').map(({ steps }) => steps[0]?.player);
      expect(done + new Set(players).size).toBe(count);
      expect(players).toHaveLength(count - done);
      expect(world.copying.state.leads.size).toBe(0);
      await world.caughtUp();
      const book = await world.book();
      await world.kill();
      world = await openCopyWorld(store, { folder: world.folder, at: START + HOUR_MS + MINUTE_MS });
      expect(await world.book()).toEqual(book);
    },
  );

  test('funding that is due comes before a close, which is copied when it was paid', async () => {
    await followed(2);
    await world.order('0.1');
    await world.settled();
    await world.moveTo(FUNDING_AT + 1_000);
    world.publish('50000');
    await world.fund();
    await world.closeLead();
    await world.settled();
    expect(await copiesOf(0)).toEqual([]);
    expect(world.copying.state.leads.size).toBe(0);
  });
});
