import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  clampValue,
  compareValues,
  draftOf,
  exactValue,
  groupDigits,
  groupedCaret,
  type NumberRule,
  type PadKey,
  pressedDraft,
  restingText,
  settledValue,
  stepValue,
  typedNumber,
  valueOfNumber,
} from './typed-number.ts';

const won: NumberRule = { precision: 0 };
const price: NumberRule = { precision: 2, minus: true };
const coin: NumberRule = { precision: 8 };

/** Like a keyboard: one character after the other, at the caret. */
function type(characters: string, rule: NumberRule, start = { text: '', caret: 0 }) {
  let state = start;
  for (const character of characters) {
    const raw = `${state.text.slice(0, state.caret)}${character}${state.text.slice(state.caret)}`;
    state = typedNumber({ previous: state.text, raw, caret: state.caret + 1 }, rule);
  }
  return state;
}

const paste = (raw: string, rule: NumberRule) =>
  typedNumber({ previous: '', raw, caret: raw.length }, rule).text;

describe('typing', () => {
  test.each([
    ['1234', won, '1234'],
    ['12.5', won, '125'],
    ['-5', won, '5'],
    ['-37.63', price, '-37.63'],
    ['-', price, '-'],
    ['.5', price, '.5'],
    ['12.', price, '12.'],
    ['12.345', price, '12.34'],
    ['1.2.3', price, '1.23'],
    ['0.05', price, '0.05'],
    ['007', won, '7'],
    ['00', won, '0'],
    ['-0.5', price, '-0.5'],
    ['--5', price, '-5'],
    ['5-', price, '5'],
    ['１２３', won, '123'],
    ['－３７．６３', price, '-37.63'],
    ['−5', price, '-5'],
    ['12ㅁ3가', won, '123'],
    ['1,234', won, '1234'],
    ['9007199254740992', won, '9007199254740991'],
    ['0.00000001', coin, '0.00000001'],
  ] as const)('%s leaves an allowed draft in the input', (keys, rule, text) => {
    expect(type(keys, rule).text).toBe(text);
  });

  test('a number above the range becomes its maximum at once', () => {
    expect(type('1500', { precision: 0, max: '1000' }).text).toBe('1000');
    expect(type('-500', { precision: 0, minus: true, min: '-100' }).text).toBe('-100');
  });

  test('a number that may still grow into the range is left alone', () => {
    expect(type('1', { precision: 0, min: '10' }).text).toBe('1');
    expect(type('-1', { precision: 0, minus: true, max: '-5' }).text).toBe('-1');
  });

  test('a second point, or one with too many digits behind it, is rejected', () => {
    expect(type('.', price, { text: '12.34', caret: 1 })).toEqual({ text: '12.34', caret: 1 });
    expect(type('.', price, { text: '1234567', caret: 1 })).toEqual({ text: '1234567', caret: 1 });
    expect(type('.', price, { text: '1234', caret: 2 })).toEqual({ text: '12.34', caret: 3 });
    expect(type('.', won, { text: '1234', caret: 2 })).toEqual({ text: '1234', caret: 2 });
  });

  test('a digit that has no place any more is rejected and pushes none out', () => {
    expect(type('5', price, { text: '1.99', caret: 2 })).toEqual({ text: '1.99', caret: 2 });
    expect(type('5', price, { text: '1.99', caret: 1 })).toEqual({ text: '15.99', caret: 2 });
  });

  test('a digit before the minus is rejected and does not change the sign', () => {
    expect(type('5', price, { text: '-12', caret: 0 })).toEqual({ text: '-12', caret: 0 });
  });

  test('the zeros of 10,000 stay when its 1 is replaced by a 2', () => {
    const deleted = typedNumber({ previous: '10,000', raw: '0,000', caret: 0 }, won);
    expect(deleted).toEqual({ text: '0000', caret: 0 });
    expect(type('2', won, deleted)).toEqual({ text: '20000', caret: 1 });
  });

  test('the first key removes the separators, and the caret stays behind the same digits', () => {
    const next = typedNumber({ previous: '1,234,567', raw: '1,2394,567', caret: 4 }, won);
    expect(next).toEqual({ text: '12394567', caret: 3 });
  });
});

