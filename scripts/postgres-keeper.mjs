// Owns one throw-away PostgreSQL cluster: makes it, prints its address, and stops it when standard input closes.
import { execFile } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { initdbFlags, startServer, unprivilegedOwner } from './postgres-server.mjs';
import { ensureInstalled, findPostgresBinaries } from './system.mjs';

const run = promisify(execFile);

const parentGone = new Promise((resolve) => {
  process.stdin.once('end', resolve).once('error', resolve).resume();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, resolve);
});

await ensureInstalled('postgresql');
const bin = findPostgresBinaries();
const owner = unprivilegedOwner();
const folder = mkdtempSync(join(tmpdir(), 'maru-postgres-'));
if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid);
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const data = join(folder, 'cluster');
await run(join(bin, 'initdb'), initdbFlags(data), { cwd: folder, ...owner });
const { server, ended, port } = await startServer({ bin, folder, data, owner });
process.stdout.write(`postgres://maru@127.0.0.1:${port}/postgres\n`);

await Promise.race([parentGone, ended]);
// SIGINT is PostgreSQL's fast shutdown: open transactions roll back and no client is waited for.
server.kill('SIGINT');
await ended;
process.exit(0);
