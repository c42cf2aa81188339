// The share of the trader, the end of a follow, and what a detached follow still is (docs/rules.md 5.6, 5.7).
import { describe, expect, test } from 'vitest';
import { amount, toDecimal } from '../amount.ts';
import { BTC, ETH, rest, SITE, setFree } from '../futures/testing.ts';
import { playerId } from '../purse.ts';
import { assertZeroSum } from '../transfer.ts';
import {
  answerOf,
  closeCopies,
  closeLead,
  end,
  FOLLOWER,
  follow,
  followedWorld,
  followIn,
  free,
  made,
  mirrorAll,
  moveTo,
  order,
  positionIn,
  send,
  setTrader,
  share,
  TRADER,
  type World,
} from './testing.ts';

/** The trader's share is 10 %; the follower's closed copies have realised this. */
function earned(total: string, players = 2): World {
  const world = followedWorld({}, players);
  setTotal(world, total);
  return world;
}

function setTotal({ book }: World, total: string): void {
  const { follows } = book.copytrade;
  for (const [id, own] of follows) follows.set(id, { ...own, total: amount(total) });
}

const sharedBy = (world: World) => toDecimal(followIn(world).shared);

describe('the share', () => {
  test('is paid from the follower’s free money to the trader’s, once', () => {
    const world = earned('120.5');
    const event = made(share(world), 'COPY_SHARED');
    expect([event.share, event.total, event.shared].map(toDecimal)).toEqual(['12.05', '120.5', '12.05']);
    expect(event.steps.map(({ player }) => player)).toEqual([FOLLOWER, TRADER]);
    expect([toDecimal(free(world, 1)), toDecimal(free(world, 2))]).toEqual(['10012.05', '9987.95']);
    expect(answerOf(share(world))).toBe('NOTHING_DUE');
    assertZeroSum(world.book);
  });

  test('is of what is above the old high alone', () => {
    const world = earned('200');
    made(share(world), 'COPY_SHARED');
    for (const [total, paid] of [
      ['50', '20'],
      ['150', '20'],
      ['200', '20'],
      ['300', '30'],
    ] as const) {
      setTotal(world, total);
      share(world);
      expect(sharedBy(world)).toBe(paid);
    }
  });

  test('is skipped where it takes more than nothing open needs, until it does not', () => {
    const world = earned('1000');
    setFree(world.book, '99.99', { player: 2 });
    expect(answerOf(share(world))).toBe('SHARE_WAITS');
    setFree(world.book, '100', { player: 2 });
    expect(answerOf(share(world))).toBe('COPY_SHARED');
  });

  test('is skipped where a position needs the money', () => {
    const world = earned('1000');
    setFree(world.book, '10000', { player: 2 });
    order(world);
    mirrorAll(world);
    // The copy needs 300 at 20×.
    setFree(world.book, '399', { player: 2 });
    expect(answerOf(share(world))).toBe('SHARE_WAITS');
    setFree(world.book, '400', { player: 2 });
    expect(answerOf(share(world))).toBe('COPY_SHARED');
  });

  test('is skipped where the ratio would be above 80 %, even of money that nothing open needs', () => {
    const world = earned('1000');
    order(world, { side: 'SHORT', leverage: 125, size: '0.1' });
    mirrorAll(world);
    // It needs 48 at its entry, and with a loss of 4,000 the share leaves just that: but 40 to stay open, 83.33 % of it.
    moveTo(world, '100000');
    setFree(world.book, '4148', { player: 2 });
    expect(answerOf(share(world))).toBe('SHARE_WAITS');
    // 40 of 50 are 80 %, which is allowed.
    setFree(world.book, '4149.99', { player: 2 });
    expect(answerOf(share(world))).toBe('SHARE_WAITS');
    setFree(world.book, '4150', { player: 2 });
    expect(answerOf(share(world))).toBe('COPY_SHARED');
  });

  test('is skipped where an open loss needs the money', () => {
    const world = earned('1000');
    order(world, { leverage: 125, size: '0.1' });
    mirrorAll(world);
    // The copy needs 48 at its entry, and has lost 20.
    moveTo(world, '59800');
    setFree(world.book, '167', { player: 2 });
    expect(answerOf(share(world))).toBe('SHARE_WAITS');
    setFree(world.book, '168', { player: 2 });
    expect(answerOf(share(world))).toBe('COPY_SHARED');
  });

  test('waits for a price of the account, and is not taken of a loss', () => {
    const world = earned('1000');
    order(world);
    mirrorAll(world);
    world.prices.delete(BTC.instrument);
    expect(answerOf(share(world))).toBe('PRICES_MISSING');
    setTotal(world, '-1000');
    expect(answerOf(share(world))).toBe('NOTHING_DUE');
  });

  test('goes to the trader of the follow and to nobody else', () => {
    const world = earned('100', 3);
    const asked = {
      kind: 'SHARE_COPY_PROFIT',
      site: SITE,
      player: FOLLOWER,
      follow: followIn(world).id,
      trader: playerId(3),
      priced: [],
    } as const;
    expect(answerOf(send(world, asked))).toBe('FOLLOW_NOT_FOUND');
    const { id } = followIn(world, 3);
    expect(answerOf(send(world, { ...asked, trader: TRADER, follow: id }))).toBe('FOLLOW_NOT_FOUND');
  });
});

