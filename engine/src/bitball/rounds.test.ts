// A round from its seal to the last payment.
import { describe, expect, test } from 'vitest';
import { amount, rate } from '../amount.ts';
import { apply } from '../apply.ts';
import { decide } from '../decide.ts';
import { describeBook } from '../describe.ts';
import { PLAYERS_PER_PAYMENT } from '../payment/pay.ts';
import { playerId, siteId } from '../purse.ts';
import { roundId } from '../rounds/round.ts';
import { later } from '../time.ts';
import { eventSeenBy } from '../view.ts';
import { commitOf } from './draw.ts';
import { chanceOf, hitMarkets, MARKETS, type Market } from './markets.ts';
import { findBall } from './state.ts';
import {
  type BallDesk,
  betting,
  DRAW,
  drawing,
  OPEN,
  OTHER_SEED,
  paying,
  pursesOf,
  ROUND,
  SALT,
  SEED,
  SITE,
  salting,
  sealing,
  startDesk,
  startSealed,
  unsalted,
  voiding,
} from './testing.ts';
import { publicBallOf } from './view.ts';

describe('the seal', () => {
  test('is accepted until betting opens, and not from then on', () => {
    expect(startDesk().at(-60_000)(sealing)).toBe('SEAL_TOO_LATE');
    expect(startDesk().at(-60_001)(sealing)).toMatchObject({ kind: 'BALL_SEALED', round: ROUND, seed: SEED });
  });

  test('is accepted once, and no other seed can replace it', () => {
    const desk = startSealed();
    expect(desk.at(-60_001)({ ...sealing, seed: OTHER_SEED, commit: commitOf(OTHER_SEED) })).toBe(
      'ALREADY_PROCESSED',
    );
  });

  test.each([
    ['a seed that is too short', { seed: SEED.slice(2), commit: commitOf(SEED.slice(2)) }],
    ['the hash of another seed', { commit: commitOf(OTHER_SEED) }],
    ['capital digits', { seed: SEED.toUpperCase() }],
  ])('is not taken with %s', (_, part) => {
    expect(startDesk().at(-90_000)({ ...sealing, ...part })).toBe('SEAL_INVALID');
  });

  test('has a seed of its own: another round that ends first would show it', () => {
    const desk = startSealed();
    const round = roundId({ offer: 31, open: later(OPEN, 60_000) });
    expect(desk.at(-60_001)({ ...sealing, round })).toBe('SEAL_INVALID');
    expect(desk.at(-60_001)({ ...sealing, site: siteId(2) })).toBe('SEAL_INVALID');
  });

  test.each([
    ['of another family', { type: 'R1' }],
    ['that no offer can have', { round: 12 }],
    ['in the middle of a length', { type: 'P2', round: roundId({ offer: 31, open: later(OPEN, 60_000) }) }],
  ] as const)('is not given to a round %s', (_, part) => {
    expect(startDesk().at(-600_000)({ ...sealing, ...part })).toBe('ROUND_NOT_FOUND');
  });
});

describe('the salt', () => {
  test('is accepted from five seconds before the draw, once', () => {
    const desk = startSealed();
    expect(desk.at(-5_001)(salting)).toBe('ROUND_NOT_OVER');
    expect(desk.at(-5_000)(salting)).toMatchObject({ kind: 'BALL_SALTED', salt: SALT });
    expect(desk.at(-5_000)(salting)).toBe('ALREADY_PROCESSED');
  });

  test.each([
    ['a tick of that very instant', `BTCUSDT:97123.45:${OPEN - 5_000}`, true],
    ['a tick of three seconds before', `BTCUSDT:97123.45:${OPEN - 8_000}`, true],
    ['a tick that was stale by then', `BTCUSDT:97123.45:${OPEN - 8_001}`, false],
    ['a later tick', `BTCUSDT:97123.45:${OPEN - 4_999}`, false],
    ['a price in another spelling', `BTCUSDT:97123.450:${OPEN - 5_000}`, false],
    ['another instrument', `ETHUSDT:3123.45:${OPEN - 5_000}`, false],
    ['a beacon', `DRAND:4512345:${'0a'.repeat(32)}`, true],
    ['a beacon without its bytes', 'DRAND:4512345:', false],
    ['nothing', '', false],
  ])('that is %s (%s) is taken: %s', (_, text, isTaken) => {
    const outcome = startSealed().at(-1_000)({ ...salting, salt: text });
    if (isTaken) expect(outcome).toMatchObject({ kind: 'BALL_SALTED', salt: text });
    else expect(outcome).toBe('SALT_INVALID');
  });

  test('that is missing makes the round void, shows the seed and returns every stake', () => {
    const desk = startSealed();
    desk.at(-30_000)(betting());
    desk.at(-29_000)(betting({ market: 'PN_3', odds: rate('9.3') }));
    expect(desk.at(-4_000)(unsalted)).toMatchObject({
      kind: 'BALL_VOIDED',
      voidReason: 'NO_SALT',
      seed: SEED,
    });
    expect(desk.at(0)(drawing)).toBe('ALREADY_PROCESSED');
    expect(desk.at(0)(paying)).toMatchObject({
      bets: [
        { status: 3, credit: amount('10000') },
        { status: 3, credit: amount('10000') },
      ],
      isLast: true,
    });
    expect(pursesOf(desk.book, 7)).toEqual([amount('100000000'), amount('0')]);
  });
});

