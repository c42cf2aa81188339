import { describe, expect, test } from 'vitest';
import { amount, rate } from '../amount.ts';
import type { Book } from '../book.ts';
import { HOUSE, playerId, siteId } from '../purse.ts';
import { type RoundType, roundId, roundKeyOf, roundPlace } from '../rounds/round.ts';
import { later, type Millis } from '../time.ts';
import type { PlaceBet, VoidRound } from './commands.ts';
import { BETS_CHECKED_PER_TICK } from './prices.ts';
import {
  type BetInput,
  bet,
  betOf,
  bookWith,
  eventFrom,
  execute,
  falling,
  freeze,
  freezeTime,
  moneyOf,
  NOON,
  pay,
  refusalOf,
  roundAt,
  SITE,
  ticksFrom,
  voidRound,
} from './testing.ts';

describe('a bet', () => {
  test('moves its stake from the free purse to the waiting one, under the number of its event', () => {
    const book = bookWith(1);
    const placed = eventFrom(bet(book, { stake: '7000' }), 'BET_PLACED');
    expect(placed).toMatchObject({ id: 2, stake: amount('7000'), rate: rate('0.87'), side: 'UP' });
    expect(placed.acceptedAt).toBe(NOON - 30_000);
    expect(moneyOf(book, 1)).toEqual({ free: amount('19993000'), wait: amount('7000'), debt: 0n });
    expect(placed.after.map(({ balance }) => balance)).toEqual([amount('19993000'), amount('7000')]);
  });

  test.each<[RoundType, number, number]>([
    ['R.5', -30_000, 0],
    ['R1', -60_000, 0],
    ['R2', -120_000, 0],
    ['R5', -300_000, 0],
    ['B1', 0, 60_000],
    ['B2', 0, 120_000],
    ['B5', 0, 300_000],
  ])('of type %s is taken from %d to %d ms after the opening, less the cut-off', (type, fromMs, toMs) => {
    const cutOffMs = 5_000;
    const at = (afterMs: number) =>
      refusalOf(bet(bookWith(1), { type, receivedAt: later(NOON, afterMs), terms: { cutOffMs } }));
    expect(at(fromMs - 1)).toBe('ROUND_CLOSED');
    expect(at(fromMs)).toBe('OK');
    expect(at(toMs - cutOffMs - 1)).toBe('OK');
    expect(at(toMs - cutOffMs)).toBe('ROUND_CLOSED');
  });

  test('that was received in time is taken however long it waited, but never once the round can be frozen', () => {
    const decidedAt = (now: Millis) => refusalOf(execute(bookWith(1), betOf(), now));
    expect(decidedAt(later(NOON, 1))).toBe('OK');
    expect(decidedAt(later(freezeTime(), -1))).toBe('OK');
    expect(decidedAt(freezeTime())).toBe('ROUND_CLOSED');
  });

  test('is not taken by a round that is frozen or void', () => {
    const frozen = bookWith(1);
    bet(frozen);
    freeze(frozen);
    expect(refusalOf(bet(frozen))).toBe('ROUND_CLOSED');
    const voided = bookWith(1);
    bet(voided);
    voidRound(voided);
    expect(refusalOf(bet(voided))).toBe('ROUND_CLOSED');
  });

  test.each<[string, Partial<PlaceBet>]>([
    ['a number that no round has', { round: 17 }],
    ['a fraction', { round: roundAt(NOON) + 0.5 }],
    ['an opening on which this length has none', { type: 'R5', round: roundAt(later(NOON, 60_000)) }],
    ['the type of a ball', { type: 'P1' }],
  ])('on %s finds no round', (_, change) => {
    expect(refusalOf(execute(bookWith(1), { ...betOf(), ...change }, NOON))).toBe('ROUND_NOT_FOUND');
  });

  test('of another type than the round already has finds no round', () => {
    const book = bookWith(1);
    bet(book);
    expect(refusalOf(execute(book, { ...betOf(), type: 'R.5' }, NOON))).toBe('ROUND_NOT_FOUND');
  });

  test('of another site is not among the bets of this one', () => {
    const book = bookWith(1);
    const elsewhere = siteId(2);
    execute(
      book,
      {
        kind: 'OPEN_ACCOUNT',
        site: elsewhere,
        player: playerId(9),
        role: 'PLAYER',
        wallets: [{ type: 'BINARY', currency: 'KRW', places: 0, credit: amount('9000') }],
      },
      book.lastAt,
    );
    bet(book);
    expect(refusalOf(execute(book, { ...betOf({ player: 9 }), site: elsewhere }, book.lastAt))).toBe('OK');
    expect([...book.binary.rounds.keys()]).toEqual([
      roundPlace(SITE, roundAt(NOON)),
      roundPlace(elsewhere, roundAt(NOON)),
    ]);
    expect(refusalOf(execute(book, { ...betOf({ player: 9 }) }, book.lastAt))).toBe('ACCOUNT_NOT_FOUND');
  });

  test('keeps its rate when the setting changes, and a round its rounding and its strikes', () => {
    const book = bookWith(2);
    bet(book);
    const second = eventFrom(
      bet(book, {
        player: 2,
        terms: { rate: rate('0.5'), precision: 0, staleMs: 9_000, strikeMode: 'AT_BET' },
      }),
      'BET_PLACED',
    );
    expect(second).toMatchObject({ precision: 2, staleMs: 3_000, strikeMode: 'ROUND_OPEN' });
    freeze(book);
    const { bets } = eventFrom(pay(book), 'ROUND_PAID');
    expect(bets.map(({ credit }) => credit)).toEqual([amount('9350'), amount('7500')]);
  });
});

