import { describe, expect, test } from 'vitest';
import { amount, toDecimal } from '../amount.ts';
import {
  bet,
  bookWith,
  eventFrom,
  falling,
  freeze,
  moneyOf,
  NOON,
  pay,
  refusalOf,
  rising,
  roundAt,
  SITE,
  ticksFrom,
  totalOf,
  voidRound,
} from '../binary/testing.ts';
import type { Book } from '../book.ts';
import { roundPlace } from '../rounds/round.ts';
import { later } from '../time.ts';
import { eventSeenBy, eventsSeen } from '../view.ts';
import { isAllPaid } from './bet-queue.ts';
import { PLAYERS_PER_PAYMENT } from './pay.ts';
import { isPacked } from './shares.ts';

const spoken = (book: Book, player: number) => {
  const { free, wait, debt } = moneyOf(book, player);
  return `${toDecimal(free)} ${toDecimal(wait)} ${toDecimal(debt)}`;
};

describe('a paid round', () => {
  test('gives the winner stake and profit, the house the lost stake, and lists every leg', () => {
    const book = bookWith(2, { credit: '10000' });
    bet(book, { player: 1 });
    bet(book, { player: 2, side: 'DOWN' });
    freeze(book);
    const paid = eventFrom(pay(book), 'ROUND_PAID');
    expect(
      paid.transfers.map(
        ({ from, to, amount: moved, reason }) => `${from} ${to} ${toDecimal(moved)} ${reason}`,
      ),
    ).toEqual([
      '1:BINARY:wait 1:BINARY:free 5000 BET_STAKE',
      'house:1:pnl:binary:KRW 1:BINARY:free 4350 BET_PROFIT',
      '2:BINARY:wait house:1:pnl:binary:KRW 5000 BET_LOST',
    ]);
    expect(paid.bets.map(({ status }) => status)).toEqual([1, 2]);
    expect([spoken(book, 1), spoken(book, 2)]).toEqual(['14350 0 0', '5000 0 0']);
    expect(totalOf(book)).toBe(0n);
  });

  test('rounds every ticket alone and moves their money together (F18)', () => {
    const book = bookWith(1, { credit: '100' });
    const terms = { stakeMin: amount('1'), stakeUnit: amount('1') };
    for (const stake of ['3', '3', '3']) bet(book, { stake, terms });
    freeze(book);
    const paid = eventFrom(pay(book), 'ROUND_PAID');
    expect(paid.bets.map(({ credit }) => credit)).toEqual([amount('5'), amount('5'), amount('5')]);
    expect(paid.transfers).toHaveLength(2);
    expect(paid.steps).toHaveLength(1);
    expect(spoken(book, 1)).toBe('106 0 0');
  });

  test('writes down the own strike of a bet, and forgets the ticks when the last is paid', () => {
    const book = bookWith(1);
    bet(book, { type: 'B1' });
    const ticks = ticksFrom(NOON, [
      [0, '100'],
      [31_000, '101'],
      [60_000, '102'],
    ]);
    freeze(book, { type: 'B1', ticks });
    const round = book.binary.rounds.get(roundPlace(SITE, roundAt(NOON)))!;
    expect(round.result?.ticks).toEqual([ticks[1]]);
    const { bets } = eventFrom(pay(book), 'ROUND_PAID');
    expect(bets).toEqual([{ bet: 2, player: 1, status: 1, credit: amount('9500'), strike: ticks[1] }]);
    expect(round.result?.ticks).toBeUndefined();
  });

  test('is paid in slices, each player in exactly one of them', () => {
    const players = PLAYERS_PER_PAYMENT * 2 + 1;
    const book = bookWith(players, { credit: '5000' });
    for (let player = 1; player <= players; player++)
      bet(book, { player, side: player % 2 === 0 ? 'UP' : 'DOWN' });
    freeze(book);
    const slices = [pay(book), pay(book), pay(book)].map((decision) => eventFrom(decision, 'ROUND_PAID'));
    expect(slices.map(({ steps, isLast }) => [steps.length, isLast])).toEqual([
      [PLAYERS_PER_PAYMENT, false],
      [PLAYERS_PER_PAYMENT, false],
      [1, true],
    ]);
    const paid = slices.flatMap(({ bets }) => bets.map(({ player }) => player));
    expect(new Set(paid).size).toBe(players);
    expect(refusalOf(pay(book))).toBe('ALREADY_PROCESSED');
    expect(totalOf(book)).toBe(0n);
  });

  test('shows each player the own bets, money and sequence, and nobody else’s', () => {
    const book = bookWith(3);
    for (const player of [1, 2, 3]) bet(book, { player, stake: `${player + 4}000` });
    freeze(book, { ticks: falling() });
    const paid = eventFrom(pay(book), 'ROUND_PAID');
    const all = eventsSeen(paid);
    expect([...all.keys()]).toEqual([1, 2, 3]);
    for (const { player } of paid.steps) {
      const seen = eventSeenBy(paid, player);
      expect(all.get(player)).toEqual(seen);
      expect(seen).toMatchObject({ steps: [{ player }], bets: [{ player }] });
      expect(seen.transfers.map(({ from }) => from)).toEqual([`${player}:BINARY:wait`]);
      expect(seen.after).toHaveLength(2);
    }
  });

  test('is written out for those who are wanted, and the lines of all others stay packed', () => {
    const book = bookWith(20, { credit: '50000' });
    for (let player = 1; player <= 20; player++) {
      bet(book, { player, side: player % 3 === 0 ? 'UP' : 'DOWN' });
      if (player % 4 === 0) bet(book, { player, side: 'UP' });
    }
    freeze(book, { ticks: falling() });
    const decision = pay(book);
    if (!decision.ok || !isPacked(decision.event)) throw new Error('a payment is packed');
    const { event } = decision;
    const all = eventsSeen(event);
    expect(all.size).toBe(20);
    const some = eventsSeen(event, (player) => player === 1 || player === 12 || player === 99);
    expect([...some.keys()]).toEqual([1, 12]);
    for (const [player, seen] of some) expect(seen).toEqual(all.get(player));
    expect(eventsSeen(event, () => false).size).toBe(0);
  });

  test('that has one player is shown as it is, and an event without players to nobody', () => {
    const book = bookWith(1);
    bet(book);
    const frozen = eventFrom(freeze(book), 'ROUND_FROZEN');
    expect(eventsSeen(frozen).size).toBe(0);
    const paid = eventFrom(pay(book), 'ROUND_PAID');
    expect([...eventsSeen(paid).values()]).toEqual([paid]);
  });
});

