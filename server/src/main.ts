// The server's entry. Compiled code is kept between starts: after a crash every tenth of a second counts.
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/compiled'));
await import('./run.ts');