/** Each input breaks its own rule and all that come after it: the first in the order is the one that is named. */
describe('a bet that breaks several rules is refused for the first:', () => {
  const poor = {
    stakeMin: amount('5000'),
    stakeMax: amount('6000'),
    ticketsMost: 1,
    roundMost: amount('9000'),
  };
  const bad = { ...poor, exposureMost: amount('1') };
  const withOne = (book: Book): Book => {
    bet(book, { side: 'DOWN' });
    return book;
  };
  const cases: readonly (readonly [string, () => Book, BetInput])[] = [
    ['PARTNER_CANNOT_TRADE', () => bookWith(1, { role: 'PARTNER' }), { round: 17, stake: '0' }],
    ['ROUND_NOT_FOUND', () => bookWith(1), { round: 17, receivedAt: NOON, stake: '0' }],
    ['ROUND_CLOSED', () => bookWith(1), { receivedAt: NOON, terms: { wallet: 'GOLD' }, stake: '0' }],
    ['WALLET_UNSUPPORTED', () => bookWith(1), { terms: { wallet: 'GOLD' }, stake: '0' }],
    ['ENTER_AMOUNT', () => bookWith(1), { stake: '0', terms: bad }],
    ['ENTER_AMOUNT', () => bookWith(1), { stake: '-5000', terms: bad }],
    ['STAKE_TOO_SMALL', () => withOne(bookWith(1)), { stake: '4999.5', terms: bad }],
    ['AMOUNT_OFF_UNIT', () => withOne(bookWith(1)), { stake: '6500', terms: bad }],
    [
      'AMOUNT_OFF_UNIT',
      () => withOne(bookWith(1)),
      { stake: '6000.5', terms: { ...bad, stakeUnit: amount('0.5') } },
    ],
    ['STAKE_TOO_LARGE', () => withOne(bookWith(1)), { stake: '7000', terms: bad }],
    ['TOO_MANY_TICKETS', () => withOne(bookWith(1)), { stake: '6000', terms: bad }],
    ['ROUND_LIMIT', () => withOne(bookWith(1)), { stake: '6000', terms: { ...bad, ticketsMost: 2 } }],
    ['BOTH_SIDES', () => withOne(bookWith(1)), { terms: { exposureMost: amount('1') } }],
    [
      'EXPOSURE_FULL',
      () => withOne(bookWith(1, { credit: '9000' })),
      { side: 'DOWN', terms: { exposureMost: amount('1') } },
    ],
    ['INSUFFICIENT_BALANCE', () => withOne(bookWith(1, { credit: '9000' })), { side: 'DOWN' }],
    ['OK', () => withOne(bookWith(1, { credit: '10000' })), { side: 'DOWN' }],
    ['OK', () => withOne(bookWith(1)), { terms: { allowBothSides: true } }],
  ];
  test.each(cases)('%s', (expected, book, input) => {
    expect(refusalOf(bet(book(), input))).toBe(expected);
  });

  test('ACCOUNT_BLOCKED and SESSION_ENDED before any rule of rounds', () => {
    const book = bookWith(1, { role: 'PARTNER' });
    expect(refusalOf(execute(book, { ...betOf(), session: 4 }, NOON))).toBe('SESSION_ENDED');
    execute(book, { kind: 'BLOCK_ACCOUNT', site: SITE, player: playerId(1) }, book.lastAt);
    expect(refusalOf(execute(book, { ...betOf(), session: 1 }, NOON))).toBe('ACCOUNT_BLOCKED');
  });
});