describe('the draw', () => {
  test('is made at the opening, after the salt, and once', () => {
    const desk = startSealed();
    expect(desk.at(-3_000)(drawing)).toBe('ROUND_NOT_OVER');
    desk.at(-3_000)(salting);
    expect(desk.at(-1)(drawing)).toBe('ROUND_NOT_OVER');
    expect(desk.at(0)(drawing)).toMatchObject({ kind: 'BALL_DRAWN', seed: SEED, salt: SALT, ...DRAW });
    expect(desk.at(0)(drawing)).toBe('ALREADY_PROCESSED');
  });

  test('is the same when it is made late', () => {
    const desk = startSealed();
    desk.at(86_400_000)(salting);
    expect(desk.at(86_400_000)(drawing)).toMatchObject(DRAW);
  });

  test('that does not follow from its seed and salt is not applied', () => {
    const desk = startSealed();
    desk.at(-3_000)(salting);
    const decision = decide(desk.book, drawing, { now: OPEN, eventId: desk.book.lastEvent + 1 });
    if (!decision.ok || decision.event.kind !== 'BALL_DRAWN') throw Error('it was drawn');
    const forged = { ...decision.event, power: (DRAW.power + 1) % 10 };
    expect(() => apply(desk.book, forged)).toThrow('follows from its seed and salt');
  });
});

describe('a drawn round', () => {
  test('G11: pays 19,500 for 10,000 at 1.95 on every hit and nothing on every miss', () => {
    for (const market of MARKETS.filter((each) => chanceOf(each).hits * 2 <= chanceOf(each).of)) {
      const desk = startSealed();
      desk.at(-30_000)(betting({ market }));
      desk.at(-3_000)(salting);
      desk.at(0)(drawing);
      desk.at(0)(paying);
      const isHit = hitMarkets(DRAW).includes(market);
      expect(pursesOf(desk.book, 7)).toEqual([amount(isHit ? '100009500' : '99990000'), amount('0')]);
    }
  });

  test('cuts the credit at the places of the wallet', () => {
    const market = hitMarkets(DRAW).find((each) => chanceOf(each).of === 10) as Market;
    const desk = startSealed();
    desk.at(-30_000)(betting({ market, stake: amount('5000'), odds: rate('1.33333333') }));
    desk.at(-3_000)(salting);
    desk.at(0)(drawing);
    expect(desk.at(0)(paying)).toMatchObject({ bets: [{ status: 1, credit: amount('6666') }] });
  });

  test('is not paid before it is drawn, and once', () => {
    const desk = startSealed();
    desk.at(-30_000)(betting());
    desk.at(-3_000)(salting);
    expect(desk.at(-3_000)(paying)).toBe('ROUND_NOT_DECIDED');
    desk.at(0)(drawing);
    expect(desk.at(0)(paying)).toMatchObject({ kind: 'BALL_PAID', isLast: true });
    expect(desk.at(0)(paying)).toBe('ALREADY_PROCESSED');
  });

  test('of one player too many is paid in two payments, in the order in which they came', () => {
    const ids = Array.from({ length: PLAYERS_PER_PAYMENT + 1 }, (_, index) => 9_700 - index);
    const desk = startSealed(ids.map((id) => ({ id })));
    for (const id of ids) desk.at(-30_000)(betting({ player: playerId(id), stake: amount('5000') }));
    desk.at(-3_000)(salting);
    desk.at(0)(drawing);
    const first = desk.at(0)(paying);
    const second = desk.at(0)(paying);
    if (typeof first === 'string' || typeof second === 'string') throw Error('it was paid');
    expect([first, second]).toMatchObject([{ isLast: false }, { isLast: true }]);
    expect([...first.steps, ...second.steps].map(({ player }) => player)).toEqual(ids);
    expect(eventSeenBy(first, playerId(9_700))).toMatchObject({ bets: [{ player: 9_700 }] });
  });
});

