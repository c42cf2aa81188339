// Compiles what the server's threads run, for the compile cache that NODE_COMPILE_CACHE names, and then creates a
// marker file there, named by the command line. A failure does no harm: then the server compiles by itself.
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
    // The file of a thread throws because this is no thread, after everything that it imports was compiled.
  }
}
flushCompileCache();
const [mark] = process.argv.slice(2);
if (mark !== undefined) {
  const folder = dirname(mark);
  for (const name of readdirSync(folder)) if (name.startsWith('filled')) rmSync(join(folder, name));
  writeFileSync(mark, '');
}
// No import may keep this process alive.
process.exit(0);
