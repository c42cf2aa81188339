import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Amount, amount, divide, price, qty, rate, toDecimal } from '../amount.ts';
import { type Entry, entryAt, harmonicMeanOf, meanOf } from '../entry.ts';
import { judgeIsolated, markPosition, shownPoint, withdrawable } from './standing.ts';
import type { Contract, OrderSide } from './terms.ts';
import { tiersOf } from './tiers.ts';
import {
  coinPnlOf,
  feeOf,
  fineMaintenance,
  fineOf,
  fineRateOf,
  fundingPayment,
  initialMargin,
  pnlOf,
  priceAtRoe,
  requiredMargin,
  roeOf,
  shareOf,
  toMoney,
  valueAtEntry,
  valueAtPrice,
} from './value.ts';

const UNIT = 1n as Amount;
const held = (side: OrderSide, size: string, entry: string) => ({
  side,
  qty: qty(size),
  entry: entryAt(price(entry)),
});
const pnl = (contract: Contract, of: ReturnType<typeof held>, at: string) =>
  toDecimal(pnlOf(of, price(at), { contract }, UNIT));
const roe = (contract: Contract, of: ReturnType<typeof held>, leverage: number, at: string) =>
  toDecimal(roeOf({ ...of, leverage }, price(at), { contract }) * 100n);
const fee = (contract: Contract, size: string, at: string, feeRate = '0.0008') =>
  toDecimal(feeOf(qty(size), price(at), { contract, rate: rate(feeRate) }, UNIT));

describe('profit and return of the published examples', () => {
  test('A01, A02, A05, A07: inverse contracts', () => {
    const value = valueAtPrice(qty('15000'), price('750'), { contract: 'INVERSE' }, 'down');
    expect(toMoney(value, UNIT, 'down')).toBe(amount('20'));
    expect(pnl('INVERSE', held('LONG', '15000', '750'), '800')).toBe('1.25');
    expect(pnl('INVERSE', held('LONG', '1000', '5000'), '5500')).toBe('0.01818181');
    expect(pnl('INVERSE', held('LONG', '10000', '2500'), '2800')).toBe('0.42857142');
  });

  test('A08, A14, A16: linear contracts', () => {
    expect(pnl('LINEAR', held('LONG', '5', '35000'), '40000')).toBe('25000');
    expect(pnl('LINEAR', held('LONG', '0.2', '7000'), '7500')).toBe('100');
    expect(roe('LINEAR', held('LONG', '0.2', '7000'), 10, '7500')).toBe('71.42');
  });

  test('A10: an inverse result paid in USDT is the linear one; the coin figure is for showing', () => {
    const short = held('SHORT', '0.2', '50000');
    expect(pnl('HYBRID', short, '45000')).toBe('1000');
    expect(toDecimal(coinPnlOf(short, price('45000')))).toBe('0.02222222');
  });

  test('A20, A25, A26: a round trip, a part of it, and a flip, with their fees', () => {
    const long = held('LONG', '0.5', '60000');
    expect(pnl('LINEAR', long, '61250.5')).toBe('625.25');
    expect([fee('LINEAR', '0.5', '60000'), fee('LINEAR', '0.5', '61250.5')]).toEqual(['24', '24.5002']);
    expect(roe('LINEAR', long, 20, '61250.5')).toBe('41.68');
    expect(pnl('LINEAR', held('LONG', '0.2', '60000'), '61000')).toBe('200');
    expect(toDecimal(shareOf(amount('1500'), { part: qty('0.2'), of: qty('0.5') }, UNIT))).toBe('600');
    expect(fee('LINEAR', '0.2', '61000')).toBe('9.76');
    expect(pnl('LINEAR', held('LONG', '0.3', '60000'), '60300')).toBe('90');
    expect([fee('LINEAR', '0.3', '60300'), fee('LINEAR', '0.2', '60300')]).toEqual(['14.472', '9.648']);
  });

  test('A22, A23: a profit is cut, a loss rounded away from zero', () => {
    expect(pnl('INVERSE', held('LONG', '100000', '60000'), '61250.5')).toBe('0.03402693');
    expect(pnl('INVERSE', held('SHORT', '100000', '60000'), '61250.5')).toBe('-0.03402694');
    expect(roe('INVERSE', held('LONG', '100000', '60000'), 20, '61250.5')).toBe('40.83');
    expect(roe('INVERSE', held('SHORT', '100000', '60000'), 20, '61250.5')).toBe('-40.84');
  });
});

