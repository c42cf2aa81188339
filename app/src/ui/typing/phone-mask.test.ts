import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isWholePhone, maskPhone, phoneCaret, phoneDigits, typedPhone } from './phone-mask.ts';

test.each([
  ['0', '0'],
  ['010', '010'],
  ['0101', '010-1'],
  ['0101234', '010-123-4'],
  ['0101234567', '010-123-4567'],
  ['01012345678', '010-1234-5678'],
  ['010123456789', '010-1234-5678'],
  ['02', '02'],
  ['021', '02-1'],
  ['021234567', '02-123-4567'],
  ['0212345678', '02-1234-5678'],
  ['02123456789', '02-1234-5678'],
  ['0311234567', '031-123-4567'],
  ['010-1234-5678', '010-1234-5678'],
  ['０１０ 1234 5678', '010-1234-5678'],
  ['전화', ''],
])('%s is masked as %s', (typed, masked) => expect(maskPhone(typed)).toBe(masked));

test.each([
  ['010-1234-5678', true],
  ['02-123-4567', true],
  ['031-123-4567', true],
  ['010-123', false],
  ['110-1234-5678', false],
  ['', false],
])('that %s is a whole number is %s', (text, isWhole) => expect(isWholePhone(text)).toBe(isWhole));

const typed = fc.stringMatching(/^[0-9-]{0,16}$/);

test('masking a masked number changes nothing, and it loses no digit a number can have', () => {
  fc.assert(
    fc.property(typed, (text) => {
      const masked = maskPhone(text);
      expect(maskPhone(masked)).toBe(masked);
      expect(phoneDigits(masked)).toBe(phoneDigits(text));
    }),
  );
});

test('the caret is behind as many digits as before', () => {
  fc.assert(
    fc.property(typed, fc.nat(16), (raw, at) => {
      const caret = Math.min(at, raw.length);
      const masked = maskPhone(raw);
      const before = raw.slice(0, caret).replaceAll('-', '');
      const after = masked.slice(0, phoneCaret({ raw, caret })).replaceAll('-', '');
      expect(after).toBe(before.slice(0, phoneDigits(raw).length));
    }),
  );
});

test('a digit too many is rejected and pushes no other out', () => {
  const whole = '010-1234-5678';
  expect(typedPhone({ previous: whole, raw: '0107-1234-5678', caret: 4 })).toEqual({ text: whole, caret: 3 });
  expect(typedPhone({ previous: whole, raw: `${whole}9`, caret: 14 })).toEqual({ text: whole, caret: 13 });
});

test('a number that becomes a Seoul number by its new first digits keeps those it can have', () => {
  expect(typedPhone({ previous: '', raw: '02-1234-56789', caret: 13 }).text).toBe('02-1234-5678');
});
