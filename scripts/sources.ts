// The project's files as the tidy test reads them: what is tracked, with its text and its imports.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

export const root = dirname(import.meta.dirname);

export interface Source {
  readonly path: string;
  readonly text: string;
  /** The text without comments and without code in quotes. */
  readonly code: string;
}

const COMMENT_OR_STRING = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g;
const CODE = /\.(ts|tsx|mts|mjs)$/;
const TEXT = /\.(ts|tsx|mts|mjs|sql|css|html|json|md|yml)$|\/run$/;

const IMPORTS = [
  /\bimport\s+(?:type\s+)?[\w*{][^;'"]*?\sfrom\s*'([^'$]+)'/g,
  /\bexport\s+(?:type\s+)?[*{][^;'"]*?\sfrom\s*'([^'$]+)'/g,
  /\bimport\s*'([^'$]+)'/g,
  /\bimport\(\s*'([^'$]+)'/g,
];
const FILE_ADDRESS = /\bnew URL\(\s*'([^']+\.(?:ts|tsx|mjs))',\s*import\.meta\.url/g;

/** The formatter writes 'single' quotes unless the string itself holds code, so a "double" string is never an import. */
function withoutComments(text: string): string {
  return text.replace(COMMENT_OR_STRING, (found) => {
    if (found.startsWith('/')) return ' ';
    return found.startsWith('"') ? '""' : found;
  });
}

export function withoutStrings(code: string): string {
  return code.replace(COMMENT_OR_STRING, "''");
}

function listPaths(): readonly string[] {
  const listed = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0');
  return listed.filter((path) => path !== '' && existsSync(join(root, path)));
}

export const paths = listPaths();

/** Every text file but the lock, which is generated. */
export const texts: readonly Source[] = paths
  .filter((path) => TEXT.test(path) && path !== 'package-lock.json')
  .map((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    return { path, text, code: CODE.test(path) ? withoutComments(text) : text };
  });

export const sources = texts.filter(({ path }) => CODE.test(path));

export const isTest = (path: string) => /\.test\.tsx?$/.test(path);

/** A test, or what tests share. */
export const isOfTests = (path: string) => isTest(path) || /testing\.ts$/.test(path);

export function importsOf(source: Source): readonly string[] {
  return [...namedImportsOf(source), ...startedFilesOf(source)];
}

export function namedImportsOf(source: Source): readonly string[] {
  return IMPORTS.flatMap((pattern) => [...source.code.matchAll(pattern)].map((match) => match[1] ?? ''));
}

/** A worker or a process is started by its address, which is relative even without a dot. */
function startedFilesOf(source: Source): readonly string[] {
  return [...source.code.matchAll(FILE_ADDRESS)].map((match) => `./${match[1]}`);
}

/** The project file an import means, or undefined when it leaves the project (a package, or Node itself). */
export function targetOf(importer: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(importer), specifier);
  const inRoom = /^@maru\/([\w-]+)\/(.+)$/.exec(specifier);
  if (inRoom === null) return undefined;
  const [, room = '', path = ''] = inRoom;
  return `${room}/src/${path}.ts`;
}

export function packageOf(specifier: string): string | undefined {
  if (specifier.startsWith('.') || specifier.startsWith('node:') || specifier.startsWith('@maru/'))
    return undefined;
  const parts = specifier.split('/');
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : parts[0];
}
