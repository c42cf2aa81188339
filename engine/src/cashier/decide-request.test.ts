// Who may decide about a request, and what may still happen to it.
import { describe, expect, test } from 'vitest';
import { amount } from '../amount.ts';
import { later } from '../time.ts';
import { DISPUTE_AFTER_MS } from './terms.ts';
import {
  ANNA,
  approve,
  BORA,
  byProvider,
  CHUL,
  cashierBook,
  deposit,
  done,
  grant,
  house,
  jun,
  mina,
  now,
  onOwn,
  purchase,
  purse,
  rateOf,
  refusal,
  reject,
  run,
  sale,
  site,
  take,
  withdrawal,
} from './testing.ts';

describe('a request', () => {
  test('of another player is refused like one that does not exist', () => {
    const book = cashierBook();
    const request = done(book, withdrawal());
    expect(refusal(book, onOwn('CANCEL_REQUEST', request, jun))).toBe('REQUEST_NOT_FOUND');
    expect(refusal(book, onOwn('CANCEL_REQUEST', 999, jun))).toBe('REQUEST_NOT_FOUND');
    expect(refusal(book, { ...approve(request), player: jun })).toBe('REQUEST_NOT_FOUND');
  });

  test('that is in hand cannot be cancelled, and one that has ended is gone', () => {
    const book = cashierBook();
    const request = done(book, withdrawal());
    done(book, take(request));
    expect(refusal(book, take(request))).toBe('REQUEST_PROCESSED');
    expect(refusal(book, onOwn('CANCEL_REQUEST', request))).toBe('REQUEST_PROCESSED');
    done(book, approve(request));
    for (const command of [
      onOwn('CANCEL_REQUEST', request),
      approve(request),
      reject(request),
      take(request),
    ])
      expect(refusal(book, command)).toBe('REQUEST_NOT_FOUND');
  });

  test('is decided by nobody about their own money', () => {
    const book = cashierBook();
    const request = done(book, withdrawal());
    expect(refusal(book, approve(request, mina))).toBe('SECOND_PERSON_NEEDED');
    expect(refusal(book, { ...reject(request), by: { staff: mina } } as never)).toBe('SECOND_PERSON_NEEDED');
  });

  test('is rejected only with a reason', () => {
    const book = cashierBook();
    expect(refusal(book, reject(done(book, withdrawal()), '  '))).toBe('ENTER_REASON');
  });
});

describe('from the limit of the site on', () => {
  const two = { twoFrom: amount('300000') };

  test('two different members of staff approve, and the first alone moves nothing', () => {
    const book = cashierBook();
    const request = done(book, withdrawal());
    expect(run(book, approve(request, ANNA, two))).toMatchObject({
      kind: 'REQUEST_CONFIRMED',
      transfers: [],
    });
    expect(refusal(book, approve(request, ANNA, two))).toBe('SECOND_PERSON_NEEDED');
    expect(house(book, 'bank')).toBe('0');
    expect(run(book, approve(request, BORA, two))).toMatchObject({ kind: 'REQUEST_DONE' });
    expect(house(book, 'bank')).toBe('300000');
  });

  test('one unit below it one member of staff is enough', () => {
    const book = cashierBook();
    const request = done(book, withdrawal({ amount: amount('299999') }));
    expect(run(book, approve(request, ANNA, two))).toMatchObject({ kind: 'REQUEST_DONE' });
  });

  test('a player may still cancel what only one of them approved', () => {
    const book = cashierBook();
    const request = done(book, withdrawal());
    done(book, approve(request, ANNA, two));
    expect(refusal(book, onOwn('CANCEL_REQUEST', request))).toBe('OK');
    expect(refusal(book, approve(request, BORA, two))).toBe('REQUEST_NOT_FOUND');
    expect(purse(book, 'BINARY')).toBe('1000000');
  });
});

