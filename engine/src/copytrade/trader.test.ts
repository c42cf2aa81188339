import { describe, expect, test } from 'vitest';
import { rate } from '../amount.ts';
import { rest, SITE } from '../futures/testing.ts';
import { koreanDate } from '../time.ts';
import type { TraderSettings } from './state.ts';
import {
  answerOf,
  followedWorld,
  followIn,
  made,
  mirror,
  mirrorAll,
  order,
  send,
  setTrader,
  TRADER,
  worldWith,
} from './testing.ts';

describe('to become a trader', () => {
  test('one has no position, no order, and follows nobody', () => {
    const world = followedWorld();
    expect(answerOf(setTrader(world, {}, { player: 2 }))).toBe('TRADER_NEEDS_FLAT');
    const other = worldWith(2);
    order(other);
    expect(answerOf(setTrader(other))).toBe('TRADER_NEEDS_FLAT');
    rest(other.book, { player: 2 });
    expect(answerOf(setTrader(other, {}, { player: 2 }))).toBe('TRADER_NEEDS_FLAT');
  });

  test('the share, the quota and the instruments are in their range', () => {
    const world = worldWith(1);
    for (const wrong of [
      { rate: rate('0.0999') },
      { rate: rate('0.3001') },
      { quota: -1 },
      { quota: 1.5 },
      { pairs: [] },
    ])
      expect(answerOf(setTrader(world, wrong))).toBe('TRADER_TERMS');
  });

  test('staff approve: nobody does it alone, and nobody is switched off who is none', () => {
    const world = worldWith(1);
    expect(answerOf(setTrader(world, { status: 'OFF' }))).toBe('TRADER_NOT_FOUND');
    expect(answerOf(setTrader(world, {}, { session: 1 }))).toBe('TRADER_NOT_FOUND');
    made(setTrader(world), 'COPY_TRADER_SET');
    expect(answerOf(setTrader(world, { quota: 500 }, { session: 1 }))).toBe('TRADER_TERMS');
    expect(answerOf(setTrader(world, { status: 'DELETED' }, { session: 1 }))).toBe('TRADER_NOT_FOUND');
    expect(answerOf(setTrader(world, { status: 'OFF' }, { session: 1 }))).toBe('COPY_TRADER_SET');
    expect(answerOf(setTrader(world, {}, { session: 1 }))).toBe('COPY_TRADER_SET');
  });
});

test('whom staff switched off does not begin again alone', () => {
  const world = followedWorld();
  const own = (settings: Partial<TraderSettings>) => answerOf(setTrader(world, settings, { session: 1 }));
  expect(made(setTrader(world, { status: 'OFF' }), 'COPY_TRADER_SET').trader.isHeld).toBe(true);
  expect(own({})).toBe('TRADER_HELD');
  // What does not begin anything may be changed, by the trader and by staff, and ends nothing of it.
  expect(own({ status: 'OFF', isAccepting: false })).toBe('COPY_TRADER_SET');
  made(setTrader(world, { status: 'OFF', quota: 7 }), 'COPY_TRADER_SET');
  expect(answerOf(setTrader(world, { quota: 7 }, { session: 1 }))).toBe('TRADER_HELD');
  expect(made(setTrader(world), 'COPY_TRADER_SET').trader).not.toHaveProperty('isHeld');
  // Who stopped by themselves begins again, whatever staff change meanwhile.
  expect(own({ status: 'OFF' })).toBe('COPY_TRADER_SET');
  made(setTrader(world, { status: 'OFF' }), 'COPY_TRADER_SET');
  expect(own({})).toBe('COPY_TRADER_SET');
});

test('what a command leaves out stays as it is when it is decided', () => {
  const world = worldWith(2);
  const only = (settings: Partial<TraderSettings>, session?: number) =>
    send(world, {
      ...{ kind: 'SET_COPY_TRADER', site: SITE, player: TRADER, ...settings },
      ...(session === undefined ? undefined : { session }),
    });
  expect(answerOf(only({ status: 'ACTIVE', isAccepting: true, quota: 100, rate: rate('0.1') }))).toBe(
    'TRADER_NOT_FOUND',
  );
  made(setTrader(world), 'COPY_TRADER_SET');
  made(only({ pairs: [102], isAccepting: false, status: 'OFF' }), 'COPY_TRADER_SET');
  expect(made(only({ rate: rate('0.3') }, 1), 'COPY_TRADER_SET').trader).toMatchObject({
    ...{ rate: rate('0.3'), status: 'OFF', pairs: [102], isAccepting: false, quota: 100 },
  });
  made(only({ status: 'DELETED' }), 'COPY_TRADER_SET');
  expect(answerOf(only({ rate: rate('0.2') }, 1))).toBe('TRADER_NOT_FOUND');
  expect(answerOf(only({ rate: rate('0.2') }))).toBe('TRADER_NOT_FOUND');
});

test('instruments are kept in rising order, each once', () => {
  const world = worldWith(1);
  made(setTrader(world, { pairs: [102, 101, 102] }), 'COPY_TRADER_SET');
  expect(world.book.copytrade.traders.get(TRADER)!.pairs).toEqual([101, 102]);
});

test.each(['OFF', 'DELETED'] as const)('%s detaches every follow and drops what waits', (status) => {
  const world = followedWorld({}, 3);
  order(world);
  expect(world.book.copytrade.leads.get(TRADER)).toHaveLength(1);
  const event = made(setTrader(world, { status }), 'COPY_TRADER_SET');
  expect(event.detached).toEqual([followIn(world, 2).id, followIn(world, 3).id]);
  expect(event.trader.deletedOn).toBe(status === 'DELETED' ? koreanDate(world.now) : undefined);
  expect([followIn(world, 2).state, followIn(world, 3).state]).toEqual(['DETACHED', 'DETACHED']);
  expect(world.book.copytrade.leads.size).toBe(0);
  expect(answerOf(mirror(world, { lead: 1 }))).toBe('FOLLOW_ENDED');
});

test('a lower share and fewer instruments hold for those who follow later', () => {
  const world = followedWorld();
  made(setTrader(world, { rate: rate('0.3'), pairs: [102] }), 'COPY_TRADER_SET');
  expect(followIn(world).rate).toBe(rate('0.1'));
  order(world);
  expect(mirrorAll(world)).toEqual([]);
});
