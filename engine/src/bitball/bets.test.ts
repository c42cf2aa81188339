// The rules of a bet: its window, its limits, and what the house may lose.
import { describe, expect, test } from 'vitest';
import { amount, rate } from '../amount.ts';
import { describeBook } from '../describe.ts';
import { playerId } from '../purse.ts';
import { later } from '../time.ts';
import type { PlaceBallBet } from './commands.ts';
import type { Market } from './markets.ts';
import { betting, OPEN, pursesOf, ROUND, salting, startDesk, startSealed, TERMS } from './testing.ts';

describe('a bet', () => {
  test('is taken from one length before the draw until ten seconds before it', () => {
    const place = (offsetMs: number) =>
      startSealed().at(-9_000)(betting({ receivedAt: later(OPEN, offsetMs) }));
    expect(place(-60_001)).toBe('ROUND_CLOSED');
    expect(place(-60_000)).toMatchObject({ kind: 'BALL_BET_PLACED' });
    expect(place(-10_001)).toMatchObject({ kind: 'BALL_BET_PLACED' });
    expect(place(-10_000)).toBe('ROUND_CLOSED');
  });

  test('is not taken by a salted round, however early it was received', () => {
    const desk = startSealed();
    desk.at(-5_000)(salting);
    expect(desk.at(-4_000)(betting())).toBe('ROUND_CLOSED');
  });

  test('is not taken by a round without a seal', () => {
    expect(startDesk().at(-30_000)(betting())).toBe('ROUND_NOT_FOUND');
  });

  test('moves its stake from the free purse to the waiting one and keeps its odds', () => {
    const desk = startSealed();
    const event = desk.at(-30_000)(betting());
    expect(event).toMatchObject({ market: 'NS_UNDER', odds: rate('1.95'), acceptedAt: OPEN - 30_000 });
    expect(pursesOf(desk.book, 7)).toEqual([amount('99990000'), amount('10000')]);
  });

  test.each([
    ['PARTNER_CANNOT_TRADE', { player: playerId(8), round: 1 }],
    ['ROUND_NOT_FOUND', { type: 'P2', receivedAt: OPEN }],
    ['ROUND_CLOSED', { receivedAt: OPEN, market: 'LONG' }],
    ['BET_TYPE_INVALID', { market: 'LONG', terms: { ...TERMS, wallet: 'GOLD' } }],
    ['BET_TYPE_INVALID', { market: 'NZ_MID', odds: rate('3.5') }],
    ['WALLET_UNSUPPORTED', { terms: { ...TERMS, wallet: 'GOLD' }, stake: amount('0') }],
    ['ENTER_AMOUNT', { stake: amount('0') }],
    ['ENTER_AMOUNT', { stake: amount('-5000') }],
    ['STAKE_TOO_SMALL', { stake: amount('4999') }],
    ['AMOUNT_OFF_UNIT', { stake: amount('5000001') }],
    ['AMOUNT_OFF_UNIT', { stake: amount('5000.5'), terms: { ...TERMS, stakeUnit: amount('0.5') } }],
    ['STAKE_TOO_LARGE', { stake: amount('5001000'), terms: { ...TERMS, ticketsMost: 0 } }],
    ['TOO_MANY_TICKETS', { terms: { ...TERMS, ticketsMost: 0, roundMost: amount('0') } }],
    ['ROUND_LIMIT', { terms: { ...TERMS, roundMost: amount('9999'), exposureMost: amount('0') } }],
    ['EXPOSURE_FULL', { terms: { ...TERMS, exposureMost: amount('9499') }, player: playerId(9) }],
    ['INSUFFICIENT_BALANCE', { terms: { ...TERMS, exposureMost: amount('9500') }, player: playerId(9) }],
  ] satisfies [string, Partial<PlaceBallBet>][])(
    'is refused for the first broken rule: %s',
    (refusal, part) => {
      const desk = startSealed([{ id: 7 }, { id: 8, role: 'PARTNER' }, { id: 9, credit: '9999' }]);
      const before = describeBook(desk.book);
      expect(desk.at(-30_000)(betting(part))).toBe(refusal);
      expect(describeBook(desk.book)).toBe(before);
    },
  );

  test('may be one of ten by one player in one round, of 10,000,000 together', () => {
    const desk = startSealed();
    for (let count = 0; count < 10; count += 1)
      expect(desk.at(-30_000)(betting({ market: 'PN_7', odds: rate('9.3') }))).toMatchObject({
        round: ROUND,
      });
    expect(desk.at(-30_000)(betting())).toBe('TOO_MANY_TICKETS');

    const rich = startSealed();
    rich.at(-30_000)(betting({ stake: amount('5000000') }));
    rich.at(-30_000)(betting({ stake: amount('4999000') }));
    expect(rich.at(-30_000)(betting({ stake: amount('5000') }))).toBe('ROUND_LIMIT');
  });
});

describe('the exposure of the house', () => {
  const most = { ...TERMS, exposureMost: amount('100000') };

  test('is what a hit costs beyond the stakes of its set', () => {
    const desk = startSealed();
    const place = (market: Market, stake: string, odds: string) =>
      desk.at(-30_000)(betting({ market, stake: amount(stake), odds: rate(odds), terms: most }));
    expect(place('PN_7', '12000', '9.3')).toMatchObject({ market: 'PN_7' });
    expect(place('PN_7', '5000', '9.3')).toBe('EXPOSURE_FULL');
    // Another number can only be hit when this one is not: its stake pays a part.
    expect(place('PN_1', '50000', '2')).toMatchObject({ market: 'PN_1' });
    expect(place('PN_7', '5000', '9.3')).toMatchObject({ market: 'PN_7' });
  });

  test('is not lowered by stakes on another set, which the same draw may hit as well', () => {
    const desk = startSealed();
    const place = (market: Market, stake: string, odds: string) =>
      desk.at(-30_000)(betting({ market, stake: amount(stake), odds: rate(odds), terms: most }));
    place('PN_7', '12000', '9.3');
    place('PB_EVEN', '50000', '1.95');
    expect(place('PN_7', '5000', '9.3')).toBe('EXPOSURE_FULL');
  });
});
