// Owns one throw-away PostgreSQL cluster: makes it, prints its address, and stops it when standard input closes.
import { execFile, spawn } from 'node:child_process';
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ensureInstalled, findPostgresBinaries } from './system.mjs';

const run = promisify(execFile);
const START_ATTEMPTS = 5;

/** PostgreSQL refuses to run as root, so as root the cluster is run by an account without rights. */
function unprivilegedOwner() {
  if (process.getuid() !== 0) return {};
  for (const name of ['postgres', 'nobody']) {
    const line = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((entry) => entry.startsWith(`${name}:`));
    if (line === undefined) continue;
    const [, , uid, gid] = line.split(':');
    return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error(
    'running as root, and neither a "postgres" nor a "nobody" account exists to run PostgreSQL',
  );
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

const settings = (folder, port) => [
  ['listen_addresses', '127.0.0.1'],
  ['port', port],
  ['unix_socket_directories', folder],
  ['fsync', 'on'],
  ['synchronous_commit', 'on'],
  ['full_page_writes', 'on'],
  ['max_connections', 200],
  ['shared_buffers', '64MB'],
  ['log_min_messages', 'fatal'],
];

/** Resolves to the running server, or to undefined when another process took the port first. */
async function serve(bin, folder, owner) {
  const port = await freePort();
  const flags = settings(folder, port).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(join(bin, 'postgres'), ['-D', join(folder, 'cluster'), ...flags], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    ...owner,
  });
  const ended = new Promise((resolve) => server.once('exit', resolve));
  let complaint = '';
  server.stderr.on('data', (chunk) => {
    complaint = `${complaint}${chunk}`.slice(-4000);
  });

  for (;;) {
    const isReady = run(join(bin, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(port), '-U', 'maru']);
    const outcome = await Promise.race([
      isReady.then(
        () => 'ready',
        () => 'not yet',
      ),
      ended.then(() => 'ended'),
    ]);
    if (outcome === 'ready') return { server, ended, port };
    if (outcome === 'ended') {
      if (/Address already in use|could not bind/.test(complaint)) return undefined;
      throw new Error(`PostgreSQL ended while starting: ${complaint}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

async function serveOnSomePort(bin, folder, owner) {
  for (let attempt = 1; attempt <= START_ATTEMPTS; attempt += 1) {
    const running = await serve(bin, folder, owner);
    if (running !== undefined) return running;
  }
  throw new Error(`no free port for PostgreSQL after ${START_ATTEMPTS} attempts`);
}

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

// Only the making of the cluster skips the sync: nothing of ours is in it yet.
const initdb = [
  '-D',
  join(folder, 'cluster'),
  '-U',
  'maru',
  '-A',
  'trust',
  '-E',
  'UTF8',
  '--locale=C.UTF-8',
  '--no-sync',
];
await run(join(bin, 'initdb'), initdb, { cwd: folder, ...owner });
const { server, ended, port } = await serveOnSomePort(bin, folder, owner);
process.stdout.write(`postgres://maru@127.0.0.1:${port}/postgres\n`);

await Promise.race([parentGone, ended]);
// SIGINT is PostgreSQL's fast shutdown: open transactions roll back and no client is waited for.
server.kill('SIGINT');
await ended;
process.exit(0);
