import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonical, readJson } from './strict-json.ts';

const value = (text: string) => {
  const read = readJson(text);
  return read.ok ? read.value : 'MALFORMED';
};

test.each([
  ['{}', {}],
  [' { "a" : [ 1 , true , null , "x" ] } ', { a: [1, true, null, 'x'] }],
  ['"\\u00e9\\n\\"\\/\\\\"', 'é\n"/\\'],
  ['"\\ud83d\\ude00"', '😀'],
  ['9007199254740991', 9_007_199_254_740_991],
  ['-5', -5],
])('%s is read as JSON.parse reads it', (text, expected) => {
  expect(value(text)).toEqual(expected);
  expect(JSON.parse(text)).toEqual(expected);
});

test.each([
  ['1.5', '1.5'],
  ['0.10000000', '0.10000000'],
  ['1.0000000000000001', '1.0000000000000001'],
  ['9007199254740993', '9007199254740993'],
  ['-0.00000001', '-0.00000001'],
])('%s is kept exactly as it was written', (text, expected) => {
  expect(value(text)).toBe(expected);
});

describe('is refused', () => {
  test.each([
    ['nothing', ''],
    ['only space', '  '],
    ['an open object', '{'],
    ['an open string', '{"a":"b'],
    ['a trailing comma', '{"a":1,}'],
    ['a comma alone', '[,]'],
    ['a bare word', 'nul'],
    ['NaN', 'NaN'],
    ['Infinity', '-Infinity'],
    ['trailing text', '{} x'],
    ['two values', '{}{}'],
    ['a byte order mark', '\ufeff{}'],
    ['a single quote', "{'a':1}"],
    ['a comment', '{}//'],
    ['a key without quotes', '{a:1}'],
    ['an exponent', '1e5'],
    ['an exponent beyond every number', '1e309'],
    ['a capital exponent', '1E2'],
    ['minus zero', '-0'],
    ['minus zero with places', '-0.00'],
    ['a leading zero', '01'],
    ['a leading plus', '+1'],
    ['a point without digits', '1.'],
    ['a point first', '.5'],
    ['hexadecimal', '0x10'],
    ['full-width digits', '１'],
    ['a repeated key', '{"a":1,"a":2}'],
    ['a repeated key written differently', '{"a":1,"\\u0061":2}'],
    ['__proto__', '{"__proto__":{"polluted":1}}'],
    ['__proto__ in escapes', '{"\\u005f_proto__":1}'],
    ['constructor', '{"constructor":1}'],
    ['prototype, deep inside', '{"a":[{"prototype":1}]}'],
    ['a lone high surrogate', '"\\ud800"'],
    ['a lone low surrogate', '"\\udc00x"'],
    ['NUL', '"\\u0000"'],
    ['a raw control character', '"\n"'],
    ['an unknown escape', '"\\x41"'],
    ['a short escape', '"\\u12"'],
    ['33 levels', '['.repeat(33) + ']'.repeat(33)],
    ['200 levels', `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`],
  ])('%s', (_, text) => {
    expect(readJson(text)).toEqual({ ok: false });
  });
});

test('32 levels are read', () => {
  expect(readJson('['.repeat(32) + ']'.repeat(32)).ok).toBe(true);
});

test('no input can pollute a prototype', () => {
  readJson('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}');
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
});

const wholeNumbers = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constant(null),
    fc.boolean(),
    fc.integer(),
    fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0')),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(
      fc.string().filter((key) => !/^(__proto__|constructor|prototype)$|\0/.test(key)),
      tie('value'),
      {
        maxKeys: 4,
        noNullPrototype: true,
      },
    ),
  ),
})).value;

test('the output of JSON.stringify is read back the same', () => {
  fc.assert(
    fc.property(wholeNumbers, fc.constantFrom(undefined, 1), (sent, indent) => {
      expect(readJson(JSON.stringify(sent, null, indent))).toEqual({ ok: true, value: sent });
    }),
    { numRuns: 500, seed: 11 },
  );
});

test('every accepted text is also accepted by JSON.parse', () => {
  const pieces = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    'a',
    '1',
    '-',
    '.',
    '0',
    'e',
    ' ',
    'true',
    'null',
    '\\',
    'u',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
      const text = parts.join('');
      if (readJson(text).ok) expect(() => JSON.parse(text)).not.toThrow();
    }),
    { numRuns: 5_000, seed: 12 },
  );
});

test('the canonical text ignores the order of keys', () => {
  expect(canonical({ b: [1, { d: 'x', c: null }], a: '1.5' })).toBe(
    canonical({ a: '1.5', b: [1, { c: null, d: 'x' }] }),
  );
});

test.each([
  [{ a: 1 }, { a: '1' }],
  [{ a: null }, { a: 'null' }],
  [{ a: true }, { a: 'true' }],
  [
    [1, 2],
    [2, 1],
  ],
  [[[1], 2], [[1, 2]]],
  [['a', 'b'], ['as1:b']],
  [{ a: 's1:x' }, { a: 'x' }],
  [{ a: 1, b: 2 }, { 'a=1;1:b': 2 }],
  [{}, []],
  [{ a: {} }, { a: [] }],
])('the canonical text differs between %j and %j', (one, other) => {
  expect(canonical(one)).not.toBe(canonical(other));
});
