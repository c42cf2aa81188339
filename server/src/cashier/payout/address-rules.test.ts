import { bytesOfText, hexOf } from '@maru/engine/sha256';
import { describe, expect, test } from 'vitest';
import { isAddress, tagFault } from './address-rules.ts';
import { keccak256 } from './keccak.ts';

test('keccak has the digests of its own test vectors', () => {
  expect(hexOf(keccak256(bytesOfText('')))).toBe(
    'c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470',
  );
  expect(hexOf(keccak256(bytesOfText('a'.repeat(200))))).toBe(
    '96ea54061def936c4be90b518992fdc6f12f535068a256229aca54267b4d084d',
  );
});

/** Addresses that the specifications of the chains print as examples. */
const RIGHT: readonly (readonly [coin: string, address: string])[] = [
  ['BTC', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ['BTC', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
  ['BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ['BTC', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4'],
  ['BTC', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'],
  ['ETH', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['ETH', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'],
  ['USDT', '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB'],
  ['USDT', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'],
  ['XRP', 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'],
  ['DOGE', 'DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L'],
  ['EOS', 'eosio.token'],
];

describe.each(RIGHT)('%s %s', (coin, address) => {
  test('is an address of this coin', () => {
    expect(isAddress(coin, address)).toBe(true);
  });

  test('is none with any one character changed, where the coin has a checksum', () => {
    if (coin === 'EOS') return;
    const wrong = [...address].map((character, index) => {
      const other = character === 'q' ? 'p' : character === '2' ? '3' : character === 'a' ? '2' : 'a';
      return address.slice(0, index) + other + address.slice(index + 1);
    });
    const isSame = (text: string) => text === address || text.toLowerCase() === address.toLowerCase();
    expect(wrong.filter((text) => !isSame(text) && isAddress(coin, text))).toEqual([]);
  });
});

test.each([
  ['BTC', 'maru-practice:btc:0000000001'],
  ['BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kV8F3T4'],
  ['BTC', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
  ['BTC', 'DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L'],
  ['ETH', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'],
  ['ETH', '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['XRP', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ['USDT', ''],
  ['USDT', 'T'.repeat(200)],
  ['EOS', 'Eosio.token'],
  ['EOS', 'abcdefghijklm'],
  ['EOS', 'name.'],
  ['toString', 'x'],
  ['KRW', '110-123-456789'],
])('%s does not take %s', (coin, address) => {
  expect(isAddress(coin, address)).toBe(false);
});

test('a tag is a whole number of 32 bits, and only where the coin has tags', () => {
  expect(tagFault('XRP', '0')).toBeUndefined();
  expect(tagFault('XRP', '4294967295')).toBeUndefined();
  expect(tagFault('XRP', undefined)).toBe('TAG_MISSING');
  expect(tagFault('XRP', '')).toBe('TAG_MISSING');
  for (const tag of ['-1', '4294967296', 'abc', '1.5', '01', '１', '1e3', ' 1'])
    expect(tagFault('XRP', tag), tag).toBe('TAG_OUT_OF_RANGE');
  expect(tagFault('BTC', undefined)).toBeUndefined();
  expect(tagFault('BTC', '1')).toBe('TAG_OUT_OF_RANGE');
});
