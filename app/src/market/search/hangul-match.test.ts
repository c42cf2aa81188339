import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findTyped } from './hangul-match.ts';

const matchedIn = (name: string, typed: string): string | undefined => {
  const match = findTyped(name, typed);
  return match && name.slice(match.from, match.to);
};

test('initials alone find a name', () => {
  expect(matchedIn('나스닥', 'ㄴㅅㄷ')).toBe('나스닥');
  expect(matchedIn('마이크로 나스닥', 'ㄴㅅㄷ')).toBe('나스닥');
  expect(matchedIn('코스닥150', 'ㄴㅅㄷ')).toBeUndefined();
});

test('an incomplete syllable finds the name', () => {
  expect(matchedIn('나스닥', '나스다')).toBe('나스닥');
  expect(matchedIn('나스닥', '나스ㄷ')).toBe('나스닥');
  expect(matchedIn('나스닥', '나슫')).toBe('나스닥');
  expect(matchedIn('구리', '굴')).toBe('구리');
  expect(matchedIn('원유', '우')).toBe('원');
  expect(matchedIn('닭고기', '달')).toBe('닭');
  expect(matchedIn('닭고기', '닭ㄱ')).toBe('닭고');
});

test('only the last syllable may be incomplete', () => {
  expect(matchedIn('나스닥', '나스다 ')).toBe('나스닥');
  expect(matchedIn('나스닥 지수', '나스다지')).toBeUndefined();
  expect(matchedIn('낙스닥', '나스')).toBeUndefined();
});

test('initials that the keyboard joined are read one by one', () => {
  expect(matchedIn('골드 선물', 'ㄷㅅ')).toBe('드 선');
  expect(matchedIn('구리 선물', 'ㄹㅅ')).toBe('리 선');
  expect(matchedIn('구리 선물', 'ㄽ')).toBe('리 선');
});

test('initials and syllables mix', () => {
  expect(matchedIn('크루드오일', '크ㄹㄷ')).toBe('크루드');
  expect(matchedIn('마이크로 S&P', 'ㅁㅇ크로s')).toBe('마이크로 S');
});

test('case and spaces are ignored', () => {
  expect(matchedIn('E-미니 S&P', 'e-미니s&p')).toBe('E-미니 S&P');
  expect(matchedIn('Micro Nasdaq-100', 'nasdaq')).toBe('Nasdaq');
  expect(matchedIn('골드', ' 골 드 ')).toBe('골드');
});

test('nothing typed finds nothing', () => {
  expect(findTyped('나스닥', '')).toBeUndefined();
  expect(findTyped('나스닥', '  ')).toBeUndefined();
  expect(findTyped('', 'ㄴ')).toBeUndefined();
});

test('letters outside the basic plane keep their place', () => {
  expect(matchedIn('🥇골드', '골')).toBe('골');
  expect(matchedIn('İ골드', '골')).toBe('골');
});

const syllable = fc.integer({ min: 0xac00, max: 0xd7a3 }).map((code) => String.fromCharCode(code));
const name = fc.array(fc.oneof(syllable, fc.constantFrom(...'aZ5 &')), { minLength: 1, maxLength: 12 });

test('every substring of a name finds the name, at the substring or before it', () => {
  fc.assert(
    fc.property(name, fc.nat(), fc.nat(), (letters, start, length) => {
      const from = start % letters.length;
      const piece = letters.slice(from, from + 1 + (length % (letters.length - from))).join('');
      fc.pre(piece.trim() !== '');
      const whole = letters.join('');
      const match = findTyped(whole, piece);
      expect(match).toBeDefined();
      expect(match!.from).toBeLessThanOrEqual(whole.indexOf(piece.trim()));
    }),
  );
});

const INITIALS = [...'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ'];
const initialOf = (each: string) => INITIALS[Math.floor((each.charCodeAt(0) - 0xac00) / 588)];

test('the initials of any Korean name find it from its first letter', () => {
  fc.assert(
    fc.property(fc.array(syllable, { minLength: 1, maxLength: 8 }), (letters) => {
      const match = findTyped(letters.join(''), letters.map(initialOf).join(''));
      expect(match).toEqual({ from: 0, to: letters.length });
    }),
  );
});

test('a syllable without its final consonant finds every syllable that begins with it', () => {
  fc.assert(
    fc.property(syllable, (each) => {
      const place = each.charCodeAt(0) - 0xac00;
      const open = String.fromCharCode(0xac00 + place - (place % 28));
      expect(findTyped(each, open)).toEqual({ from: 0, to: 1 });
    }),
  );
});

test('whatever is typed, a match is inside the name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (whole, typed) => {
      const match = findTyped(whole, typed);
      if (!match) return;
      expect(match.from).toBeGreaterThanOrEqual(0);
      expect(match.to).toBeGreaterThan(match.from);
      expect(match.to).toBeLessThanOrEqual(whole.length);
    }),
  );
});
