// A QR code (ISO/IEC 18004) of a short text: bytes, error correction M, versions 1 to 10. An address with its tag needs
// no more, and this much needs no package.

/** Rows of modules, true is dark. */
export type QrCode = readonly (readonly boolean[])[];

interface Version {
  readonly number: number;
  /** Codewords of error correction in each block. */
  readonly correction: number;
  /** Data codewords of each block. */
  readonly blocks: readonly number[];
  /** Centres of the alignment patterns, on both axes. */
  readonly aligned: readonly number[];
}

const version = (
  number: number,
  correction: number,
  blocks: readonly number[],
  aligned: readonly number[],
): Version => ({ number, correction, blocks, aligned });

/** Table 9 and annex E of the standard, level M. */
const VERSIONS: readonly Version[] = [
  version(1, 10, [16], []),
  version(2, 16, [28], [6, 18]),
  version(3, 26, [44], [6, 22]),
  version(4, 18, [32, 32], [6, 26]),
  version(5, 24, [43, 43], [6, 30]),
  version(6, 16, [27, 27, 27, 27], [6, 34]),
  version(7, 18, [31, 31, 31, 31], [6, 22, 38]),
  version(8, 22, [38, 38, 39, 39], [6, 24, 42]),
  version(9, 22, [36, 36, 36, 37, 37], [6, 26, 46]),
  version(10, 26, [43, 43, 43, 43, 44], [6, 28, 50]),
];

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

const sizeOf = ({ number }: Version): number => 17 + 4 * number;

/** The length of the text has 8 bits up to version 9, then 16. */
const lengthBits = ({ number }: Version): number => (number < 10 ? 8 : 16);

// Arithmetic in the field of 256 elements with the polynomial x^8 + x^4 + x^3 + x^2 + 1.
const EXPONENTS: number[] = [];
const LOGARITHMS: number[] = [];
for (let power = 0, value = 1; power < 255; power++) {
  EXPONENTS[power] = value;
  LOGARITHMS[value] = power;
  value = value & 0x80 ? (value << 1) ^ 0x11d : value << 1;
}

const times = (a: number, b: number): number =>
  a === 0 || b === 0 ? 0 : (EXPONENTS[(LOGARITHMS[a]! + LOGARITHMS[b]!) % 255] ?? 0);

/** Without its leading one. */
function generator(degree: number): readonly number[] {
  const product: number[] = Array.from({ length: degree }, (_, index) => (index === degree - 1 ? 1 : 0));
  for (let power = 0; power < degree; power++) {
    const root = EXPONENTS[power] ?? 1;
    for (let index = 0; index < degree; index++)
      product[index] = times(product[index]!, root) ^ (product[index + 1] ?? 0);
  }
  return product;
}

function correctionOf(data: readonly number[], degree: number): readonly number[] {
  const divisor = generator(degree);
  const rest = Array.from({ length: degree }, () => 0);
  for (const byte of data) {
    const factor = byte ^ rest.shift()!;
    rest.push(0);
    divisor.forEach((each, index) => {
      rest[index] = rest[index]! ^ times(each, factor);
    });
  }
  return rest;
}

const bitsOf = (value: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => (value >>> (count - 1 - index)) & 1);

function dataCodewords(bytes: Uint8Array, chosen: Version): readonly number[] {
  const room = sum(chosen.blocks);
  const bits = [
    ...bitsOf(0b0100, 4),
    ...bitsOf(bytes.length, lengthBits(chosen)),
    ...[...bytes].flatMap((byte) => bitsOf(byte, 8)),
  ];
  bits.push(...bitsOf(0, Math.min(4, room * 8 - bits.length)));
  while (bits.length % 8 !== 0) bits.push(0);
  const words: number[] = [];
  for (let at = 0; at < bits.length; at += 8)
    words.push(bits.slice(at, at + 8).reduce((value, bit) => (value << 1) | bit, 0));
  for (let index = 0; words.length < room; index++) words.push(index % 2 === 0 ? 0xec : 0x11);
  return words;
}

/** The blocks one codeword of each at a time, so that damage in one place hurts every block a little. */
function interleaved(words: readonly number[], { blocks, correction }: Version): readonly number[] {
  let at = 0;
  const parts = blocks.map((length) => {
    const data = words.slice(at, at + length);
    at += length;
    return { data, correction: correctionOf(data, correction) };
  });
  const longest = Math.max(...blocks);
  const column = (index: number, of: 'data' | 'correction') => parts.flatMap((part) => part[of][index] ?? []);
  return [
    ...Array.from({ length: longest }, (_, index) => column(index, 'data')).flat(),
    ...Array.from({ length: correction }, (_, index) => column(index, 'correction')).flat(),
  ];
}

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

interface Drawing {
  readonly size: number;
  /** Undefined is free for data. */
  readonly modules: (boolean | undefined)[][];
}

const emptyDrawing = (size: number): Drawing => ({
  size,
  modules: Array.from({ length: size }, () => Array.from({ length: size }, () => undefined)),
});

function set({ size, modules }: Drawing, x: number, y: number, isDark: boolean): void {
  if (x >= 0 && y >= 0 && x < size && y < size) modules[y]![x] = isDark;
}

/** A finder with its light border: rings around a centre. */
function drawFinder(drawing: Drawing, centreX: number, centreY: number): void {
  for (let dy = -4; dy <= 4; dy++)
    for (let dx = -4; dx <= 4; dx++) {
      const ring = Math.max(Math.abs(dx), Math.abs(dy));
      set(drawing, centreX + dx, centreY + dy, ring !== 2 && ring !== 4);
    }
}

