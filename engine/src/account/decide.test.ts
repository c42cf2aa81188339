import { describe, expect, test } from 'vitest';
import { amount, toDecimal } from '../amount.ts';
import { apply } from '../apply.ts';
import { type Book, emptyBook } from '../book.ts';
import { decide, type Refusal } from '../decide.ts';
import type { Decision } from '../decision.ts';
import type { AnyCommand, AnyEvent } from '../products.ts';
import { housePurse, playerId, playerPurse, siteId } from '../purse.ts';
import { millis } from '../time.ts';
import { balanceOf } from '../transfer.ts';
import type { HoldFunds, NewWallet, OpenAccount, RefillPractice } from './commands.ts';

const site = siteId(1);
const mina = playerId(1);
const jun = playerId(2);
const now = millis(1_760_000_000_000);

const binary: NewWallet = { type: 'BINARY', currency: 'KRW', places: 0, credit: amount('1000000') };
const futures: NewWallet = { type: 'FUTURES', currency: 'USDT', places: 8, credit: amount('0') };
const open: OpenAccount = {
  kind: 'OPEN_ACCOUNT',
  site,
  player: mina,
  role: 'PLAYER',
  wallets: [binary, futures],
};

function run(book: Book, command: AnyCommand): Decision<AnyEvent, Refusal> {
  const decision = decide(book, command, { now, eventId: book.lastEvent + 1 });
  if (decision.ok) apply(book, decision.event);
  return decision;
}

function bookAfter(...commands: readonly AnyCommand[]): Book {
  const book = emptyBook();
  for (const each of commands) expect(run(book, each)).toMatchObject({ ok: true });
  return book;
}

const refused = (refusal: Refusal) => ({ ok: false, refusal });
const purse = (book: Book, wallet: string, kind: 'free' | 'wait', player = mina): string =>
  toDecimal(balanceOf(book, playerPurse(player, wallet, kind)));

describe('opening an account', () => {
  test('credits each wallet with its practice money out of the site’s practice purse', () => {
    const book = bookAfter(open);
    expect(purse(book, 'BINARY', 'free')).toBe('1000000');
    expect(purse(book, 'FUTURES', 'free')).toBe('0');
    expect(balanceOf(book, housePurse(site, 'practice', 'KRW'))).toBe(amount('-1000000'));
    expect(book.players.get(mina)).toMatchObject({
      role: 'PLAYER',
      blocked: false,
      sessionVersion: 1,
      seq: 1,
    });
  });

  test('a credit finer than the wallet is floored to its places', () => {
    const book = bookAfter({
      ...open,
      wallets: [
        { ...binary, credit: amount('1000.99999999') },
        { ...futures, credit: amount('0.00000001') },
      ],
    });
    expect(purse(book, 'BINARY', 'free')).toBe('1000');
    expect(purse(book, 'FUTURES', 'free')).toBe('0.00000001');
  });

  test.each(['0', '0.5', '-5'])('a credit of %s won moves no money', (credit) => {
    const book = bookAfter({ ...open, wallets: [{ ...binary, credit: amount(credit) }] });
    expect(book.purses.size).toBe(0);
  });

  describe('with a round that was tried before', () => {
    const tried = (profit: string, wallet = 'BINARY') => ({
      ...open,
      trial: { id: 7, wallet, profit: amount(profit) },
    });

    test.each([
      ['9000', '1009000'],
      ['-10000', '990000'],
      ['0', '1000000'],
      ['9000.9', '1009000'],
      // More than the wallet was credited with cannot be lost.
      ['-2000000', '0'],
    ])('a profit of %s leaves %s, and the site’s practice purse has the other leg', (profit, left) => {
      const book = emptyBook();
      const decision = run(book, tried(profit));
      expect(purse(book, 'BINARY', 'free')).toBe(left);
      expect(toDecimal(balanceOf(book, housePurse(site, 'practice', 'KRW')))).toBe(
        left === '0' ? '0' : `-${left}`,
      );
      expect(decision).toMatchObject({ ok: true, event: { trial: { id: 7, wallet: 'BINARY' } } });
    });

    test('in a wallet that was credited with nothing, a loss moves nothing', () => {
      const book = bookAfter(tried('-5', 'FUTURES'));
      expect(purse(book, 'FUTURES', 'free')).toBe('0');
    });

    test('of a wallet that the account does not have is refused', () => {
      expect(run(emptyBook(), tried('1', 'GOLD'))).toEqual(refused('WALLET_UNSUPPORTED'));
    });
  });

  test('two wallets of one currency are two wallets', () => {
    const coin = { type: 'USDT', currency: 'USDT', places: 8, credit: amount('5') };
    const book = bookAfter({ ...open, wallets: [{ ...futures, credit: amount('7') }, coin] });
    expect([purse(book, 'FUTURES', 'free'), purse(book, 'USDT', 'free')]).toEqual(['7', '5']);
  });

  // Every row is also wrong in a later way: the earlier reason must win.
  describe('is refused, in this order', () => {
    test.each([
      ['ACCOUNT_EXISTS', { ...open, wallets: [] }],
      ['ACCOUNT_EXISTS', { ...open, site: siteId(2) }],
      ['WALLET_UNSUPPORTED', { ...open, player: jun, wallets: [] }],
      ['WALLET_UNSUPPORTED', { ...open, player: jun, wallets: [binary, { ...futures, type: 'BINARY' }] }],
      ['WALLET_UNSUPPORTED', { ...open, player: jun, wallets: [{ ...binary, places: 9 }] }],
      ['WALLET_UNSUPPORTED', { ...open, player: jun, wallets: [{ ...binary, places: -1 }] }],
      ['WALLET_UNSUPPORTED', { ...open, player: jun, wallets: [{ ...binary, places: 0.5 }] }],
    ] as const)('%s', (refusal, command) => {
      expect(run(bookAfter(open), command)).toEqual(refused(refusal));
    });
  });
});

