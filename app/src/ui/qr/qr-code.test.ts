import { expect, test } from 'vitest';
import { qrCodeOf } from './qr-code.ts';
import { readQr } from './qr-reader-double.ts';

/** The code of picture 33b, drawn by another program. */
const DRAWN = `
111111100101000000110101101111111
100000100000000111000111101000001
101110100100001011110011001011101
101110100101110000011111101011101
101110100111000010001110001011101
100000101100011000011000001000001
111111101010101010101010101111111
000000000000000001110111000000000
100101101110001100001100110100000
011110000111001111001010111001000
111101110001100000011000010011101
000101010110101100011101011101011
110000111001100101100000011111000
111011001010000111110101110011101
001101100000000000101111100011110
010001011110110101111101000110000
110110100011011011000011101111100
000110000100110110100001110000001
010011100011010000000010000010011
100010011001110101001111000110000
011100100111110010101110010110001
001010010100001111100011100001111
111011100100100100011010111000101
011100010001111010010110000111001
100110101000010111000001111111100
000000001111100001001011100010010
111111100011100001100100101010110
100000101001010001100110100011010
101110100110111001110110111110010
101110101011010101100100001010100
101110100101011000101011110110101
100000100011010001101100001010000
111111101001101010001000100100110
`.trim();

const shown = (text: string) =>
  qrCodeOf(text)
    ?.map((row) => row.map((isDark) => (isDark ? '1' : '0')).join(''))
    .join('\n');

test('the code of an address with its tag is the one that the design shows', () => {
  expect(shown('maru-practice:rMARUpracticeXXXXXXXXXXXXXXXXXXXX?dt=204417')).toBe(DRAWN);
});

test.each([
  [14, 21],
  [15, 25],
  [62, 33],
  [106, 41],
  [213, 57],
])('a text of %d letters needs a code of %d modules', (length, size) => {
  const code = qrCodeOf('m'.repeat(length));
  expect(code).toHaveLength(size);
  expect(code?.every((row) => row.length === size)).toBe(true);
});

test.each([
  ...['a', 'https://maru.example/ref/K2094', 'https://마루.한국/ref/NURI01', 'm'.repeat(14), 'm'.repeat(42)],
  ...['m'.repeat(62), 'q'.repeat(84), `https://trade.maru.example:8443/ref/${'N'.repeat(60)}`],
])('a reader of the standard reads %s', (text) => {
  expect(readQr(qrCodeOf(text) ?? [])).toBe(text);
});

test('a reader that is given a damaged code does not read another text', () => {
  const code = (qrCodeOf('https://maru.example/ref/K2094') ?? []).map((row) => [...row]);
  code[12]![12] = !code[12]![12];
  expect(() => readQr(code)).toThrow();
});

test('a text that no code of this kind holds has none', () => {
  expect(qrCodeOf('m'.repeat(214))).toBeUndefined();
});
