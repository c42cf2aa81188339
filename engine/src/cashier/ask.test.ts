import { describe, expect, test } from 'vitest';
import { type Amount, amount, ONE } from '../amount.ts';
import { DAY_MS, later } from '../time.ts';
import {
  approve,
  BORA,
  byProvider,
  cashierBook,
  deposit,
  done,
  house,
  issue,
  mina,
  now,
  onOwn,
  partner,
  purchase,
  purse,
  refusal,
  reject,
  run,
  site,
  take,
  useCode,
  withdrawal,
} from './testing.ts';

const credit = { kind: 'CREDIT_DEPOSIT', site, player: mina, wallet: 'BTC', amount: amount('0.1') } as const;
const chain = { channel: 'chain', by: byProvider('chain') };

const held = (book: ReturnType<typeof cashierBook>) => [
  purse(book, 'BINARY'),
  purse(book, 'BINARY', 'withdrawHold'),
];

describe('a deposit', () => {
  test('moves nothing before it is approved, then comes from the bank', () => {
    const book = cashierBook();
    const request = done(book, deposit());
    expect(purse(book, 'BINARY')).toBe('1000000');
    done(book, approve(request));
    expect([purse(book, 'BINARY'), house(book, 'bank')]).toEqual(['1300000', '-300000']);
    expect(book.cashier.requests.size).toBe(0);
  });

  test('that nobody asked for is credited by the provider that carries it, and by no other', () => {
    const book = cashierBook();
    const from = (channel: string, provider: string) =>
      refusal(book, { ...credit, channel, by: byProvider(provider) });
    expect(from('chain', 'other')).toBe('CALLBACK_MISMATCH');
    expect(from('chain', 'chain')).toBe('OK');
    expect([purse(book, 'BTC'), house(book, 'chain', 'BTC')]).toEqual(['0.1', '-0.1']);
  });

  test('through a provider comes from the purse of this provider', () => {
    const book = cashierBook();
    const request = done(book, deposit({ channel: 'maru-pay' }));
    const received = { amount: amount('300000'), currency: 'KRW' };
    done(book, approve(request, 0, { by: byProvider('maru-pay'), received }));
    expect(house(book, 'provider-maru-pay')).toBe('-300000');
  });

  // Every row is also wrong in a later way: the earlier reason must win.
  test.each([
    ['PARTNER_CANNOT_TRADE', { player: partner, wallet: 'GOLD' }],
    ['WALLET_UNSUPPORTED', { wallet: 'GOLD', amount: amount('0') }],
    ['ENTER_DEPOSIT_AMOUNT', { amount: amount('-0.5') }],
    ['AMOUNT_OFF_UNIT', { amount: amount('0.5') }],
    ['AMOUNT_TOO_LARGE', { amount: (amount('92233720368') + ONE) as Amount, channel: 'No Such' }],
    ['BELOW_MINIMUM', { amount: amount('9999'), channel: 'No Such' }],
    ['PROVIDER_UNKNOWN', { channel: 'a:b' }],
    ['REQUEST_ONGOING', { wallet: 'USDT', amount: amount('10000') }],
  ] as const)('is refused in this order: %s', (expected, own) => {
    const book = cashierBook();
    done(book, deposit());
    expect(refusal(book, deposit(own))).toBe(expected);
  });
});

describe('a withdrawal', () => {
  test('I07: holds amount and fee at once, and approval pays the one and keeps the other', () => {
    const book = cashierBook();
    const request = done(book, withdrawal());
    expect(held(book)).toEqual(['699000', '301000']);
    done(book, approve(request));
    expect(held(book)).toEqual(['699000', '0']);
    expect([house(book, 'bank'), house(book, 'fee')]).toEqual(['300000', '1000']);
  });

  test('I07: cancelled instead, it gives back exactly what it held', () => {
    const book = cashierBook();
    const request = done(book, withdrawal());
    expect(run(book, onOwn('CANCEL_REQUEST', request))).toMatchObject({
      kind: 'REQUEST_CANCELLED',
      isExpired: false,
    });
    expect(held(book)).toEqual(['1000000', '0']);
    expect([house(book, 'bank'), house(book, 'fee')]).toEqual(['0', '0']);
  });

  test('rejected, it gives back the same, and its player reads why', () => {
    const book = cashierBook();
    const request = done(book, withdrawal());
    done(book, take(request));
    expect(run(book, reject(request, '계좌 확인 필요'))).toMatchObject({ reason: '계좌 확인 필요' });
    expect(held(book)).toEqual(['1000000', '0']);
  });

  test('without a fee pays nothing to the house', () => {
    const book = cashierBook();
    done(book, approve(done(book, withdrawal({ fee: amount('0') }))));
    expect([house(book, 'bank'), house(book, 'fee')]).toEqual(['300000', '0']);
  });

  test('has a fee that is rounded up to what the wallet can hold', () => {
    const book = cashierBook();
    done(book, withdrawal({ fee: amount('0.1') }));
    expect(held(book)).toEqual(['699999', '300001']);
  });

  test('may take the last unit, and leaves what open positions need', () => {
    const all = { amount: amount('999000') };
    expect(refusal(cashierBook(), withdrawal(all))).toBe('OK');
    expect(refusal(cashierBook(), withdrawal({ ...all, reserved: amount('1') }))).toBe('INSUFFICIENT_FEE');
    expect(refusal(cashierBook(), withdrawal({ ...all, reserved: amount('1001') }))).toBe(
      'ABOVE_WITHDRAWABLE',
    );
  });

  test('waits until the last of its waiting times is over', () => {
    const book = cashierBook();
    const waits = [
      { reason: 'PASSWORD', until: now },
      { reason: 'FIRST_DEPOSIT', until: later(now, 1) },
    ] as const;
    expect(refusal(book, withdrawal({ waits }))).toBe('WITHDRAWAL_WAITS');
    expect(refusal(book, withdrawal({ waits }), later(now, 1))).toBe('OK');
  });

  // Every row is also wrong in a later way: the earlier reason must win.
  test.each([
    ['WALLET_UNSUPPORTED', { wallet: 'GOLD', amount: amount('0') }],
    ['ENTER_WITHDRAW_AMOUNT', { amount: amount('0'), payout: undefined }],
    ['AMOUNT_OFF_UNIT', { amount: amount('0.5'), payout: undefined }],
    ['BELOW_MINIMUM', { amount: amount('9999'), channel: 'No Such' }],
    ['PROVIDER_UNKNOWN', { channel: 'No Such', payout: undefined }],
    ['PAYOUT_ACCOUNT_MISSING', { payout: undefined, waits: [{ reason: 'PASSWORD', until: later(now, 1) }] }],
    [
      'WITHDRAWAL_WAITS',
      { waits: [{ reason: 'PASSWORD', until: later(now, 1) }], amount: amount('5000000') },
    ],
    ['ABOVE_WITHDRAWABLE', { amount: amount('699001') }],
    ['INSUFFICIENT_FEE', { amount: amount('698001') }],
    ['REQUEST_ONGOING', { amount: amount('698000') }],
  ] as const)('is refused in this order: %s', (expected, own) => {
    const book = cashierBook();
    done(book, withdrawal());
    expect(refusal(book, withdrawal(own))).toBe(expected);
  });

  test('two of them in different wallets are still two: one at a time', () => {
    const book = cashierBook();
    done(book, withdrawal());
    const other = withdrawal({ wallet: 'USDT', amount: amount('1'), fee: amount('0'), least: amount('0') });
    expect(refusal(book, other)).toBe('REQUEST_ONGOING');
    expect(refusal(book, deposit())).toBe('OK');
  });
});

