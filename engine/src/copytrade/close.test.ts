// Closing in the copy tab, and the loss limit (docs/rules.md 5.4).
import { describe, expect, test } from 'vitest';
import { amount, price, toDecimal } from '../amount.ts';
import { BTC, ETH, NOON, SITE } from '../futures/testing.ts';
import { playerId } from '../purse.ts';
import { later } from '../time.ts';
import {
  answerOf,
  closeCopies,
  closeCopy,
  closeLead,
  followedWorld,
  followIn,
  made,
  mirrorAll,
  moveTo,
  order,
  positionIn,
  pricedIn,
  quoteIn,
  send,
  setTrader,
  TRADER,
  type World,
} from './testing.ts';

function copied(request: Parameters<typeof followedWorld>[0] = {}): World {
  const world = followedWorld(request);
  order(world);
  order(world, { terms: ETH, size: '2', leverage: 10 });
  mirrorAll(world);
  return world;
}

describe('a follower closes', () => {
  test('one copy, which is not mirrored to anybody, and what it earned counts', () => {
    const world = copied();
    moveTo(world, '61000');
    const event = made(closeCopy(world), 'FUTURES_FILLED');
    expect(event.copy).toEqual({ cause: 'OWN', follow: followIn(world).id });
    // 100 less a fee of 4.8 and one of 4.88.
    expect(toDecimal(followIn(world).total)).toBe('90.32');
    expect([...followIn(world).copies.keys()]).toEqual([ETH.instrument]);
    expect(positionIn(world, 1)).toBeDefined();
    expect(world.book.copytrade.leads.size).toBe(0);
  });

  test.each([
    ['60300', 'FUTURES_FILLED'],
    ['60303', 'COPY_PRICE_WORSE'],
    ['1', 'FUTURES_FILLED'],
    ['0', 'ENTER_PRICE'],
    ['-1', 'ENTER_PRICE'],
  ])('at 60,000, having seen %s: %s', (seen, outcome) => {
    expect(answerOf(closeCopy(copied(), { seen }))).toBe(outcome);
  });

  test('a copy to sell is worse where the price is higher', () => {
    const world = followedWorld();
    order(world, { side: 'SHORT' });
    mirrorAll(world);
    expect(answerOf(closeCopy(world, { seen: '59702' }))).toBe('FUTURES_FILLED');
    const other = followedWorld();
    order(other, { side: 'SHORT' });
    mirrorAll(other);
    expect(answerOf(closeCopy(other, { seen: '59701' }))).toBe('COPY_PRICE_WORSE');
  });

  test('no position that is no copy, none of somebody else, and nothing of another follow', () => {
    const world = copied();
    expect(answerOf(closeCopy(world, { position: 1 }))).toBe('COPY_NOT_FOUND');
    expect(answerOf(closeCopy(world, { position: positionIn(world, 1)!.id }))).toBe('COPY_NOT_FOUND');
    const foreign = {
      kind: 'CLOSE_COPY',
      site: SITE,
      player: TRADER,
      follow: followIn(world).id,
      position: positionIn(world, 1)!.id,
      closePrice: price('60000'),
      terms: BTC,
      quote: quoteIn(world, BTC),
    } as const;
    expect(answerOf(send(world, foreign))).toBe('FOLLOW_NOT_FOUND');
  });

  test('nothing without a fresh price, while trade stands still, or before funding that is due', () => {
    const world = copied();
    const close = (more: { readonly quote?: undefined; readonly terms?: typeof BTC }) =>
      answerOf(
        send(world, {
          kind: 'CLOSE_COPY',
          site: SITE,
          player: playerId(2),
          follow: followIn(world).id,
          position: positionIn(world)!.id,
          closePrice: price('60000'),
          terms: BTC,
          quote: quoteIn(world, BTC),
          ...more,
        }),
      );
    expect(close({ quote: undefined })).toBe('NO_FRESH_PRICE');
    expect(close({ terms: { ...BTC, mode: 'STOPPED' } })).toBe('OPTION_STOPPED');
    moveTo(world, '60000', 2_000);
    expect(close({ terms: { ...BTC, fundingDue: later(NOON, 1_000) } })).toBe('FUNDING_DUE');
    expect(close({})).toBe('FUTURES_FILLED');
  });

  test('all copies in one event, and what has no price stays', () => {
    const world = copied();
    moveTo(world, '3000', 0, ETH);
    world.prices.delete(ETH.instrument);
    const event = made(closeCopies(world, 'OWN'), 'FUTURES_FILLED');
    expect(event.fills).toHaveLength(1);
    expect(event.copy?.left).toBe(1);
    expect(followIn(world)).toMatchObject({ isPaused: false });
    expect(answerOf(closeCopies(world, 'OWN'))).toBe('PRICES_MISSING');
    world.prices.set(ETH.instrument, '3000');
    expect(made(closeCopies(world, 'OWN'), 'FUTURES_FILLED').copy).not.toHaveProperty('left');
    expect(answerOf(closeCopies(world, 'OWN'))).toBe('COPY_NOT_FOUND');
  });
});

