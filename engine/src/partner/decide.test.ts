// The money of shares, through the desk's own entry.
import { describe, expect, test } from 'vitest';
import { amount } from '../amount.ts';
import { digestText, weighBook } from '../book-digest.ts';
import {
  ANNA,
  BORA,
  cashierBook,
  done,
  house,
  mina,
  now,
  partner,
  purse,
  refusal,
  run,
  site,
} from '../cashier/testing.ts';
import type { PlayerId } from '../purse.ts';
import type { ConfirmShare, PayShare } from './commands.ts';

const confirm = (more: Partial<ConfirmShare> = {}): ConfirmShare => ({
  ...{ kind: 'CONFIRM_SHARE', site, player: partner, wallet: 'BINARY', amount: amount('1200') },
  ...{ settlement: 7, fromDay: 20_000, throughDay: 20_006, requestedBy: ANNA, approvedBy: BORA },
  ...more,
});

const pay = (share: number, more: Partial<PayShare> = {}): PayShare => ({
  ...{ kind: 'PAY_SHARE', site, player: partner, share, staff: ANNA },
  ...more,
});

describe('the share of a partner', () => {
  test('lies apart when it is confirmed, and is free when it is paid', () => {
    const book = cashierBook();
    const before = purse(book, 'BINARY', 'free', partner);
    const share = done(book, confirm());
    expect([purse(book, 'BINARY', 'share', partner), house(book, 'partner')]).toEqual(['1200', '-1200']);
    expect(purse(book, 'BINARY', 'free', partner)).toBe(before);
    done(book, pay(share));
    expect(purse(book, 'BINARY', 'share', partner)).toBe('0');
    expect(Number(purse(book, 'BINARY', 'free', partner)) - Number(before)).toBe(1200);
    expect(book.partner.shares.size + book.partner.settlements.size).toBe(0);
    expect(digestText(book)).toBe(weighBook(book));
  });

  test('is confirmed once for each settlement and paid once', () => {
    const book = cashierBook();
    const share = done(book, confirm());
    expect(refusal(book, confirm())).toBe('ALREADY_PROCESSED');
    expect(refusal(book, confirm({ settlement: 8 }))).toBe('OK');
    expect(digestText(book)).toBe(weighBook(book));
    expect(refusal(book, pay(share))).toBe('OK');
    expect(refusal(book, pay(share))).toBe('SHARE_NOT_FOUND');
    expect(purse(book, 'BINARY', 'share', partner)).toBe('1200');
  });

  test('is refused in this order', () => {
    const book = cashierBook();
    const wrong: Partial<ConfirmShare> = { amount: amount('0'), wallet: 'GOLD', approvedBy: ANNA };
    expect(refusal(book, confirm({ ...wrong, player: mina }))).toBe('PARTNERS_ONLY');
    expect(refusal(book, confirm(wrong))).toBe('SECOND_PERSON_NEEDED');
    expect(refusal(book, confirm({ approvedBy: partner }))).toBe('SECOND_PERSON_NEEDED');
    expect(refusal(book, confirm({ ...wrong, approvedBy: BORA }))).toBe('WALLET_UNSUPPORTED');
    for (const text of ['0', '-5'])
      expect(refusal(book, confirm({ amount: amount(text) }))).toBe('ENTER_AMOUNT');
    expect(refusal(book, confirm({ amount: amount('0.5') }))).toBe('AMOUNT_OFF_UNIT');
  });

  test('is paid to its partner alone, and by somebody else', () => {
    const book = cashierBook();
    const share = done(book, confirm());
    expect(refusal(book, pay(share, { player: mina }))).toBe('SHARE_NOT_FOUND');
    expect(refusal(book, pay(share, { staff: partner }))).toBe('SECOND_PERSON_NEEDED');
    expect(refusal(book, pay(share + 1))).toBe('SHARE_NOT_FOUND');
    expect(purse(book, 'BINARY', 'share', partner)).toBe('1200');
  });

  test('a repeated key gets the first event again and moves nothing', () => {
    const book = cashierBook();
    const key = { key: 'partner-settlement-7', fingerprint: '1200' };
    const first = run(book, confirm({ key }));
    const again = run(book, confirm({ key }));
    expect(typeof first === 'string' ? first : first.kind).toBe('SHARE_CONFIRMED');
    // The desk answers a known key itself; the rule beneath it refuses as well.
    expect(again).toBe('ALREADY_PROCESSED');
    expect(purse(book, 'BINARY', 'share', partner)).toBe('1200');
  });

  test('keeps a practice run from starting over while it waits', () => {
    const book = cashierBook();
    done(book, confirm());
    const refill = { kind: 'REFILL_PRACTICE', site, player: partner, wallet: 'BINARY' } as const;
    const asked = { ...refill, amount: amount('1000'), most: amount('10000') };
    expect(refusal(book, asked, now)).toBe('REFILL_WHILE_OPEN');
  });

  test('nobody has one before it is confirmed', () => {
    const book = cashierBook();
    expect(refusal(book, pay(1))).toBe('SHARE_NOT_FOUND');
    expect(refusal(book, pay(1, { player: 77 as PlayerId }))).toBe('ACCOUNT_NOT_FOUND');
  });
});