describe('a follow ends', () => {
  test.each([
    [2, 1, 1, 'FOLLOWER'],
    [1, 2, 1, 'TRADER'],
    [2, 1, undefined, 'PLATFORM'],
  ] as const)('asked by player %s: with its share', (by, other, session, who) => {
    const world = earned('100');
    const event = made(end(world, { by, other, ...(session && { session }) }), 'COPY_ENDED');
    expect([event.by, toDecimal(event.share), toDecimal(event.waived)]).toEqual([who, '10', '0']);
    expect(event.steps.map(({ player }) => player)).toEqual([by, other]);
    expect(world.book.copytrade.follows.size).toBe(0);
    expect(world.book.copytrade.byTrader.size).toBe(0);
    assertZeroSum(world.book);
  });

  test('not by strangers', () => {
    const world = earned('100', 4);
    const { id } = followIn(world);
    for (const [by, other] of [
      [3, 2],
      [3, 1],
      [2, 3],
      [1, 3],
    ] as const)
      expect(answerOf(end(world, { by, other, follow: id }))).toBe('FOLLOW_NOT_FOUND');
  });

  test('with what is free of the share, and the rest is waived', () => {
    const world = earned('1000');
    setFree(world.book, '30', { player: 2 });
    const event = made(end(world), 'COPY_ENDED');
    expect([event.share, event.waived, event.shared].map(toDecimal)).toEqual(['30', '70', '30']);
    expect(free(world, 2)).toBe(0n);
  });

  test('not while a copy is open', () => {
    const world = followedWorld();
    order(world);
    mirrorAll(world);
    expect(answerOf(end(world))).toBe('FOLLOW_POSITIONS_OPEN');
    made(closeCopies(world, 'OWN'), 'FUTURES_FILLED');
    expect(answerOf(end(world))).toBe('COPY_ENDED');
  });

  test('with what still waits, which is dropped', () => {
    const world = followedWorld();
    order(world);
    made(end(world), 'COPY_ENDED');
    expect(world.book.copytrade.leads.size).toBe(0);
    const again = made(follow(world), 'COPY_FOLLOWED');
    expect(again.follow).toMatchObject({ total: 0n, shared: 0n });
    expect(mirrorAll(world)).toEqual([]);
  });

  test('waits for a price of the account where a share is due, and only there', () => {
    const world = earned('100');
    order(world, { player: 2, terms: ETH, size: '1', leverage: 10 });
    world.prices.delete(ETH.instrument);
    expect(answerOf(end(world))).toBe('PRICES_MISSING');
    setTotal(world, '0');
    expect(answerOf(end(world))).toBe('COPY_ENDED');
  });
});

test('a new practice run does not begin while a share is due', () => {
  const world = earned('100');
  const refill = () =>
    answerOf(
      send(world, {
        ...({ kind: 'REFILL_PRACTICE', site: SITE, player: FOLLOWER, wallet: 'FUTURES' } as const),
        ...{ amount: amount('10000'), most: amount('10000') },
      }),
    );
  expect(refill()).toBe('REFILL_WHILE_OPEN');
  expect(answerOf(share(world))).toBe('COPY_SHARED');
  expect(refill()).toBe('PRACTICE_REFILLED');
});

describe('a detached follow', () => {
  function detached(): World {
    const world = followedWorld();
    order(world);
    mirrorAll(world);
    made(setTrader(world, { status: 'OFF' }), 'COPY_TRADER_SET');
    return world;
  }

  test('mirrors nothing more, and its copies are closed by hand', () => {
    const world = detached();
    order(world, { side: 'SHORT' });
    expect(world.book.copytrade.leads.size).toBe(0);
    expect(answerOf(closeLead(detached()))).toBe('TRADER_NOT_FOUND');
    made(closeCopies(world, 'OWN'), 'FUTURES_FILLED');
    expect(made(end(world), 'COPY_ENDED').by).toBe('PLATFORM');
  });

  test('is not added to: what it brought could no longer be told from what was added', () => {
    const world = detached();
    const orders = [{ side: 'LONG' }, { side: 'SHORT', size: '0.02' }] as const;
    const [more, less] = orders.map((each) => answerOf(order(world, { player: 2, session: 1, ...each })));
    expect([more, less]).toEqual(['COPY_ONLY_SHRINKS', 'FUTURES_FILLED']);
    expect(followIn(world).copies.get(BTC.instrument)).toMatchObject({ qty: 8_000_000n });
    // What is above the copy opens a position of the follower's own.
    made(order(world, { player: 2, side: 'SHORT', size: '0.3', session: 1 }), 'FUTURES_FILLED');
    expect(followIn(world).copies.size).toBe(0);
    expect(positionIn(world)).toMatchObject({ side: 'SHORT', qty: 22_000_000n });
    expect(answerOf(order(world, { player: 2, side: 'SHORT', session: 1 }))).toBe('FUTURES_FILLED');
  });

  test('still takes a place of the quota, and its share is still paid', () => {
    const world = followedWorld({}, 3);
    made(end(world, { by: 3 }), 'COPY_ENDED');
    order(world);
    mirrorAll(world);
    made(setTrader(world, { status: 'OFF' }), 'COPY_TRADER_SET');
    order(world, { side: 'SHORT' });
    made(setTrader(world, { quota: 1 }), 'COPY_TRADER_SET');
    expect(answerOf(follow(world, {}, { player: 3 }))).toBe('TRADER_FULL');
    setTotal(world, '100');
    expect(answerOf(share(world))).toBe('COPY_SHARED');
    made(closeCopies(world, 'OWN'), 'FUTURES_FILLED');
    made(end(world), 'COPY_ENDED');
    expect(answerOf(follow(world, {}, { player: 3 }))).toBe('COPY_FOLLOWED');
  });

  test('keeps its follower from becoming a trader, and from following somebody else', () => {
    const world = detached();
    expect(answerOf(follow(world))).toBe('FOLLOWS_ALREADY');
    rest(world.book, { player: 2 });
    expect(answerOf(setTrader(world, {}, { player: 2 }))).toBe('TRADER_NEEDS_FLAT');
  });
});
