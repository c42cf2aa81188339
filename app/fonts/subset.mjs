// Cuts Pretendard into the files of app/src/ui/fonts and writes app/src/ui/fonts.css. Run it again when the test of
// fonts.css reports that a new word has a character the first file lacks:
//
//   npm install --prefix <folder> pretendard@1.3.9 subset-font@2.9.0
//   node app/fonts/subset.mjs <folder>
//   biome check --write app/src/ui/fonts.css
//
// The two packages stay outside the project: what is committed is their result.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = dirname(dirname(HERE));
const UI = join(ROOT, 'app', 'src', 'ui');
const FONTS = join(UI, 'fonts');

const FIRST_SYLLABLE = 0xac00;
const LAST_SYLLABLE = 0xd7a3;
/** How many syllables beside the first file's own are common enough for a file by frequency. */
const FREQUENT = 280;
/** The rest is in blocks of adjacent code points: a block needs one short range, a frequency list a long one. */
const BLOCK = 0x2c0;

const LATIN = Array.from({ length: 0x7f - 0x20 }, (_, index) => 0x20 + index);
const SIGNS = [...'\u00a0±·×÷–—‘’“”•…‰₩→←↑↓↗↘−≈≠≤≥∞▲▼△▽▶◀●○✓'].map((sign) => sign.codePointAt(0));
const JAMO = span(0x3131, 0x318e);
const FURTHER = [
  ...span(0xa1, 0x17f),
  ...span(0x2010, 0x27bf),
  ...span(0x3000, 0x303f),
  ...span(0xff01, 0xffe6),
];

/** Weights of the design: 400 for long reading, 500 and 700 for the rest. */
const CUT = {
  targetFormat: 'truetype',
  variationAxes: { wght: { min: 400, max: 700, default: 400 } },
  keepFeatures: ['kern', 'tnum', 'ccmp'],
  noHinting: true,
};

const packages = process.argv[2];
if (packages === undefined) {
  console.error('say where the packages are: node app/fonts/subset.mjs <folder>');
  process.exit(2);
}
const require = createRequire(join(resolve(packages), 'package.json'));
const subset = require('subset-font');
const { convert } = require('fontverter');
const home = join(resolve(packages), 'node_modules', 'pretendard', 'dist');
const whole = readFileSync(join(home, 'public', 'variable', 'PretendardVariable.ttf'));

function span(from, to) {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

const isSyllable = (code) => code >= FIRST_SYLLABLE && code <= LAST_SYLLABLE;

function codesOf(text) {
  return new Set([...text].map((character) => character.codePointAt(0)));
}

/** Characters of all texts of the app, and of the designed screens, whose texts come next. */
function spokenCodes() {
  const folder = join(ROOT, 'app', 'src', 'text', 'ko');
  const contract = join(ROOT, 'contract', 'src');
  const files = [
    ...readdirSync(folder).map((name) => join(folder, name)),
    ...readdirSync(contract, { recursive: true })
      .filter((name) => /refusals\.ts$/.test(name))
      .map((name) => join(contract, name)),
    join(ROOT, 'server', 'src', 'feed', 'instruments.ts'),
    join(HERE, 'designed-screens.txt'),
  ];
  return codesOf(files.map((file) => readFileSync(file, 'utf8')).join(''));
}

/** The package's own stylesheet lists its slices from the rarest to the most common. */
function syllablesByFrequency() {
  const css = readFileSync(join(home, 'web', 'variable', 'pretendardvariable-dynamic-subset.css'), 'utf8');
  const slices = [...css.matchAll(/unicode-range:\s*([^;]+)/g)].map(([, ranges]) =>
    ranges.split(',').flatMap((range) => {
      const [from, to = from] = range
        .trim()
        .slice(2)
        .split('-')
        .map((hex) => Number.parseInt(hex, 16));
      return span(from, to);
    }),
  );
  return slices.reverse().flat().filter(isSyllable);
}

/** The 2,350 syllables of KS X 1001, read from the platform's EUC-KR decoder. */
function standardSyllables() {
  const decoder = new TextDecoder('euc-kr');
  const bytes = span(0xb0, 0xc8).flatMap((lead) => span(0xa1, 0xfe).flatMap((trail) => [lead, trail]));
  return codesOf(decoder.decode(new Uint8Array(bytes)));
}

/** A range may include codes that a later face takes anyway, which makes the list shorter. */
function rangesOf(codes, takenLater = new Set()) {
  const sorted = [...codes].sort((left, right) => left - right);
  const ranges = [];
  for (const code of sorted) {
    const last = ranges.at(-1);
    const isNext =
      last !== undefined && span(last[1] + 1, code - 1).every((between) => takenLater.has(between));
    if (isNext) last[1] = code;
    else ranges.push([code, code]);
  }
  const hex = (code) => code.toString(16).toUpperCase();
  return ranges
    .map(([from, to]) => (from === to ? `U+${hex(from)}` : `U+${hex(from)}-${hex(to)}`))
    .join(', ');
}

/** The licence reserves the font's name for the unchanged font, so the name inside the file is changed as well. */
function renamed(font) {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength);
  const tables = span(0, view.getUint16(4) - 1).map((index) => 12 + index * 16);
  const record = tables.find((offset) => font.toString('latin1', offset, offset + 4) === 'name');
  const table = view.getUint32(record + 8);
  const strings = table + view.getUint16(table + 4);
  for (const index of span(0, view.getUint16(table + 2) - 1)) {
    const entry = table + 6 + index * 12;
    const NOTICES = new Set([0, 7, 8, 9, 10, 11, 12, 13, 14]);
    if (NOTICES.has(view.getUint16(entry + 6))) continue;
    const from = strings + view.getUint16(entry + 10);
    const bytes = font.subarray(from, from + view.getUint16(entry + 8));
    for (const [name, other] of ['latin1', 'utf16le'].map((encoding) => [
      Buffer.from('Pretendard', encoding),
      Buffer.from('MaruGothic', encoding),
    ])) {
      if (name.length > 10) for (const each of [name, other]) each.swap16();
      for (let at = bytes.indexOf(name); at >= 0; at = bytes.indexOf(name)) bytes.set(other, at);
    }
  }
  return font;
}

