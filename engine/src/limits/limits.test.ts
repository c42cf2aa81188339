import { describe, expect, test } from 'vitest';
import { amount, rate } from '../amount.ts';
import {
  bet,
  bookWith,
  execute,
  falling,
  freeze,
  NOON,
  pay,
  refusalOf,
  roundAt,
  SITE,
} from '../binary/testing.ts';
import type { Book } from '../book.ts';
import { digestText, weighBook } from '../book-digest.ts';
import { openStakesOf } from '../follow.ts';
import { HOUSE, playerId } from '../purse.ts';
import { DAY_MS, HOUR_MS, later, MINUTE_MS, type Millis, millis } from '../time.ts';
import type { CoolOff, SetLimit } from './commands.ts';
import { openInWon } from './follow-money.ts';
import { monthsLater, nextKoreanDay, nextKoreanMonth } from './periods.ts';
import { leftToLose, limitsAt, standingOf } from './standing.ts';

const mina = playerId(1);
const head = { site: SITE, player: mina } as const;
const MORNING = later(NOON, -HOUR_MS);

const set = (book: Book, limit: SetLimit['limit'], value: string | undefined, at: Millis = MORNING) =>
  execute(
    book,
    { kind: 'SET_LIMIT', ...head, limit, ...(value === undefined ? undefined : { value: amount(value) }) },
    at,
  );
const takeBack = (book: Book, limit: SetLimit['limit'], at: Millis) =>
  execute(book, { kind: 'TAKE_BACK_LIMIT', ...head, limit }, at);
const rest = (book: Book, length: CoolOff['length'], at: Millis = MORNING) =>
  execute(book, { kind: 'COOL_OFF', ...head, length }, at);

const ownOf = (book: Book) => book.limits.players.get(mina)!;
const heldAt = (book: Book, at: Millis) => limitsAt(ownOf(book), at);
const standingAt = (book: Book, at: Millis) =>
  standingOf(ownOf(book), openInWon(book, mina, openStakesOf(book, mina)), at);

/** A round of its own, so that many bets can be lost one after the other. */
function lose(book: Book, stake: string, open: Millis): void {
  const placed = bet(book, { stake, round: roundAt(open), receivedAt: later(open, -30_000) });
  expect(refusalOf(placed)).toBe('OK');
  freeze(book, { open, ticks: falling('R1', open) });
  pay(book, roundAt(open));
}

