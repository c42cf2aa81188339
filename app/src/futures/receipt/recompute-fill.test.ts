import type { FuturesReceipt } from '@maru/contract/futures/receipt';
import { expect, test } from 'vitest';
import { liquidated, MINUTE, record } from '../../futures-receipt-double.ts';
import { verifiedOutside } from './outside-double.ts';
import { recomputeFill } from './recompute-fill.ts';

const wrongIn = (receipt: FuturesReceipt): readonly string[] => {
  const verdict = recomputeFill(receipt, record);
  return verdict.kind === 'judged'
    ? verdict.checks.filter(({ isSame }) => !isSame).map(({ key }) => key)
    : [verdict.kind];
};

test('a liquidation is computed again from its receipt and the recorded minute alone', () => {
  expect(wrongIn(liquidated())).toEqual([]);
});

test('a wrong price, result, fee or net is found', () => {
  expect(wrongIn(liquidated({ price: '3187.2' }))).toEqual(['price', 'pnl', 'fee']);
  expect(wrongIn(liquidated({ pnl: '-127.24999999' }))).toEqual(['pnl', 'net']);
  expect(wrongIn(liquidated({ fee: '6.3743' }))).toEqual(['fee']);
  expect(wrongIn(liquidated({ net: '-163.0823' }))).toEqual(['net']);
});

test('a liquidation of a position that still had its maintenance margin is found', () => {
  const receipt = liquidated();
  const liquidation = { ...receipt.liquidation!, cash: '157.81', balance: '32.844' };
  expect(wrongIn({ ...receipt, liquidation })).toEqual(['liquidation']);
});

test('a mark that is not in the record is found', () => {
  const receipt = liquidated();
  expect(wrongIn({ ...receipt, tick: { ...receipt.tick, mark: '3186.6' } })).toEqual(['tick']);
});

test('the level of a trailing stop follows from its furthest price', () => {
  const receipt = liquidated({ marketType: 'TRAILINGSTOP' });
  const trailing = {
    callbackRate: '0.01',
    activationPrice: null,
    extremePrice: '3150',
    extremeMillis: MINUTE,
    extremeSeq: 1,
  };
  const condition = { level: '3181.5', fires: 'AT_OR_ABOVE', by: 'mark' } as const;
  expect(wrongIn({ ...receipt, liquidation: null, trailing, condition })).toEqual([]);
  const other = { ...condition, level: '3181.4' };
  expect(wrongIn({ ...receipt, liquidation: null, trailing, condition: other })).toEqual(['trailing']);
});

test('a minute that is not sealed yet cannot be judged', () => {
  expect(recomputeFill(liquidated(), { ...record, complete: false })).toEqual({ kind: 'unsealed' });
});

test('the program outside the app agrees, and finds a changed figure', () => {
  expect(verifiedOutside(liquidated(), record)).toMatchObject({ status: 0 });
  expect(verifiedOutside(liquidated({ fee: '6.3741' }), record)).toMatchObject({ status: 1 });
  expect(verifiedOutside(liquidated({ pnl: '-127.2' }), record)).toMatchObject({ status: 1 });
});
