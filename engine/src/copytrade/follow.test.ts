// Who may follow, in the order of docs/rules.md 5.2, and what a follower may change.
import { describe, expect, test } from 'vitest';
import { amount, rate } from '../amount.ts';
import { BTC, ETH, rest, SITE, setFree } from '../futures/testing.ts';
import { playerId } from '../purse.ts';
import { DAY_MS } from '../time.ts';
import type { FollowRequest } from './commands.ts';
import {
  answerOf,
  closeCopies,
  closeLead,
  end,
  FOLLOWER,
  follow,
  followedWorld,
  followIn,
  made,
  mirror,
  mirrorAll,
  moveTo,
  order,
  outcomeOf,
  REQUEST,
  send,
  setTrader,
  type World,
  worldWith,
} from './testing.ts';

/** Everything is wrong at once; each step repairs what the answer before named. */
test('H15: the first broken rule is the answer, in the order of the rules', () => {
  const world = worldWith(4);
  made(setTrader(world, { quota: 1, pairs: [BTC.instrument], isAccepting: false }), 'COPY_TRADER_SET');
  made(setTrader(world, { quota: 1 }, { player: 3 }), 'COPY_TRADER_SET');
  made(setTrader(world, {}, { player: 2 }), 'COPY_TRADER_SET');
  let request: FollowRequest & { readonly trader?: number } = {
    pairs: [],
    multiplyPer: -1,
    maxBet: amount('9'),
    oneMaxBet: amount('9'),
    maxLeverage: 0,
    trader: 99,
  };
  const ask = (more: typeof request = {}) => {
    request = { ...request, ...more };
    const { trader = 99, ...rest } = request;
    return answerOf(follow(world, rest, { trader }));
  };
  expect(answerOf(send(world, { kind: 'FOLLOW_TRADER', site: SITE, player: FOLLOWER, ...REQUEST }))).toBe(
    'ENTER_FOLLOW',
  );
  expect(ask()).toBe('FOLLOW_LIMIT_LOW');
  expect(ask({ oneMaxBet: amount('20000') })).toBe('FOLLOW_LIMIT_LOW');
  expect(ask({ maxBet: amount('20000') })).toBe('FOLLOW_LIMIT_ORDER');
  expect(ask({ maxBet: amount('30000') })).toBe('FOLLOW_PAIR');
  expect(ask({ pairs: [ETH.instrument], trader: 1 })).toBe('FOLLOW_PAIR');
  expect(ask({ pairs: [BTC.instrument], trader: 99 })).toBe('FOLLOW_MULTIPLIER');
  expect(ask({ multiplyPer: 1.5 })).toBe('FOLLOW_MULTIPLIER');
  expect(ask({ multiplyPer: 1_000_000_000 })).toBe('FOLLOW_MULTIPLIER');
  expect(ask({ multiplyPer: 0 })).toBe('FOLLOW_PROTECTION');
  expect(ask({ maxLeverage: null, exitGuard: rate('0.06') })).toBe('FOLLOW_PROTECTION');
  expect(ask({ exitGuard: null, lossLimit: amount('0') })).toBe('FOLLOW_PROTECTION');
  expect(ask({ lossLimit: null })).toBe('TRADER_CANNOT_FOLLOW');
  made(setTrader(world, { status: 'DELETED' }, { player: 2 }), 'COPY_TRADER_SET');
  expect(ask()).toBe('TRADER_CANNOT_FOLLOW');
  moveTo(world, '60000', DAY_MS);
  made(follow(world, { oneMaxBet: amount('100') }, { trader: 3 }), 'COPY_FOLLOWED');
  expect(ask()).toBe('FOLLOWS_ALREADY');
  made(end(world, { other: 3 }), 'COPY_ENDED');
  const waiting = rest(world.book, { player: 2 });
  expect(ask()).toBe('FOLLOW_NEEDS_FLAT');
  made(
    send(world, { kind: 'CANCEL_FUTURES_ORDER', site: SITE, player: FOLLOWER, order: waiting.id }),
    'FUTURES_ORDERS_CANCELLED',
  );
  expect(ask()).toBe('FOLLOW_NEEDS_BALANCE');
  setFree(world.book, '20000', { player: 2 });
  expect(ask()).toBe('TRADER_NOT_FOUND');
  expect(ask({ trader: 1 })).toBe('TRADER_NOT_ACCEPTING');
  made(follow(world, {}, { player: 4, trader: 3 }), 'COPY_FOLLOWED');
  expect(ask({ trader: 3 })).toBe('TRADER_FULL');
  made(setTrader(world, { quota: 2 }, { player: 3 }), 'COPY_TRADER_SET');
  expect(ask()).toBe('COPY_FOLLOWED');
});

