import { millis } from '@maru/engine/time';
import { expect, test } from 'vitest';
import { base32, codeOf, keyUri, matchedStep, stepAt } from './totp.ts';

const secret = Buffer.from('12345678901234567890');

// RFC 6238, appendix B (SHA-1).
test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('at %d seconds the code of the RFC is %s', (seconds, code) => {
  expect(codeOf(secret, stepAt(millis(seconds * 1_000)), 8)).toBe(code);
});

// RFC 4226, appendix D.
test.each([
  [0, '755224'],
  [1, '287082'],
  [9, '520489'],
])('the counter %d gives %s', (counter, code) => {
  expect(codeOf(secret, counter)).toBe(code);
});

test('a code counts in its own step, the one before and the one after, and nowhere else', () => {
  const now = millis(1_700_000_000_000);
  const step = stepAt(now);
  const matched = [-2, -1, 0, 1, 2].map((by) => matchedStep(secret, codeOf(secret, step + by), now));
  expect(matched).toEqual([undefined, step - 1, step, step + 1, undefined]);
  expect(matchedStep(secret, '', now)).toBeUndefined();
  expect(matchedStep(secret, '12345', now)).toBeUndefined();
});

// RFC 4648, 10, without padding.
test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('%j is %j in base32', (text, coded) => {
  expect(base32(Buffer.from(text))).toBe(coded);
});

test('a name in the address of the set-up is escaped', () => {
  const uri = keyUri({ secret: 'MZXW6', issuer: 'Maru & Co', account: 'a?b' });
  expect(uri).toContain('otpauth://totp/Maru%20%26%20Co:a%3Fb?secret=MZXW6&');
});
