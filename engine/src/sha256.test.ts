import { createHash, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bytesOfHex, bytesOfText, hexOf, hmacSha256, isHex, sha256 } from './sha256.ts';

describe('SHA-256 agrees with FIPS 180-4', () => {
  test.each([
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    [
      'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    ],
    [
      'abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu',
      'cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1',
    ],
    ['a'.repeat(1_000_000), 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0'],
  ])('%.60s', (message, expected) => {
    expect(hexOf(sha256(bytesOfText(message)))).toBe(expected);
  });

  test('G08: the commitment is over the bytes of the seed', () => {
    const seed = '3f1e2d4c5b6a79880796a5b4c3d2e1f0ffeeddccbbaa99887766554433221100';
    expect(hexOf(sha256(bytesOfHex(seed)))).toBe(
      'eb3e4eebc26e2e834008a30579f11657902b680a86c9ac006a3e2a062a28e79d',
    );
  });
});

describe('HMAC-SHA-256 agrees with RFC 4231', () => {
  const larger = 'Test Using Larger Than Block-Size Key - Hash Key First';
  const largerBoth =
    'This is a test using a larger than block-size key and a larger than block-size data. ' +
    'The key needs to be hashed before being used by the HMAC algorithm.';
  const text = (message: string) => hexOf(bytesOfText(message));
  test.each([
    [
      'case 1',
      '0b'.repeat(20),
      text('Hi There'),
      'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
    ],
    [
      'case 2',
      text('Jefe'),
      text('what do ya want for nothing?'),
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    ],
    [
      'case 3',
      'aa'.repeat(20),
      'dd'.repeat(50),
      '773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe',
    ],
    [
      'case 4',
      '0102030405060708090a0b0c0d0e0f10111213141516171819',
      'cd'.repeat(50),
      '82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b',
    ],
    [
      'case 6',
      'aa'.repeat(131),
      text(larger),
      '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
    ],
    [
      'case 7',
      'aa'.repeat(131),
      text(largerBoth),
      '9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2',
    ],
  ])('%s', (_, key, message, expected) => {
    expect(hexOf(hmacSha256({ key: bytesOfHex(key), message: bytesOfHex(message) }))).toBe(expected);
  });
});

const bytes = fc.uint8Array({ maxLength: 300, size: 'max' });

describe('for any bytes', () => {
  test('the hash is the one of the platform', () => {
    fc.assert(
      fc.property(bytes, (message) => {
        expect(hexOf(sha256(message))).toBe(createHash('sha256').update(message).digest('hex'));
      }),
      { numRuns: 500 },
    );
  });

  test('the keyed hash is the one of the platform', () => {
    fc.assert(
      fc.property(bytes, bytes, (key, message) => {
        const expected = createHmac('sha256', key).update(message).digest('hex');
        expect(hexOf(hmacSha256({ key, message }))).toBe(expected);
      }),
      { numRuns: 500 },
    );
  });

  test('hexadecimal digits and back are the same bytes', () => {
    fc.assert(
      fc.property(bytes, (some) => {
        expect(isHex(hexOf(some), some.length)).toBe(true);
        expect(bytesOfHex(hexOf(some))).toEqual(some);
      }),
    );
  });

  test('hashing leaves the message as it was', () => {
    fc.assert(
      fc.property(bytes, (message) => {
        const before = hexOf(message);
        sha256(message);
        hmacSha256({ key: message, message });
        expect(hexOf(message)).toBe(before);
      }),
    );
  });
});

test.each(['0', 'zz', 'AB', '0x', ' 00'])('%s is no hexadecimal text', (text) => {
  expect(() => bytesOfHex(text)).toThrow('pairs of 0-9 and a-f');
});

test('a text with other than plain characters is not hashed', () => {
  expect(() => bytesOfText('비트볼')).toThrow('plain characters');
});