describe('a refill', () => {
  const refill: RefillPractice = {
    kind: 'REFILL_PRACTICE',
    site,
    player: mina,
    wallet: 'BINARY',
    amount: amount('500000'),
    most: amount('10000000'),
  };
  const held: HoldFunds = {
    kind: 'HOLD_FUNDS',
    site,
    player: mina,
    wallet: 'BINARY',
    amount: amount('1'),
    purpose: 'bet',
  };

  test('makes the free money exactly the amount and starts the next run', () => {
    const book = bookAfter(open);
    expect(run(book, refill)).toMatchObject({
      ok: true,
      event: {
        run: 2,
        transfers: [
          { amount: amount('1000000'), reason: 'PRACTICE_RETURN' },
          { amount: amount('500000'), reason: 'PRACTICE_REFILL' },
        ],
        after: [
          { purse: '1:BINARY:free', balance: amount('500000') },
          { purse: '1:BINARY:wait', balance: amount('0') },
        ],
      },
    });
    expect(purse(book, 'BINARY', 'free')).toBe('500000');
    expect(balanceOf(book, housePurse(site, 'practice', 'KRW'))).toBe(amount('-500000'));
  });

  test('of an empty wallet has no transfer back to the house', () => {
    const book = bookAfter(open);
    const decision = run(book, { ...refill, wallet: 'FUTURES', amount: amount('0.00000001') });
    expect(decision).toMatchObject({ ok: true, event: { transfers: [{ reason: 'PRACTICE_REFILL' }] } });
    expect(purse(book, 'FUTURES', 'free')).toBe('0.00000001');
  });

  test('of the largest amount is allowed, and again with the same amount', () => {
    const book = bookAfter(open, { ...refill, amount: refill.most }, { ...refill, amount: refill.most });
    expect(purse(book, 'BINARY', 'free')).toBe('10000000');
    expect(book.players.get(mina)?.wallets.get('BINARY')?.run).toBe(3);
  });

  test('leaves the other wallet in its run', () => {
    const book = bookAfter(open, refill);
    expect(book.players.get(mina)?.wallets.get('FUTURES')?.run).toBe(1);
  });

  test('is refused while money is held in this wallet, but not while it is held in another', () => {
    const book = bookAfter(open, held);
    expect(run(book, { ...refill, wallet: 'FUTURES' })).toMatchObject({ ok: true });
    expect(run(book, refill)).toEqual(refused('REFILL_WHILE_OPEN'));
    run(book, { kind: 'RELEASE_FUNDS', site, player: mina, hold: 2 });
    expect(run(book, refill)).toMatchObject({ ok: true });
  });

  // Every row is also wrong in a later way: the earlier reason must win.
  describe('is refused, in this order', () => {
    test.each([
      ['ACCOUNT_NOT_FOUND', { ...refill, player: jun, wallet: 'GOLD', session: 9 }],
      ['ACCOUNT_NOT_FOUND', { ...refill, site: siteId(2), wallet: 'GOLD', session: 9 }],
      ['SESSION_ENDED', { ...refill, session: 9, wallet: 'GOLD' }],
      ['ACCOUNT_BLOCKED', { ...refill, session: 1, wallet: 'GOLD' }],
      ['WALLET_UNSUPPORTED', { ...refill, wallet: 'GOLD', amount: amount('0') }],
      ['ENTER_AMOUNT', { ...refill, amount: amount('0'), most: amount('-1') }],
      ['ENTER_AMOUNT', { ...refill, amount: amount('-0.5') }],
      ['AMOUNT_OFF_UNIT', { ...refill, amount: amount('10000000.5') }],
      ['REFILL_ABOVE_LIMIT', { ...refill, amount: amount('10000001') }],
      ['REFILL_WHILE_OPEN', refill],
    ] as const)('%s', (refusal, command) => {
      const book = bookAfter(open, held, { kind: 'BLOCK_ACCOUNT', site, player: mina });
      expect(run(book, command)).toEqual(refused(refusal));
    });
  });
});

