// Compiles what the server's threads run, for the compile cache that NODE_COMPILE_CACHE names, and leaves a file there,
// named by the command line, that says so. A failure is no harm: then the server compiles by itself.
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { dirname, join } from 'node:path';

/** `run.ts` with what it imports later, and what each thread begins with. */
const ENTRIES = [
  './run.ts',
  './platform.ts',
  './db/postgres.ts',
  './journal/postgres-table.ts',
  './db/embedded-worker.ts',
  './desk-worker.ts',
  './shadow-worker.ts',
  './feed/past-worker.ts',
  './archive-worker.ts',
  './account/password-worker.ts',
];

for (const entry of ENTRIES) {
  try {
    await import(entry);
  } catch {
    // A thread's file says that this is no thread, when everything that it imports is compiled.
  }
}
flushCompileCache();
const [mark] = process.argv.slice(2);
if (mark !== undefined) {
  const folder = dirname(mark);
  for (const name of readdirSync(folder)) if (name.startsWith('filled')) rmSync(join(folder, name));
  writeFileSync(mark, '');
}
// Nothing that was imported may keep this process alive.
process.exit(0);
