import { describe, expect, test } from 'vitest';
import { type Amount, amount, price, qty, rate } from '../amount.ts';
import { entryAt } from '../entry.ts';
import { type ClosingFill, netIfClosed, netOfFill } from './net-profit.ts';

const UNIT = 1n as Amount;
const TERMS = { contract: 'HYBRID', feeRate: rate('0.0008') } as const;

const fill: ClosingFill = {
  closedQty: qty('2.5'),
  pnl: amount('-127.25'),
  funding: amount('0.784'),
  entryFee: amount('6.2724'),
  exitFee: amount('6.374'),
  liquidationFee: amount('0'),
  insured: amount('0'),
};

describe('the net profit of a coin future', () => {
  test('is the result of the prices and the funding, less the fees of both sides', () => {
    expect(netOfFill(fill)).toMatchObject({ gross: amount('-127.25'), net: amount('-139.1124') });
  });

  test('of a cross liquidation is less by what the insurance was paid', () => {
    const net = netOfFill({ ...fill, liquidationFee: amount('39.83875') });
    expect(net.net).toBe(amount('-178.95115'));
  });

  test('of an isolated liquidation is the whole margin and the fee of opening, however it was filled', () => {
    const margin = amount('156.81');
    for (const pnl of ['-127.25', '-170'].map((each) => amount(each))) {
      const left = margin + fill.funding + pnl - fill.exitFee;
      const insured = -left as Amount;
      expect(netOfFill({ ...fill, pnl, insured }).net).toBe(-margin - fill.entryFee);
    }
  });

  test('is nothing where nothing was closed', () => {
    expect(netOfFill({ ...fill, closedQty: qty('0') }).net).toBe(0n);
  });

  test('of an open position counts the fee that closing it takes', () => {
    const position = {
      side: 'LONG',
      qty: qty('0.1'),
      entry: entryAt(price('50000')),
      funding: amount('-0.5'),
      entryFee: amount('4'),
    } as const;
    expect(netIfClosed(position, price('50100'), TERMS, UNIT)).toEqual({
      gross: amount('10'),
      funding: amount('-0.5'),
      entryFee: amount('4'),
      exitFee: amount('4.008'),
      liquidationFee: 0n,
      insured: 0n,
      net: amount('1.492'),
    });
  });

  test('of an inverse contract is in coins', () => {
    const position = {
      side: 'SHORT',
      qty: qty('10000'),
      entry: entryAt(price('50000')),
      funding: amount('0'),
      entryFee: amount('0.00016'),
    } as const;
    const net = netIfClosed(position, price('40000'), { ...TERMS, contract: 'INVERSE' }, UNIT);
    expect(net).toMatchObject({ gross: amount('0.05'), exitFee: amount('0.0002'), net: amount('0.04964') });
  });
});
