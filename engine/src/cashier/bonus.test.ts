// Coupons and grants, and the bonus they give: it waits for its turnover and locks nothing else.
import { describe, expect, test } from 'vitest';
import { amount, toDecimal } from '../amount.ts';
import { bet, falling, freeze, pay, rising, voidRound } from '../binary/testing.ts';
import type { Book } from '../book.ts';
import type { AnyCommand } from '../products.ts';
import { playerId, siteId } from '../purse.ts';
import { later } from '../time.ts';
import {
  ANNA,
  approve,
  BORA,
  cashierBook,
  conversion,
  deposit,
  done,
  grant,
  HASH,
  house,
  issue,
  jun,
  mina,
  now,
  partner,
  purse,
  refusal,
  site,
  transfer,
  useCode,
  withdrawal,
} from './testing.ts';
import { lockedIn } from './withdrawable.ts';

const locked = (book: Book, player = mina) => toDecimal(lockedIn(book.cashier, player, 'BINARY'));
const ends = (staff?: number): AnyCommand => ({
  kind: 'END_COUPON',
  site,
  player: 0 as never,
  coupon: HASH,
  ...(staff === undefined ? {} : { staff }),
});

describe('a coupon', () => {
  test('gives its value from the bonus purse, once to each player and as often as it lasts', () => {
    const book = cashierBook();
    done(book, issue());
    done(book, useCode());
    expect([purse(book, 'BINARY'), house(book, 'bonus')]).toEqual(['1010000', '-10000']);
    expect(refusal(book, useCode())).toBe('COUPON_USED_BY_YOU');
    done(book, useCode(jun));
    const late = playerId(9);
    done(book, {
      kind: 'OPEN_ACCOUNT',
      site,
      player: late,
      role: 'PLAYER',
      wallets: [{ type: 'BINARY', currency: 'KRW', places: 0, credit: amount('0') }],
    });
    expect(refusal(book, useCode(late))).toBe('COUPON_NOT_FOUND');
    expect(refusal(book, useCode(late, { coupon: 'cd'.repeat(32) }))).toBe('COUPON_NOT_FOUND');
  });

  test('lasts from its first millisecond to the one before its end', () => {
    const book = cashierBook();
    done(book, issue({ from: later(now, 5), uses: 9 }));
    const { until } = issue();
    expect(refusal(book, useCode(), later(now, 4))).toBe('COUPON_NOT_FOUND');
    expect(refusal(book, useCode(), later(now, 5))).toBe('OK');
    expect(refusal(book, useCode(jun), later(until, -1))).toBe('OK');
    expect(refusal(book, useCode(playerId(99)), until)).toBe('ACCOUNT_NOT_FOUND');
  });

  test('is refused once its date has passed, and leaves the book by the clock', () => {
    const book = cashierBook();
    done(book, issue());
    const { until } = issue();
    expect(refusal(book, ends(), later(until, -1))).toBe('NOT_DUE');
    expect(refusal(book, useCode(), until)).toBe('COUPON_EXPIRED');
    done(book, ends(), until);
    expect(book.cashier.coupons.size).toBe(0);
    expect(refusal(book, useCode(), until)).toBe('COUPON_NOT_FOUND');
    expect(refusal(book, ends(), until)).toBe('COUPON_NOT_FOUND');
  });

  test('that staff stopped is refused like one that does not exist', () => {
    const book = cashierBook();
    done(book, issue());
    done(book, ends(ANNA));
    expect(refusal(book, useCode())).toBe('COUPON_NOT_FOUND');
  });

  // Every row is also wrong in a later way: the earlier reason must win.
  test.each([
    ['AFFILIATES_CANNOT_USE_COUPONS', useCode(partner, { coupon: 'ff' })],
    ['COUPON_NOT_FOUND', useCode(mina, { coupon: 'ff', wallet: 'GOLD' })],
    ['COUPON_USED_BY_YOU', useCode(jun, { wallet: 'GOLD' })],
    ['WALLET_UNSUPPORTED', useCode(mina, { wallet: 'GOLD' })],
    ['COUPON_WRONG_WALLET', useCode(mina, { wallet: 'FUTURES' })],
    ['COUPON_WRONG_WALLET', useCode(mina, { wallet: 'USDT' })],
  ] as const)('is refused in this order: %s', (expected, command) => {
    const book = cashierBook();
    // A wallet of another currency among the allowed ones is no wallet for it.
    done(book, issue({ wallets: ['BINARY', 'USDT'] }));
    done(book, useCode(jun));
    expect(refusal(book, command)).toBe(expected);
  });

  test('of another site does not exist here', () => {
    const book = cashierBook();
    done(book, issue({ site: siteId(2) }));
    expect(refusal(book, useCode())).toBe('COUPON_NOT_FOUND');
  });

  test.each([
    ['SECOND_PERSON_NEEDED', { approvedBy: ANNA, uses: 0 }],
    ['COUPON_INVALID', { uses: 0 }],
    ['COUPON_INVALID', { amount: amount('0') }],
    ['COUPON_INVALID', { wallets: [] }],
    ['COUPON_INVALID', { coupon: 'PLAIN-CODE' }],
    ['COUPON_INVALID', { turnover: amount('-1') }],
    ['COUPON_INVALID', { until: now }],
    ['ALREADY_PROCESSED', {}],
  ] as const)('is issued by two people with terms that make sense: %s', (expected, own) => {
    const book = cashierBook();
    done(book, issue());
    expect(refusal(book, issue(own))).toBe(expected);
  });
});

