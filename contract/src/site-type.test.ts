import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { coinsInUse, siteFeatures } from './site-type.ts';

const none = { oversea: false, p2p: false, futures: false, powerBall: false, binary: false };

describe('each digit of the type switches one feature', () => {
  test.each([
    ['100000', { ...none, oversea: true }],
    ['010000', none],
    ['001000', { ...none, p2p: true }],
    ['000100', { ...none, futures: true }],
    ['000010', { ...none, powerBall: true }],
    ['000001', { ...none, binary: true }],
  ])('%s', (type, features) => {
    expect(siteFeatures(type)).toEqual(features);
  });
});

test.each(['', '11111', '1111111', '11111２', 'abcdef', '111112', ' 11111', '111111\n'])(
  'a type that is not six binary digits offers nothing: %j',
  (type) => {
    expect(siteFeatures(type)).toBeUndefined();
  },
);

test('FUTURES is removed from the used coins when futures are off, and only then', () => {
  const used = 'BINARY,FUTURES,USDT,BTC';
  expect(coinsInUse(used, { ...none, futures: true })).toEqual(['BINARY', 'FUTURES', 'USDT', 'BTC']);
  expect(coinsInUse(used, none)).toEqual(['BINARY', 'USDT', 'BTC']);
});

test('a coin that is listed twice or with spaces is one wallet', () => {
  expect(coinsInUse(' USDT, BTC,,USDT ', none)).toEqual(['USDT', 'BTC']);
});

test('any six digits are read back as they were written', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }), (bits) => {
      const features = siteFeatures(bits.map((bit) => (bit ? '1' : '0')).join(''));
      expect(features && Object.values(features)).toEqual([bits[0], ...bits.slice(2)]);
    }),
  );
});