test('stakes on the other side raise the limit for this one', () => {
  const book = bookWith(3);
  const terms = { exposureMost: amount('8700') };
  expect(refusalOf(bet(book, { stake: '10000', terms }))).toBe('OK');
  expect(refusalOf(bet(book, { player: 2, terms }))).toBe('EXPOSURE_FULL');
  expect(refusalOf(bet(book, { player: 3, side: 'DOWN', terms }))).toBe('OK');
  expect(refusalOf(bet(book, { player: 2, terms }))).toBe('OK');
});

describe('freezing', () => {
  test('is refused before the grace is over, a second time, and without a bet', () => {
    expect(refusalOf(freeze(bookWith(1)))).toBe('ROUND_NOT_FOUND');
    const book = bookWith(1);
    bet(book);
    expect(refusalOf(freeze(book, { type: 'R.5' }))).toBe('ROUND_NOT_FOUND');
    const early = {
      kind: 'FREEZE_ROUND',
      site: SITE,
      player: HOUSE,
      round: roundAt(NOON),
      type: 'R1',
      ticks: [],
    } as const;
    expect(refusalOf(execute(book, early, later(freezeTime(), -1)))).toBe('ROUND_NOT_OVER');
    expect(refusalOf(freeze(book))).toBe('OK');
    expect(refusalOf(freeze(book, { ticks: falling() }))).toBe('ALREADY_PROCESSED');
  });

  test('does not depend on the order in which the ticks are handed in', () => {
    const path = ticksFrom(NOON, [
      [0, '100'],
      [31_000, '90'],
      [31_000, '95'],
      [60_000, '101'],
      [60_500, '1'],
    ]);
    const frozen = (ticks: typeof path) => {
      const book = bookWith(1);
      bet(book, { type: 'B1' });
      return eventFrom(freeze(book, { type: 'B1', ticks }), 'ROUND_FROZEN');
    };
    expect(frozen(path.toReversed())).toEqual(frozen(path));
    expect(frozen(path).ticks).toEqual([path[1]]);
  });

  test('keeps only the ticks that are the strike of a bet, however many the feed sent', () => {
    const path = ticksFrom(
      NOON,
      Array.from({ length: 600 }, (_, index) => [index * 100, `${100 + (index % 7)}`] as const),
    );
    const book = bookWith(2);
    bet(book, { type: 'B1' });
    bet(book, { type: 'B1', player: 2 });
    const { ticks, tickCount } = eventFrom(freeze(book, { type: 'B1', ticks: path }), 'ROUND_FROZEN');
    expect(tickCount).toBe(599);
    expect(ticks).toHaveLength(1);
  });

  test('keeps all ticks where so many bets were placed that checking each would block the desk', () => {
    const path = ticksFrom(NOON, [
      [0, '100'],
      [10, '100'],
      [31_000, '101'],
      [60_000, '102'],
    ]);
    const book = bookWith(1 + 3 * BETS_CHECKED_PER_TICK);
    for (let player = 1; player <= 3 * BETS_CHECKED_PER_TICK; player++) bet(book, { type: 'B1', player });
    const last = () => eventFrom(freeze(book, { type: 'B1', ticks: path }), 'ROUND_FROZEN').ticks;
    bet(book, { type: 'B1', player: 1 + 3 * BETS_CHECKED_PER_TICK });
    expect(last()).toHaveLength(3);
  });

  test('touches no player and keeps ticks only where bets have strikes of their own', () => {
    const book = bookWith(1);
    bet(book);
    const frozen = eventFrom(freeze(book), 'ROUND_FROZEN');
    expect(frozen).toMatchObject({ status: 1, steps: [], transfers: [], after: [] });
    expect(frozen).not.toHaveProperty('ticks');
  });
});

