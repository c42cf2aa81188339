// What the normal forms refuse to traders and followers (docs/rules.md 5.5).
import { describe, expect, test } from 'vitest';
import { amount, price, qty } from '../amount.ts';
import { decide } from '../decide.ts';
import { BTC, BTC_COIN, ETH, rest, SITE } from '../futures/testing.ts';
import type { AnyCommand } from '../products.ts';
import { playerId } from '../purse.ts';
import { putLead } from './apply.ts';
import { nextLead } from './find.ts';
import { MOST_PENDING } from './terms.ts';
import {
  answerOf,
  closeCopies,
  closeLead,
  followedWorld,
  followIn,
  made,
  mirrorAll,
  order,
  positionIn,
  pricedIn,
  quoteIn,
  setTrader,
  type World,
  worldWith,
} from './testing.ts';

const EXIT = { price: price('70000'), by: 'last' } as const;
const who = (player: number) => ({ site: SITE, player: playerId(player), session: 1 });

/** Each request of a normal form about what the player holds, or about an instrument. */
function requestsOf(world: World, player: number, terms = BTC): Readonly<Record<string, AnyCommand>> {
  const market = { terms, quote: quoteIn(world, terms), priced: pricedIn(world) };
  const head = { ...who(player), ...market };
  const position = positionIn(world, player, terms)?.id ?? 0;
  const entry = { type: 'MARKET', by: 'last', leverage: 20, marginType: 'CROSS', reduceOnly: false } as const;
  const same = { ...entry, side: 'LONG', qty: qty('0.01'), postOnly: false, immediate: false } as const;
  return {
    same: { kind: 'PLACE_FUTURES_ORDER', ...head, ...same },
    opposing: { kind: 'PLACE_FUTURES_ORDER', ...head, ...same, side: 'SHORT' },
    reduceOnly: { kind: 'PLACE_FUTURES_ORDER', ...head, ...same, side: 'SHORT', reduceOnly: true },
    withExit: { kind: 'PLACE_FUTURES_ORDER', ...head, ...same, takeProfit: EXIT },
    exit: { kind: 'PLACE_FUTURES_EXIT', ...head, position, type: 'TAKEPROFIT', level: EXIT },
    exits: { kind: 'SET_FUTURES_EXITS', ...head, position, takeProfit: EXIT },
    amend: { kind: 'AMEND_FUTURES_ORDER', ...head, order: 1, price: price('50000') },
    leverage: { kind: 'SET_FUTURES_LEVERAGE', ...head, leverage: 30, marginType: 'CROSS' },
    marginType: { kind: 'SET_FUTURES_MARGIN_TYPE', ...head, leverage: 20, marginType: 'ISOLATED' },
    margin: { kind: 'MOVE_FUTURES_MARGIN', ...head, position, amount: amount('1') },
    closeAll: {
      kind: 'CLOSE_FUTURES_POSITIONS',
      ...who(player),
      wallet: terms.wallet,
      priced: pricedIn(world),
    },
    cancel: { kind: 'CANCEL_FUTURES_ORDERS', ...who(player), reason: 'PLAYER' },
  } as Readonly<Record<string, AnyCommand>>;
}

const BARS = /^(TRADER_(USES|NO)|COPIES_PENDING|FOLLOWER_USES)/;

function barsIn(world: World, player: number, terms = BTC): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const [name, command] of Object.entries(requestsOf(world, player, terms))) {
    // Nothing is applied: each is asked of the same world.
    const context = { now: world.now, eventId: world.book.lastEvent + 1 };
    const answer = answerOf(decide(world.book, command, context));
    if (BARS.test(answer)) found[name] = answer;
  }
  return found;
}

describe('an active trader', () => {
  test('places no exits, nothing that opposes, and closes in the copy tab', () => {
    const world = followedWorld();
    order(world);
    expect(barsIn(world, 1)).toEqual({
      opposing: 'TRADER_NO_OPPOSING',
      reduceOnly: 'TRADER_NO_OPPOSING',
      withExit: 'TRADER_NO_EXITS',
      exit: 'TRADER_NO_EXITS',
      exits: 'TRADER_NO_EXITS',
      closeAll: 'TRADER_USES_COPY_TAB',
    });
  });

  test('does not oppose an order that waits', () => {
    const world = worldWith();
    made(setTrader(world), 'COPY_TRADER_SET');
    rest(world.book, { player: 1, side: 'LONG' });
    expect(barsIn(world, 1)).toMatchObject({ opposing: 'TRADER_NO_OPPOSING' });
  });

  test('is free in other wallets, and once switched off', () => {
    const world = worldWith();
    made(setTrader(world), 'COPY_TRADER_SET');
    expect(barsIn(world, 1, BTC_COIN)).toEqual({});
    order(world);
    made(setTrader(world, { status: 'OFF' }), 'COPY_TRADER_SET');
    expect(barsIn(world, 1)).toEqual({});
  });

  test('opens nothing, amends nothing and closes no part while too many copies wait', () => {
    const followers = 11;
    const world = followedWorld({}, followers + 1);
    order(world);
    const lead = nextLead(world.book.copytrade, followIn(world))!;
    const most = Math.ceil(MOST_PENDING / followers);
    for (let place = 1; place < most; place += 1) {
      // Between this lead and the next one.
      putLead(world.book.copytrade, { ...lead, id: lead.id + place / most });
    }
    expect(barsIn(world, 1)).toMatchObject({ same: 'COPIES_PENDING', amend: 'COPIES_PENDING' });
    expect(answerOf(closeLead(world, { size: '0.05' }))).toBe('COPIES_PENDING');
    expect(answerOf(closeLead(world))).toBe('FUTURES_FILLED');
  });

  test('the platform is never barred', () => {
    const world = followedWorld();
    order(world);
    expect(answerOf(order(world, { side: 'SHORT', size: '0.2' }))).toBe('FUTURES_FILLED');
  });
});

describe('a follower', () => {
  test('with a copy uses the copy tab for its instrument, and is free in others', () => {
    const world = followedWorld();
    order(world);
    mirrorAll(world);
    const tab = 'FOLLOWER_USES_COPY_TAB';
    expect(barsIn(world, 2)).toEqual({
      same: tab,
      opposing: tab,
      reduceOnly: tab,
      withExit: tab,
      exit: tab,
      exits: tab,
      amend: tab,
      leverage: tab,
      marginType: tab,
      margin: tab,
      closeAll: tab,
    });
    expect(barsIn(world, 2, ETH)).toEqual({ closeAll: tab });
    expect(barsIn(world, 2, BTC_COIN)).toEqual({});
  });

  test('is free before the first copy, after the last one, and once detached', () => {
    const world = followedWorld();
    expect(barsIn(world, 2)).toEqual({});
    order(world);
    mirrorAll(world);
    made(closeCopies(world, 'OWN'), 'FUTURES_FILLED');
    expect(barsIn(world, 2)).toEqual({});
    const detached = followedWorld();
    order(detached);
    mirrorAll(detached);
    made(setTrader(detached, { status: 'OFF' }), 'COPY_TRADER_SET');
    expect(barsIn(detached, 2)).toEqual({});
  });
});
