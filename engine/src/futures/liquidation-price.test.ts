import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Amount, amount, divide, type Price, price, qty, rate, toDecimal } from '../amount.ts';
import { entryAt } from '../entry.ts';
import { bankruptcyPrice, firstShortMark, type Ground, isShort, WHOLE } from './liquidation-price.ts';
import type { Contract, OrderSide } from './terms.ts';
import { tiersOf } from './tiers.ts';
import { fineOf } from './value.ts';

const table = (rows: readonly (readonly [cap: string, mmr: string])[]) =>
  tiersOf(
    rows.map(([cap, mmr], place) => ({
      cap: amount(cap),
      leverageMost: 200 - place,
      maintenance: rate(mmr),
    })),
  );
const BTC = table([
  ['50000', '0.004'],
  ['250000', '0.005'],
  ['1000000', '0.01'],
  ['10000000', '0.025'],
  ['20000000', '0.05'],
  ['50000000', '0.1'],
]);
const COIN = table([
  ['5', '0.004'],
  ['10', '0.005'],
  ['20', '0.01'],
  ['50', '0.025'],
  ['100', '0.05'],
  ['200', '0.1'],
  ['400', '0.125'],
]);
const ground = (contract: Contract, tick: string, tiers = contract === 'INVERSE' ? COIN : BTC): Ground => ({
  contract,
  tiers,
  tickSize: price(tick),
});
const held = (side: OrderSide, size: string, entry: string) => ({
  side,
  qty: qty(size),
  entry: entryAt(price(entry)),
});
const level = (of: ReturnType<typeof held>, base: string, on: Ground, share = WHOLE) => {
  const mark = firstShortMark(of, { base: fineOf(amount(base)), share }, on);
  return mark === undefined ? undefined : toDecimal(mark);
};
/** One rate and no tiers, as most published examples have it. */
const flat = (mmr: string) => table([['900000000', mmr]]);

describe('published examples', () => {
  // The tick is one unit: cut there, where the published figures are rounded half up.
  const exact = (contract: Contract, tiers: Ground['tiers']) => ground(contract, '0.00000001', tiers);

  test('C01, C02, C04: linear long, isolated and beside another position', () => {
    const ten = tiersOf([{ cap: amount('900000000'), leverageMost: 1, maintenance: rate('0.1') }]).map(
      (tier) => ({
        ...tier,
        deduction: amount('135365'),
      }),
    );
    expect(level(held('LONG', '3683.979', '1456.84'), '1535443.01', exact('LINEAR', ten))).toBe(
      '1114.78496374',
    );
    const two = flat('0.025').map((tier) => ({ ...tier, deduction: amount('16300') }));
    const long = held('LONG', '109.488', '32481.98');
    expect(level(long, '1535443.01', exact('LINEAR', two))).toBe('18778.72593217');
    const beside = toDecimal(amount('1535443.01') - amount('356512.508') - amount('448192.89'));
    expect(level(long, beside, exact('LINEAR', two))).toBe('26316.8933089');
  });

  test('C05: inverse long, cross, on a tick of 0.1', () => {
    const tiers = flat('0.125').map((tier) => ({ ...tier, deduction: amount('11.605') }));
    expect(level(held('LONG', '10000000', '45000'), '101', ground('INVERSE', '0.1', tiers))).toBe('33599.4');
    // The whole table, with its own deductions, leads to the same.
    expect(level(held('LONG', '10000000', '45000'), '101', ground('INVERSE', '0.1'))).toBe('33599.4');
  });

  test('C07: bankruptcy of an inverse cross position', () => {
    // The published figure reserves the closing fee of 0.075 %: 0.5 − 10,000 × 0.00075 / 5718.57.
    const left = fineOf(amount('0.49868848'));
    const at = bankruptcyPrice(held('LONG', '10000', '8000'), left, ground('INVERSE', '0.5'))!;
    expect(toDecimal(divide(at, 1_000_000n, 'half-up') * 1_000_000n)).toBe('5718.57');
  });

  test('C08, C10, C11, C13, C14: ours, with maintenance at the liquidation price and no fee', () => {
    expect(level(held('LONG', '10000', '8000'), '0.5', ground('INVERSE', '0.5', flat('0.005')))).toBe(
      '5742.5',
    );
    const short = held('SHORT', '2000', '2000');
    expect(level(short, '0.1', exact('INVERSE', flat('0.005')))).toBe('2211.11111112');
    expect(level(held('LONG', '1', '20000'), '400', exact('LINEAR', flat('0.005')))).toBe('19698.49246231');
    expect(level(held('SHORT', '1', '8000'), '200', exact('LINEAR', flat('0.005')))).toBe('8159.2039801');
  });
});

