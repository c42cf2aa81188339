import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fits, type TextPattern, type TextRule, typedText } from './typed-text.ts';

const type = (characters: string, rule: TextRule): string => {
  let text = '';
  for (const character of characters) text = typedText({ previous: text, raw: text + character, rule });
  return text;
};

describe('a pattern accepts', () => {
  test.each<[TextPattern, string, string]>([
    ['email', 'maru.kim+1@example.co.kr', 'maru.kim+1@example.co.kr'],
    ['email', 'a b,c@d', 'abc@d'],
    ['digits', '12a3-4', '1234'],
    ['digitsAndDot', '1.2-3', '1.23'],
    ['digitsAndHyphen', '110-000.1', '110-0001'],
    ['username', 'maru_trader-7!', 'maru_trader-7'],
    ['password', 'abc XYZ 1!한', 'abcXYZ1'],
  ])('%s characters of %s', (pattern, keys, text) => {
    expect(type(keys, { pattern })).toBe(text);
  });

  test('the plain letter of a full-width one', () => {
    expect(type('１２３', { pattern: 'digits' })).toBe('123');
  });

  test('the small letter of a capital in a username, which phones begin with', () => {
    expect(type('Maru', { pattern: 'username' })).toBe('maru');
  });
});

test('a value that does not fit leaves the previous one unchanged', () => {
  expect(typedText({ previous: '123', raw: '12a', rule: { pattern: 'digits' } })).toBe('123');
  expect(typedText({ previous: '123', raw: '123456', rule: { pattern: 'digits', maxLength: 5 } })).toBe(
    '123',
  );
});

describe('it can exclude', () => {
  test('Korean, half a syllable included', () => {
    expect(fits('마루', { exclude: ['korean'] })).toBe(false);
    expect(fits('ㅁ', { exclude: ['korean'] })).toBe(false);
    expect(fits('maru 1!', { exclude: ['korean'] })).toBe(true);
  });
  test('special characters', () => {
    expect(fits('김마루 2', { exclude: ['special'] })).toBe(true);
    expect(fits('김마루!', { exclude: ['special'] })).toBe(false);
    expect(fits('a_b', { exclude: ['special'] })).toBe(false);
  });
  test('special characters and digits', () => {
    expect(fits('김마루', { exclude: ['specialAndDigits'] })).toBe(true);
    expect(fits('José', { exclude: ['specialAndDigits'] })).toBe(true);
    expect(fits('김마루2', { exclude: ['specialAndDigits'] })).toBe(false);
    expect(fits('김-마루', { exclude: ['specialAndDigits'] })).toBe(false);
  });
});

test('everything can be deleted under every rule', () => {
  const patterns = fc.constantFrom<TextPattern>(
    'email',
    'digits',
    'digitsAndDot',
    'digitsAndHyphen',
    'username',
    'password',
  );
  fc.assert(
    fc.property(patterns, fc.string(), (pattern, previous) => {
      expect(typedText({ previous, raw: '', rule: { pattern } })).toBe('');
    }),
  );
});

test('accepted text fits, and is accepted again', () => {
  const patterns = fc.constantFrom<TextPattern>('email', 'digits', 'username', 'password');
  fc.assert(
    fc.property(patterns, fc.string(), (pattern, raw) => {
      const text = typedText({ previous: '', raw, rule: { pattern } });
      expect(fits(text, { pattern })).toBe(true);
      expect(typedText({ previous: '', raw: text, rule: { pattern } })).toBe(text);
    }),
  );
});
