// The first file of the font is the only one that every visit waits for, so it must cover all texts of the app.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

// The tests of the app run from the project's root, in a DOM whose own URLs are not file URLs.
const root = process.cwd();
const fonts = join(root, 'app', 'src', 'ui', 'fonts');
const css = readFileSync(join(root, 'app', 'src', 'ui', 'fonts.css'), 'utf8');

interface Range {
  readonly from: number;
  readonly to: number;
}

const faces = [...css.matchAll(/@font-face \{([^}]*url[^}]*)\}/g)].map(([, body = '']) => ({
  file: /url\("\.\/fonts\/([^"]+)"\)/.exec(body)?.[1],
  ranges: [...body.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/gi)].map(
    ([, from = '', to = from]): Range => ({
      from: Number.parseInt(from, 16),
      to: Number.parseInt(to, 16),
    }),
  ),
}));

const holds = (ranges: readonly Range[], character: string): boolean => {
  const code = character.codePointAt(0) ?? 0;
  return ranges.some(({ from, to }) => from <= code && code <= to);
};

const facesOf = (character: string) => faces.filter(({ ranges }) => holds(ranges, character));

function charactersIn(files: readonly string[]): readonly string[] {
  const text = files.map((file) => readFileSync(join(root, file), 'utf8')).join('');
  return [...new Set(text)].filter((character) => character >= ' ');
}

const inFolder = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));

test.each([
  ['the Korean words of the app', inFolder('app/src/text/ko')],
  ['the English words of the app', inFolder('app/src/text/en')],
  ['the refusals', inFolder('contract/src').filter((name) => /refusals\.ts$/.test(name))],
  ['the names of the instruments', ['server/src/feed/instruments.ts']],
])('%s need no file but the first', (_, files) => {
  // Run app/fonts/subset.mjs again when this names a character.
  const missing = charactersIn(files).filter(
    (character) => facesOf(character).at(-1)?.file !== 'pretendard-first.woff2',
  );
  expect(missing).toEqual([]);
});

test('every Hangul syllable and every letter of the search by consonants is in some file', () => {
  const wanted = [
    ...Array.from({ length: 0xd7a3 - 0xac00 + 1 }, (_, index) => String.fromCodePoint(0xac00 + index)),
    ...'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ',
  ];
  expect(wanted.filter((character) => facesOf(character).length === 0)).toEqual([]);
});

test('every file of the sheet exists, and no other', () => {
  const named = faces.flatMap(({ file }) => file ?? []).sort();
  expect(
    readdirSync(fonts)
      .filter((name) => name.endsWith('.woff2'))
      .sort(),
  ).toEqual(named);
});

test('the first file stays under 90 KB, all of them under 2.5 MB, the sheet under 3 KB on the wire', () => {
  const sizes = readdirSync(fonts).map((name) => statSync(join(fonts, name)).size);
  expect(statSync(join(fonts, 'pretendard-first.woff2')).size).toBeLessThan(90_000);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(2_500_000);
  const onTheWire = gzipSync(css.replace(/\/\*.*?\*\//gs, '').replace(/\s+/g, ''));
  expect(onTheWire.length).toBeLessThan(3_000);
});