describe('a hold', () => {
  const hold: HoldFunds = {
    kind: 'HOLD_FUNDS',
    site,
    player: mina,
    wallet: 'BINARY',
    amount: amount('300000'),
    purpose: 'bet',
  };

  test('moves the money aside and has the number of its event', () => {
    const book = bookAfter(open, hold);
    expect([purse(book, 'BINARY', 'free'), purse(book, 'BINARY', 'wait')]).toEqual(['700000', '300000']);
    expect(book.account.holds.get(2)).toEqual({
      id: 2,
      player: mina,
      wallet: 'BINARY',
      amount: hold.amount,
      purpose: 'bet',
    });
  });

  test('may take the last unit of free money', () => {
    const book = bookAfter(open, { ...hold, amount: amount('1000000') });
    expect(purse(book, 'BINARY', 'free')).toBe('0');
  });

  test('is released in full, once', () => {
    const book = bookAfter(open, hold, { ...hold, amount: amount('5') });
    const release: AnyCommand = { kind: 'RELEASE_FUNDS', site, player: mina, hold: 2 };
    expect(run(book, release)).toMatchObject({ ok: true, event: { hold: 2, wallet: 'BINARY' } });
    expect([purse(book, 'BINARY', 'free'), purse(book, 'BINARY', 'wait')]).toEqual(['999995', '5']);
    expect(run(book, release)).toEqual(refused('HOLD_NOT_FOUND'));
  });

  test('of another player is refused like one that does not exist', () => {
    const book = bookAfter(open, { ...open, player: jun }, hold);
    const strangers = run(book, { kind: 'RELEASE_FUNDS', site, player: jun, hold: 3 });
    const missing = run(book, { kind: 'RELEASE_FUNDS', site, player: jun, hold: 999 });
    expect(book.account.holds.has(3)).toBe(true);
    expect(strangers).toEqual(refused('HOLD_NOT_FOUND'));
    expect(strangers).toEqual(missing);
  });

  // Every row is also wrong in a later way: the earlier reason must win.
  describe('is refused, in this order', () => {
    test.each([
      ['ACCOUNT_NOT_FOUND', { ...hold, player: jun, session: 9 }],
      ['SESSION_ENDED', { ...hold, session: 2, wallet: 'GOLD' }],
      ['ACCOUNT_BLOCKED', { ...hold, session: 1, wallet: 'GOLD' }],
      ['WALLET_UNSUPPORTED', { ...hold, wallet: 'GOLD', amount: amount('-1.5') }],
      ['ENTER_AMOUNT', { ...hold, amount: amount('-1.5') }],
      ['ENTER_AMOUNT', { ...hold, amount: amount('0'), wallet: 'FUTURES' }],
      ['AMOUNT_OFF_UNIT', { ...hold, amount: amount('1000000.5') }],
      ['INSUFFICIENT_BALANCE', { ...hold, amount: amount('1000001') }],
      ['INSUFFICIENT_BALANCE', { ...hold, wallet: 'FUTURES', amount: amount('0.00000001') }],
    ] as const)('%s', (refusal, command) => {
      const book = bookAfter(open, { kind: 'BLOCK_ACCOUNT', site, player: mina });
      expect(run(book, command)).toEqual(refused(refusal));
    });
  });
});