const stake = (book: Book, text: string, ticks = rising()): void => {
  bet(book, { stake: text });
  freeze(book, { ticks });
  pay(book);
};

describe('a bonus', () => {
  const withBonus = (): Book => {
    const book = cashierBook();
    done(book, issue());
    done(book, useCode());
    return book;
  };
  const free = { fee: amount('0') };

  test('cannot be withdrawn, converted or transferred, and all other money can', () => {
    const above = { amount: amount('1000001') };
    expect(refusal(withBonus(), withdrawal({ ...free, ...above }))).toBe('ABOVE_WITHDRAWABLE');
    expect(refusal(withBonus(), conversion(above))).toBe('ABOVE_WITHDRAWABLE');
    const toJun = { from: 'BINARY', to: 'BINARY', recipient: jun };
    expect(refusal(withBonus(), transfer({ ...toJun, ...above }))).toBe('ABOVE_WITHDRAWABLE');
    expect(refusal(withBonus(), withdrawal({ ...free, amount: amount('1000000') }))).toBe('OK');
  });

  test('never locks a deposit that comes later', () => {
    const book = withBonus();
    done(book, approve(done(book, deposit())));
    expect(refusal(book, withdrawal({ ...free, amount: amount('1300000') }))).toBe('OK');
  });

  test('of a grant waits for the same stakes as its amount', () => {
    const book = cashierBook();
    done(book, approve(done(book, grant()), BORA));
    expect(locked(book)).toBe('50000');
    expect([...book.cashier.bonuses.values()][0]?.turnoverLeft).toBe(amount('50000'));
  });

  test('is cut to what a deduction left, so that money which comes later is free', () => {
    const book = withBonus();
    done(book, approve(done(book, grant({ type: 'PM', amount: amount('1005000') })), BORA));
    expect(purse(book, 'BINARY')).toBe('5000');
    done(book, approve(done(book, deposit())));
    expect(locked(book)).toBe('5000');
    expect(refusal(book, withdrawal({ ...free, amount: amount('300000') }))).toBe('OK');
  });

  test('a coupon without turnover gives money that is free at once', () => {
    const book = cashierBook();
    done(book, issue({ turnover: amount('0') }));
    done(book, useCode());
    expect(locked(book)).toBe('0');
    expect(book.cashier.bonuses.size).toBe(0);
  });

  test('ends with the practice run in which it was given', () => {
    const book = withBonus();
    done(book, {
      kind: 'REFILL_PRACTICE',
      site,
      player: mina,
      wallet: 'BINARY',
      amount: amount('500000'),
      most: amount('500000'),
    });
    expect([locked(book), book.cashier.bonusesOf.size]).toEqual(['0', 0]);
    expect(refusal(book, withdrawal({ ...free, amount: amount('500000') }))).toBe('OK');
  });

  test('of two the older one is staked first', () => {
    const book = withBonus();
    done(book, approve(done(book, grant()), BORA));
    stake(book, '15000');
    expect([...book.cashier.bonuses.values()].map(({ turnoverLeft }) => turnoverLeft)).toEqual([
      amount('45000'),
    ]);
    expect(locked(book)).toBe('50000');
  });

  test('is free once bets of its turnover were decided, and not when they were only placed', () => {
    const book = withBonus();
    bet(book, { stake: '10000' });
    expect(locked(book)).toBe('10000');
    freeze(book);
    pay(book);
    expect([locked(book), book.cashier.bonuses.size]).toEqual(['0', 0]);
  });

  test('is lost with the last money of the wallet', () => {
    const book = withBonus();
    done(book, withdrawal({ ...free, amount: amount('1000000') }));
    stake(book, '6000', falling());
    expect([purse(book, 'BINARY'), locked(book)]).toEqual(['4000', '4000']);
  });

  test('does not count what was void', () => {
    const book = withBonus();
    bet(book, { stake: '10000' });
    voidRound(book);
    pay(book);
    expect(locked(book)).toBe('10000');
    expect([...book.cashier.bonuses.values()][0]?.turnoverLeft).toBe(amount('10000'));
  });
});
