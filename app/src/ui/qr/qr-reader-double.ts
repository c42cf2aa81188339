// Reads a QR code as a camera does after it has found the modules: written from the standard and not from our own
// drawing, so that both cannot be wrong in the same way. Level M, versions 1 to 6.
import type { QrCode } from './qr-code.ts';

/** Annex C: the 15 bits of level M with each mask. */
const FORMATS = [
  ...['101010000010010', '101000100100101', '101111001111100', '101101101001011'],
  ...['100010111111001', '100000011001110', '100111110010111', '100101010100000'],
];
/** Table 10, by row i and column j. */
const MASKS: readonly ((i: number, j: number) => boolean)[] = [
  (i, j) => (i + j) % 2 === 0,
  (i) => i % 2 === 0,
  (_, j) => j % 3 === 0,
  (i, j) => (i + j) % 3 === 0,
  (i, j) => (Math.floor(i / 2) + Math.floor(j / 3)) % 2 === 0,
  (i, j) => ((i * j) % 2) + ((i * j) % 3) === 0,
  (i, j) => (((i * j) % 2) + ((i * j) % 3)) % 2 === 0,
  (i, j) => (((i + j) % 2) + ((i * j) % 3)) % 2 === 0,
];
/** Table 9: blocks, data codewords of each, correction codewords of each. */
const BLOCKS = [
  ...([[1, 16, 10] as const, [1, 28, 16] as const, [1, 44, 26] as const] as const),
  ...([[2, 32, 18] as const, [2, 43, 24] as const, [4, 27, 16] as const] as const),
];

const FINDER = ['1111111', '1000001', '1011101', '1011101', '1011101', '1000001', '1111111'];

function timesAlpha(value: number): number {
  const doubled = value * 2;
  return doubled > 255 ? doubled ^ 285 : doubled;
}

function product(a: number, b: number): number {
  let sum = 0;
  for (let bit = 0, power = a; bit < 8; bit++, power = timesAlpha(power)) if ((b >> bit) & 1) sum ^= power;
  return sum;
}

/** A block is whole when its polynomial is zero at each root of the generator. */
function checkBlock(words: readonly number[], correction: number): void {
  for (let power = 0, root = 1; power < correction; power++, root = timesAlpha(root))
    if (words.reduce((sum, word) => product(sum, root) ^ word, 0) !== 0)
      throw new Error('a block of the code does not fit its correction');
}

/** Whether a module belongs to a pattern of the code and holds no data. */
function isPattern(size: number, i: number, j: number): boolean {
  const far = size - 8;
  const isCorner = (i < 9 && (j < 9 || j >= far)) || (i >= far && j < 9);
  const centre = size - 7;
  const isAlignment = size > 21 && Math.abs(i - centre) <= 2 && Math.abs(j - centre) <= 2;
  return isCorner || i === 6 || j === 6 || isAlignment;
}

export function readQr(code: QrCode): string {
  const size = code.length;
  const [count, length, correction] = BLOCKS[(size - 17) / 4 - 1] ?? [];
  if (count === undefined || length === undefined || correction === undefined)
    throw new Error(`no code that is read here has ${size} modules`);
  const bit = (i: number, j: number): string => (code[i]?.[j] ? '1' : '0');
  for (const [top, left] of [[0, 0] as const, [0, size - 7] as const, [size - 7, 0] as const])
    FINDER.forEach((row, i) => {
      if ([...row].some((dark, j) => bit(top + i, left + j) !== dark)) throw new Error('a finder is missing');
    });
  const across = [0, 1, 2, 3, 4, 5, 7, 8].map((j) => bit(8, j)).join('');
  const first = across + [7, 5, 4, 3, 2, 1, 0].map((i) => bit(i, 8)).join('');
  const below = [1, 2, 3, 4, 5, 6, 7].map((from) => bit(size - from, 8)).join('');
  const second = below + [8, 7, 6, 5, 4, 3, 2, 1].map((from) => bit(8, size - from)).join('');
  const mask = MASKS[FORMATS.indexOf(first)];
  if (mask === undefined || second !== first) throw new Error(`no format is ${first} and ${second}`);
  let bits = '';
  let isUpward = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right--;
    for (let step = 0; step < size; step++) {
      const i = isUpward ? size - 1 - step : step;
      for (const j of [right, right - 1])
        if (!isPattern(size, i, j)) bits += (bit(i, j) === '1') === mask(i, j) ? '0' : '1';
    }
    isUpward = !isUpward;
  }
  const words = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  const data = Array.from({ length: count }, (_, block) => {
    const own = words.slice(0, count * (length + correction)).filter((_word, at) => at % count === block);
    checkBlock(own, correction);
    return own.slice(0, length);
  }).flat();
  const stream = data.map((word) => word.toString(2).padStart(8, '0')).join('');
  if (!stream.startsWith('0100')) throw new Error('the text is not in bytes');
  const bytes = Number.parseInt(stream.slice(4, 12), 2);
  const text = stream.slice(12, 12 + 8 * bytes).match(/.{8}/g) ?? [];
  return new TextDecoder().decode(Uint8Array.from(text, (byte) => Number.parseInt(byte, 2)));
}