describe('a provider', () => {
  const received = { amount: amount('300000'), currency: 'KRW' };

  test('approves what it carries, with the amount and currency that were asked for', () => {
    const book = cashierBook();
    const request = done(book, deposit({ channel: 'maru-pay' }));
    const by = byProvider('maru-pay');
    const say = (own: object) => refusal(book, approve(request, 0, { by, ...own }));
    expect(refusal(book, approve(request, 0, { by: byProvider('other'), received }))).toBe(
      'CALLBACK_MISMATCH',
    );
    expect(say({})).toBe('CALLBACK_MISMATCH');
    expect(say({ received: { ...received, amount: amount('299999') } })).toBe('CALLBACK_MISMATCH');
    expect(say({ received: { ...received, currency: 'USDT' } })).toBe('CALLBACK_MISMATCH');
    expect(say({ received, twoFrom: amount('1') })).toBe('OK');
    expect(say({ received })).toBe('REQUEST_NOT_FOUND');
  });

  test('does not pay out alone from the limit on', () => {
    const book = cashierBook();
    const request = done(book, withdrawal({ channel: 'maru-pay' }));
    const say = { by: byProvider('maru-pay'), received, twoFrom: amount('1') };
    expect(refusal(book, approve(request, 0, say))).toBe('SECOND_PERSON_NEEDED');
    done(book, approve(request, ANNA, { twoFrom: amount('1') }));
    expect(refusal(book, approve(request, 0, say))).toBe('OK');
  });
});

describe('the rule for small amounts', () => {
  const by = { rule: 'small' };
  const two = { by, twoFrom: amount('300001') };

  test('approves a deposit or withdrawal below the limit that nobody has touched', () => {
    const book = cashierBook();
    const first = done(book, deposit());
    expect(run(book, approve(first, 0, two))).toMatchObject({ kind: 'REQUEST_DONE', by });
    expect(run(book, approve(done(book, withdrawal()), 0, two))).toMatchObject({ kind: 'REQUEST_DONE', by });
  });

  test('is refused from the limit on, for a grant, a purchase and a sale', () => {
    const book = cashierBook();
    const twoFrom = amount('300000');
    expect(refusal(book, approve(done(book, withdrawal()), 0, { by, twoFrom }))).toBe('SECOND_PERSON_NEEDED');
    for (const asked of [grant(), purchase(), sale()]) {
      const other = cashierBook();
      expect(refusal(other, approve(done(other, asked), 0, two))).toBe('SECOND_PERSON_NEEDED');
    }
  });

  test('leaves alone what staff have in hand or one of them approved', () => {
    const book = cashierBook();
    const request = done(book, withdrawal());
    done(book, approve(request, ANNA, { twoFrom: amount('1') }));
    expect(refusal(book, approve(request, 0, two))).toBe('REQUEST_PROCESSED');
    const other = done(book, deposit());
    done(book, take(other));
    expect(refusal(book, approve(other, 0, two))).toBe('REQUEST_PROCESSED');
  });
});

describe('a grant or deduction', () => {
  test('is done by another person than who asked for it, whatever its amount', () => {
    const book = cashierBook();
    const request = done(book, grant());
    expect(refusal(book, approve(request, ANNA))).toBe('SECOND_PERSON_NEEDED');
    const received = { amount: amount('50000'), currency: 'KRW' };
    const provider = approve(request, 0, { by: byProvider('staff'), received });
    expect(refusal(book, provider)).toBe('CALLBACK_MISMATCH');
    done(book, approve(request, BORA));
    expect([purse(book, 'BINARY'), house(book, 'bonus')]).toEqual(['1050000', '-50000']);
  });

  test('takes no more than is free', () => {
    const book = cashierBook();
    const most = done(book, grant({ type: 'PM', amount: amount('1000000') }));
    done(book, approve(most, CHUL));
    expect([purse(book, 'BINARY'), house(book, 'bonus')]).toEqual(['0', '1000000']);
    const more = done(book, grant({ type: 'PM', amount: amount('1') }));
    expect(refusal(book, approve(more, CHUL))).toBe('INSUFFICIENT_BALANCE');
    expect(refusal(book, reject(more))).toBe('OK');
  });

  test('does not exist for its player before it is done', () => {
    const book = cashierBook();
    expect(refusal(book, onOwn('CANCEL_REQUEST', done(book, grant())))).toBe('REQUEST_NOT_FOUND');
  });

  // Every row is also wrong in a later way: the earlier reason must win.
  test.each([
    ['WALLET_UNSUPPORTED', { wallet: 'GOLD', amount: amount('0') }],
    ['ENTER_AMOUNT', { amount: amount('0'), reason: '' }],
    ['AMOUNT_OFF_UNIT', { amount: amount('0.5'), reason: '' }],
    ['ENTER_REASON', { reason: ' ', staff: mina }],
    ['SECOND_PERSON_NEEDED', { staff: mina }],
    ['REQUEST_ONGOING', {}],
  ] as const)('is refused in this order: %s', (expected, own) => {
    const book = cashierBook();
    done(book, grant());
    expect(refusal(book, grant(own))).toBe(expected);
  });
});

