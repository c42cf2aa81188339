import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { amount, toDecimal } from '../amount.ts';
import {
  bet,
  bookWith,
  execute,
  falling,
  freeze,
  moneyOf,
  NOON,
  pay,
  refusalOf,
  rising,
  roundAt,
  SITE,
} from '../binary/testing.ts';
import type { Book } from '../book.ts';
import { playerId } from '../purse.ts';
import { DAY_MS, HOUR_MS, later, MINUTE_MS, type Millis } from '../time.ts';
import type { SetLimit } from './commands.ts';
import { dayRecord } from './day-record.ts';

const mina = playerId(1);
const MORNING = later(NOON, -HOUR_MS);

const set = (book: Book, limit: SetLimit['limit'], value: string, at: Millis = MORNING) =>
  execute(book, { kind: 'SET_LIMIT', site: SITE, player: mina, limit, value: amount(value) }, at);
const recordAt = (book: Book, at: Millis) => dayRecord(book.limits.players.get(mina)!, at);
const usedIn = (text: string, kind: string) =>
  text
    .split('|')
    .find((line) => line.startsWith(kind))
    ?.split(' ')[2];

function play(book: Book, stake: string, open: Millis, ends: typeof falling): void {
  const placed = bet(book, { stake, round: roundAt(open), receivedAt: later(open, -30_000) });
  expect(refusalOf(placed)).toBe('OK');
  freeze(book, { open, ticks: ends('R1', open) });
  pay(book, roundAt(open));
}

const ownMoney = (book: Book): bigint => {
  const { free, wait, debt } = moneyOf(book, 1);
  return free + wait - debt;
};

test('what the record calls lost is what the purses have less since the first limit', () => {
  const book = bookWith(1);
  // Before anything was set: not in the record.
  play(book, '9000', later(MORNING, -HOUR_MS), falling);
  set(book, 'LOSS', '100000');
  const before = ownMoney(book);
  const rounds = [
    ['5000', falling],
    ['8000', rising],
    ['20000', falling],
    ['6000', falling],
  ] as const;
  for (const [place, [stake, ends]] of rounds.entries())
    play(book, stake, later(NOON, place * 5 * MINUTE_MS), ends);
  const { text } = recordAt(book, book.lastAt);
  expect(usedIn(text, 'LOSS')).toBe(toDecimal(before - ownMoney(book)));
  expect(usedIn(text, 'STAKE')).toBe('20000');
});

test('it is one text with its hash, and says which limits were exceeded', () => {
  const book = bookWith(1);
  set(book, 'LOSS', '20000');
  set(book, 'STAKE', '7000');
  play(book, '6000', NOON, falling);
  const kept = recordAt(book, book.lastAt);
  expect(kept).toEqual({
    text: 'limits|maru-limits-1 1 2026-01-05|1|LOSS 20000 6000|STAKE 7000 6000|DEPOSIT - 0|TIME - 0|NONE',
    digest: createHash('sha256').update(kept.text).digest('hex'),
    exceeded: [],
  });
  set(book, 'STAKE', '5000', book.lastAt);
  expect(recordAt(book, book.lastAt).exceeded).toEqual(['STAKE']);
});

test('the next day begins a new one', () => {
  const book = bookWith(1);
  set(book, 'LOSS', '20000');
  play(book, '6000', NOON, falling);
  const today = recordAt(book, book.lastAt);
  const tomorrow = recordAt(book, later(book.lastAt, DAY_MS));
  expect(tomorrow.text).toContain('2026-01-06|1|LOSS 20000 0|STAKE - 0');
  expect(tomorrow.digest).not.toBe(today.digest);
});