describe('margins and fees', () => {
  const margin = (contract: Contract, size: string, at: string, leverage: number) =>
    toDecimal(initialMargin(qty(size), price(at), leverage, { contract }, UNIT));

  test('B01, B17, B19: margin over leverage, rounded up', () => {
    expect(margin('LINEAR', '1', '9253.30', 20)).toBe('462.665');
    expect(margin('LINEAR', '0.5', '60000', 20)).toBe('1500');
    expect(fee('LINEAR', '0.5', '60000')).toBe('24');
    expect(margin('LINEAR', '0.5', '60000', 50)).toBe('600');
    expect(margin('INVERSE', '100000', '60000', 20)).toBe('0.08333334');
  });

  test('B04, B05: the parts of an order cost', () => {
    expect([margin('LINEAR', '1', '50000', 10), fee('LINEAR', '1', '50000', '0.00055')]).toEqual([
      '5000',
      '27.5',
    ]);
    expect([margin('INVERSE', '10000', '2000', 25), fee('INVERSE', '10000', '2000', '0.00055')]).toEqual([
      '0.2',
      '0.00275',
    ]);
  });

  const maintenance = (contract: Contract, size: string, at: string, rows: readonly [string, string][]) => {
    const tiers = tiersOf(
      rows.map(([cap, mmr], place) => ({
        cap: amount(cap),
        leverageMost: 100 - place,
        maintenance: rate(mmr),
      })),
    );
    return toDecimal(toMoney(fineMaintenance(qty(size), price(at), { contract, tiers }), UNIT, 'up'));
  };

  test('B07, B10, B14, B16: maintenance margin by slices', () => {
    expect(
      maintenance('INVERSE', '10000', '400', [
        ['10', '0.01'],
        ['20', '0.02'],
        ['30', '0.03'],
      ]),
    ).toBe('0.45');
    expect(maintenance('INVERSE', '10000', '25000', [['5', '0.004']])).toBe('0.0016');
    const usdm: [string, string][] = [
      ['50000', '0.004'],
      ['250000', '0.005'],
      ['1000000', '0.01'],
      ['10000000', '0.025'],
    ];
    // 3,500,032.45776 × 2.5 % − 16,300; the published figure is cut at five places.
    expect(maintenance('LINEAR', '109.488', '31967.27', usdm)).toBe('71200.811444');
    const slices: [string, string][] = [
      ['1000', '0.02'],
      ['2000', '0.025'],
      ['3000', '0.03'],
      ['4000', '0.035'],
      ['5000', '0.04'],
    ];
    expect(maintenance('LINEAR', '100', '35', slices)).toBe('92.5');
  });

  test('an inverse fee that is a whole number of units is not rounded up by the places of its value', () => {
    expect(fee('INVERSE', '1', '3', '0.0003')).toBe('0.0001');
    expect(fee('INVERSE', '7', '9', '0.00000009')).toBe('0.00000007');
    expect(fee('INVERSE', '7', '9', '0.0000001')).toBe('0.00000008');
  });

  test('the maintenance margin of an inverse contract is rounded once', () => {
    const tiers = tiersOf([{ cap: amount('100'), leverageMost: 10, maintenance: rate('0.03') }]);
    const terms = { contract: 'INVERSE', tiers } as const;
    expect(fineMaintenance(qty('1'), price('3'), terms)).toBe(fineOf(amount('0.01')));
  });

  test('A19: balance and margin of one position add up', () => {
    const tiers = tiersOf([{ cap: amount('100'), leverageMost: 1, maintenance: rate('0.01') }]);
    const terms = { contract: 'LINEAR', tiers } as never;
    const position = { ...held('LONG', '100', '0.0065'), margin: amount('10'), funding: 0n } as never;
    const marked = markPosition(position, { terms, quote: { mark: price('0.0087') } as never });
    expect(toMoney(marked.pnl, UNIT, 'down')).toBe(amount('0.22'));
    expect(toMoney(judgeIsolated(marked).balance, UNIT, 'down')).toBe(amount('10.22'));
    const required = requiredMargin({ ...held('LONG', '100', '0.0087'), leverage: 1 }, terms, UNIT);
    expect(required).toBe(amount('0.87'));
  });
});

