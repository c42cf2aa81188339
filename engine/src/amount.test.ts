import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  amount,
  divide,
  isMultiple,
  larger,
  minus,
  negate,
  ONE,
  parseUnits,
  plus,
  portion,
  price,
  priceGap,
  priceShift,
  qty,
  type Rounding,
  rate,
  smaller,
  storedUnits,
  sum,
  toDecimal,
  toPlaces,
} from './amount.ts';

const LARGEST = 2n ** 63n - 1n;
const roundings = fc.constantFrom<Rounding>('down', 'up', 'half-up', 'half-even');
const units = fc.bigInt({ min: -LARGEST, max: LARGEST });

describe('a text that is not a plain decimal is not read', () => {
  test.each([
    ['an exponent', '1e3'],
    ['a hexadecimal', '0x10'],
    ['full-width digits', '１００'],
    ['Arabic digits', '١٢٣'],
    ['a comma', '1,000'],
    ['a decimal comma', '1,5'],
    ['an underscore', '1_000'],
    ['a space before', ' 1'],
    ['a space after', '1 '],
    ['a line end', '1\n'],
    ['a plus', '+1'],
    ['two signs', '--1'],
    ['a sign alone', '-'],
    ['a minus that is no hyphen', '−1'],
    ['a zero before', '01'],
    ['two zeros', '00'],
    ['nothing before the point', '.5'],
    ['nothing after the point', '1.'],
    ['two points', '1.2.3'],
    ['a ninth place', '0.000000001'],
    ['a ninth place that is zero', '1.000000000'],
    ['nothing', ''],
    ['a word', 'NaN'],
    ['a large word', 'Infinity'],
    ['the suffix of a bigint', '1n'],
    ['a million digits', '9'.repeat(1_000_000)],
  ])('%s', (_, text) => {
    expect(parseUnits(text)).toBeUndefined();
    expect(() => amount(text)).toThrow('not a decimal');
  });
});

test.each([
  ['2^63 units', '92233720368.54775808'],
  ['-2^63 units', '-92233720368.54775808'],
  ['more digits than anybody enters', '0'.padStart(33, '9')],
])('%s cannot be entered', (_, text) => {
  expect(parseUnits(text)).toBeUndefined();
});

test.each([
  ['2^63 units', '92233720368.54775808', 2n ** 63n],
  ['-2^63 units', '-92233720368.54775808', -(2n ** 63n)],
  ['the largest figure of a table', `${'9'.repeat(30)}.99999999`, 10n ** 38n - 1n],
  ['the smallest figure of a table', `-${'9'.repeat(30)}.99999999`, 1n - 10n ** 38n],
])('%s is read as a stored figure', (_, text, expected) => {
  expect(amount(text)).toBe(expected);
  expect(storedUnits(toDecimal(expected))).toBe(expected);
});

test.each([
  ['0', 0n],
  ['1', ONE],
  ['0.00000001', 1n],
  ['-0.00000001', -1n],
  ['1.50', 150_000_000n],
  ['92233720368.54775807', LARGEST],
  ['-92233720368.54775807', -LARGEST],
])('%s is read exactly', (text, expected) => {
  expect(parseUnits(text)).toBe(expected);
});

test('minus zero is zero and is never shown with its sign', () => {
  for (const text of ['-0', '-0.0', '-0.00000000']) {
    expect(parseUnits(text)).toBe(0n);
    expect(toDecimal(amount(text))).toBe('0');
  }
});

test('every amount is shown as a text that is read back as the same amount', () => {
  fc.assert(fc.property(units, (each) => parseUnits(toDecimal(each)) === each));
});

test('figures of every length are read digit by digit, short ones as long ones', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^(0|[1-9]\d{0,9})$/),
      fc.stringMatching(/^\d{0,8}$/),
      fc.constantFrom('', '-'),
      (whole, fraction, sign) => {
        const text = sign + whole + (fraction === '' ? '' : `.${fraction}`);
        const units = BigInt(whole + fraction.padEnd(8, '0'));
        expect(parseUnits(text)).toBe(sign === '-' ? -units : units);
        for (const wrong of [`0${text}`, `${text}.`, `${text}e1`, `${text} `, `.${fraction}`])
          if (/^-?\d+$/.test(text) || wrong !== `0${text}`) expect(parseUnits(wrong)).toBeUndefined();
      },
    ),
  );
});

test('a text that is read is shown in its shortest form', () => {
  const texts = fc.tuple(
    fc.boolean(),
    fc.bigInt({ min: 0n, max: 9_999_999_999n }),
    fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 8 }),
  );
  fc.assert(
    fc.property(texts, ([negative, whole, fraction]) => {
      const places = fraction.replace(/0+$/, '');
      const exact = places === '' ? `${whole}` : `${whole}.${places}`;
      const sign = negative && exact !== '0' ? '-' : '';
      expect(toDecimal(parseUnits(`${negative ? '-' : ''}${whole}.${fraction}`)!)).toBe(`${sign}${exact}`);
    }),
  );
});

