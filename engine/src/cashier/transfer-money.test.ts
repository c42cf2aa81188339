import { describe, expect, test } from 'vitest';
import { type Amount, amount } from '../amount.ts';
import { playerId, siteId } from '../purse.ts';
import { playersNeeded } from '../residents.ts';
import { millis } from '../time.ts';
import { eventSeenBy, eventsSeen } from '../view.ts';
import {
  cashierBook,
  done,
  jun,
  mina,
  now,
  partner,
  purse,
  refusal,
  run,
  site,
  transfer,
} from './testing.ts';

describe('a transfer', () => {
  test('between one’s own wallets of one currency moves money and one sequence', () => {
    const book = cashierBook();
    expect(run(book, transfer())).toMatchObject({ steps: [{ player: mina, seq: 2 }] });
    expect([purse(book, 'USDT'), purse(book, 'FUTURES')]).toEqual(['300', '1200']);
  });

  test('to another member moves both sequences, and each sees only their own part', () => {
    const book = cashierBook();
    const key = { key: 'k1', fingerprint: 'f' };
    const event = run(book, { ...transfer({ recipient: jun, to: 'USDT' }), key });
    if (typeof event === 'string') throw new Error(event);
    expect(purse(book, 'USDT')).toBe('300');
    expect(purse(book, 'USDT', 'free', jun)).toBe('700');
    expect([book.players.get(mina)?.seq, book.players.get(jun)?.seq]).toEqual([2, 2]);
    for (const seen of [eventSeenBy(event, jun), eventsSeen(event).get(jun)]) {
      expect(seen?.steps).toEqual([{ player: jun, seq: 2 }]);
      expect(seen?.after.every(({ purse: of }) => of.startsWith(`${jun}:`))).toBe(true);
      expect(seen?.answers).toBeUndefined();
    }
    expect(eventSeenBy(event, mina).answers?.key).toBe('k1');
  });

  test('to another member waits like a withdrawal until its very moment; between one’s own wallets nothing waits', () => {
    const waits = [{ reason: 'FIRST_DEPOSIT', until: millis(now + 1) }] as const;
    const toJun = transfer({ recipient: jun, to: 'USDT', waits });
    expect(refusal(cashierBook(), toJun, now)).toBe('WITHDRAWAL_WAITS');
    const book = cashierBook();
    run(book, toJun, millis(now + 1));
    expect(purse(book, 'USDT', 'free', jun)).toBe('700');
    const own = cashierBook();
    run(own, transfer({ waits }), now);
    expect(purse(own, 'FUTURES')).toBe('1200');
  });

  test('moves no more than a row can hold, whatever lies in the wallet', () => {
    const book = cashierBook();
    const most = 2n ** 63n - 1n;
    for (const credit of [most, most])
      done(book, {
        ...{ kind: 'REFILL_PRACTICE', site, player: mina, wallet: 'USDT' },
        ...{ amount: credit as Amount, most: (2n * most) as Amount },
      });
    expect(refusal(book, transfer({ amount: (most + 1n) as Amount }))).toBe('ABOVE_WITHDRAWABLE');
    run(book, transfer({ amount: most as Amount }));
    expect(purse(book, 'FUTURES')).toBe('92233721368.54775807');
  });

  test('needs both accounts in the book', () => {
    expect(playersNeeded(transfer({ recipient: jun }))).toEqual([mina, jun]);
    expect(playersNeeded(transfer())).toEqual([mina]);
  });

  test('whoever cannot receive it is like nobody', () => {
    const book = cashierBook();
    const wallets = [{ type: 'USDT', currency: 'USDT', places: 8, credit: amount('0') }];
    const [stranger, staff, blocked, poor] = [playerId(5), playerId(6), playerId(7), playerId(8)];
    done(book, { kind: 'OPEN_ACCOUNT', site: siteId(2), player: stranger, role: 'PLAYER', wallets });
    done(book, { kind: 'OPEN_ACCOUNT', site, player: staff, role: 'STAFF', wallets });
    done(book, { kind: 'OPEN_ACCOUNT', site, player: blocked, role: 'PLAYER', wallets });
    done(book, { kind: 'BLOCK_ACCOUNT', site, player: blocked });
    const other = [{ ...wallets[0]!, type: 'BTC', currency: 'BTC' }];
    done(book, { kind: 'OPEN_ACCOUNT', site, player: poor, role: 'PLAYER', wallets: other });
    for (const recipient of [stranger, staff, blocked, poor, partner, playerId(99)])
      expect(refusal(book, transfer({ recipient, to: 'USDT' }))).toBe('RECIPIENT_NOT_FOUND');
  });

  // Every row is also wrong in a later way: the earlier reason must win.
  test.each([
    ['PARTNER_CANNOT_TRADE', { player: partner, from: 'GOLD' }],
    ['WALLET_UNSUPPORTED', { from: 'GOLD', amount: amount('0') }],
    ['ENTER_AMOUNT', { amount: amount('0'), to: 'USDT' }],
    ['SAME_WALLET', { to: 'USDT', amount: amount('9999') }],
    ['TRANSFER_NOT_ALLOWED', { recipient: playerId(99), betweenMembers: false }],
    [
      'WITHDRAWAL_WAITS',
      { recipient: playerId(99), waits: [{ reason: 'PASSWORD', until: millis(now + 1) }] },
    ],
    ['RECIPIENT_NOT_FOUND', { recipient: playerId(99), to: 'BINARY' }],
    ['WALLET_UNSUPPORTED', { to: 'GOLD', amount: amount('9999') }],
    ['CURRENCIES_DIFFER', { to: 'BTC', amount: amount('9999') }],
    ['AMOUNT_OFF_UNIT', { from: 'BINARY', to: 'BINARY', recipient: jun, amount: amount('1000000.5') }],
    ['ABOVE_WITHDRAWABLE', { amount: amount('100'), reserved: amount('400.00000001') }],
  ] as const)('is refused in this order: %s', (expected, own) => {
    expect(refusal(cashierBook(), transfer(own), now)).toBe(expected);
  });
});
