// A lock file made on an incomplete mirror, or on top of an old install, misses the binaries of other systems, and
// `npm ci` refuses it. Fails when an optional package of any package is missing, or when an address slipped in.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = dirname(import.meta.dirname);
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
const nameOf = (path) => path.split('node_modules/').at(-1);

const present = new Set(Object.entries(lock).map(([path, entry]) => entry.name ?? nameOf(path)));
const wanted = Object.entries(lock).flatMap(([path, entry]) =>
  Object.keys(entry.optionalDependencies ?? {}).map((name) => ({
    name,
    by: path === '' ? 'the root' : nameOf(path),
  })),
);
const missing = wanted.filter(({ name }) => !present.has(name));
const addresses = Object.entries(lock).filter(([, entry]) => /^[a-z+]+:/.test(entry.resolved ?? ''));

for (const { name, by } of missing) console.error(`missing from the lock: ${name}, wanted by ${by}`);
for (const [path] of addresses) console.error(`the lock names a registry for ${path}`);
console.log(`${wanted.length} optional packages wanted, ${missing.length} missing`);
process.exit(missing.length + addresses.length === 0 ? 0 : 1);