describe('every rounding agrees with the exact fraction', () => {
  const fractions = fc.tuple(
    fc.bigInt({ min: -(2n ** 130n), max: 2n ** 130n }),
    fc.oneof(fc.bigInt({ min: 1n, max: 20n }), fc.bigInt({ min: 1n, max: 2n ** 70n })),
  );
  // Small fractions make the ties that large ones never hit.
  const small = fc.tuple(fc.bigInt({ min: -50n, max: 50n }), fc.bigInt({ min: 1n, max: 10n }));
  const any = fc.oneof(fractions, small);

  test('down is the whole number just at or below', () => {
    fc.assert(
      fc.property(any, ([n, d]) => {
        const q = divide(n, d, 'down');
        expect(q * d <= n && n < (q + 1n) * d).toBe(true);
      }),
    );
  });

  test('up is the whole number just at or above', () => {
    fc.assert(
      fc.property(any, ([n, d]) => {
        const q = divide(n, d, 'up');
        expect((q - 1n) * d < n && n <= q * d).toBe(true);
      }),
    );
  });

  test('half-up is the nearest, and a tie goes toward plus infinity', () => {
    fc.assert(
      fc.property(any, ([n, d]) => {
        const past = 2n * (divide(n, d, 'half-up') * d - n);
        expect(-d < past && past <= d).toBe(true);
      }),
    );
  });

  test('half-even is the nearest, and a tie goes to the even neighbour', () => {
    fc.assert(
      fc.property(any, ([n, d]) => {
        const q = divide(n, d, 'half-even');
        const past = 2n * (q * d - n);
        expect(-d <= past && past <= d).toBe(true);
        if (past === d || past === -d) expect(q % 2n).toBe(0n);
      }),
    );
  });

  test('up and down differ by one unit, or not at all when the fraction is whole', () => {
    fc.assert(
      fc.property(any, ([n, d]) => {
        expect(divide(n, d, 'up') - divide(n, d, 'down')).toBe(n % d === 0n ? 0n : 1n);
      }),
    );
  });

  test('the numerator or the denominator may be negative, with the same result', () => {
    fc.assert(
      fc.property(any, roundings, ([n, d], rounding) => {
        expect(divide(-n, -d, rounding)).toBe(divide(n, d, rounding));
        expect(divide(n, -d, rounding)).toBe(divide(-n, d, rounding));
      }),
    );
  });

  test('rounding a charge up and a payment down are mirror images', () => {
    fc.assert(fc.property(any, ([n, d]) => divide(-n, d, 'down') === -divide(n, d, 'up')));
  });
});

test.each([
  [7n, 2n, { down: 3n, up: 4n, 'half-up': 4n, 'half-even': 4n }],
  [5n, 2n, { down: 2n, up: 3n, 'half-up': 3n, 'half-even': 2n }],
  [-5n, 2n, { down: -3n, up: -2n, 'half-up': -2n, 'half-even': -2n }],
  [-7n, 2n, { down: -4n, up: -3n, 'half-up': -3n, 'half-even': -4n }],
  [5n, -2n, { down: -3n, up: -2n, 'half-up': -2n, 'half-even': -2n }],
  [-1n, 3n, { down: -1n, up: 0n, 'half-up': 0n, 'half-even': 0n }],
  [-2n, 3n, { down: -1n, up: 0n, 'half-up': -1n, 'half-even': -1n }],
  [-6n, 3n, { down: -2n, up: -2n, 'half-up': -2n, 'half-even': -2n }],
] as const)('%s / %s is rounded as expected in every mode', (n, d, expected) => {
  for (const [rounding, whole] of Object.entries(expected)) {
    expect(divide(n, d, rounding as Rounding)).toBe(whole);
  }
});

test('dividing by zero is a bug', () => {
  expect(() => divide(1n, 0n, 'down')).toThrow('division by zero');
});

test('rounding to places lands on the grid, less than one step away, and a second time changes nothing', () => {
  fc.assert(
    fc.property(units, fc.integer({ min: 0, max: 8 }), roundings, (each, places, rounding) => {
      const step = 10n ** BigInt(8 - places);
      const rounded = toPlaces(each, places, rounding);
      expect(isMultiple(rounded, step)).toBe(true);
      expect(rounded - each < step && each - rounded < step).toBe(true);
      expect(toPlaces(rounded, places, rounding)).toBe(rounded);
    }),
  );
});

test('rounding to nine places or to minus one is a bug', () => {
  expect(() => toPlaces(amount('1'), 9, 'down')).toThrow('places');
  expect(() => toPlaces(amount('1'), -1, 'down')).toThrow('places');
});

test('a negative price can be a multiple of the tick, and nothing is a multiple of a step of zero', () => {
  expect(isMultiple(price('-37.63'), price('0.01'))).toBe(true);
  expect(isMultiple(price('-37.635'), price('0.01'))).toBe(false);
  expect(isMultiple(price('0'), price('0.01'))).toBe(true);
  expect(isMultiple(price('1'), 0n)).toBe(false);
});

test('a fee in two parts is never smaller than the fee on the whole', () => {
  const money = fc.bigInt({ min: 0n, max: 10n ** 17n }).map((each) => amount(toDecimal(each)));
  fc.assert(
    fc.property(money, money, fc.bigInt({ min: 0n, max: ONE }), (a, b, share) => {
      const fee = rate(toDecimal(share));
      const parts = plus(portion(a, fee, 'up'), portion(b, fee, 'up'));
      const whole = portion(plus(a, b), fee, 'up');
      expect(parts === whole || parts === whole + 1n).toBe(true);
    }),
  );
});

test('the named operations compute what their names say', () => {
  const [one, two] = [amount('1'), amount('2')];
  expect(plus(one, two)).toBe(amount('3'));
  expect(minus(one, two)).toBe(amount('-1'));
  expect(negate(one)).toBe(amount('-1'));
  expect(smaller(one, two)).toBe(one);
  expect(larger(one, two)).toBe(two);
  expect(sum([one, two, amount('-0.5')])).toBe(amount('2.5'));
  expect(sum([])).toBe(amount('0'));
  expect(priceShift(price('-1'), qty('3'))).toBe(price('2'));
  expect(priceGap(price('2'), price('-1'))).toBe(price('-3'));
});