describe('a paste', () => {
  test.each([
    ['1,234.50', price, '1234.50'],
    ['1,234.50', won, '1234'],
    [' ₩1,000,000 ', won, '1000000'],
    ['-37.63 USD', price, '-37.63'],
    ['1.23456', price, '1.23'],
    ['가나다', won, ''],
    ['99999999999999999999', won, '9007199254740991'],
    ['1'.repeat(5_000), won, '9007199254740991'],
  ] as const)('of %s is read as a person would', (text, rule, draft) => {
    expect(paste(text, rule)).toBe(draft);
  });

  test('over a selection is not mistaken for a single key', () => {
    expect(typedNumber({ previous: '12.34', raw: '5.6789', caret: 6 }, price).text).toBe('5.67');
  });
});

describe('the value', () => {
  test.each([
    ['0', ''],
    ['0.00', ''],
    ['-', ''],
    ['-0', ''],
    ['.', ''],
    ['.5', '0.5'],
    ['12.', '12'],
    ['007.10', '7.1'],
    ['1,234.50', '1234.5'],
    ['-37.630', '-37.63'],
  ])('of %s is %s', (draft, value) => expect(exactValue(draft)).toBe(value));

  test('keeps digits that a float would lose', () => {
    const text = '9007199254740990.12345678';
    expect(settledValue(text, coin)).toBe(text);
  });

  test('is empty for a negative where minus is off, whatever the range', () => {
    expect(settledValue('-5', won)).toBe('');
    expect(settledValue('-5', { precision: 0, min: '-10' })).toBe('');
  });

  test('is the maximum when the range is empty', () => {
    expect(settledValue('7', { precision: 0, min: '10', max: '5' })).toBe('5');
  });

  test('of a JavaScript number is written out', () => {
    expect(valueOfNumber(1e-7, 8)).toBe('0.0000001');
    expect(valueOfNumber(undefined, 2)).toBe('');
    expect(valueOfNumber(Number.NaN, 2)).toBe('');
    expect(valueOfNumber(0, 2)).toBe('');
    expect(valueOfNumber(-37.63, 2)).toBe('-37.63');
  });
});

test('a value that is not being edited has separators, and all its places where it is padded', () => {
  expect(restingText('1234567.5', price)).toBe('1,234,567.5');
  expect(restingText('97000', { precision: 1 }, true)).toBe('97,000.0');
  expect(restingText('-1234', price, true)).toBe('-1,234.00');
  expect(restingText('', price, true)).toBe('');
});

describe('a step', () => {
  const tick = { step: '0.25', rule: price } as const;
  test.each([
    ['25412.50', 1, '25412.75'],
    ['25412.60', 1, '25412.75'],
    ['25412.60', -1, '25412.5'],
    ['25412.5', -1, '25412.25'],
    ['', 1, '0.25'],
    ['', -1, '-0.25'],
    ['-0.1', 1, ''],
    ['-0.25', -1, '-0.5'],
  ] as const)('from %s by %d moves to %s on the grid', (value, direction, next) => {
    expect(stepValue(value, { ...tick, direction })).toBe(next);
  });
  test('stops at the ends of the range', () => {
    const rule = { precision: 0, min: '1', max: '10' };
    expect(stepValue('10', { step: '1', direction: 1, rule })).toBe('10');
    expect(stepValue('1', { step: '1', direction: -1, rule })).toBe('1');
  });
});

describe('the number pad', () => {
  const press = (keys: readonly PadKey[], rule: NumberRule) =>
    keys.reduce((draft, key) => pressedDraft(draft, key, rule), '');
  test('writes an amount of won', () => {
    expect(press(['1', '00', '00', '0', 'erase'], won)).toBe('10000');
    expect(press(['0', '00'], won)).toBe('');
    expect(press(['erase'], won)).toBe('');
  });
  test('writes a fraction of a coin', () => {
    expect(press(['.', '0', '5'], coin)).toBe('0.05');
    expect(press(['0', '.', '5', '.'], coin)).toBe('0.5');
    expect(press(['.'], won)).toBe('');
  });
});

