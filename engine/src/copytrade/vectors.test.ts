// Worked figures of copy trading (vectors H), as published by exchanges or computed from docs/rules.md 5.
import { describe, expect, test } from 'vitest';
import { amount, amountOfUnits, type Price, price, qty, rate, toDecimal, unitOf } from '../amount.ts';
import { BTC } from '../futures/testing.ts';
import { dueShare } from './share.ts';
import { closingQty, copySize } from './size.ts';

const TERMS = { ...BTC, feeRate: rate('0.0008') };
const NO_CAPS = { oneMaxBet: amount('100000000'), maxBet: amount('200000000') };

/** What is copied of an order of this quantity without leverage. */
function copied(size: string, multiplyPer: number, at: Price = price('1')): string {
  const traderMargin = amountOfUnits((qty(size) * at) / 100_000_000n);
  const request = { used: amount('0'), available: undefined, leverage: 1, price: at, unit: unitOf(8) };
  const terms = { ...TERMS, qtyStep: qty('0.1'), qtyLeast: qty('0.1'), notionalLeast: amount('0') };
  const settings = { ...NO_CAPS, multiplyPer };
  return toDecimal(copySize({ ...request, traderMargin, settings }, terms).qty);
}

describe('how much is opened', () => {
  test('H07: 0.1 five times is 0.5', () => {
    expect(copied('0.1', 500)).toBe('0.5');
    expect(copied('0.1', 500, price('60000'))).toBe('0.5');
  });

  test('H08: 10 contracts five times are 50', () => {
    expect(copied('10', 500)).toBe('50');
  });

  test('H09: half of the quantity is half of it', () => {
    expect(copied('10', 50)).toBe('5');
  });

  const asked = (more: Partial<Parameters<typeof copySize>[0]> = {}) =>
    copySize(
      {
        traderMargin: amount('200'),
        settings: { multiplyPer: 150, oneMaxBet: amount('250'), maxBet: amount('600') },
        used: amount('400'),
        available: amount('10000'),
        leverage: 20,
        price: price('60000'),
        unit: unitOf(8),
        ...more,
      },
      TERMS,
    );

  test('H11: 300 wanted, 250 at once and 200 altogether are 200: 0.066, which costs 198 and 3.168', () => {
    const size = asked();
    const figures = [size.want, size.capped, size.qty, size.margin, size.fee].map(toDecimal);
    expect(figures).toEqual(['300', '200', '0.066', '198', '3.168']);
    expect(size.missed).toBeUndefined();
    expect(toDecimal(asked({ used: amount('0') }).capped)).toBe('250');
  });

  test('H12: too little left of the cap, too little money and too small a quantity are told apart', () => {
    expect(asked({ used: amount('600') }).missed).toBe('CAP');
    expect(asked({ used: amount('601') }).missed).toBe('CAP');
    expect(asked({ used: amount('597.1') }).missed).toBe('CAP');
    expect(asked({ used: amount('597') }).qty).toBe(qty('0.001'));
    expect(asked({ available: amount('3') }).missed).toBe('BALANCE');
    expect(asked({ available: amount('0') }).missed).toBe('BALANCE');
    expect(asked({ traderMargin: amount('1.9') }).missed).toBe('MIN_QTY');
  });

  test('what is missed shows what is left of the cap, or what was wanted without it', () => {
    expect(toDecimal(asked({ used: amount('597.1') }).capped)).toBe('2.9');
    expect(toDecimal(asked({ used: amount('601') }).capped)).toBe('0');
    expect(asked({ used: amount('600'), traderMargin: amount('1.9') }).wantedQty).toBe(qty('0.00095'));
  });

  test('of several reasons the cap comes first, but what is too small without it is so with it', () => {
    expect(asked({ used: amount('597.1'), available: amount('0') }).missed).toBe('CAP');
    expect(asked({ used: amount('600'), traderMargin: amount('1.9') }).missed).toBe('MIN_QTY');
    expect(asked({ available: amount('0'), traderMargin: amount('1.9') }).missed).toBe('MIN_QTY');
    const settings = { multiplyPer: 150, oneMaxBet: amount('2.9'), maxBet: amount('600') };
    expect(asked({ settings }).missed).toBe('MIN_QTY');
    expect(asked({ settings, used: amount('597.2') }).missed).toBe('MIN_QTY');
  });
});

describe('how much is closed', () => {
  const closed = (copy: string, part: string, of: string, qtyStep = '0.001') =>
    toDecimal(closingQty(qty(copy), { closed: qty(part), of: qty(of) }, { qtyStep: qty(qtyStep) }));

  test('H05: 200 of 1,000 is 20 of 100', () => {
    expect(closed('100', '200', '1000', '1')).toBe('20');
  });

  test('H06: all that is left is all of the copy, whatever its quantity', () => {
    expect(closed('77.7', '1000', '1000', '1')).toBe('77.7');
    expect(closed('0.0005', '0.003', '0.003')).toBe('0.0005');
  });

  test('H10: 0.2 of 1 is a fifth', () => {
    expect(closed('5', '0.2', '1')).toBe('1');
  });

  test('H13: a third of 0.066 is 0.022, which leaves 0.044 to the last close', () => {
    expect(closed('0.066', '1', '3')).toBe('0.022');
    expect(closed('0.044', '2', '2')).toBe('0.044');
  });
});

describe('what the trader gets', () => {
  /** Paid at the end of each day. */
  function paid(share: string, results: readonly string[]): readonly string[] {
    let [total, shared] = [amount('0'), amount('0')];
    return results.map((result) => {
      total = amountOfUnits(total + amount(result));
      const due = dueShare({ total, shared, rate: rate(share) });
      shared = amountOfUnits(shared + due);
      return toDecimal(due);
    });
  }

  test('H04: 10 % of +200, −150, +100 and +150 is 20, 0, 0 and 10', () => {
    expect(paid('0.1', ['200', '-150', '100', '150'])).toEqual(['20', '0', '0', '10']);
  });

  test('H14: 10 % of +120.5, −60.25, +10 and +80 is 12.05, 0, 0 and 2.975', () => {
    expect(paid('0.1', ['120.5', '-60.25', '10', '80'])).toEqual(['12.05', '0', '0', '2.975']);
  });

  test('nothing is due of a loss, and nothing is given back', () => {
    expect(paid('0.3', ['-10', '9', '1', '0.00000003'])).toEqual(['0', '0', '0', '0']);
    expect(paid('0.3', ['0.00000004'])).toEqual(['0.00000001']);
  });
});
