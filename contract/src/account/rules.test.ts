import { describe, expect, test } from 'vitest';
import {
  emailOf,
  foldNick,
  isPasswordLength,
  isReservedNick,
  isSameName,
  isUsername,
  nickOf,
  personNameOf,
  phoneOf,
} from './rules.ts';

describe('a username has 4 to 20 lowercase letters, digits, underscores and hyphens', () => {
  test.each(['abcd', 'a-b_9', '0'.repeat(20)])('%s is one', (text) => expect(isUsername(text)).toBe(true));
  test.each([
    '',
    'ab',
    'abc',
    'a'.repeat(21),
    'ADMIN',
    'Abcd',
    ' admin',
    'admin ',
    'аdmin',
    '한글이름',
    'ab cd',
    'ab\0cd',
    'abcd\n',
  ])('%j is none', (text) => expect(isUsername(text)).toBe(false));
});

describe('a nickname has 2 to 12 Hangul or Latin letters or digits', () => {
  test.each([
    ['홍길동', '홍길동'],
    ['홍길동'.normalize('NFD'), '홍길동'],
    ['Trader7', 'Trader7'],
  ])('%j is kept as %s', (text, nick) => expect(nickOf(text)).toBe(nick));
  test.each([
    '',
    '가',
    'a'.repeat(13),
    'ab cd',
    'ab\u202Ecd',
    'ab\u200Bcd',
    'аdmіn',
    'ㄱㄴ',
    '<b>',
    '１２３',
    'é2',
    '😀😀',
    'x'.repeat(5_000),
  ])('%j is refused', (text) => expect(nickOf(text)).toBeUndefined());
});

test.each([
  'admin',
  'ADMIN',
  'Adm1n',
  'adrnin',
  '0perator',
  'Staff99',
  '5upport',
  'maru',
  'MARU운영',
  '관리자',
  '마루관리자',
  '공식채널',
])('the nickname %s is reserved: it looks official', (nick) => expect(isReservedNick(nick)).toBe(true));

test.each(['홍길동', 'trader', 'Amir', 'madman'])('%s is an ordinary nickname', (nick) =>
  expect(isReservedNick(nick)).toBe(false),
);

test('nicknames that look alike fold to the same text', () => {
  expect(foldNick('L0ve')).toBe(foldNick('love'));
  expect(foldNick('Bill')).toBe(foldNick('8ill'));
  expect(foldNick('rnoon')).toBe(foldNick('moon'));
});

test('a nickname that differs from the username only in capitals counts as the username', () => {
  expect(isSameName({ username: 'trader', nick: 'Trader' })).toBe(true);
  expect(isSameName({ username: 'trader', nick: 'trader2' })).toBe(false);
});

describe('a phone number is compared by its digits', () => {
  test.each([
    ['010-1234-5678', '01012345678'],
    ['01012345678', '01012345678'],
    ['+82 10-1234-5678', '01012345678'],
    ['+82-010-1234-5678', '01012345678'],
    ['011-123-4567', '0111234567'],
    ['02-123-4567', '021234567'],
    ['02-1234-5678', '0212345678'],
    ['031-123-4567', '0311234567'],
    ['010-0000-0000', '01000000000'],
  ])('%s', (text, digits) => expect(phoneOf(text)).toBe(digits));
  test.each([
    '',
    '02-1-1',
    'abc',
    '010-12a4-5678',
    '1'.repeat(40),
    '０１０-1234-5678',
    '+1 212 555 0100',
    '010\n12345678',
    '012-345-6789',
  ])('%j is refused', (text) => expect(phoneOf(text)).toBeUndefined());
});

describe('an email cannot become a mail header', () => {
  test('addresses that differ only in capitals are the same', () =>
    expect(emailOf('Kim@Example.COM')).toBe('kim@example.com'));
  test.each([
    '',
    'a@b',
    'a@b.c',
    'a\r\nBcc: x@y.kr@z.kr',
    '"a b"@example.com',
    'a@example.com\n',
    `${'a'.repeat(300)}@x.kr`,
    'a@-x.kr',
    'a@@x.kr',
  ])('%j is refused', (text) => expect(emailOf(text)).toBeUndefined());
});

test('a name is trimmed and may have spaces, but no digits, bidi marks or tags', () => {
  expect(personNameOf(' 홍 길동 ')).toBe('홍 길동');
  expect(personNameOf("Anne-Marie O'Neil")).toBe("Anne-Marie O'Neil");
  for (const text of ['', '  ', '<b>kim', 'kim\u202E', 'kim1', 'a'.repeat(41), 'kim\0'])
    expect(personNameOf(text)).toBeUndefined();
});

test('a password has 8 to 128 characters of any kind', () => {
  for (const good of [
    '        ',
    '비밀번호여덟글자',
    '😀'.repeat(8),
    'a'.repeat(64),
    'a'.repeat(128),
    'a\0bcdefg',
  ])
    expect(isPasswordLength(good)).toBe(true);
  for (const bad of ['', 'a'.repeat(7), '😀'.repeat(7), 'a'.repeat(129), `\ud800${'a'.repeat(10)}`])
    expect(isPasswordLength(bad)).toBe(false);
});