describe('a trader closes', () => {
  test('a part on the step, or all', () => {
    const world = copied();
    expect(answerOf(closeLead(world, { size: '0' }))).toBe('ENTER_QTY');
    expect(answerOf(closeLead(world, { size: '0.0005' }))).toBe('QTY_OFF_STEP');
    const part = made(closeLead(world, { size: '0.04' }), 'FUTURES_FILLED');
    expect(part.copy).toEqual({ cause: 'LEAD' });
    expect(part.notes).toMatchObject([{ leads: [{ kind: 'CLOSE', closed: 4_000_000n, of: 10_000_000n }] }]);
    const rest = made(closeLead(world, { size: '99' }), 'FUTURES_FILLED');
    expect(rest.notes).toMatchObject([{ leads: [{ closed: 6_000_000n, of: 6_000_000n }] }]);
    expect(mirrorAll(world)).toEqual(['FUTURES_FILLED', 'FUTURES_FILLED']);
    expect(positionIn(world)).toBeUndefined();
  });

  test('nothing once switched off', () => {
    const world = copied();
    made(setTrader(world, { status: 'OFF' }), 'COPY_TRADER_SET');
    expect(answerOf(closeLead(world))).toBe('TRADER_NOT_FOUND');
  });
});

describe('the loss limit', () => {
  const limited = () => {
    const world = followedWorld({ lossLimit: amount('100') });
    order(world);
    mirrorAll(world);
    return world;
  };

  test('counts what closing would bring, with the fees of both ends', () => {
    const world = limited();
    // 4.8 to open and 4.7277 to close: 90.5 of the price are short of the limit.
    moveTo(world, '59095');
    expect(answerOf(closeCopies(world, 'LOSS_LIMIT'))).toBe('FUTURES_FILLED');
    const other = limited();
    moveTo(other, '59095.4');
    expect(answerOf(closeCopies(other, 'LOSS_LIMIT'))).toBe('NOT_REACHED');
  });

  test('closes everything, pauses the follow, and opens nothing more', () => {
    const world = limited();
    moveTo(world, '59000');
    const event = made(closeCopies(world, 'LOSS_LIMIT'), 'FUTURES_FILLED');
    expect(event.notes).toMatchObject([{ isPaused: true }]);
    expect(followIn(world).isPaused).toBe(true);
    order(world);
    expect(mirrorAll(world)).toEqual(['PAUSED']);
  });

  test('closes nothing without it, of a detached follow, and while a price is missing', () => {
    const none = followedWorld();
    order(none);
    mirrorAll(none);
    moveTo(none, '50000');
    expect(answerOf(closeCopies(none, 'LOSS_LIMIT'))).toBe('NOT_REACHED');
    const world = limited();
    order(world, { terms: ETH, size: '1', leverage: 10 });
    mirrorAll(world);
    moveTo(world, '59000');
    world.prices.delete(ETH.instrument);
    expect(answerOf(closeCopies(world, 'LOSS_LIMIT'))).toBe('NOT_REACHED');
    world.prices.set(ETH.instrument, '3000');
    made(setTrader(world, { status: 'OFF' }), 'COPY_TRADER_SET');
    expect(answerOf(closeCopies(world, 'LOSS_LIMIT'))).toBe('FOLLOW_ENDED');
    expect(answerOf(closeCopies(world, 'OWN'))).toBe('FUTURES_FILLED');
    expect(pricedIn(world)).toHaveLength(2);
  });
});