describe('a player who is excluded', () => {
  const exclude = { kind: 'EXCLUDE_SELF', site, player: mina, months: 6 } as const;

  test('gets no deposit approved or credited and uses no coupon, but may withdraw and is paid out', () => {
    const book = cashierBook();
    const [deposited, withdrawn] = [done(book, deposit()), done(book, withdrawal())];
    const bought = done(book, purchase());
    done(book, issue());
    done(book, exclude);
    for (const request of [deposited, bought]) expect(refusal(book, approve(request))).toBe('SELF_EXCLUDED');
    expect(refusal(book, useCode())).toBe('SELF_EXCLUDED');
    expect(refusal(book, { ...credit, channel: 'chain', by: byProvider('chain') })).toBe('SELF_EXCLUDED');
    expect(refusal(book, reject(deposited))).toBe('OK');
    expect(refusal(book, deposit())).toBe('SELF_EXCLUDED');
    expect(refusal(book, approve(withdrawn))).toBe('OK');
    expect(refusal(book, withdrawal())).toBe('OK');
  });

  test('of a month a deposit counts from the request on, and no longer once it has failed', () => {
    const book = cashierBook();
    done(book, { kind: 'SET_LIMIT', site, player: mina, limit: 'DEPOSIT', value: amount('500000') });
    const request = done(book, deposit());
    expect(refusal(book, { ...credit, wallet: 'BINARY', amount: amount('200001'), ...chain })).toBe(
      'DEPOSIT_LIMIT',
    );
    expect(refusal(book, approve(request))).toBe('OK');
    const second = done(book, deposit({ amount: amount('200000') }));
    expect(refusal(book, { ...credit, wallet: 'BINARY', amount: amount('1'), ...chain })).toBe(
      'DEPOSIT_LIMIT',
    );
    done(book, onOwn('CANCEL_REQUEST', second));
    expect(refusal(book, { ...credit, wallet: 'BINARY', amount: amount('200000'), ...chain })).toBe('OK');
  });

  test('a deposit of another month, or of before the limit, makes no room when it fails', () => {
    const setLimit = { kind: 'SET_LIMIT', site, player: mina, limit: 'DEPOSIT' } as const;
    const full = { ...credit, wallet: 'BINARY', amount: amount('500000'), ...chain };
    const book = cashierBook();
    const early = done(book, deposit());
    done(book, { ...setLimit, value: amount('500000') }, later(now, 1));
    done(book, full, later(now, 2));
    done(book, onOwn('CANCEL_REQUEST', early), later(now, 3));
    expect(refusal(book, { ...full, amount: amount('1') }, later(now, 4))).toBe('DEPOSIT_LIMIT');

    const nextMonth = later(now, 31 * DAY_MS);
    const other = cashierBook();
    done(other, { ...setLimit, value: amount('500000') });
    const old = done(other, deposit());
    done(other, full, nextMonth);
    done(other, onOwn('CANCEL_REQUEST', old), nextMonth);
    expect(refusal(other, { ...full, amount: amount('1') }, nextMonth)).toBe('DEPOSIT_LIMIT');
  });
});

describe('a practice refill', () => {
  const refill = (wallet: string) =>
    ({
      kind: 'REFILL_PRACTICE',
      site,
      player: mina,
      wallet,
      amount: amount('5'),
      most: amount('10'),
    }) as const;

  test('is refused while a request is open in this wallet, but not in another', () => {
    const book = cashierBook();
    const request = done(book, deposit());
    expect(refusal(book, refill('BINARY'))).toBe('REFILL_WHILE_OPEN');
    expect(refusal(book, refill('USDT'))).toBe('OK');
    done(book, approve(request, BORA));
    expect(refusal(book, refill('BINARY'))).toBe('OK');
  });
});