describe('staff', () => {
  test('may void a round before the salt: every stake is returned and the seed is shown', () => {
    const desk = startSealed();
    desk.at(-30_000)(betting());
    expect(desk.at(-9_000)(voiding)).toMatchObject({ kind: 'BALL_VOIDED', voidReason: 'STAFF', seed: SEED });
    expect(desk.at(-9_000)(betting())).toBe('ROUND_CLOSED');
    expect(desk.at(-4_000)(salting)).toBe('ALREADY_PROCESSED');
    expect(desk.at(-9_000)(voiding)).toBe('ALREADY_PROCESSED');
    desk.at(-9_000)(paying);
    expect(pursesOf(desk.book, 7)).toEqual([amount('100000000'), amount('0')]);
  });

  test('cannot void a round that is salted, drawn or paid: the outcome is fixed', () => {
    const desk = startSealed();
    desk.at(-30_000)(betting());
    desk.at(-4_000)(salting);
    expect(desk.at(-4_000)(voiding)).toBe('VOID_TOO_LATE');
    desk.at(0)(drawing);
    expect(desk.at(1_000)(voiding)).toBe('VOID_TOO_LATE');
    desk.at(1_000)(paying);
    expect(desk.at(1_000)(voiding)).toBe('VOID_TOO_LATE');
  });

  test('must be two people and give a reason', () => {
    const desk = startSealed();
    expect(desk.at(-30_000)({ ...voiding, approvedBy: voiding.requestedBy })).toBe('SECOND_PERSON_NEEDED');
    expect(desk.at(-30_000)({ ...voiding, reason: ' ' })).toBe('ENTER_REASON');
    expect(desk.at(-30_000)({ ...voiding, round: ROUND + 1 })).toBe('ROUND_NOT_FOUND');
  });
});

describe('the seed', () => {
  test('is in nothing that anybody sees before the round has ended', () => {
    const desk = startSealed();
    desk.at(-30_000)(betting());
    desk.at(-4_000)(salting);
    const shown = desk.events.map((event) => eventSeenBy(event, playerId(7)));
    const ball = findBall(desk.book, SITE, ROUND);
    if (ball === undefined) throw Error('it is sealed');
    const text = (value: unknown) =>
      JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? `${each}` : each));
    expect(text(shown)).toContain(commitOf(SEED));
    expect(text([shown, describeBook(desk.book), publicBallOf(ball)])).not.toContain(SEED);

    desk.at(0)(drawing);
    expect(publicBallOf(ball)).toEqual({ commit: commitOf(SEED), seed: SEED, salt: SALT, ...DRAW });
  });
});

describe('the book', () => {
  const next = (desk: BallDesk, offsetMs: number) => {
    const round = roundId({ offer: 31, open: later(OPEN, 600_000) });
    return desk.at(offsetMs)({ ...sealing, round, seed: OTHER_SEED, commit: commitOf(OTHER_SEED) });
  };

  test('forgets a round when it is paid and the next seal comes', () => {
    const desk = startSealed();
    desk.at(-30_000)(betting());
    desk.at(-4_000)(salting);
    desk.at(0)(drawing);
    desk.at(0)(paying);
    next(desk, 0);
    expect(findBall(desk.book, SITE, ROUND)).toBeUndefined();
    expect(desk.at(1_000)(paying)).toBe('ROUND_NOT_FOUND');
    expect(desk.at(1_000)(sealing)).toBe('SEAL_TOO_LATE');
  });

  test('keeps a drawn round while somebody waits for money', () => {
    const desk = startSealed();
    desk.at(-30_000)(betting());
    desk.at(-4_000)(salting);
    desk.at(0)(drawing);
    next(desk, 0);
    expect(desk.at(1_000)(paying)).toMatchObject({ isLast: true });
  });

  test('keeps a void round until the time of its draw, so that it is not sealed again', () => {
    const desk = startDesk();
    desk.at(-600_000)(sealing);
    desk.at(-600_000)(voiding);
    next(desk, -300_000);
    expect(desk.at(-300_000)(sealing)).toBe('ALREADY_PROCESSED');
  });

  test('keeps one round on two sites apart', () => {
    const desk = startSealed();
    const elsewhere = { ...sealing, site: siteId(2), seed: OTHER_SEED, commit: commitOf(OTHER_SEED) };
    expect(desk.at(-60_001)(elsewhere)).toMatchObject({ kind: 'BALL_SEALED', site: 2 });
    expect(findBall(desk.book, SITE, ROUND)?.seed).toBe(SEED);
  });
});
