import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amount, amountOfUnits } from './amount.ts';
import { type Book, emptyBook, type Player } from './book.ts';
import { housePurse, isHouse, type PurseId, playerId, playerPurse, siteId } from './purse.ts';
import {
  applyTransfers,
  balanceIn,
  balanceOf,
  balancesAfter,
  putPurse,
  type Transfer,
  walletAfter,
} from './transfer.ts';
import { createWallet } from './wallet.ts';

const site = siteId(1);
const coversNothing = () => false;
const mina = playerPurse(playerId(1), 'FUTURES', 'free');
const minaWaits = playerPurse(playerId(1), 'FUTURES', 'wait');
const jun = playerPurse(playerId(2), 'FUTURES', 'free');
const practice = housePurse(site, 'practice', 'USDT');
const fee = housePurse(site, 'fee', 'USDT');

const move = (from: PurseId, to: PurseId, text: string): Transfer => ({
  from,
  to,
  currency: 'USDT',
  amount: amount(text),
  reason: 'TEST',
});

function bookWith(...transfers: readonly Transfer[]): Book {
  const book = emptyBook();
  applyTransfers(book, site, transfers, coversNothing);
  return book;
}

test('a transfer takes from one purse what it puts into the other', () => {
  const book = bookWith(move(practice, mina, '100'), move(mina, minaWaits, '30.00000001'));
  expect(balanceOf(book, mina)).toBe(amount('69.99999999'));
  expect(balanceOf(book, minaWaits)).toBe(amount('30.00000001'));
  expect(balanceOf(book, practice)).toBe(amount('-100'));
});

const waiting = (free: string) => free.replace(':free', ':wait');

test('a purse that was never used holds nothing, and reading it does not create it', () => {
  const book = emptyBook();
  expect(balanceOf(book, jun)).toBe(0n);
  expect(balancesAfter(book, [move(practice, jun, '1')])).toEqual([
    { purse: jun, balance: amount('1') },
    { purse: waiting(jun), balance: amount('0') },
  ]);
  expect(book.purses.size).toBe(0);
});

test('a new purse knows its owner, and the house has none', () => {
  const book = bookWith(move(practice, jun, '1'));
  expect(book.purses.get(jun)).toMatchObject({ owner: 2, site: 1, currency: 'USDT' });
  expect(book.purses.get(practice)?.owner).toBeUndefined();
});

describe('transfers that touch one wallet', () => {
  const newWallet = () => createWallet(playerId(1), { type: 'FUTURES', currency: 'USDT', places: 8, run: 1 });
  const wallet = newWallet();
  const own = [wallet.free, wallet.wait, wallet.posMargin];

  test('leave in each of its purses what they would leave if any wallet could be touched', () => {
    const sequences = fc.array(
      fc
        .record({ from: fc.constantFrom(...own, practice), to: fc.constantFrom(...own, practice) })
        .filter(({ from, to }) => from !== to),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(sequences, (ends) => {
        const book = bookWith(...own.map((purse) => move(practice, purse, '100')));
        const transfers = ends.map(({ from, to }, at) => move(from, to, String(at + 1)));
        const plainly = new Map(balancesAfter(book, transfers).map(({ purse, balance }) => [purse, balance]));
        const after = walletAfter(book, newWallet(), transfers);
        for (const { purse, balance } of after) expect(plainly.get(purse)).toBe(balance);
        for (const purse of plainly.keys()) expect(after.map((each) => each.purse)).toContain(purse);
      }),
    );
  });

  test('say nothing of the margin of positions that they leave alone', () => {
    const book = bookWith(move(practice, wallet.free, '10'), move(wallet.free, wallet.posMargin, '4'));
    expect(walletAfter(book, newWallet(), [move(wallet.free, wallet.wait, '1')])).toEqual([
      { purse: wallet.free, balance: amount('5') },
      { purse: wallet.wait, balance: amount('1') },
    ]);
  });
});