describe('paying', () => {
  test('needs a result, and ends', () => {
    const book = bookWith(1);
    expect(refusalOf(pay(book))).toBe('ROUND_NOT_FOUND');
    bet(book);
    expect(refusalOf(pay(book))).toBe('ROUND_NOT_DECIDED');
    freeze(book);
    expect(eventFrom(pay(book), 'ROUND_PAID').isLast).toBe(true);
    expect(refusalOf(pay(book))).toBe('ALREADY_PROCESSED');
  });
});

describe('voiding', () => {
  const command: VoidRound = {
    kind: 'VOID_ROUND',
    site: SITE,
    player: HOUSE,
    round: roundAt(NOON),
    reason: 'x',
    requestedBy: 1,
    approvedBy: 2,
  };

  test('needs bets, a reason, two people and a day that is not over, checked in this order', () => {
    const tooLate = later(NOON, 60_000 + 86_400_001);
    expect(refusalOf(execute(bookWith(1), command, tooLate))).toBe('ROUND_NOT_FOUND');
    const book = bookWith(1);
    bet(book);
    freeze(book);
    const ask = (change: Partial<Pick<VoidRound, 'reason' | 'approvedBy'>>, now: Millis) =>
      refusalOf(execute(book, { ...command, ...change }, now));
    expect(ask({ reason: ' ', approvedBy: 1 }, tooLate)).toBe('ENTER_REASON');
    expect(ask({ approvedBy: 1 }, tooLate)).toBe('SECOND_PERSON_NEEDED');
    expect(ask({}, tooLate)).toBe('VOID_TOO_LATE');
    expect(ask({}, later(tooLate, -1))).toBe('OK');
    expect(ask({}, later(tooLate, -1))).toBe('ALREADY_PROCESSED');
  });

  test('is refused where everything is void already', () => {
    const book = bookWith(1);
    bet(book);
    freeze(book, { ticks: [] });
    expect(refusalOf(voidRound(book))).toBe('ALREADY_PROCESSED');
  });

  test('a round with strikes of its own is not void by its tie', () => {
    const book = bookWith(1);
    bet(book, { type: 'B1' });
    const ticks = ticksFrom(NOON, [
      [0, '100'],
      [31_000, '101'],
      [60_000, '100'],
    ]);
    expect(eventFrom(freeze(book, { type: 'B1', ticks }), 'ROUND_FROZEN').voidReason).toBe('TIE');
    expect(refusalOf(voidRound(book))).toBe('OK');
  });
});

describe('a round’s number', () => {
  test('leads back to its offer and its opening', () => {
    expect(roundKeyOf(roundId({ offer: 7, open: NOON }))).toEqual({ offer: 7, open: NOON });
    expect(roundKeyOf(99_999)).toBeUndefined();
    expect(roundKeyOf(Number.NaN)).toBeUndefined();
    expect(roundKeyOf(2 ** 60)).toBeUndefined();
    expect(roundKeyOf(-5)).toBeUndefined();
  });
});
