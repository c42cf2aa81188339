// The server's entry, in plain JavaScript: a TypeScript file that is not in the compile cache makes Node load its
// TypeScript compiler, which takes half a second and fifteen megabytes in every thread, and the entry itself is never
// cached. Compiled code is kept between starts: after a crash every tenth of a second counts.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { RUNTIME_FLAGS } from './runtime-flags.mjs';

for (const flag of RUNTIME_FLAGS) setFlagsFromString(flag);
const compiled =
  process.env['NODE_COMPILE_CACHE'] ?? join(import.meta.dirname, '../../node_modules/.cache/compiled');
// Threads read this variable.
process.env['NODE_COMPILE_CACHE'] = compiled;
const filled = join(compiled, `filled-${process.version}-${process.arch}-${printOfSources()}`);
if (!existsSync(filled) && canKeep(compiled)) {
  // In another process, so that compiling leaves no memory behind in this one, which runs for weeks.
  const filler = join(import.meta.dirname, 'fill-compile-cache.mjs');
  spawnSync(process.execPath, [...RUNTIME_FLAGS, filler, filled], { stdio: 'inherit' });
}
enableCompileCache(compiled);
const { run } = await import('./run.ts');
await run();

/** Changes whenever a file was changed, so that a new version of the server is compiled before it runs, too. */
function printOfSources() {
  const root = join(import.meta.dirname, '../..');
  const files = ['server', 'engine', 'contract'].map((room) => listSources(`${root}/${room}/src`));
  return createHash('sha256').update(files.join('')).digest('hex').slice(0, 16);
}

/**
 * Not with `recursive`, which takes three times as long: every start waits for this.
 * @param {string} folder
 * @returns {string}
 */
function listSources(folder) {
  let list = '';
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) list += listSources(path);
    else if (path.endsWith('.ts') && !path.endsWith('.test.ts')) {
      const { size, mtimeMs } = statSync(path);
      list += `${path} ${size} ${mtimeMs}\n`;
    }
  }
  return list;
}

/** @param {string} folder */
function canKeep(folder) {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