describe('a purchase', () => {
  test('lies in escrow from the start and reaches one side only', () => {
    const book = cashierBook();
    const request = done(book, purchase());
    expect([house(book, 'p2p', 'USDT'), house(book, 'escrow', 'USDT')]).toEqual(['-100', '100']);
    done(book, onOwn('MARK_PAID', request));
    done(book, approve(request));
    expect([purse(book, 'USDT'), house(book, 'escrow', 'USDT')]).toEqual(['600', '0']);
  });

  test.each(['CANCEL_REQUEST', 'EXPIRE_REQUEST', 'REJECT'] as const)('%s gives the escrow back', (kind) => {
    const book = cashierBook();
    const request = done(book, purchase());
    done(book, kind === 'REJECT' ? reject(request) : onOwn(kind, request), later(now, 1_800_000));
    expect([house(book, 'p2p', 'USDT'), house(book, 'escrow', 'USDT')]).toEqual(['0', '0']);
    expect(purse(book, 'USDT')).toBe('500');
  });

  test('I12: is credited only on confirmation, by the amount of the rules and not the one shown', () => {
    const book = cashierBook();
    const request = done(book, purchase({ shown: amount('99.99999999') }));
    expect(purse(book, 'USDT')).toBe('500');
    done(book, approve(request));
    expect(purse(book, 'USDT')).toBe('600');
  });

  test('ends by the clock when nobody paid in time, and not before', () => {
    const book = cashierBook();
    const request = done(book, purchase());
    expect(refusal(book, onOwn('EXPIRE_REQUEST', request), later(now, 1_799_999))).toBe('NOT_DUE');
    expect(refusal(book, onOwn('MARK_PAID', request), later(now, 1_800_000))).toBe('REQUEST_PROCESSED');
    expect(refusal(book, onOwn('EXPIRE_REQUEST', request), later(now, 1_800_000))).toBe('OK');
  });

  test('that is paid does not expire, cannot be cancelled and may be disputed a while later', () => {
    const book = cashierBook();
    const request = done(book, purchase());
    expect(refusal(book, onOwn('DISPUTE_REQUEST', request))).toBe('REQUEST_PROCESSED');
    done(book, onOwn('MARK_PAID', request));
    const late = later(now, DISPUTE_AFTER_MS);
    expect(refusal(book, onOwn('DISPUTE_REQUEST', request), later(late, -1))).toBe('DISPUTE_TOO_EARLY');
    expect(refusal(book, onOwn('DISPUTE_REQUEST', request), late)).toBe('OK');
    expect(refusal(book, onOwn('DISPUTE_REQUEST', request), late)).toBe('REQUEST_PROCESSED');
    const over = later(now, 1_800_000);
    expect(refusal(book, onOwn('EXPIRE_REQUEST', request), over)).toBe('REQUEST_PROCESSED');
    expect(refusal(book, onOwn('CANCEL_REQUEST', request), over)).toBe('REQUEST_PROCESSED');
    expect(refusal(book, approve(request), over)).toBe('OK');
  });

  test('only a purchase is marked as paid, and only a purchase or sale is disputed', () => {
    const book = cashierBook();
    const request = done(book, deposit());
    expect(refusal(book, onOwn('MARK_PAID', request))).toBe('REQUEST_NOT_FOUND');
    expect(refusal(book, onOwn('DISPUTE_REQUEST', request))).toBe('REQUEST_NOT_FOUND');
    expect(refusal(book, onOwn('EXPIRE_REQUEST', request))).toBe('NOT_DUE');
  });

  test('is confirmed by a provider that names the won paid for it', () => {
    const book = cashierBook();
    const request = done(book, purchase({ channel: 'coin-shop' }));
    const by = byProvider('coin-shop');
    const received = { amount: amount('138550'), currency: 'KRW' };
    expect(refusal(book, approve(request, 0, { by, received: { ...received, amount: amount('1') } }))).toBe(
      'CALLBACK_MISMATCH',
    );
    expect(refusal(book, approve(request, 0, { by, received }))).toBe('OK');
  });

  // Every row is also wrong in a later way: the earlier reason must win.
  test.each([
    ['WALLET_UNSUPPORTED', { wallet: 'GOLD', won: amount('0') }],
    ['ENTER_AMOUNT', { won: amount('0'), channel: 'No' }],
    ['AMOUNT_OFF_UNIT', { won: amount('0.5') }],
    ['BELOW_MINIMUM', { won: amount('9999'), channel: 'No' }],
    ['PROVIDER_UNKNOWN', { channel: 'No', shown: amount('1') }],
    ['RATE_STALE', { rate: { ...purchase().rate, at: later(now, -60_001) }, shown: amount('1') }],
    ['AMOUNT_TOO_LARGE', { rate: rateOf('0.000001'), shown: amount('1') }],
    ['PRICE_CHANGED', { shown: amount('100.00000002') }],
    ['REQUEST_ONGOING', { shown: amount('100.00000001') }],
  ] as const)('is refused in this order: %s', (expected, own) => {
    const book = cashierBook();
    done(book, purchase());
    expect(refusal(book, purchase(own))).toBe(expected);
  });

  test('a rate that is no rate converts nothing', () => {
    const rate = { ...purchase().rate, numerator: amount('0') };
    expect(refusal(cashierBook(), purchase({ rate }))).toBe('RATE_STALE');
  });
});

