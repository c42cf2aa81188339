// A server whose compile cache was filled does not load Node's TypeScript compiler, in any of its threads.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RUNTIME_FLAGS } from './runtime-flags.mjs';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'maru-compiled-'));
  const mark = join(folder, 'filled');
  node([join(import.meta.dirname, 'fill-compile-cache.mjs'), mark], folder);
  expect(existsSync(mark)).toBe(true);
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const node = (args: readonly string[], cache: string): string =>
  execFileSync(process.execPath, [...RUNTIME_FLAGS, ...args], {
    env: { ...process.env, NODE_COMPILE_CACHE: cache },
    encoding: 'utf8',
  });

/** Whether Node loads its TypeScript compiler to import this file. */
function needsCompiler(file: string, cache: string): boolean {
  const program = `
    await import(process.argv[1]).catch(() => undefined);
    console.log(process.moduleLoadList.some((name) => name.includes('amaro')));
    process.exit(0);`;
  const path = join(import.meta.dirname, file);
  return node(['--input-type=module', '--eval', program, path], cache).trim() === 'true';
}

test('a file that was never compiled needs the compiler', () => {
  const empty = mkdtempSync(join(tmpdir(), 'maru-compiled-'));
  try {
    expect(needsCompiler('config.ts', empty)).toBe(true);
  } finally {
    rmSync(empty, { recursive: true, force: true });
  }
});

test.each([
  'run.ts',
  'platform.ts',
  'desk-worker.ts',
  'db/embedded-worker.ts',
  'shadow-worker.ts',
  'feed/past-worker.ts',
  'archive-worker.ts',
  'account/password-worker.ts',
  'journal/postgres-table.ts',
])('%s comes from the filled cache', { timeout: 20_000 }, (file) => {
  expect(needsCompiler(file, folder)).toBe(false);
});