test('a wallet that looked for its purses finds those that came later, or were put anew', () => {
  const book = emptyBook();
  const wallet = createWallet(playerId(1), { type: 'FUTURES', currency: 'USDT', places: 8, run: 1 });
  book.players.set(playerId(1), { wallets: new Map([['FUTURES', wallet]]) } as unknown as Player);
  const held = () =>
    (['free', 'wait', 'posMargin', 'debt'] as const).map((kind) => balanceIn(book, wallet, kind));
  expect(held()).toEqual([0n, 0n, 0n, 0n]);
  applyTransfers(
    book,
    site,
    [move(practice, wallet.free, '5'), move(wallet.free, wallet.wait, '2')],
    coversNothing,
  );
  expect(held()).toEqual([amount('3'), amount('2'), 0n, 0n]);
  const stored = { id: wallet.free, site, owner: playerId(1), currency: 'USDT' };
  putPurse(book, { ...stored, balance: amount('7') });
  putPurse(book, { ...stored, id: wallet.debt, balance: amount('-1') });
  expect(held()).toEqual([amount('7'), amount('2'), 0n, amount('-1')]);
});

describe('what can only be a bug stops the desk', () => {
  test('a player who would owe', () => {
    const book = bookWith(move(practice, mina, '10'));
    expect(() => applyTransfers(book, site, [move(mina, jun, '10.00000001')], coversNothing)).toThrow(
      'only the house may owe',
    );
  });

  test('a player who would owe between two transfers of one event', () => {
    expect(() => bookWith(move(mina, jun, '1'), move(practice, mina, '1'))).toThrow('only the house may owe');
  });

  test.each(['0', '-1'])('an amount of %s', (text) => {
    expect(() => bookWith(move(practice, mina, text))).toThrow('positive amount');
  });

  test('a transfer from a purse to itself', () => {
    expect(() => bookWith(move(practice, practice, '1'))).toThrow('two ends');
  });

  test('a currency that is not the purse’s, at either end', () => {
    const book = bookWith(move(practice, mina, '10'));
    const won = { currency: 'KRW', amount: amount('1'), reason: 'TEST' };
    const till = housePurse(site, 'practice', 'KRW');
    expect(() => applyTransfers(book, site, [{ ...won, from: mina, to: till }], coversNothing)).toThrow(
      'holds USDT, not KRW',
    );
    expect(() => applyTransfers(book, site, [{ ...won, from: till, to: mina }], coversNothing)).toThrow(
      'holds USDT, not KRW',
    );
  });

  test('a purse of another site, at either end', () => {
    const book = bookWith(move(practice, mina, '10'));
    const elsewhere = siteId(2);
    const till = housePurse(elsewhere, 'practice', 'USDT');
    expect(() => applyTransfers(book, elsewhere, [move(mina, till, '1')], coversNothing)).toThrow(
      'another site',
    );
    expect(() => applyTransfers(book, elsewhere, [move(till, mina, '1')], coversNothing)).toThrow(
      'another site',
    );
  });
});

describe('after any sequence of transfers', () => {
  const purses = [mina, minaWaits, jun, practice, fee];
  const requests = fc.array(
    fc.record({
      from: fc.constantFrom(...purses),
      to: fc.constantFrom(...purses),
      amount: fc.bigInt({ min: 1n, max: 1_000n }).map(amountOfUnits),
    }),
    { size: 'large' },
  );
  /** Only what a decision would make: two ends, and no more than a player has. */
  const allowed = (book: Book, each: Transfer): boolean =>
    each.from !== each.to && (isHouse(each.from) || balanceOf(book, each.from) >= each.amount);

  test('the purses add up to nothing, no player owes, and the balances are those computed before', () => {
    fc.assert(
      fc.property(requests, (sequence) => {
        const book = emptyBook();
        for (const input of sequence) {
          const transfer = { ...input, currency: 'USDT', reason: 'TEST' };
          if (!allowed(book, transfer)) continue;
          const foretold = balancesAfter(book, [transfer]);
          applyTransfers(book, site, [transfer], coversNothing);
          for (const { purse, balance } of foretold) expect(balanceOf(book, purse)).toBe(balance);
          const balances = [...book.purses.values()];
          expect(balances.reduce((total, purse) => total + purse.balance, 0n)).toBe(0n);
          expect(balances.every((purse) => purse.balance >= 0n || isHouse(purse.id))).toBe(true);
        }
      }),
    );
  });

  test('an event with many transfers lists each player’s purse once, with its final balance', () => {
    const transfers = [
      move(practice, mina, '10'),
      move(mina, jun, '4'),
      move(jun, mina, '1'),
      move(mina, fee, '2'),
    ];
    expect(balancesAfter(emptyBook(), transfers)).toEqual([
      { purse: mina, balance: amount('5') },
      { purse: waiting(mina), balance: amount('0') },
      { purse: jun, balance: amount('3') },
      { purse: waiting(jun), balance: amount('0') },
    ]);
  });
});
