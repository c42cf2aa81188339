import { describe, expect, test } from 'vitest';
import { amount } from './amount.ts';
import { findKey, isFullOfKeys, KEY_BYTES_MOST, leaveToTables } from './answered-keys.ts';
import { apply } from './apply.ts';
import { type Book, emptyBook, type Player } from './book.ts';
import { decide } from './decide.ts';
import type { AnyCommand } from './products.ts';
import { playerId, siteId } from './purse.ts';
import { DAY_MS, HOUR_MS, later, type Millis, millis } from './time.ts';

const site = siteId(1);
const mina = playerId(1);
const start = millis(489_000 * HOUR_MS);
const key = (name: string) => ({ key: name, fingerprint: 'p'.repeat(32) });

const sent = (book: Book, name: string, now: Millis) => {
  const command: AnyCommand = { kind: 'END_SESSIONS', site, player: mina, key: key(name) };
  const decision = decide(book, command, { now, eventId: book.lastEvent + 1 });
  if (decision.ok) apply(book, decision.event);
  return decision;
};

function opened(): { readonly book: Book; readonly player: Player } {
  const book = emptyBook();
  const wallets = [{ type: 'BINARY', currency: 'KRW', places: 0, credit: amount('1000') }];
  const decision = decide(
    book,
    { kind: 'OPEN_ACCOUNT', site, player: mina, role: 'PLAYER', wallets },
    { now: start, eventId: 1 },
  );
  if (!decision.ok) throw new Error(decision.refusal);
  apply(book, decision.event);
  return { book, player: book.players.get(mina)! };
}

const ALL = Number.MAX_SAFE_INTEGER;

describe('a key', () => {
  test('is known for a day, and forgotten when the hour of its answer is a day ago', () => {
    const { book, player } = opened();
    sent(book, 'a', later(start, 5));
    expect(findKey(player, 'a', later(start, DAY_MS))).toMatchObject({ event: 2 });
    expect(findKey(player, 'a', later(start, DAY_MS + HOUR_MS - 1))).toMatchObject({ event: 2 });
    expect(findKey(player, 'a', later(start, DAY_MS + HOUR_MS))).toBeUndefined();
  });

  test('is forgotten in time also when its player sends nothing more', () => {
    const { book, player } = opened();
    sent(book, 'a', start);
    leaveToTables(player, 0, ALL);
    expect(findKey(player, 'a', later(start, DAY_MS))).toBe('IN_TABLES');
    expect(findKey(player, 'a', later(start, 2 * DAY_MS))).toBeUndefined();
  });

  test('that was left to the tables is known to be there, and others are not', () => {
    const { book, player } = opened();
    for (let each = 0; each < 300; each += 1) sent(book, `key-${each}`, start);
    leaveToTables(player, 32, ALL);
    expect(player.answers.size).toBe(32);
    expect(findKey(player, 'key-0', start)).toBe('IN_TABLES');
    expect(findKey(player, 'key-299', start)).toMatchObject({ event: 301 });
    expect(findKey(player, 'key-300', start)).toBeUndefined();
  });

  test('does not leave memory before the tables have its event', () => {
    const { book, player } = opened();
    for (let each = 0; each < 10; each += 1) sent(book, `key-${each}`, start);
    leaveToTables(player, 0, 6);
    expect([...player.answers.keys()]).toEqual(['key-5', 'key-6', 'key-7', 'key-8', 'key-9']);
    expect(player.olderKeys?.upTo).toBe(6);
  });
});

describe('keys of one player take at most so many bytes', () => {
  /** 64 characters, 32 of the fingerprint and the overhead. */
  const BYTES_EACH = 160;
  const most = Math.floor(KEY_BYTES_MOST / BYTES_EACH);
  const name = (each: number) => String(each).padStart(64, 'k');

  function full(leaveEvery: number) {
    const { book, player } = opened();
    for (let each = 0; each < most; each += 1) {
      const { ok } = sent(book, name(each), later(start, Math.floor(each / 2_000) * HOUR_MS));
      if (!ok) throw new Error(`key ${each} was refused`);
      if (each % leaveEvery === 0) leaveToTables(player, 32, ALL);
    }
    return { book, player };
  }

  test.each([
    ['in memory', ALL],
    ['in the tables', 50],
  ])('with all of them %s: one more is refused, and nothing is forgotten', (_, leaveEvery) => {
    const { book, player } = full(leaveEvery);
    const now = later(start, 7 * HOUR_MS);
    expect(sent(book, name(most), now)).toEqual({ ok: false, refusal: 'TOO_MANY_KEYS' });
    expect(findKey(player, name(0), now)).toBeDefined();
    // The keys of the first hour are forgotten, and their room is free again.
    expect(sent(book, name(most), later(start, DAY_MS + HOUR_MS))).toMatchObject({ ok: true });
    expect(findKey(player, name(0), later(start, DAY_MS + HOUR_MS))).toBeUndefined();
  });

  test('a command without a key is not refused because of them', () => {
    const { book } = full(50);
    const now = later(start, 7 * HOUR_MS);
    const command: AnyCommand = { kind: 'END_SESSIONS', site, player: mina };
    expect(decide(book, command, { now, eventId: book.lastEvent + 1 })).toMatchObject({ ok: true });
  });

  test('a command that breaks a rule is refused for that rule', () => {
    const { book } = full(50);
    const command: AnyCommand = { kind: 'UNBLOCK_ACCOUNT', site, player: mina, key: key('x') };
    const context = { now: later(start, 7 * HOUR_MS), eventId: book.lastEvent + 1 };
    expect(decide(book, command, context)).toEqual({ ok: false, refusal: 'ALREADY_PROCESSED' });
  });

  test('a few keys stay far below the limit', () => {
    const { book, player } = opened();
    for (let each = 0; each < 1_000; each += 1) sent(book, `key-${each}`, start);
    expect(isFullOfKeys(player, key('one-more'), start)).toBe(false);
  });
});
