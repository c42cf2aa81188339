import { isMultiple, qty, toDecimal } from '@maru/engine/amount';
import { expect, test } from 'vitest';
import { instruments } from './feed/instruments.ts';
import { futuresContracts } from './futures/contracts.ts';

test('every coin is a coin future, and every coin future a coin', () => {
  const coins = instruments.filter(({ kind }) => kind === 'CRYPTO').map(({ code }) => code);
  expect(futuresContracts.map(({ stock }) => stock).toSorted()).toEqual(coins.toSorted());
});

test('the price of a contract is written in what its name says', () => {
  for (const { stock, base } of futuresContracts)
    expect(`${base}${instruments.find(({ code }) => code === stock)?.currency}`).toBe(stock);
});

test('a quantity has at most three places, of a contract in dollars none', () => {
  for (const { contractType, qtyStep } of futuresContracts) {
    const step = contractType === 'INVERSE' ? qty('1') : qty('0.001');
    expect([toDecimal(qtyStep), isMultiple(qtyStep, step)]).toEqual([toDecimal(qtyStep), true]);
  }
});
