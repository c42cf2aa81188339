// One lead for one follow: copied as the trader traded, or missed for the first reason that holds.
import { describe, expect, test } from 'vitest';
import { amount, price, qty, rate, toDecimal } from '../amount.ts';
import { apply } from '../apply.ts';
import { BTC, BTC_COIN, ETH, NOON, pricedAt, rest, SITE, setFree } from '../futures/testing.ts';
import { playerId } from '../purse.ts';
import { later } from '../time.ts';
import type { FollowRequest } from './commands.ts';
import { nextLead } from './find.ts';
import {
  answerOf,
  closeLead,
  end,
  FOLLOWER,
  follow,
  followedWorld,
  followIn,
  free,
  made,
  mirror,
  mirrorAll,
  moveTo,
  order,
  outcomeOf,
  positionIn,
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

describe('what a trader does is done by those who follow', () => {
  test('an opening, what is added, a part that closes, and the rest', () => {
    const world = followedWorld({ multiplyPer: 50 });
    order(world);
    expect(mirrorAll(world)).toEqual(['FUTURES_FILLED']);
    expect(held(world)).toBe('LONG 0.05');
    order(world, { size: '0.02' });
    mirrorAll(world);
    expect(held(world)).toBe('LONG 0.06');
    closeLead(world, { size: '0.03' });
    mirrorAll(world);
    expect(held(world)).toBe('LONG 0.045');
    closeLead(world);
    mirrorAll(world);
    expect(held(world)).toBeUndefined();
    expect(followIn(world).copies.size).toBe(0);
    // Four fills at 60,000, of 0.12 BTC altogether, at 0.08 %.
    expect(toDecimal(followIn(world).total)).toBe('-5.76');
    expect(toDecimal(free(world, 2))).toBe('9994.24');
  });

  test('a reversal closes the copy and opens it on the other side', () => {
    const world = followedWorld();
    order(world);
    mirrorAll(world);
    order(world, { side: 'SHORT', size: '0.15' });
    expect(mirrorAll(world)).toEqual(['FUTURES_FILLED', 'FUTURES_FILLED']);
    expect(held(world)).toBe('SHORT 0.05');
    expect([...followIn(world).copies.values()]).toMatchObject([
      { position: positionIn(world)!.id, traderPosition: positionIn(world, 1)!.id, qty: qty('0.05') },
    ]);
  });

  test('with the margin type and the leverage of the trader, or less where the follower says so', () => {
    const world = followedWorld({ maxLeverage: 5 }, 2);
    follow(world, {}, { player: 2 });
    order(world, { leverage: 20, marginType: 'ISOLATED' });
    mirrorAll(world);
    expect(positionIn(world)).toMatchObject({ leverage: 5, marginType: 'ISOLATED', margin: amount('300') });
    expect(held(world)).toBe('LONG 0.025');
    change(world, { maxLeverage: 20 });
    order(world, { leverage: 20, marginType: 'ISOLATED' });
    mirrorAll(world);
    expect(positionIn(world)).toMatchObject({ leverage: 5, qty: qty('0.05') });
  });

  test('what was traded before the follow is never copied', () => {
    const world = followedWorld({}, 3);
    made(end(world, { by: 3 }), 'COPY_ENDED');
    order(world);
    made(follow(world, {}, { player: 3 }), 'COPY_FOLLOWED');
    expect(nextLead(world.book.copytrade, followIn(world, 3))).toBeUndefined();
    closeLead(world);
    expect(outcomeOf(mirror(world, { player: 3 }))).toBe('NO_COPY');
    expect(mirrorAll(world)).toEqual(['FUTURES_FILLED', 'FUTURES_FILLED']);
  });

  test('a fill of another wallet is not copied, and a liquidation there detaches nobody', () => {
    const world = followedWorld();
    made(setTrader(world, { pairs: [BTC.instrument, BTC_COIN.instrument] }), 'COPY_TRADER_SET');
    world.prices.set(BTC_COIN.instrument, '60000');
    setFree(world.book, '0.02', { wallet: 'BTC' });
    order(world, { terms: BTC_COIN, size: '20000', leverage: 50, marginType: 'ISOLATED' });
    expect(world.book.copytrade.leads.size).toBe(0);
    const position = positionIn(world, 1, BTC_COIN)!;
    const event = made(
      send(world, {
        kind: 'LIQUIDATE_FUTURES',
        site: SITE,
        player: TRADER,
        wallet: 'BTC',
        position: position.id,
        priced: [pricedAt(BTC_COIN, '50000')],
        isAfterGap: false,
      }),
      'FUTURES_FILLED',
    );
    expect(event.liquidation).toBeDefined();
    expect(followIn(world).state).toBe('ACTIVE');
  });
});

describe('each lead, in order and once', () => {
  test('a later lead, an older one and one of somebody else are refused', () => {
    const world = followedWorld({}, 3);
    order(world);
    const first = nextLead(world.book.copytrade, followIn(world))!.id;
    order(world);
    const second = world.book.copytrade.traders.get(TRADER)!.lastLead;
    expect(answerOf(mirror(world, { lead: second }))).toBe('NOT_NEXT');
    expect(answerOf(mirror(world, { lead: first, terms: ETH }))).toBe('NOT_NEXT');
    expect(answerOf(mirror(world, { lead: first, follow: followIn(world, 3).id }))).toBe('FOLLOW_NOT_FOUND');
    made(mirror(world, { lead: first }), 'FUTURES_FILLED');
    expect(answerOf(mirror(world, { lead: first }))).toBe('ALREADY_HANDLED');
    made(mirror(world, { lead: second }), 'FUTURES_FILLED');
    expect(answerOf(mirror(world, { lead: second + 1 }))).toBe('NOT_NEXT');
  });

  test('a lead is kept until the last who waits for it has handled it', () => {
    const world = followedWorld({}, 4);
    order(world);
    const { leads } = world.book.copytrade;
    expect(leads.get(TRADER)).toMatchObject([{ waiting: 3 }]);
    mirror(world, { player: 2 });
    made(end(world, { by: 3 }), 'COPY_ENDED');
    expect(leads.get(TRADER)).toMatchObject([{ waiting: 1 }]);
    mirror(world, { player: 4 });
    expect(leads.size).toBe(0);
  });
});

describe('an opening lead is missed', () => {
  const missed = (world: World) => {
    const before = followIn(world).handled;
    const reason = outcomeOf(mirror(world));
    expect(followIn(world).handled).toBeGreaterThan(before);
    expect(held(world)).toBeUndefined();
    return reason;
  };
  const asks = (world: World) => {
    order(world);
    return missed(world);
  };

  test('where the instrument is not chosen', () => {
    expect(asks(followedWorld({ pairs: [ETH.instrument] }))).toBe('PAIR_OFF');
  });

  test.each([{ isPaused: true }, { multiplyPer: 0 }])('while the follow is paused: %o', (request) => {
    expect(asks(followedWorld(request))).toBe('PAUSED');
  });

  test('when the loss limit is used up', () => {
    const world = followedWorld({ lossLimit: amount('9') });
    order(world);
    mirror(world);
    closeLead(world);
    // Two fees of 4.8.
    mirror(world);
    expect(asks(world)).toBe('PAUSED');
  });

  test('beside an own order, and beside an own position', () => {
    const world = followedWorld();
    rest(world.book, { player: 2 });
    expect(asks(world)).toBe('OWN_POSITION');
    const other = followedWorld();
    order(other, { player: 2, size: '0.001', session: 1 });
    order(other);
    expect(outcomeOf(mirror(other))).toBe('OWN_POSITION');
  });

  test('beside a copy that an earlier position of the trader left', () => {
    const world = followedWorld();
    order(world);
    mirror(world);
    moveTo(world, '59000');
    order(world, { side: 'SHORT' });
    moveTo(world, '55000', 10_000);
    expect(outcomeOf(mirror(world))).toBe('SLIPPAGE');
    order(world);
    expect(outcomeOf(mirror(world))).toBe('OWN_POSITION');
    expect(held(world)).toBe('LONG 0.1');
  });

  test('while the instrument does not open, and by an account that is blocked', () => {
    const world = followedWorld();
    order(world);
    const terms = { ...BTC, mode: 'REDUCE_ONLY' } as const;
    expect(outcomeOf(mirror(world, { terms }))).toBe('STOPPED');
    made(send(world, { kind: 'BLOCK_ACCOUNT', site: SITE, player: FOLLOWER }), 'ACCOUNT_BLOCKED');
    expect(asks(world)).toBe('STOPPED');
  });

  test('ten seconds after the trader, where no price came', () => {
    const world = followedWorld();
    order(world);
    moveTo(world, undefined, 9_999);
    expect(outcomeOf(mirror(world, { terms: BTC }))).toBe('COPY_WAITS');
    moveTo(world, undefined, 1);
    expect(missed(world)).toBe('NO_PRICE');
  });

  test('where a price of the account is missing', () => {
    const world = followedWorld();
    order(world, { player: 2, terms: ETH, size: '0.1' });
    order(world);
    expect(outcomeOf(mirror(world, { priced: [] }))).toBe('COPY_WAITS');
    moveTo(world, '60000', 10_000);
    expect(outcomeOf(mirror(world, { priced: [] }))).toBe('NO_PRICE');
  });

  test.each([
    ['LONG', '60300', 'FUTURES_FILLED'],
    ['LONG', '60300.1', 'SLIPPAGE'],
    ['LONG', '50000', 'FUTURES_FILLED'],
    ['SHORT', '59700', 'FUTURES_FILLED'],
    ['SHORT', '59699.9', 'SLIPPAGE'],
    ['SHORT', '66000', 'FUTURES_FILLED'],
  ] as const)('where a %s is worse by more than the guard: %s is %s', (side, last, outcome) => {
    const world = followedWorld();
    order(world, { side });
    moveTo(world, last);
    expect(outcomeOf(mirror(world))).toBe(outcome);
  });

  test('by the tighter of the two guards', () => {
    const world = followedWorld({ entryGuard: rate('0.001') });
    order(world);
    moveTo(world, '60061');
    expect(made(mirror(world), 'COPY_MISSED')).toMatchObject({ reason: 'SLIPPAGE', allowed: rate('0.001') });
    const loose = followedWorld({ entryGuard: rate('0.05') });
    order(loose);
    moveTo(loose, '60301');
    expect(missed(loose)).toBe('SLIPPAGE');
  });

  test('when too little is left of what all copies may take, and takes what is left before', () => {
    const world = followedWorld({ maxBet: amount('350'), oneMaxBet: amount('300') });
    order(world);
    order(world);
    order(world);
    expect(mirrorAll(world)).toEqual(['FUTURES_FILLED', 'FUTURES_FILLED', 'CAP']);
    expect([...followIn(world).copies.values()].map(({ margin }) => toDecimal(margin))).toEqual(['348']);
    order(world);
    expect(made(mirror(world), 'COPY_MISSED')).toMatchObject({
      reason: 'CAP',
      found: amount('2'),
      allowed: amount('350'),
    });
    change(world, { maxBet: amount('301') });
    order(world);
    expect(made(mirror(world), 'COPY_MISSED')).toMatchObject({ reason: 'CAP', found: amount('0') });
  });

  test('without money, for too little, and above the cap of its leverage', () => {
    const world = followedWorld();
    setFree(world.book, '1', { player: 2 });
    expect(asks(world)).toBe('BALANCE');
    setFree(world.book, '10000', { player: 2 });
    change(world, { multiplyPer: 1 });
    order(world, { size: '0.001' });
    expect(missed(world)).toBe('MIN_QTY');
    const most = followedWorld({ multiplyPer: 100_000, maxBet: amount('9000'), oneMaxBet: amount('8000') });
    order(most, { leverage: 125, size: '0.01' });
    expect(missed(most)).toBe('LEVERAGE');
  });

  test('where the own limits of the follower refuse it, and closing goes on', () => {
    const world = followedWorld();
    order(world);
    mirror(world);
    made(
      send(world, { kind: 'COOL_OFF', site: SITE, player: FOLLOWER, session: 1, length: 'DAY' }),
      'LIMITS_CHANGED',
    );
    order(world);
    const event = made(mirror(world), 'COPY_MISSED');
    expect(event.reason).toBe('LIMIT');
    closeLead(world);
    expect(mirrorAll(world)).toEqual(['FUTURES_FILLED']);
  });
});

test('with less money than the lead asks for, as much as it pays with its fee is copied', () => {
  const world = followedWorld({ oneMaxBet: amount('100') });
  setFree(world.book, '50', { player: 2 });
  order(world, { leverage: 20 });
  const event = made(mirror(world), 'FUTURES_FILLED');
  // 0.016 would take 48 and a fee of 0.768; 0.017 takes 51.
  expect(toDecimal(event.fills[0]!.qty)).toBe('0.016');
});

test('an isolated copy takes no more than the free money, however much an open profit makes available', () => {
  const world = followedWorld({ pairs: [BTC.instrument], maxBet: amount('9000'), oneMaxBet: amount('8000') });
  setFree(world.book, '20', { player: 2 });
  order(world, { player: 2, terms: ETH, size: '0.1', leverage: 20 });
  world.prices.set(ETH.instrument, '9000');
  order(world, { marginType: 'ISOLATED', leverage: 20 });
  const event = made(mirror(world), 'FUTURES_FILLED');
  expect(event.fills[0]!.margin).toBeLessThan(amount('20'));
});

describe('funding that is due comes first', () => {
  const due = { ...BTC, fundingDue: later(NOON, 1_000) };
  test('for what is added and for what closes', () => {
    const world = followedWorld();
    order(world);
    mirror(world);
    order(world);
    moveTo(world, '60000', 5_000);
    expect(answerOf(mirror(world, { terms: due }))).toBe('FUNDING_DUE');
    mirror(world);
    closeLead(world);
    expect(answerOf(mirror(world, { terms: due }))).toBe('FUNDING_DUE');
    expect(answerOf(mirror(world))).toBe('FUTURES_FILLED');
  });
});

test('of a lead nothing but the price of the copy can be worse than its own', () => {
  const world = followedWorld();
  order(world);
  moveTo(world, '60100');
  const event = made(mirror(world), 'FUTURES_FILLED');
  const [note] = event.notes!;
  expect(note).toMatchObject({
    lead: { price: price('60100'), leadPrice: price('60000'), slippage: rate('0.00166667') },
  });
  expect(() => apply(world.book, event)).toThrow();
});