describe('a void round', () => {
  test('takes tickets back one by one where equal ones had different strikes and outcomes', () => {
    const book = bookWith(1, { credit: '10000' });
    bet(book, { type: 'B1', receivedAt: later(NOON, 10_000) });
    bet(book, { type: 'B1', receivedAt: later(NOON, 20_000) });
    const ticks = ticksFrom(NOON, [
      [0, '100'],
      [11_000, '101'],
      [21_000, '103'],
      [60_000, '102'],
    ]);
    freeze(book, { type: 'B1', ticks });
    expect(eventFrom(pay(book), 'ROUND_PAID').bets.map(({ status }) => status)).toEqual([1, 2]);
    expect(spoken(book, 1)).toBe('9500 0 0');
    voidRound(book);
    const { transfers } = eventFrom(pay(book), 'ROUND_PAID');
    expect(transfers.map(({ to, amount: moved }) => `${to} ${toDecimal(moved)}`)).toEqual([
      '1:BINARY:free 5000',
      'house:1:pnl:binary:KRW 4500',
    ]);
    expect(spoken(book, 1)).toBe('10000 0 0');
  });

  test('returns every stake when it ends without a result', () => {
    const book = bookWith(2, { credit: '10000' });
    bet(book, { player: 1 });
    bet(book, { player: 2, side: 'DOWN' });
    freeze(book, { ticks: [] });
    const { transfers } = eventFrom(pay(book), 'ROUND_PAID');
    expect(transfers.map(({ reason }) => reason)).toEqual(['BET_VOID', 'BET_VOID']);
    expect([spoken(book, 1), spoken(book, 2)]).toEqual(['10000 0 0', '10000 0 0']);
  });

  test('returns every stake when staff voids it before its end', () => {
    const book = bookWith(1, { credit: '10000' });
    bet(book);
    voidRound(book);
    expect(refusalOf(freeze(book))).toBe('ALREADY_PROCESSED');
    pay(book);
    expect(spoken(book, 1)).toBe('10000 0 0');
  });

  test('takes back what was won, gives back what was lost and returns what still waits', () => {
    const players = PLAYERS_PER_PAYMENT + 1;
    const book = bookWith(players, { credit: '10000' });
    for (let player = 1; player <= players; player++)
      bet(book, { player, side: player === 2 ? 'DOWN' : 'UP' });
    freeze(book);
    pay(book);
    expect([1, 2, players].map((player) => spoken(book, player))).toEqual([
      '14350 0 0',
      '5000 0 0',
      '5000 5000 0',
    ]);
    voidRound(book);
    const back = eventFrom(pay(book), 'ROUND_PAID');
    expect(back.bets[0]).toMatchObject({ status: 3, credit: amount('5000') });
    expect(eventFrom(pay(book), 'ROUND_PAID').isLast).toBe(true);
    for (let player = 1; player <= players; player++) expect(spoken(book, player)).toBe('10000 0 0');
    expect(totalOf(book)).toBe(0n);
    expect(refusalOf(pay(book))).toBe('ALREADY_PROCESSED');
  });

  test('moves no money where the bet was void already', () => {
    const book = bookWith(1, { credit: '10000' });
    bet(book, { type: 'B1' });
    const ticks = ticksFrom(NOON, [
      [0, '100'],
      [31_000, '101'],
      [60_000, '101'],
    ]);
    freeze(book, { type: 'B1', ticks });
    pay(book);
    voidRound(book);
    expect(eventFrom(pay(book), 'ROUND_PAID').transfers).toEqual([]);
  });
});