async function write(name, codes) {
  const cut = await subset(whole, String.fromCodePoint(...codes), CUT);
  const woff2 = await convert(renamed(cut), 'woff2');
  writeFileSync(join(FONTS, `pretendard-${name}.woff2`), woff2);
  console.log(`${name.padEnd(10)} ${String(codes.size).padStart(5)} characters ${woff2.length} bytes`);
  return woff2.length;
}

function face(name, ranges) {
  return `@font-face {
  font-family: "Pretendard Variable";
  font-weight: 400 700;
  font-display: swap;
  src: url("./fonts/pretendard-${name}.woff2") format("woff2");
  unicode-range: ${ranges};
}
`;
}

// Only the first file depends on the texts; the others keep their characters, so that a new word changes one file.
const designed = codesOf(readFileSync(join(HERE, 'designed-screens.txt'), 'utf8'));
const first = new Set([...LATIN, ...SIGNS, ...[...spokenCodes()].filter((code) => code > 0x7f)]);
const standard = standardSyllables();
const common = syllablesByFrequency().filter((code) => standard.has(code) && !designed.has(code));
const frequent = new Set([...JAMO, ...common.slice(0, FREQUENT)]);
const blocks = span(0, Math.floor((LAST_SYLLABLE - FIRST_SYLLABLE) / BLOCK)).map((index) => {
  const from = FIRST_SYLLABLE + index * BLOCK;
  return { from, to: Math.min(from + BLOCK - 1, LAST_SYLLABLE) };
});

mkdirSync(FONTS, { recursive: true });
for (const name of readdirSync(FONTS)) {
  if (name.endsWith('.woff2')) rmSync(join(FONTS, name));
}
let total = 0;
const faces = [];
for (const { from, to } of blocks) {
  const name = from.toString(16);
  total += await write(name, new Set(span(from, to)));
  faces.push(face(name, rangesOf(span(from, to))));
}
total += await write('signs', new Set(FURTHER));
faces.push(face('signs', 'U+A1-17F, U+2010-27BF, U+3000-303F, U+FF01-FFE6'));
total += await write('frequent', frequent);
faces.push(face('frequent', rangesOf(frequent, first)));
total += await write('first', first);
faces.push(face('first', rangesOf(first)));

writeFileSync(
  join(UI, 'fonts.css'),
  `/* Written by app/fonts/subset.mjs. Of two faces with one character the later one is taken, so the whole blocks of
   rare syllables stand above and the file that every visitor loads stands last. */
${faces.join('\n')}`,
);
console.log(`in all ${total} bytes`);