describe('a sale', () => {
  test('holds coins and fee, and pays the coins to who paid the won', () => {
    const book = cashierBook();
    const event = run(book, sale());
    expect(event).toMatchObject({ type: 'WS', won: amount('138550') });
    expect([purse(book, 'USDT'), purse(book, 'USDT', 'withdrawHold')]).toEqual(['399.5', '100.5']);
    done(book, approve(typeof event === 'string' ? 0 : event.id));
    expect([house(book, 'p2p', 'USDT'), house(book, 'fee', 'USDT')]).toEqual(['100', '0.5']);
    expect(purse(book, 'USDT', 'withdrawHold')).toBe('0');
  });

  test('with a counterpart is one purchase or sale at a time', () => {
    const book = cashierBook();
    const request = done(book, sale());
    expect(refusal(book, purchase())).toBe('REQUEST_ONGOING');
    expect(refusal(book, purchase({ channel: 'coin-shop' }))).toBe('OK');
    done(book, onOwn('CANCEL_REQUEST', request));
    expect(purse(book, 'USDT')).toBe('500');
  });

  test.each([
    ['WALLET_UNSUPPORTED', { wallet: 'GOLD', amount: amount('0') }],
    ['ENTER_AMOUNT', { amount: amount('0'), payout: undefined }],
    ['BELOW_MINIMUM', { amount: amount('0.5'), channel: 'No' }],
    ['PROVIDER_UNKNOWN', { channel: 'No', payout: undefined }],
    ['RATE_STALE', { rate: { ...sale().rate, at: later(now, -60_001) }, payout: undefined }],
    ['PAYOUT_ACCOUNT_MISSING', { payout: undefined, amount: amount('1000') }],
    ['ABOVE_WITHDRAWABLE', { amount: amount('399.50000001') }],
    ['INSUFFICIENT_FEE', { amount: amount('399.00000001') }],
    ['REQUEST_ONGOING', { amount: amount('399') }],
  ] as const)('is refused in this order: %s', (expected, own) => {
    const book = cashierBook();
    done(book, sale());
    expect(refusal(book, sale(own))).toBe(expected);
  });
});

test('a blocked player asks for nothing, and what is open can still be ended', () => {
  const book = cashierBook();
  const request = done(book, withdrawal());
  done(book, { kind: 'BLOCK_ACCOUNT', site, player: mina });
  expect(refusal(book, { ...onOwn('CANCEL_REQUEST', request), session: 1 })).toBe('ACCOUNT_BLOCKED');
  expect(refusal(book, reject(request))).toBe('OK');
  expect(purse(book, 'BINARY')).toBe('1000000');
});