describe('for every number', () => {
  const rules = fc.record({ precision: fc.integer({ min: 0, max: 8 }), minus: fc.boolean() });
  /** A rule and an exact decimal text with room for one more digit before the range ends. */
  const numbers = rules.chain((rule) =>
    fc
      .tuple(
        fc.bigInt({ min: 0n, max: 10n ** 14n - 1n }),
        fc.stringMatching(new RegExp(`^\\d{0,${rule.precision}}$`)),
        fc.boolean(),
      )
      .map(([whole, fraction, isNegative]) => ({
        rule,
        text: `${rule.minus && isNegative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`,
      })),
  );

  test('typed characters give the intended value', () => {
    fc.assert(
      fc.property(numbers, ({ rule, text }) => {
        expect(exactValue(type(text, rule).text)).toBe(exactValue(text));
      }),
    );
  });

  test('text pasted with separators gives the intended value', () => {
    fc.assert(
      fc.property(numbers, ({ rule, text }) => {
        expect(exactValue(paste(groupDigits(text), rule))).toBe(exactValue(text));
      }),
    );
  });

  test('leaving the field a second time changes nothing', () => {
    fc.assert(
      fc.property(rules, fc.string(), fc.boolean(), (rule, text, isPadded) => {
        const once = settledValue(text, rule);
        expect(settledValue(once, rule)).toBe(once);
        expect(settledValue(restingText(once, rule, isPadded), rule)).toBe(once);
      }),
    );
  });

  test('the settled value is in the range or empty', () => {
    const ends = fc.tuple(fc.integer({ min: -1_000, max: 1_000 }), fc.integer({ min: -1_000, max: 1_000 }));
    fc.assert(
      fc.property(ends, fc.integer({ min: -5_000, max: 5_000 }), (pair, number) => {
        const [min, max] = pair.sort((a, b) => a - b).map(String) as [string, string];
        const rule = { precision: 0, min, max, minus: true };
        const settled = settledValue(String(number), rule);
        expect(settled === '' || (compareValues(settled, min) >= 0 && compareValues(settled, max) <= 0)).toBe(
          true,
        );
        const isInside = compareValues(String(number), min) >= 0 && compareValues(String(number), max) <= 0;
        if (isInside) expect(settled).toBe(exactValue(String(number)));
        expect(clampValue(clampValue(settled, rule), rule)).toBe(clampValue(settled, rule));
      }),
    );
  });

  test('a draft that is read again is the same draft, and its caret is inside', () => {
    fc.assert(
      fc.property(rules, fc.string(), fc.nat(40), (rule, raw, at) => {
        const first = draftOf({ raw, caret: Math.min(at, raw.length) }, rule);
        expect(first.caret).toBeLessThanOrEqual(first.text.length);
        expect(draftOf({ raw: first.text, caret: first.caret }, rule)).toEqual(first);
      }),
    );
  });

  test('a key never removes a digit behind the caret, nor moves the caret away from it', () => {
    fc.assert(
      fc.property(numbers, fc.constantFrom(...'0123456789.-,가'), fc.nat(30), ({ rule, text }, key, at) => {
        const caret = Math.min(at, text.length);
        const next = type(key, rule, { text, caret });
        expect(next.text.slice(next.caret)).toBe(text.slice(caret));
      }),
    );
  });

  test('a key never removes a digit before the caret, except zeros without meaning', () => {
    fc.assert(
      fc.property(numbers, fc.constantFrom(...'0123456789.-,가'), fc.nat(30), ({ rule, text }, key, at) => {
        const caret = Math.min(at, text.length);
        const before = text.slice(0, caret);
        const next = type(key, rule, { text, caret });
        const kept = next.text.slice(0, next.caret);
        const withoutZero = before.replace(/^(-?)0$/, '$1');
        expect([before, withoutZero, '-' + before].some((each) => kept.startsWith(each))).toBe(true);
        expect(kept.length - before.length).toBeLessThanOrEqual(1);
      }),
    );
  });

  test('separators change no digit, and the caret counts the same characters', () => {
    fc.assert(
      fc.property(numbers, fc.nat(30), ({ text }, at) => {
        const grouped = groupDigits(text);
        const caret = Math.min(at, text.length);
        expect(grouped.replaceAll(',', '')).toBe(text);
        expect(grouped.slice(0, groupedCaret(grouped, caret)).replaceAll(',', '')).toBe(text.slice(0, caret));
      }),
    );
  });

  test('a step moves in its direction by at most its width, and back again from the grid', () => {
    const grid = fc.tuple(
      fc.integer({ min: -10_000, max: 10_000 }),
      fc.constantFrom('0.01', '0.25', '1', '5'),
    );
    fc.assert(
      fc.property(grid, ([count, step]) => {
        const value = stepValue(String(count), { step, direction: 1, rule: price });
        expect(compareValues(value, String(count))).toBe(1);
        const there = stepValue(value, { step, direction: 1, rule: price });
        expect(stepValue(there, { step, direction: -1, rule: price })).toBe(value);
      }),
    );
  });
});
