// The server's entry, in plain JavaScript: a TypeScript file that is not in the compile cache makes Node load its
// compiler of types, which takes half a second and fifteen megabytes in every thread, and the entry itself never comes
// from the cache. Compiled code is kept between starts: after a crash every tenth of a second counts.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { WASM_FLAGS } from './db/wasm-flags.mjs';

for (const flag of WASM_FLAGS) setFlagsFromString(flag);
const compiled =
  process.env['NODE_COMPILE_CACHE'] ?? join(import.meta.dirname, '../../node_modules/.cache/compiled');
// Threads read the variable.
process.env['NODE_COMPILE_CACHE'] = compiled;
const filled = join(compiled, `filled-${process.version}-${process.arch}`);
if (!existsSync(filled) && canKeep(compiled)) {
  // What another process compiles leaves no memory behind in this one, which runs for weeks.
  const filler = join(import.meta.dirname, 'fill-compile-cache.mjs');
  spawnSync(process.execPath, [...WASM_FLAGS, filler, filled], { stdio: 'inherit' });
}
enableCompileCache(compiled);
const { run } = await import('./run.ts');
await run();

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