describe('funding', () => {
  const paid = (side: OrderSide, contract: Contract, size: string, mark: string, of: string) =>
    toDecimal(
      fundingPayment({ side, qty: qty(size) }, { rate: rate(of), mark: price(mark) }, { contract }, UNIT),
    );

  test('D01, D02, D04, D07: long pays when the rate is above zero', () => {
    expect(paid('LONG', 'INVERSE', '15000', '750', '0.0025')).toBe('-0.05');
    expect(paid('LONG', 'LINEAR', '10', '16000', '0.000001')).toBe('-0.16');
    expect(paid('LONG', 'LINEAR', '1', '20000', '0.0001')).toBe('-2');
    expect(paid('LONG', 'LINEAR', '0.5', '60500', '0.0001')).toBe('-3.025');
    expect(paid('SHORT', 'LINEAR', '0.5', '60500', '0.0001')).toBe('3.025');
  });

  test('a charge is rounded away from zero, a credit toward it', () => {
    expect(paid('LONG', 'LINEAR', '0.001', '0.00001', '0.0001')).toBe('-0.00000001');
    expect(paid('SHORT', 'LINEAR', '0.001', '0.00001', '0.0001')).toBe('0');
  });
});

describe('the price of a return', () => {
  test('is the price at which the return is reached', () => {
    const long = { ...held('LONG', '1', '60000'), leverage: 20 };
    expect(toDecimal(priceAtRoe(long, rate('0.5'), { contract: 'LINEAR' }, 'up')!)).toBe('61500');
    const short = { ...held('SHORT', '1', '60000'), leverage: 20 };
    expect(toDecimal(priceAtRoe(short, rate('0.5'), { contract: 'LINEAR' }, 'down')!)).toBe('58500');
    expect(
      roeOf(long, priceAtRoe(long, rate('0.4'), { contract: 'INVERSE' }, 'up')!, { contract: 'INVERSE' }),
    ).toBe(rate('0.4'));
  });

  test('has no price where an inverse contract cannot reach it', () => {
    const long = { ...held('LONG', '1', '60000'), leverage: 1 };
    expect(priceAtRoe(long, rate('1'), { contract: 'INVERSE' }, 'up')).toBeUndefined();
  });
});

