// One process of a cluster on loopback. It dies with us, however we die, and can be killed, stopped and continued.
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';

const KEPT_CHARACTERS = 20_000;

/** A port that nobody listens on now. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

/**
 * The kernel kills it when our process ends (`setpriv` of util-linux; where there is none, a clean end has to do).
 * `onLine` hears every line that it prints. `namespace`: the network namespace that it runs in. Both programs before it
 * become it, so the process is ours and takes our signals.
 */
export function startProcess(name, command, args, { env = {}, onLine, namespace } = {}) {
  const inside = namespace === undefined ? [] : ['ip', 'netns', 'exec', namespace];
  const bound = process.platform === 'linux' ? ['setpriv', '--pdeathsig', 'KILL', '--'] : [];
  const [program, ...rest] = [...bound, ...inside, command, ...args];
  const child = spawn(program, rest, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let written = '';
  const listeners = new Set(onLine === undefined ? [] : [onLine]);
  for (const stream of [child.stdout, child.stderr]) {
    let begun = '';
    stream.setEncoding('utf8').on('data', (chunk) => {
      written = `${written}${chunk}`.slice(-KEPT_CHARACTERS);
      const lines = `${begun}${chunk}`.split('\n');
      begun = lines.pop() ?? '';
      for (const line of lines) for (const listen of listeners) listen(line);
    });
  }
  const exited = new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
    child.once('error', (error) => resolve({ code: -1, signal: null, error }));
  });
  let isOver = false;
  void exited.then(() => {
    isOver = true;
  });

  return {
    name,
    pid: child.pid,
    exited,
    isRunning: () => !isOver,
    output: () => written,
    signal(signal) {
      if (!isOver) child.kill(signal);
    },
    /** Resolves with the part of a line that matches; rejects when the process ends before. */
    says(pattern, withinMs = 60_000) {
      const known = pattern.exec(written);
      if (known !== null) return Promise.resolve(known);
      return new Promise((resolve, reject) => {
        const end = () => {
          listeners.delete(listen);
          clearTimeout(timer);
        };
        const fail = (why) => {
          end();
          reject(new Error(`${name} ${why}:\n${written.slice(-4_000)}`));
        };
        const listen = (line) => {
          const found = pattern.exec(line);
          if (found === null) return;
          end();
          resolve(found);
        };
        const timer = setTimeout(() => fail('said nothing of the kind in time'), withinMs);
        listeners.add(listen);
        void exited.then(() => fail('has ended'));
      });
    },
    /** A clean end; killed when it takes longer than `withinMs`. */
    async stop(withinMs = 20_000) {
      if (isOver) return;
      child.kill('SIGCONT');
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), withinMs);
      await exited;
      clearTimeout(timer);
    },
  };
}