describe('ours', () => {
  const c17 = held('LONG', '0.5', '60000');

  test('C17, C20, C26: an isolated long, with more margin, and where it is warned', () => {
    expect(level(c17, '1500', ground('LINEAR', '0.1'))).toBe('57228.9');
    expect(level(c17, '2000', ground('LINEAR', '0.1'))).toBe('56224.8');
    expect(level(c17, '1500', ground('LINEAR', '0.1'), rate('0.8'))).toBe('57286.4');
  });

  test('C19: the tier must hold at the liquidation price', () => {
    expect(level(held('LONG', '4.2', '60000'), '5040', ground('LINEAR', '0.1'))).toBe('59083.5');
  });

  test('C22: inverse, both sides', () => {
    expect(level(held('LONG', '100000', '60000'), '0.08333334', ground('INVERSE', '0.1'))).toBe('57371.4');
    expect(level(held('SHORT', '100000', '60000'), '0.08333334', ground('INVERSE', '0.1'))).toBe('62905.3');
  });

  test('C23: none for an inverse short and a linear long without leverage', () => {
    expect(level(held('SHORT', '60000', '60000'), '1', ground('INVERSE', '0.1'))).toBeUndefined();
    expect(level(held('LONG', '1', '60000'), '60000', ground('LINEAR', '0.1'))).toBeUndefined();
  });

  test('the bankruptcy price is where the margin is gone, rounded against the player', () => {
    const at = bankruptcyPrice(c17, fineOf(amount('1500')), ground('LINEAR', '0.1'));
    expect(toDecimal(at!)).toBe('57000');
  });
});

test('the shown price is exactly the first mark that is short, for every contract, side and tier', () => {
  const sizes = fc.bigInt({ min: 1n, max: 2_000_000n });
  const entries = fc.bigInt({ min: 10_000n, max: 1_000_000n });
  fc.assert(
    fc.property(
      fc.constantFrom<Contract>('LINEAR', 'HYBRID', 'INVERSE'),
      fc.constantFrom<OrderSide>('LONG', 'SHORT'),
      sizes,
      entries,
      fc.integer({ min: 1, max: 125 }),
      fc.constantFrom(WHOLE, rate('0.8')),
      (contract, side, size, entry, leverage, share) => {
        const on = ground(contract, '0.1');
        const isInverse = contract === 'INVERSE';
        // Sizes from 0.001 coins or one dollar, entries on the tick.
        const position = {
          side,
          qty: (size * (isInverse ? 100_000_000n : 100_000n)) as ReturnType<typeof qty>,
          entry: entryAt((entry * 10_000_000n) as Price),
        };
        const value = isInverse
          ? divide(position.qty * 10n ** 8n, position.entry.sum, 'up')
          : divide(position.qty * position.entry.sum, 10n ** 8n, 'up');
        const backing = { base: fineOf(divide(value, BigInt(leverage), 'up') as Amount), share };
        const mark = firstShortMark(position, backing, on);
        const away = side === 'LONG' ? -on.tickSize : on.tickSize;
        const short = (at: bigint) => isShort(position, at as Price, backing, on);
        if (mark === undefined) {
          expect(side === 'SHORT' && !isInverse).toBe(false);
          return;
        }
        expect(short(mark)).toBe(true);
        expect(short(mark - away)).toBe(false);
        if (mark + away > 0n) expect(short(mark + away)).toBe(true);
      },
    ),
    { numRuns: 400 },
  );
});
