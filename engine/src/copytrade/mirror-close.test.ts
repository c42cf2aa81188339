// A closing lead for one follow, and the end of mirroring.
import { describe, expect, test } from 'vitest';
import { amount, rate, toDecimal } from '../amount.ts';
import { BTC, ETH, SITE, setFree } from '../futures/testing.ts';
import { playerId } from '../purse.ts';
import type { FollowRequest } from './commands.ts';
import {
  answerOf,
  closeCopies,
  closeLead,
  FOLLOWER,
  followedWorld,
  followIn,
  made,
  mirror,
  mirrorAll,
  moveTo,
  order,
  outcomeOf,
  positionIn,
  pricedIn,
  send,
  setTrader,
  TRADER,
  type World,
} from './testing.ts';

const change = (world: World, request: FollowRequest, player = 2) =>
  made(
    send(world, {
      kind: 'CHANGE_FOLLOW',
      site: SITE,
      player: playerId(player),
      follow: followIn(world, player).id,
      ...request,
    }),
    'COPY_FOLLOW_CHANGED',
  );

const held = (world: World, player = 2, terms = BTC) => {
  const position = positionIn(world, player, terms);
  return position && `${position.side} ${toDecimal(position.qty)}`;
};

describe('a closing lead', () => {
  function closed(size?: string, request: FollowRequest = {}): World {
    const world = followedWorld(request);
    order(world);
    mirror(world);
    closeLead(world, size === undefined ? {} : { size });
    return world;
  }

  test('waits ten seconds for a price, and is filled with one however late', () => {
    const world = closed();
    moveTo(world, undefined, 9_999);
    expect(answerOf(mirror(world, { terms: BTC }))).toBe('COPY_WAITS');
    moveTo(world, '60000', 3_600_000);
    expect(outcomeOf(mirror(world))).toBe('FUTURES_FILLED');
  });

  test('without a price is missed after ten seconds, and left to the follower', () => {
    const world = closed();
    moveTo(world, undefined, 10_000);
    expect(outcomeOf(mirror(world))).toBe('NO_PRICE');
    expect(held(world)).toBe('LONG 0.1');
    expect(followIn(world).copies.size).toBe(1);
  });

  test.each([
    ['59520', 'FUTURES_FILLED'],
    ['59519.9', 'COPY_WAITS'],
    ['66000', 'FUTURES_FILLED'],
  ])('at %s is %s by the guard', (last, outcome) => {
    const world = closed();
    moveTo(world, last);
    expect(outcomeOf(mirror(world))).toBe(outcome);
  });

  test('is missed where its own guard still holds after ten seconds', () => {
    const world = closed(undefined, { exitGuard: rate('0.001') });
    moveTo(world, '59900', 9_999);
    expect(outcomeOf(mirror(world))).toBe('COPY_WAITS');
    moveTo(world, '59900', 1);
    const event = made(mirror(world), 'COPY_MISSED');
    expect(event).toMatchObject({ reason: 'SLIPPAGE', allowed: rate('0.001') });
  });

  test('while the instrument stands still is missed, and where only reducing goes it is filled', () => {
    const world = closed();
    moveTo(world, '60000', 10_000);
    expect(outcomeOf(mirror(world, { terms: { ...BTC, mode: 'STOPPED' } }))).toBe('STOPPED');
    const other = closed();
    expect(outcomeOf(mirror(other, { terms: { ...BTC, mode: 'REDUCE_ONLY' } }))).toBe('FUTURES_FILLED');
  });

  test('of a paused follow, of an instrument no longer chosen and of a blocked account is mirrored', () => {
    for (const request of [{ isPaused: true }, { multiplyPer: 0 }, { pairs: [ETH.instrument] }]) {
      const world = followedWorld();
      order(world);
      mirror(world);
      change(world, request);
      closeLead(world);
      expect(outcomeOf(mirror(world))).toBe('FUTURES_FILLED');
    }
    const blocked = closed();
    made(send(blocked, { kind: 'BLOCK_ACCOUNT', site: SITE, player: FOLLOWER }), 'ACCOUNT_BLOCKED');
    expect(outcomeOf(mirror(blocked))).toBe('FUTURES_FILLED');
  });

  test('of an instrument that the trader no longer offers is mirrored where a copy is open', () => {
    const world = followedWorld();
    order(world);
    mirror(world);
    made(setTrader(world, { pairs: [ETH.instrument] }), 'COPY_TRADER_SET');
    order(world);
    expect(world.book.copytrade.leads.size).toBe(0);
    closeLead(world);
    expect(mirrorAll(world)).toEqual(['FUTURES_FILLED']);
    expect(held(world)).toBeUndefined();
  });

  test('of less than a step leaves the copy as it is', () => {
    const world = followedWorld({ multiplyPer: 1, maxLeverage: 20 });
    order(world, { size: '0.1' });
    mirror(world);
    expect(held(world)).toBe('LONG 0.001');
    closeLead(world, { size: '0.09' });
    expect(outcomeOf(mirror(world))).toBe('MIN_QTY');
    closeLead(world);
    expect(outcomeOf(mirror(world))).toBe('FUTURES_FILLED');
    expect(held(world)).toBeUndefined();
  });

  test('of a copy that its follower has closed, or that was liquidated, changes nothing', () => {
    const world = followedWorld();
    order(world);
    mirror(world);
    made(closeCopies(world, 'OWN'), 'FUTURES_FILLED');
    closeLead(world);
    expect(outcomeOf(mirror(world))).toBe('NO_COPY');
    const poor = followedWorld();
    order(poor);
    mirror(poor);
    setFree(poor.book, '100', { player: 2 });
    moveTo(poor, '59000');
    const event = made(
      send(poor, {
        kind: 'LIQUIDATE_FUTURES',
        site: SITE,
        player: FOLLOWER,
        wallet: 'FUTURES',
        priced: pricedIn(poor),
        isAfterGap: false,
      }),
      'FUTURES_FILLED',
    );
    expect(event.notes).toMatchObject([{ kind: 'COPIED', copies: [{ instrument: BTC.instrument }] }]);
    expect(followIn(poor)).toMatchObject({ state: 'ACTIVE', total: expect.any(BigInt) });
    expect(followIn(poor).total).toBeLessThan(amount('-100'));
    expect(followIn(poor).copies.size).toBe(0);
    closeLead(poor);
    expect(outcomeOf(mirror(poor))).toBe('NO_COPY');
  });
});

test('a trader who is liquidated detaches all, what waited is dropped, and nobody copies the liquidation', () => {
  const world = followedWorld({}, 3);
  order(world);
  mirror(world);
  setFree(world.book, '100');
  moveTo(world, '59000');
  const event = made(
    send(world, {
      kind: 'LIQUIDATE_FUTURES',
      site: SITE,
      player: TRADER,
      wallet: 'FUTURES',
      priced: pricedIn(world),
      isAfterGap: false,
    }),
    'FUTURES_FILLED',
  );
  expect(event.notes).toMatchObject([
    { kind: 'LEADS', leads: [] },
    { kind: 'DETACHED', follows: [followIn(world, 2).id, followIn(world, 3).id] },
  ]);
  expect(world.book.copytrade.leads.size).toBe(0);
  expect(answerOf(mirror(world, { lead: followIn(world).handled + 1 }))).toBe('FOLLOW_ENDED');
  expect(world.book.copytrade.traders.get(TRADER)!.status).toBe('ACTIVE');
  expect(held(world)).toBe('LONG 0.1');
});
