// Several throw-away PostgreSQL servers on loopback, with fsync on, for everything that needs more than one: a standby, a
// failover, a restore.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const KEEPER = fileURLToPath(new URL('./servers-keeper.mjs', import.meta.url));

/**
 * The servers belong to a keeper process that holds our end of a pipe: when we end, however we end, the pipe closes, and
 * the keeper stops them all and removes their folder.
 */
export function openServers() {
  const keeper = spawn(process.execPath, [KEEPER], { detached: true, stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => keeper.once('exit', resolve));
  const waiting = new Map();
  let given = 0;

  // A keeper that has ended is told to whoever waits for it.
  keeper.stdin.on('error', () => undefined);
  createInterface({ input: keeper.stdout }).on('line', (line) => {
    const { id, fault, result } = JSON.parse(line);
    const { resolve, reject } = waiting.get(id);
    waiting.delete(id);
    if (waiting.size === 0) hold(false);
    if (fault === undefined) resolve(result);
    else reject(new Error(fault));
  });
  void ended.then(() => {
    for (const { reject } of waiting.values()) reject(new Error('the keeper of the servers has ended'));
    waiting.clear();
  });

  /** Only an order that is waited for keeps our process alive. */
  function hold(isWaiting) {
    for (const each of [keeper, keeper.stdin, keeper.stdout]) isWaiting ? each.ref() : each.unref();
  }
  hold(false);

  function tell(order, details) {
    given += 1;
    hold(true);
    keeper.stdin.write(`${JSON.stringify({ id: given, order, ...details })}\n`);
    return new Promise((resolve, reject) => waiting.set(given, { resolve, reject }));
  }

  const urlOn = (port) => `postgres://maru@127.0.0.1:${port}/postgres`;
  return {
    /** A new and empty cluster, which is not started. `trusted`: a network beside loopback that may connect. */
    make: (name, { trusted } = {}) => tell('make', { name, trusted }),
    /** An empty folder beside the clusters that the servers may write to. */
    folder: (name) => tell('folder', { name }),
    /** Starts it on the port that it had before, if it was started already; resolves to its address. */
    start: async (name, { settings, signal } = {}) => urlOn(await tell('start', { name, settings, signal })),
    stop: (name, how) => tell('stop', { name, how }),
    freeze: (name) => tell('freeze', { name }),
    thaw: (name) => tell('thaw', { name }),
    /** The process that starts all others of it. */
    pid: (name) => tell('pid', { name }),
    /** A base backup of a running server becomes the data of another, which is not started. */
    backup: (name, from, slot) => tell('backup', { name, from, slot }),
    /** The data of a stopped server follows the history of a running one again. */
    rewind: (name, from) => tell('rewind', { name, from }),
    async close() {
      hold(true);
      keeper.stdin.end();
      await ended;
    },
  };
}
