// Builds the app and the office when something they are made of changed since the last build.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { run } from './child.mjs';

const root = dirname(import.meta.dirname);
const SOURCES = ['app', 'office', 'client', 'contract', 'engine/src', 'package-lock.json'];
const NOT_SOURCES = new Set(['dist', 'node_modules']);
const stampFile = join(root, 'app', 'dist', '.build-stamp');

function filesUnder(path) {
  const entries = readdirSync(path, { withFileTypes: true }).filter((entry) => !NOT_SOURCES.has(entry.name));
  return entries.flatMap((entry) => {
    const inside = join(path, entry.name);
    return entry.isDirectory() ? filesUnder(inside) : [inside];
  });
}

function hashOfSources() {
  const hash = createHash('sha256');
  const paths = SOURCES.map((source) => join(root, source));
  const files = paths.flatMap((path) => (path.endsWith('.json') ? [path] : filesUnder(path))).sort();
  for (const file of files) hash.update(`${relative(root, file)}\0`).update(readFileSync(file));
  return hash.digest('hex');
}

/** Vite runs in a process of its own, so that its memory is gone before the server begins. */
export async function buildApp() {
  const wanted = hashOfSources();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) {
    console.log('the app is built already');
    return;
  }
  console.log('building the app');
  const startedAt = Date.now();
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  for (const room of ['app', 'office']) {
    const exitCode = await run(process.execPath, [vite, 'build', room, '--logLevel', 'warn'], { cwd: root });
    if (exitCode === 0) continue;
    console.error(`the ${room} could not be built; the lines above say why`);
    process.exit(1);
  }
  writeFileSync(stampFile, wanted);
  console.log(`  built (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`);
}

if (process.argv[1] === import.meta.filename) await buildApp();