function drawPatterns(drawing: Drawing, { number, aligned }: Version): void {
  const { size } = drawing;
  for (let at = 0; at < size; at++) {
    set(drawing, 6, at, at % 2 === 0);
    set(drawing, at, 6, at % 2 === 0);
  }
  const last = aligned.at(-1);
  for (const y of aligned)
    for (const x of aligned) {
      const isFinder = (x === 6 && (y === 6 || y === last)) || (x === last && y === 6);
      if (isFinder) continue;
      for (let dy = -2; dy <= 2; dy++)
        for (let dx = -2; dx <= 2; dx++)
          set(drawing, x + dx, y + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
    }
  drawFinder(drawing, 3, 3);
  drawFinder(drawing, size - 4, 3);
  drawFinder(drawing, 3, size - 4);
  if (number >= 7) drawVersion(drawing, number);
}

/** The remainder of a value after its bits, by a generator polynomial of this degree. */
function checked(value: number, degree: number, polynomial: number): number {
  let rest = value;
  for (let index = 0; index < degree; index++) rest = (rest << 1) ^ ((rest >>> (degree - 1)) * polynomial);
  return (value << degree) | (rest & ((1 << degree) - 1));
}

function drawVersion(drawing: Drawing, number: number): void {
  const bits = checked(number, 12, 0x1f25);
  for (let index = 0; index < 18; index++) {
    const isDark = ((bits >>> index) & 1) === 1;
    const far = drawing.size - 11 + (index % 3);
    const near = Math.floor(index / 3);
    set(drawing, far, near, isDark);
    set(drawing, near, far, isDark);
  }
}

/** Level M is 0; the mask with its check, twice. */
function drawFormat(drawing: Drawing, mask: number): void {
  const { size } = drawing;
  const bits = checked(mask, 10, 0x537) ^ 0x5412;
  const bit = (index: number) => ((bits >>> index) & 1) === 1;
  for (let index = 0; index <= 5; index++) set(drawing, 8, index, bit(index));
  set(drawing, 8, 7, bit(6));
  set(drawing, 8, 8, bit(7));
  set(drawing, 7, 8, bit(8));
  for (let index = 9; index < 15; index++) set(drawing, 14 - index, 8, bit(index));
  for (let index = 0; index < 8; index++) set(drawing, size - 1 - index, 8, bit(index));
  for (let index = 8; index < 15; index++) set(drawing, 8, size - 15 + index, bit(index));
  set(drawing, 8, size - 8, true);
}

/** In columns of two from the right, up and down by turns. */
function dataPlaces({ size, modules }: Drawing): readonly (readonly [number, number])[] {
  const places: (readonly [number, number])[] = [];
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    const isUpward = ((right + 1) & 2) === 0;
    for (let step = 0; step < size; step++)
      for (const x of [right, right - 1]) {
        const y = isUpward ? size - 1 - step : step;
        if (modules[y]![x] === undefined) places.push([x, y]);
      }
  }
  return places;
}

/** Points for what a camera could mistake: long runs, squares, patterns like a finder, too much of one colour. */
function penaltyOf(code: QrCode): number {
  const { length: size } = code;
  const at = (x: number, y: number) => code[y]![x]!;
  const lines = [
    ...code,
    ...Array.from({ length: size }, (_, x) => Array.from({ length: size }, (_, y) => at(x, y))),
  ].map((line) => line.map((isDark) => (isDark ? '1' : '0')).join(''));
  let points = 0;
  for (const line of lines) {
    for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) points += run.length - 2;
    // The border outside the code is light.
    const bordered = `0000${line}0000`;
    for (let index = 0; index + 11 <= bordered.length; index++) {
      const part = bordered.slice(index, index + 11);
      if (part === '10111010000' || part === '00001011101') points += 40;
    }
  }
  let dark = 0;
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const own = at(x, y);
      if (own) dark++;
      if (
        x + 1 < size &&
        y + 1 < size &&
        own === at(x + 1, y) &&
        own === at(x, y + 1) &&
        own === at(x + 1, y + 1)
      )
        points += 3;
    }
  return points + 10 * Math.floor(Math.abs(dark * 20 - size * size * 10) / (size * size));
}

/** Undefined where the text is longer than a code of this kind holds. */
export function qrCodeOf(text: string): QrCode | undefined {
  const bytes = new TextEncoder().encode(text);
  const chosen = VERSIONS.find((each) => 4 + lengthBits(each) + 8 * bytes.length <= 8 * sum(each.blocks));
  if (chosen === undefined) return undefined;
  const bits = interleaved(dataCodewords(bytes, chosen), chosen).flatMap((word) => bitsOf(word, 8));
  const drawing = emptyDrawing(sizeOf(chosen));
  drawPatterns(drawing, chosen);
  drawFormat(drawing, 0);
  const places = dataPlaces(drawing);
  const masked = MASKS.map((mask, number) => {
    const own: Drawing = { size: drawing.size, modules: drawing.modules.map((row) => [...row]) };
    drawFormat(own, number);
    places.forEach(([x, y], index) => {
      own.modules[y]![x] = (bits[index] === 1) !== mask(x, y);
    });
    const code = own.modules.map((row) => row.map((isDark) => isDark === true));
    return { code, penalty: penaltyOf(code) };
  });
  return masked.reduce((best, each) => (each.penalty < best.penalty ? each : best)).code;
}