test('a trader of another site is like none', () => {
  const world = worldWith(2);
  made(setTrader(world), 'COPY_TRADER_SET');
  const player = world.book.players.get(FOLLOWER)!;
  world.book.players.set(FOLLOWER, { ...player, site: 9 as typeof player.site });
  const asked = {
    kind: 'FOLLOW_TRADER',
    site: 9 as typeof SITE,
    player: FOLLOWER,
    trader: playerId(1),
    ...REQUEST,
  } as const;
  expect(answerOf(send(world, asked))).toBe('TRADER_NOT_FOUND');
});

test('nobody follows themselves, and who has stopped may follow from the next Korean day', () => {
  const world = worldWith(2);
  made(setTrader(world), 'COPY_TRADER_SET');
  expect(answerOf(follow(world, {}, { player: 1, trader: 1 }))).toBe('TRADER_CANNOT_FOLLOW');
  made(setTrader(world, {}, { player: 2 }), 'COPY_TRADER_SET');
  made(setTrader(world, { status: 'OFF' }), 'COPY_TRADER_SET');
  expect(answerOf(follow(world, {}, { player: 1, trader: 2 }))).toBe('TRADER_CANNOT_FOLLOW');
  moveTo(world, '60000', DAY_MS);
  made(follow(world, {}, { player: 1, trader: 2 }), 'COPY_FOLLOWED');
  // And is no trader again while following.
  expect(answerOf(setTrader(world))).toBe('TRADER_NEEDS_FLAT');
});

describe('what a follower changes', () => {
  const change = (world: World, request: FollowRequest, id = followIn(world).id) =>
    answerOf(
      send(world, {
        kind: 'CHANGE_FOLLOW',
        site: SITE,
        player: FOLLOWER,
        session: 1,
        follow: id,
        ...request,
      }),
    );

  test('is checked like a new follow, and what is not said stays', () => {
    const world = followedWorld({ lossLimit: amount('50'), entryGuard: rate('0.001') });
    expect(change(world, { oneMaxBet: amount('5') })).toBe('FOLLOW_LIMIT_LOW');
    expect(change(world, { maxBet: amount('500') })).toBe('FOLLOW_LIMIT_ORDER');
    expect(change(world, { pairs: [7] })).toBe('FOLLOW_PAIR');
    expect(change(world, { multiplyPer: -1 })).toBe('FOLLOW_MULTIPLIER');
    expect(change(world, { maxLeverage: 126 })).toBe('FOLLOW_PROTECTION');
    expect(change(world, { multiplyPer: 50, entryGuard: null })).toBe('COPY_FOLLOW_CHANGED');
    const { multiplyPer, lossLimit, entryGuard, maxBet } = followIn(world);
    expect([multiplyPer, lossLimit, entryGuard, maxBet]).toEqual([
      50,
      amount('50'),
      undefined,
      REQUEST.maxBet,
    ]);
    expect(change(world, {}, 99)).toBe('FOLLOW_NOT_FOUND');
  });

  test('cannot go on while the loss limit is used up, unless it is raised', () => {
    const world = followedWorld({ lossLimit: amount('20') });
    order(world);
    expect(mirrorAll(world)).toEqual(['FUTURES_FILLED']);
    moveTo(world, '59700');
    expect(answerOf(closeCopies(world, 'LOSS_LIMIT'))).toBe('FUTURES_FILLED');
    expect(followIn(world).isPaused).toBe(true);
    expect(change(world, { isPaused: false })).toBe('FOLLOW_PROTECTION');
    made(closeLead(world), 'FUTURES_FILLED');
    mirrorAll(world);
    expect(change(world, { isPaused: false, lossLimit: amount('500') })).toBe('COPY_FOLLOW_CHANGED');
    order(world);
    expect(outcomeOf(mirror(world))).toBe('FUTURES_FILLED');
  });

  test('is refused once the follow is detached', () => {
    const world = followedWorld();
    made(setTrader(world, { status: 'OFF' }), 'COPY_TRADER_SET');
    expect(change(world, { multiplyPer: 1 })).toBe('FOLLOW_ENDED');
  });
});
