// Owns several throw-away PostgreSQL servers in one folder. It reads one order a line from standard input and writes
// one answer a line; when standard input closes, every server is stopped and the folder removed.
import { execFile } from 'node:child_process';
import {
  appendFileSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { initdbFlags, startServer, unprivilegedOwner } from '../postgres-server.mjs';
import { ensureInstalled, findPostgresBinaries } from '../system.mjs';

/** The processes that a server has started: each has a session of its own, so a signal to a group misses them. */
function childrenOf(pid) {
  const parentOf = (name) => {
    try {
      // The name of the program may have any characters, up to the last parenthesis.
      return Number(readFileSync(`/proc/${name}/stat`, 'utf8').replace(/^.*\)/s, '').trim().split(' ')[1]);
    } catch {
      return undefined;
    }
  };
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === pid);
}

/** All processes of a server: the machine that it stands for is gone, hangs, or runs again. */
function signalAll({ server }, signal) {
  const children = childrenOf(server.pid);
  server.kill(signal);
  for (const child of children) {
    try {
      process.kill(Number(child), signal);
    } catch (fault) {
      // It has ended by itself meanwhile.
      if (fault.code !== 'ESRCH') throw fault;
    }
  }
}

await ensureInstalled('postgresql');
const bin = findPostgresBinaries();
const owner = unprivilegedOwner();
const folder = mkdtempSync(join(tmpdir(), 'maru-postgres-'));
if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid);
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/** By name: the port of the server, and its process while it runs. */
const servers = new Map();
const dataOf = (name) => join(folder, name);
const run = (program, args) =>
  promisify(execFile)(join(bin, program), args, { cwd: folder, ...owner, maxBuffer: 1e8 });
const portOf = (name) => {
  const server = servers.get(name);
  if (server === undefined) throw new Error(`no server is called ${name}`);
  return server.port;
};

const orders = {
  /** `trusted`: a network beside loopback that may connect. */
  async make({ name, trusted }) {
    await run('initdb', [...initdbFlags(dataOf(name)), '--data-checksums']);
    if (trusted !== undefined)
      appendFileSync(join(dataOf(name), 'pg_hba.conf'), `host all all ${trusted} trust\n`);
  },

  folder: async ({ name }) => {
    const made = join(folder, name);
    mkdirSync(made, { mode: 0o700 });
    if (owner.uid !== undefined) chownSync(made, owner.uid, owner.gid);
    return made;
  },

  /** `signal` is the name of the file that tells PostgreSQL to begin as a standby or to recover. */
  async start({ name, settings = [], signal }) {
    const data = dataOf(name);
    if (signal !== undefined) {
      writeFileSync(join(data, signal), '');
      if (owner.uid !== undefined) chownSync(join(data, signal), owner.uid, owner.gid);
    }
    const port = servers.get(name)?.port;
    const running = await startServer({ bin, folder, data, owner, more: settings, port });
    servers.set(name, running);
    return running.port;
  },

  async stop({ name, how = 'fast' }) {
    const running = servers.get(name);
    if (how === 'kill') signalAll(running, 'SIGKILL');
    // SIGINT is PostgreSQL's fast shutdown: open transactions roll back and no client is waited for.
    else running.server.kill('SIGINT');
    await running.ended;
  },

  /** The server stands still and answers nothing, as on a machine that hangs, until `thaw`. */
  freeze: async ({ name }) => signalAll(servers.get(name), 'SIGSTOP'),
  thaw: async ({ name }) => signalAll(servers.get(name), 'SIGCONT'),

  pid: async ({ name }) => servers.get(name).server.pid,

  async backup({ name, from, slot }) {
    rmSync(dataOf(name), { recursive: true, force: true });
    await run('pg_basebackup', [
      ...['-h', '127.0.0.1', '-p', String(portOf(from)), '-U', 'maru', '-D', dataOf(name)],
      ...['-X', 'stream', '-c', 'fast', ...(slot === undefined ? [] : ['-S', slot])],
    ]);
  },

  async rewind({ name, from }) {
    const source = `host=127.0.0.1 port=${portOf(from)} user=maru dbname=postgres`;
    await run('pg_rewind', ['-D', dataOf(name), `--source-server=${source}`]);
  },
};

const parentGone = new Promise((resolve) => {
  const lines = createInterface({ input: process.stdin });
  lines.on('line', (line) => {
    const { id, order, ...details } = JSON.parse(line);
    const answer = (reply) => process.stdout.write(`${JSON.stringify({ id, ...reply })}\n`);
    Promise.resolve()
      .then(() => orders[order](details))
      .then(
        (result) => answer({ result }),
        (fault) => answer({ fault: String(fault?.stderr || fault) }),
      );
  });
  lines.once('close', resolve);
  process.stdin.once('error', resolve);
  process.stdout.once('error', resolve);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, resolve);
});

await parentGone;
for (const running of servers.values()) {
  if (running.server.exitCode !== null || running.server.signalCode !== null) continue;
  // Nobody is waited for: the folder is removed anyway. This also ends servers that stand still.
  signalAll(running, 'SIGKILL');
  await running.ended;
}
process.exit(0);