describe('a player who has spent what is taken back', () => {
  /** Wins 4,350 on 5,000, and all is in the next round when the first one is voided. */
  const spent = () => {
    const book = bookWith(1, { credit: '5000' });
    const terms = { stakeUnit: amount('1') };
    bet(book, { terms });
    freeze(book);
    pay(book);
    const next = roundAt(later(NOON, 120_000));
    bet(book, { stake: '9350', round: next, receivedAt: later(NOON, 80_000), terms });
    voidRound(book);
    const paid = eventFrom(pay(book), 'ROUND_PAID');
    return { book, paid, next, open: later(NOON, 120_000) };
  };

  test('owes it, and the event says how much', () => {
    const { book, paid } = spent();
    expect(spoken(book, 1)).toBe('0 9350 -4350');
    expect(paid.after.at(-1)).toEqual({ purse: '1:BINARY:debt', balance: amount('-4350') });
    expect(totalOf(book)).toBe(0n);
  });

  test('pays the debt from the next credit', () => {
    const { book, next, open } = spent();
    freeze(book, { open, ticks: rising('R1', open) });
    const paid = eventFrom(pay(book, next), 'ROUND_PAID');
    expect(paid.transfers.at(-1)).toMatchObject({ amount: amount('4350'), reason: 'DEBT_REPAID' });
    // 9,350 and 8,134 of profit were credited, 4,350 of it repaid the debt.
    expect(spoken(book, 1)).toBe('13134 0 0');
    expect(totalOf(book)).toBe(0n);
  });

  test('pays what is credited and owes the rest where a credit is smaller than the debt', () => {
    const book = bookWith(1, { credit: '5000' });
    const terms = { stakeUnit: amount('1'), stakeMin: amount('1') };
    bet(book, { terms });
    freeze(book);
    pay(book);
    const open = later(NOON, 120_000);
    bet(book, { stake: '8350', round: roundAt(open, 8), receivedAt: later(NOON, 80_000), terms });
    bet(book, { stake: '1000', round: roundAt(open), receivedAt: later(NOON, 80_000), terms });
    voidRound(book);
    pay(book);
    freeze(book, { open, ticks: rising('R1', open) });
    pay(book, roundAt(open));
    // 1,870 were credited, and all of it repaid debt.
    expect(spoken(book, 1)).toBe('0 8350 -2480');
  });

  test('still owes when nothing is credited', () => {
    const { book, next, open } = spent();
    freeze(book, { open, ticks: falling('R1', open) });
    pay(book, next);
    expect(spoken(book, 1)).toBe('0 0 -4350');
  });
});

describe('the book', () => {
  const dayMs = 86_400_000;

  /** Bets on a round a day and more later and freezes it: the moment at which old rounds are forgotten. */
  const freezeAnother = (book: Book, open = later(NOON, dayMs + 60_000)) => {
    bet(book, { round: roundAt(open), receivedAt: later(open, -30_000) });
    freeze(book, { open, ticks: rising('R1', open) });
    return book;
  };
  const has = (book: Book) => book.binary.rounds.has(roundPlace(SITE, roundAt(NOON)));

  test('forgets a paid round when the day in which it may be voided is over', () => {
    const book = bookWith(1);
    bet(book);
    freeze(book);
    pay(book);
    expect(has(freezeAnother(book, later(NOON, dayMs - 120_000)))).toBe(true);
    expect(has(freezeAnother(book))).toBe(false);
  });

  test('never forgets a round in which somebody waits for money', () => {
    const undecided = bookWith(1);
    bet(undecided);
    expect(has(freezeAnother(undecided))).toBe(true);
    const unpaid = bookWith(1);
    bet(unpaid);
    freeze(unpaid);
    expect(has(freezeAnother(unpaid))).toBe(true);
    pay(unpaid);
    expect(isAllPaid(unpaid.binary.rounds.get(roundPlace(SITE, roundAt(NOON)))!)).toBe(true);
  });
});
