// The server's entry. Compiled code is kept between starts: after a crash every tenth of a second counts.
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

const compiled = join(import.meta.dirname, '../../node_modules/.cache/compiled');
enableCompileCache(compiled);
// Threads read the variable: each of them would otherwise bring its own compiler of types, which takes a second and
// thirty megabytes.
process.env['NODE_COMPILE_CACHE'] = compiled;
await import('./run.ts');
