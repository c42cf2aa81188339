// The pages under docs/ that comments cite: what is cited is there, and what a page names exists.
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { paths, root, type Source, texts } from './sources.ts';

const page = (name: string): string => readFileSync(join(root, 'docs', `${name}.md`), 'utf8');
const laws = {
  rules: page('rules'),
  wire: page('wire'),
  reliability: page('reliability'),
  design: page('design'),
};
type Law = keyof typeof laws;

/** `## 1. Name`, `### 1.4 Name`. */
const sectionsOf = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(/^#{2,3} (\d+(?:\.\d+)?)\.? /gm)].map(([, number = '']) => number));

/** Names such as I-15 in the first column of a table, or in bold where no table is. */
const namesOf = (text: string): ReadonlySet<string> =>
  new Set(
    [...text.matchAll(/^\| (?:\*\*)?([TIBS]-\d+)|\*\*(L-\d+)\*\*/gm)].map(
      (found) => found[1] ?? found[2] ?? '',
    ),
  );

const screensOf = (text: string): ReadonlySet<string> =>
  new Set(
    [...text.matchAll(/^\| ((?:\d{2}[a-z]?(?:, )?)+) \|/gm)].flatMap(([, ids = '']) => ids.split(', ')),
  );

/** A page, and the numbers that follow it: `rules.md 1.4 to 1.6`, `rules.md 0.5, 0.7, 4.3`. */
const CITED =
  /(docs\/)?\b(rules|wire|reliability|design)\.md\b((?:,? (?:and |to )?\d+(?:\.\d+)?\b(?! ?%))*)/g;
const NAME = /\b([TIBSL]-\d{1,3})\b/g;
const SCREEN = /\bdesign (\d{2}[a-z]?)\b/g;

const code = texts.filter(
  ({ path }) => /\.(ts|tsx|mjs|sql|css)$/.test(path) && path !== 'scripts/laws.test.ts',
);

describe('what a comment cites', () => {
  const citations = code.flatMap(({ path, text }) =>
    [...text.matchAll(CITED)].map(([cited, folder, law = '', numbers = '']) => ({
      path,
      cited,
      isLinked: folder !== undefined,
      law: law as Law,
      numbers: numbers.match(/\d+(?:\.\d+)?/g) ?? [],
    })),
  );

  test('there are citations', () => {
    expect(citations.length).toBeGreaterThan(100);
  });

  test('every page is named with its folder', () => {
    // A migration that was applied is never edited.
    const bare = citations.filter(
      ({ path, isLinked }) => !isLinked && !path.startsWith('server/migrations/'),
    );
    expect(bare.map(({ path, cited }) => `${path}: ${cited}`)).toEqual([]);
  });

  test('every section exists', () => {
    const wrong = citations.flatMap(({ path, law, numbers }) =>
      numbers
        .filter((number) => !sectionsOf(laws[law]).has(number))
        .map((number) => `${path}: ${law} ${number}`),
    );
    expect(wrong).toEqual([]);
  });

  test('every promise, threat and invariant is on the page', () => {
    const names = namesOf(laws.reliability);
    const wrong = code.flatMap(({ path, text }) =>
      [...text.matchAll(NAME)].filter(([name]) => !names.has(name)).map(([name]) => `${path}: ${name}`),
    );
    expect(wrong).toEqual([]);
  });

  test('every screen is on the page', () => {
    const screens = screensOf(laws.design);
    const wrong = code.flatMap(({ path, text }) =>
      [...text.matchAll(SCREEN)]
        .filter(([, id = '']) => !screens.has(id))
        .map(([cited]) => `${path}: ${cited}`),
    );
    expect(wrong).toEqual([]);
  });
});

const fileNames = new Set(paths.map((path) => basename(path)));
const missingIn = ({ path, text }: Pick<Source, 'path' | 'text'>): readonly string[] =>
  [...text.matchAll(/`([\w-]+\.(?:ts|tsx|mjs|css|sql))`/g)]
    .filter(([, name = '']) => !fileNames.has(name))
    .map(([, name = '']) => `${path}: ${name}`);

test('a file that a comment names exists', () => {
  const comments = code.map(({ path, text }) => ({
    path,
    text: text
      .split('\n')
      .filter((line) => /^\s*(\/\/|\/?\*|--)/.test(line))
      .join('\n'),
  }));
  expect(comments.flatMap(missingIn)).toEqual([]);
});

describe('what a page names', () => {
  const pages = texts
    .filter(({ path }) => /^(docs\/[\w-]+|[A-Z]+)\.md$/.test(path) && path !== 'docs/progress.md')
    // What is still to be added has files that do not exist yet.
    .map(({ path, text }) => ({
      path,
      text: text.replace(/^## How to add[\s\S]*?(?=^## |$(?![\s\S]))/m, ''),
    }));
  const isThere = (place: string): boolean =>
    place.includes('*') || paths.some((path) => path === place || path.startsWith(`${place}/`));

  test('files exist at the paths it gives', () => {
    const wrong = pages.flatMap(({ path, text }) =>
      [...text.matchAll(/`((?:[\w.-]+\/)+[\w*.-]+\.(?:ts|tsx|mjs|css|sql|md))`/g)]
        .map(([, named = '']) => named)
        .filter((named) => !isThere(named) && !isThere(`server/src/${named}`) && !isThere(`app/src/${named}`))
        .map((named) => `${path}: ${named}`),
    );
    expect(wrong).toEqual([]);
  });

  test('files that are named without a folder exist', () => {
    expect(pages.flatMap(missingIn)).toEqual([]);
  });

  test('links lead to files', () => {
    const wrong = pages.flatMap(({ path, text }) =>
      [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)]
        .map(([, to = '']) => to)
        .filter((to) => !existsSync(join(root, path, '..', to)))
        .map((to) => `${path}: ${to}`),
    );
    expect(wrong).toEqual([]);
  });
});