describe('who may still act', () => {
  const endSessions: AnyCommand = { kind: 'END_SESSIONS', site, player: mina };
  const block: AnyCommand = { kind: 'BLOCK_ACCOUNT', site, player: mina };
  const unblock: AnyCommand = { kind: 'UNBLOCK_ACCOUNT', site, player: mina };
  const input = (session?: number): AnyCommand => ({
    kind: 'HOLD_FUNDS',
    site,
    player: mina,
    wallet: 'BINARY',
    amount: amount('1'),
    purpose: 'bet',
    ...(session === undefined ? {} : { session }),
  });

  test('a session of an older version is refused, the new one is not', () => {
    const book = bookAfter(open, input(1), endSessions);
    expect(run(book, input(1))).toEqual(refused('SESSION_ENDED'));
    expect(run(book, input(2))).toMatchObject({ ok: true });
    run(book, endSessions);
    expect(run(book, input(2))).toEqual(refused('SESSION_ENDED'));
  });

  test('a session of a version that does not exist yet is refused', () => {
    expect(run(bookAfter(open), input(2))).toEqual(refused('SESSION_ENDED'));
  });

  test('a blocked player is refused, but the platform may still finish what is open', () => {
    const book = bookAfter(open, input(1), block);
    expect(run(book, input(1))).toEqual(refused('ACCOUNT_BLOCKED'));
    expect(run(book, { kind: 'RELEASE_FUNDS', site, player: mina, hold: 2 })).toMatchObject({ ok: true });
  });

  test('an unblocked player acts again in the same session', () => {
    expect(run(bookAfter(open, block, unblock), input(1))).toMatchObject({ ok: true });
  });

  test('blocking twice, or unblocking a player who is not blocked, is refused as already processed', () => {
    expect(run(bookAfter(open, block), block)).toEqual(refused('ALREADY_PROCESSED'));
    expect(run(bookAfter(open), unblock)).toEqual(refused('ALREADY_PROCESSED'));
  });

  test('an account is closed only while nothing of it is open', () => {
    const closing: AnyCommand = { ...block, session: 1, unlessOpen: true };
    const book = bookAfter(open, input(1));
    expect(run(book, closing)).toEqual(refused('CLOSE_WHILE_OPEN'));
    expect(run(book, { kind: 'RELEASE_FUNDS', site, player: mina, hold: 2 })).toMatchObject({ ok: true });
    expect(run(book, closing)).toMatchObject({ ok: true, event: { kind: 'ACCOUNT_BLOCKED' } });
    expect(run(book, input(1))).toEqual(refused('ACCOUNT_BLOCKED'));
    // Staff block an account whatever it has open.
    expect(run(bookAfter(open, input(1)), block)).toMatchObject({ ok: true });
  });

  test('an account of another site is refused like one that does not exist', () => {
    const book = bookAfter(open);
    const elsewhere = run(book, { ...input(1), site: siteId(2) });
    expect(elsewhere).toEqual(refused('ACCOUNT_NOT_FOUND'));
    expect(elsewhere).toEqual(run(book, { ...input(1), player: playerId(99) }));
  });
});
