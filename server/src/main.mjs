// The server's entry, in plain JavaScript: a TypeScript file that is not in the compile cache makes Node load its
// compiler of types, which takes half a second and fifteen megabytes, and the entry itself never comes from the cache.
// Compiled code is kept between starts: after a crash every tenth of a second counts.
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

const compiled = join(import.meta.dirname, '../../node_modules/.cache/compiled');
enableCompileCache(compiled);
// Threads read the variable: each of them would otherwise bring its own compiler of types.
process.env['NODE_COMPILE_CACHE'] = compiled;
await import('./run.ts');