describe('a limit', () => {
  test('holds at once when it is set or made smaller', () => {
    const book = bookWith(1);
    set(book, 'STAKE', '100000');
    expect(heldAt(book, MORNING).STAKE).toEqual({ value: amount('100000') });
    set(book, 'STAKE', '50000');
    expect(heldAt(book, MORNING).STAKE).toEqual({ value: amount('50000') });
  });

  test('is loosened 24 hours later and not a millisecond earlier', () => {
    const book = bookWith(1);
    set(book, 'STAKE', '100000');
    set(book, 'STAKE', '300000');
    const due = later(MORNING, DAY_MS);
    expect(heldAt(book, millis(due - 1)).STAKE?.value).toBe(amount('100000'));
    expect(heldAt(book, due).STAKE).toEqual({ value: amount('300000') });
  });

  test('ends 24 hours after its removal was asked for', () => {
    const book = bookWith(1);
    set(book, 'LOSS', '100000');
    set(book, 'LOSS', undefined);
    const due = later(MORNING, DAY_MS);
    expect(heldAt(book, millis(due - 1)).LOSS?.value).toBe(amount('100000'));
    expect(heldAt(book, due).LOSS).toBeUndefined();
    expect(refusalOf(set(book, 'LOSS', undefined, due))).toBe('LIMIT_UNCHANGED');
  });

  test('keeps its value when the loosening is taken back, and asking again waits anew', () => {
    const book = bookWith(1);
    set(book, 'STAKE', '100000');
    set(book, 'STAKE', '300000');
    expect(refusalOf(takeBack(book, 'STAKE', later(MORNING, HOUR_MS)))).toBe('OK');
    expect(heldAt(book, later(MORNING, 2 * DAY_MS)).STAKE).toEqual({ value: amount('100000') });
    expect(refusalOf(takeBack(book, 'STAKE', later(MORNING, HOUR_MS)))).toBe('NOTHING_PENDING');
    set(book, 'STAKE', '300000', later(MORNING, HOUR_MS));
    expect(heldAt(book, later(MORNING, DAY_MS)).STAKE?.value).toBe(amount('100000'));
  });

  test('cannot be taken back once it has been loosened', () => {
    const book = bookWith(1);
    set(book, 'STAKE', '100000');
    set(book, 'STAKE', '300000');
    expect(refusalOf(takeBack(book, 'STAKE', later(MORNING, DAY_MS)))).toBe('NOTHING_PENDING');
  });

  test('that is made smaller while it is being loosened is not loosened', () => {
    const book = bookWith(1);
    set(book, 'STAKE', '100000');
    set(book, 'STAKE', '300000');
    set(book, 'STAKE', '90000');
    expect(heldAt(book, later(MORNING, 2 * DAY_MS)).STAKE).toEqual({ value: amount('90000') });
  });

  test.each([
    ['ENTER_AMOUNT', 'LOSS', '0'],
    ['AMOUNT_OFF_UNIT', 'LOSS', '0.5'],
    ['LIMIT_TOO_LONG', 'TIME', '1441'],
    ['LIMIT_UNCHANGED', 'LOSS', undefined],
    ['OK', 'TIME', '1440'],
  ] as const)('%s', (refusal, limit, value) => {
    expect(refusalOf(set(bookWith(1), limit, value))).toBe(refusal);
  });
});

