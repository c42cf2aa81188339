// One PostgreSQL server process on a free loopback port, for the keepers of throw-away clusters.
import { execFile, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const START_ATTEMPTS = 5;

/** PostgreSQL refuses to run as root, so as root the cluster is run by an account without rights. */
export function unprivilegedOwner() {
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

/** The flags of every `initdb` of ours. Only the making of a cluster skips the sync: nothing of ours is in it yet. */
export const initdbFlags = (data) => [
  ...['-D', data, '-U', 'maru', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
];

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

const settings = (socketFolder, port) => [
  ['listen_addresses', '127.0.0.1'],
  ['port', port],
  ['unix_socket_directories', socketFolder],
  ['fsync', 'on'],
  ['synchronous_commit', 'on'],
  ['full_page_writes', 'on'],
  ['max_connections', 200],
  ['shared_buffers', '64MB'],
  ['log_min_messages', 'fatal'],
];

/** Resolves to the running server, or to undefined when another process took the port first. */
async function serve({ bin, folder, data, owner, more }, port) {
  const flags = [...settings(folder, port), ...more].flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(join(bin, 'postgres'), ['-D', data, ...flags], {
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

/**
 * Starts the server over `data` in the `folder` of its sockets, with `more` settings. Without a `port` it takes a free
 * one.
 */
export async function startServer({ more = [], port, ...at }) {
  for (let attempt = 1; attempt <= START_ATTEMPTS; attempt += 1) {
    const running = await serve({ ...at, more }, port ?? (await freePort()));
    if (running !== undefined) return running;
  }
  throw new Error(`no free port for PostgreSQL after ${START_ATTEMPTS} attempts`);
}
