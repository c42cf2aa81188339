import { amount, toDecimal } from '@maru/engine/amount';
import { expect, test } from 'vitest';
import { filledReceipt, lossCutReceipt } from './fill-receipt-double.ts';
import { hindsightOf } from './hindsight.ts';

const after = { lows: ['25301', '25290.5'], highs: ['25350'], stopTicks: 10 };

test('the missing money is what the worst price took below the level, and one won more', () => {
  const { receipt } = lossCutReceipt();
  const seen = hindsightOf(receipt, after)!;
  expect(seen.worst).toBe('25290.5');
  // From 25,302.5 to 25,290.5: 12 points × 20 × 3 × 1,380 = 993,600 won below 323,500, against a level of 390,000.
  expect(seen.extra).toBe('1060101');
  const { equity } = receipt.forced!.losscut!;
  expect(amount(equity) + amount(seen.extra) - amount('993600')).toBe(amount('390001'));
});

test('fewer contracts lose less and have a lower level', () => {
  // Two contracts: 323,500 + 8,176,500 of loss that one of three contracts avoids, less 2/3 of the later loss.
  expect(hindsightOf(lossCutReceipt().receipt, after)?.contracts).toBe(2);
});

test('with other positions open, fewer contracts are compared with the whole level', () => {
  const { receipt } = lossCutReceipt();
  const forced = {
    ...receipt.forced!,
    fillIds: [1_952, 1_953],
    losscut: { ...receipt.forced!.losscut!, level: '2400000' },
  };
  const alone = { ...receipt, forced: { ...forced, fillIds: [1_952] } };
  const among = { ...receipt, forced };
  expect(hindsightOf(alone, after)?.contracts).toBe(2);
  expect(hindsightOf(among, after)?.contracts).toBe(1);
});

test('a stop-loss ends at the price of its ticks', () => {
  expect(hindsightOf(lossCutReceipt().receipt, after)?.stop).toEqual({
    price: '25398.75',
    ticks: 10,
    loss: '-207000',
  });
});

test('the price of the cut is where the equity fell to the level', () => {
  const { cutPrice } = hindsightOf(lossCutReceipt().receipt, after)!;
  expect(Number(cutPrice)).toBeGreaterThan(25_302.5);
  expect(Number(cutPrice)).toBeLessThan(25_304);
  expect(toDecimal(amount(cutPrice))).toBe(cutPrice);
});

test('hindsight is undefined for a fill that was no loss-cut', () => {
  expect(hindsightOf(filledReceipt().receipt, after)).toBeUndefined();
});
