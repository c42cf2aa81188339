// The rules of STYLE.md that none of our linters can check.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { arrows, mayImport, testsMayImport, zoneOf } from './arrows.ts';
import {
  importsOf,
  isOfTests,
  isTest,
  namedImportsOf,
  packageOf,
  paths,
  root,
  sources,
  targetOf,
  texts,
  withoutStrings,
} from './sources.ts';

const engine = sources.filter(({ path }) => path.startsWith('engine/src/') && !isTest(path));

describe('who imports whom', () => {
  test('the project was read', () => {
    expect(sources.flatMap(importsOf).length).toBeGreaterThan(50);
  });

  test('every folder has its row in the table of arrows', () => {
    const zones = new Set(sources.map(({ path }) => zoneOf(path)));
    expect([...zones].filter((zone) => arrows[zone] === undefined)).toEqual([]);
  });

  test('every row of the table of arrows has a folder', () => {
    const zones = new Set(sources.map(({ path }) => zoneOf(path)));
    expect(Object.keys(arrows).filter((zone) => !zones.has(zone))).toEqual([]);
  });

  test('every import follows an arrow', () => {
    const wrong = sources.flatMap((source) =>
      importsOf(source)
        .map((specifier) => targetOf(source.path, specifier))
        .filter((target) => target !== undefined)
        .filter((target) => !mayImport(zoneOf(source.path), zoneOf(target)))
        .filter(
          (target) =>
            !(isOfTests(source.path) && testsMayImport(zoneOf(source.path)).includes(zoneOf(target))),
        )
        .map((target) => `${source.path} imports ${target}: ${zoneOf(source.path)} → ${zoneOf(target)}`),
    );
    expect(wrong).toEqual([]);
  });

  test('another room is imported by its name, never by a path into it', () => {
    const wrong = sources
      .filter(({ path }) => !path.startsWith('scripts/') && path.includes('/'))
      .flatMap((source) =>
        namedImportsOf(source)
          .filter((specifier) => specifier.startsWith('.'))
          .map((specifier) => targetOf(source.path, specifier) ?? '')
          .filter((target) => roomOf(target) !== roomOf(source.path) && roomOf(target) !== 'scripts')
          .map((target) => `${source.path} reaches into ${target}`),
      );
    expect(wrong).toEqual([]);
  });

  test('a room imports only packages that its package.json names', () => {
    const wrong = sources.flatMap((source) =>
      importsOf(source)
        .map(packageOf)
        .filter((name) => name !== undefined)
        .filter((name) => !packagesFor(source.path).has(name))
        .map((name) => `${source.path} imports ${name}`),
    );
    expect(wrong).toEqual([]);
  });

  test('only the app and the office know React', () => {
    const knowing = sources.filter((source) =>
      importsOf(source).some((name) => /^react(-dom)?(\/|$)/.test(name)),
    );
    const wrong = knowing.filter(({ path }) => !/^(app|office)\//.test(path));
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });
});

describe('the engine', () => {
  const FORBIDDEN = [
    /\bDate\b/,
    /\bMath\.random\b/,
    /\bIntl\b/,
    /\btoLocale\w+/,
    /\b(setTimeout|setInterval|setImmediate|queueMicrotask)\b/,
    /\b(process|console|globalThis|performance|crypto)\b[.[(]/,
    /\b(async|await)\b/,
  ];

  test('has no clock, no random numbers, no host interfaces and no async code', () => {
    const wrong = engine.flatMap(({ path, code }) =>
      FORBIDDEN.filter((pattern) => pattern.test(withoutStrings(code))).map(
        (pattern) => `${path}: ${pattern.source}`,
      ),
    );
    expect(wrong).toEqual([]);
  });

  test('imports nothing but itself', () => {
    const wrong = engine
      .filter(({ path }) => !isOfTests(path))
      .flatMap((source) =>
        importsOf(source)
          .filter((specifier) => !specifier.startsWith('.'))
          .map((specifier) => `${source.path} imports ${specifier}`),
      );
    expect(wrong).toEqual([]);
  });
});

describe('files', () => {
  test('a file has fewer than 400 lines', () => {
    const long = texts.filter(
      ({ path, text }) => /\.(ts|tsx|mjs|sql)$/.test(path) && text.split('\n').length > 400,
    );
    expect(long.map(({ path }) => path)).toEqual([]);
  });

  test('no folder or file has the name of a drawer (utils, helpers, common)', () => {
    const DRAWERS = /^(utils?|helpers?|common|misc|lib|types|services?|hooks|shared|constants)$/;
    const wrong = paths.filter((path) =>
      path.split('/').some((part) => DRAWERS.test(part.replace(/\..*$/, ''))),
    );
    expect(wrong).toEqual([]);
  });

  test('names are kebab-case', () => {
    const wrong = sources.filter(
      ({ path }) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)+$/.test(basename(path)),
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  test('there are no barrels: nothing is exported that was not written there', () => {
    const passesOn = /\bexport\s+(type\s+)?[*{][^;'"]*?\sfrom\s*['"]/;
    const wrong = sources.filter(
      ({ path, code }) => passesOn.test(code) || /^index\.tsx?$/.test(basename(path)),
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  test('migrations are numbered from 0001 without a gap or a double', () => {
    const numbers = paths
      .filter((path) => path.startsWith('server/migrations/'))
      .map((path) => /^(\d{4})-[a-z0-9-]+\.sql$/.exec(basename(path))?.[1] ?? path)
      .sort();
    expect(numbers).toEqual(numbers.map((_, index) => String(index + 1).padStart(4, '0')));
  });
});

describe('the app', () => {
  const code = texts
    .filter(({ path }) => /^(app|e2e)\/.*\.(ts|tsx|mjs|html)$/.test(path))
    .filter(({ path }) => !/^app\/src\/text\/(ko|en)\//.test(path))
    .map(({ text }) => text)
    .join('\n');
  const named = new Set(code.match(/[A-Za-z_]\w*/g));

  test('every word of the dictionaries is used', () => {
    // Words under a code of the contract (NO_OPEN_TICK, BTC) are looked up by that code.
    const KEY = /^ +([a-z]\w*):/gm;
    const wrong = texts
      .filter(({ path }) => path.startsWith('app/src/text/ko/'))
      .flatMap(({ path, text }) =>
        [...text.matchAll(KEY)].map((match) => match[1] ?? '').map((key) => ({ path, key })),
      )
      .filter(({ key }) => !named.has(key));
    expect(wrong).toEqual([]);
  });

  test('every class of the styles is used', () => {
    const wrong = texts
      .filter(({ path }) => /^app\/src\/.*\.css$/.test(path))
      .flatMap(({ path, text }) => {
        const selectors = text.replace(/\/\*[\s\S]*?\*\//g, '').match(/[^{}]+(?=\{)/g) ?? [];
        const classes = new Set(selectors.join().match(/(?<=\.)[a-z][\w-]*/g));
        return [...classes].filter((name) => !isGiven(name)).map((name) => `${path}: ${name}`);
      });
    expect(wrong).toEqual([]);
  });

  /** The last part of a name may be put in: `card--${tone}`, `gallery__${layout}`. */
  const isGiven = (name: string): boolean =>
    code.includes(name) || ['--', '__'].some((joint) => code.includes(`${name.split(joint)[0]}${joint}\${`));
});

describe('words', () => {
  test('no exported name has an empty word (Manager, Service, Helper)', () => {
    const EMPTY_WORDS = /(Manager|Service|Helper|Util|Utils|Processor|Handler|Impl|Abstract)(?![a-z])/;
    const DECLARED =
      /\bexport\s+(?:async\s+)?(?:abstract\s+)?(?:function|const|let|class|interface|type)\s+(\w+)/g;
    const wrong = sources.flatMap(({ path, code }) =>
      [...code.matchAll(DECLARED)]
        .map((match) => match[1] ?? '')
        .filter((name) => EMPTY_WORDS.test(name[0]?.toUpperCase() + name.slice(1)))
        .map((name) => `${path}: ${name}`),
    );
    expect(wrong).toEqual([]);
  });

  test('what is left to do has an issue number', () => {
    const LEFT_TO_DO = new RegExp(
      `\\b(${['TO', 'DO'].join('')}|${['FIX', 'ME'].join('')}|${['XX', 'X'].join('')})\\b(?!.*#\\d+)`,
    );
    const code = texts.filter(({ path }) => !path.endsWith('.md'));
    expect(code.filter(({ text }) => LEFT_TO_DO.test(text)).map(({ path }) => path)).toEqual([]);
  });

  test('nothing names the machine it was written on or where its packages came from', () => {
    const MACHINE = new RegExp(
      [['', 'work', ''].join('/'), ['', 'root', ''].join('/'), 'registry\\.\\w', 'npm' + 'js\\.'].join('|'),
    );
    expect(texts.filter(({ text }) => MACHINE.test(text)).map(({ path }) => path)).toEqual([]);
  });
});

function roomOf(path: string): string {
  return path.split('/')[0] ?? '';
}

interface Manifest {
  readonly dependencies?: Record<string, string>;
  readonly devDependencies?: Record<string, string>;
  readonly optionalDependencies?: Record<string, string>;
}

function manifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
}

/** The tools at the root (vitest, Playwright) are for tests and for what stands beside them. */
function packagesFor(path: string): ReadonlySet<string> {
  const room = roomOf(path);
  const isOutside = !path.includes('/') || room === 'scripts';
  if (isOutside) return new Set([...Object.keys(manifest('.').devDependencies ?? {}), 'vite']);
  const own = manifest(room);
  const always = [...Object.keys(own.dependencies ?? {}), ...Object.keys(own.optionalDependencies ?? {})];
  // Journeys and benches are started by developers, never by `npm start`.
  const isForTests =
    isOfTests(path) || zoneOf(path) === 'app/double' || /^office\/.*-double\.tsx?$/.test(path);
  if (!isForTests && room !== 'e2e' && room !== 'bench') return new Set(always);
  return new Set([
    ...always,
    ...Object.keys(own.devDependencies ?? {}),
    ...Object.keys(manifest('.').devDependencies ?? {}),
  ]);
}