describe('a stake is refused', () => {
  test('when it alone is above the limit of one order, and accepted when it is equal', () => {
    const book = bookWith(1);
    set(book, 'STAKE', '5000');
    expect(refusalOf(bet(book, { stake: '6000' }))).toBe('STAKE_LIMIT');
    expect(refusalOf(bet(book, { stake: '5000' }))).toBe('OK');
  });

  test('when it could lose more than is left of the day, with everything that is open lost', () => {
    const book = bookWith(1);
    set(book, 'LOSS', '20000');
    lose(book, '5000', NOON);
    expect(leftToLose(standingAt(book, book.lastAt))).toBe(amount('15000'));
    const open = later(NOON, 10 * MINUTE_MS);
    const at = { round: roundAt(open), receivedAt: later(open, -30_000) };
    expect(refusalOf(bet(book, { ...at, stake: '9000' }))).toBe('OK');
    expect(leftToLose(standingAt(book, book.lastAt))).toBe(amount('6000'));
    expect(refusalOf(bet(book, { ...at, stake: '7000' }))).toBe('LOSS_LIMIT');
    expect(refusalOf(bet(book, { ...at, stake: '6000' }))).toBe('OK');
  });

  test('no more after a win that brought the loss back', () => {
    const book = bookWith(1);
    set(book, 'LOSS', '10000');
    lose(book, '8000', NOON);
    expect(ownOf(book).counters.result).toBe(amount('-8000'));
    const open = later(NOON, 10 * MINUTE_MS);
    const input = { stake: '5000', round: roundAt(open), receivedAt: later(open, -30_000) };
    expect(refusalOf(bet(book, input))).toBe('LOSS_LIMIT');
  });

  test('until the day is over in Korea, and no longer', () => {
    const book = bookWith(1);
    set(book, 'LOSS', '5000');
    lose(book, '5000', NOON);
    const midnight = nextKoreanDay(NOON);
    expect(new Date(midnight).toISOString()).toBe('2026-01-05T15:00:00.000Z');
    const betBefore = (open: Millis, ms: number) =>
      bet(book, { round: roundAt(open), receivedAt: later(open, -ms) });
    expect(refusalOf(betBefore(midnight, 15_000))).toBe('LOSS_LIMIT');
    expect(refusalOf(betBefore(later(midnight, MINUTE_MS), MINUTE_MS))).toBe('OK');
  });

  test('when the minutes of the day are used up, each counted once', () => {
    const book = bookWith(1);
    set(book, 'TIME', '2');
    const count = (minute: number, at: Millis = MORNING) =>
      execute(book, { kind: 'COUNT_USE', site: SITE, player: HOUSE, players: [mina, mina], minute }, at);
    const minute = Math.floor(MORNING / MINUTE_MS);
    expect(refusalOf(count(minute))).toBe('OK');
    expect(refusalOf(count(minute))).toBe('ALREADY_PROCESSED');
    expect(refusalOf(count(minute + 1))).toBe('NOT_DUE');
    expect(refusalOf(bet(book))).toBe('OK');
    expect(refusalOf(count(minute + 1, book.lastAt))).toBe('OK');
    expect(refusalOf(bet(book))).toBe('TIME_LIMIT');
  });

  test('during a cool-off, which may be made longer and not shorter', () => {
    const book = bookWith(1);
    expect(refusalOf(rest(book, 'DAY'))).toBe('OK');
    expect(refusalOf(bet(book))).toBe('COOLING_OFF');
    expect(refusalOf(rest(book, 'HOUR'))).toBe('PAUSE_NOT_LONGER');
    expect(refusalOf(rest(book, 'WEEK'))).toBe('OK');
    const end = later(MORNING, 7 * DAY_MS);
    const betBefore = (open: Millis, ms: number) =>
      bet(book, { round: roundAt(open), receivedAt: later(open, -ms) });
    expect(refusalOf(betBefore(end, 15_000))).toBe('COOLING_OFF');
    expect(refusalOf(betBefore(later(end, MINUTE_MS), MINUTE_MS))).toBe('OK');
  });

  test('during an exclusion before all else', () => {
    const book = bookWith(1);
    rest(book, 'SIX_WEEKS');
    const exclude = { kind: 'EXCLUDE_SELF', ...head, months: 6 } as const;
    expect(refusalOf(execute(book, exclude, MORNING))).toBe('OK');
    expect(refusalOf(bet(book))).toBe('SELF_EXCLUDED');
    expect(refusalOf(execute(book, exclude, MORNING))).toBe('PAUSE_NOT_LONGER');
    expect(refusalOf(rest(book, 'SIX_WEEKS'))).toBe('PAUSE_NOT_LONGER');
  });
});

test('nobody else is refused or counted', () => {
  const book = bookWith(2);
  set(book, 'LOSS', '1000');
  rest(book, 'DAY');
  expect(refusalOf(bet(book, { player: 2 }))).toBe('OK');
  freeze(book, { ticks: falling() });
  pay(book);
  expect(book.limits.players.size).toBe(1);
  expect(ownOf(book).counters.result).toBe(0n);
});

test('the digest that events update is that of the state', () => {
  const book = bookWith(1);
  set(book, 'LOSS', '20000');
  set(book, 'LOSS', '30000');
  rest(book, 'HOUR');
  execute(
    book,
    {
      kind: 'NOTE_RATES',
      site: SITE,
      player: HOUSE,
      rates: [{ currency: 'USDT', rate: rate('1385.5') }],
    },
    book.lastAt,
  );
  lose(book, '5000', later(NOON, HOUR_MS));
  expect(ownOf(book).counters.result).toBe(amount('-5000'));
  const carried = digestText(book);
  expect(weighBook(book)).toBe(carried);
});

test('months are those of the calendar, in Korea', () => {
  const at = millis(Date.parse('2026-08-30T16:00:00Z'));
  expect(new Date(monthsLater(at, 6)).toISOString()).toBe('2027-02-27T16:00:00.000Z');
  expect(new Date(nextKoreanMonth(at)).toISOString()).toBe('2026-08-31T15:00:00.000Z');
});