describe('properties', () => {
  const units = (least: number, most: number) => fc.bigInt({ min: BigInt(least), max: BigInt(most) });
  const prices = units(1_000, 1e14).map((each) => each as ReturnType<typeof price>);
  const sizes = units(100_000, 1e13).map((each) => each as ReturnType<typeof qty>);
  const sides = fc.constantFrom<OrderSide>('LONG', 'SHORT');

  test('a round trip at one price never gains, and its fees are never negative', () => {
    fc.assert(
      fc.property(
        sides,
        sizes,
        prices,
        fc.constantFrom<Contract>('LINEAR', 'HYBRID', 'INVERSE'),
        (side, size, at, contract) => {
          const gained = pnlOf({ side, qty: size, entry: entryAt(at) }, at, { contract }, UNIT);
          const paid = feeOf(size, at, { contract, rate: rate('0.0008') }, UNIT);
          expect(gained).toBe(0n);
          expect(paid).toBeGreaterThan(0n);
        },
      ),
    );
  });

  test('margins and fees are what rounding up after every step of the rule makes of them', () => {
    const inputs = fc.record({
      size: sizes,
      at: prices,
      over: fc.bigInt({ min: 1n, max: 10n ** 20n }),
      leverage: fc.integer({ min: 1, max: 125 }),
      contract: fc.constantFrom<Contract>('LINEAR', 'HYBRID', 'INVERSE'),
      unit: fc.constantFrom(UNIT, 100n as Amount, (10n ** 8n) as Amount),
      feeRate: units(1, 1e6).map((each) => each as ReturnType<typeof rate>),
    });
    fc.assert(
      fc.property(inputs, ({ size, at, over, leverage, contract, unit, feeRate }) => {
        const entry: Entry = { sum: at, over };
        const margin = divide(valueAtPrice(size, at, { contract }, 'up'), BigInt(leverage), 'up');
        expect(initialMargin(size, at, leverage, { contract }, unit)).toBe(toMoney(margin, unit, 'up'));
        const required = divide(valueAtEntry(size, entry, { contract }, 'up'), BigInt(leverage), 'up');
        const held = { side: 'LONG', qty: size, entry, leverage } as const;
        expect(requiredMargin(held, { contract }, unit)).toBe(toMoney(required, unit, 'up'));
        const fine = fineRateOf(size, at, { contract }, feeRate);
        expect(feeOf(size, at, { contract, rate: feeRate }, unit)).toBe(toMoney(fine, unit, 'up'));
      }),
    );
  });

  test('what both sides of a trade gain together is never above zero and at least minus one unit', () => {
    fc.assert(
      fc.property(
        sizes,
        prices,
        prices,
        fc.constantFrom<Contract>('LINEAR', 'INVERSE'),
        (size, from, to, contract) => {
          const entry = entryAt(from);
          const both =
            pnlOf({ side: 'LONG', qty: size, entry }, to, { contract }, UNIT) +
            pnlOf({ side: 'SHORT', qty: size, entry }, to, { contract }, UNIT);
          expect(both === 0n || both === -1n).toBe(true);
        },
      ),
    );
  });

  test('A24: an inverse contract settled at its exit price is the linear contract of the same size', () => {
    fc.assert(
      fc.property(
        sides,
        fc.array(fc.tuple(sizes, prices), { minLength: 1, maxLength: 6 }),
        prices,
        (side, fills, exit) => {
          // The hybrid is entered in notional N = q × p; its mean is sum(N) / sum(N / p) = sum(q × p) / sum(q).
          let linear: Entry | undefined;
          let inverse: Entry | undefined;
          let [coins, dollars] = [0n, 0n];
          for (const [size, at] of fills) {
            const notional = size * at;
            linear =
              linear === undefined ? entryAt(at) : meanOf(linear, { held: coins, added: size, price: at });
            inverse =
              inverse === undefined
                ? entryAt(at)
                : harmonicMeanOf(inverse, { held: dollars, added: notional, price: at });
            coins += size;
            dollars += notional;
          }
          expect(linear!.sum * inverse!.over).toBe(inverse!.sum * linear!.over);
          const position = { side, qty: coins as ReturnType<typeof qty>, entry: linear! };
          const asInverse = pnlOf(
            { side, qty: dollars as ReturnType<typeof qty>, entry: inverse! },
            exit,
            { contract: 'INVERSE' },
            UNIT,
          );
          const asLinear = pnlOf(position, exit, { contract: 'HYBRID' }, UNIT);
          // dollars are in units of 1e-16 here, so the coins come out 1e8 times as large; one unit of it is rounding.
          const back = (asInverse * exit) / 10n ** 16n;
          const apart = back > asLinear ? back - asLinear : asLinear - back;
          expect(apart).toBeLessThanOrEqual(exit / 10n ** 16n + 1n);
        },
      ),
    );
  });

  test('the parts of a whole add up to it, also of what is owed', () => {
    fc.assert(
      fc.property(
        units(-1e12, 1e12),
        fc.array(units(1, 1e9), { minLength: 1, maxLength: 8 }),
        (whole, parts) => {
          let left = parts.reduce((sum, each) => sum + each, 0n);
          let rest = whole as Amount;
          for (const part of parts) {
            const share = shareOf(rest, { part, of: left } as never, UNIT);
            rest = (rest - share) as Amount;
            left -= part;
          }
          expect(rest).toBe(0n);
        },
      ),
    );
  });
});

describe('the wallet', () => {
  test('I02: is shown with its open profit and accrued funding, and never below nothing', () => {
    const point = (playerPoint: string, markPnl: string) =>
      shownPoint({
        playerPoint: amount(playerPoint),
        minusFundingFee: amount('-3.025'),
        markPnl: amount(markPnl),
      });
    expect(point('1000', '250.5')).toBe(amount('1247.475'));
    expect(point('1000', '-1000')).toBe(0n);
  });

  test('I08: unrealised profit never leaves, and what is open keeps its margin', () => {
    const terms = { contract: 'LINEAR' } as never;
    // A margin of 900: 0.3 BTC at 60,000 with 20×, and an order that holds 50 back.
    const position = { ...held('LONG', '0.3', '60000'), leverage: 20, wallet: 'FUTURES', instrument: 1 };
    const order = {
      instrument: 2,
      wallet: 'FUTURES',
      side: 'LONG',
      qty: qty('1'),
      reduceOnly: false,
      cost: amount('50'),
    };
    const facts = {
      wallet: 'FUTURES',
      free: amount('1000'),
      unit: UNIT,
      positions: new Map([[1, position]]),
      orders: new Map([[1, order]]),
    } as never;
    const account = {
      marked: [{ position, terms }],
      cash: amount('1000'),
      pnl: fineOf(amount('400')),
      funding: amount('-2'),
      equity: fineOf(amount('1398')),
      maintenance: fineOf(amount('10')),
    } as never;
    expect(withdrawable(facts, account)).toBe(amount('448'));
  });
});
