// The server as a process of its own, for tests that drive it from outside and end it in every way.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export const MAIN = join(import.meta.dirname, 'main.mjs');
/** Loaded before the server, it moves the server's clock by `CLOCK_AHEAD_MS`. */
const MOVED_CLOCK = join(import.meta.dirname, '../../scripts/moved-clock.mjs');
/** A line that the server prints when it takes requests. */
const READY = /http:\/\/127\.0\.0\.1:\d+/;

export interface ServerProcess {
  readonly child: ChildProcess;
  /** Its address, when it takes requests. Rejected with its output when it ends before. */
  readonly ready: Promise<string>;
  readonly exit: Promise<number | null>;
  output(): string;
  /** Does nothing when it has ended already. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
}

export interface ProcessOptions {
  readonly dataFolder: string;
  readonly env?: Readonly<Record<string, string>>;
  /** A program that runs the server, with its arguments. */
  readonly before?: readonly string[];
  readonly clockAheadMs?: number;
  /** Another entry than the server's own. */
  readonly entry?: string;
}

export function startProcess(options: ProcessOptions): ServerProcess {
  const { before = [], clockAheadMs = 0, entry = MAIN } = options;
  const clock = clockAheadMs === 0 ? [] : [`--import=${MOVED_CLOCK}`];
  const [program = process.execPath, ...args] = [...before, process.execPath, ...clock, entry];
  const child = spawn(program, args, {
    env: {
      ...process.env,
      CLOCK_AHEAD_MS: String(clockAheadMs),
      PORT: '0',
      DATA_DIR: options.dataFolder,
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let written = '';
  const { promise: ready, resolve, reject } = Promise.withResolvers<string>();
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      written += chunk;
      const address = READY.exec(written)?.[0];
      if (address !== undefined) resolve(address);
    });
  const exit = once(child, 'exit').then(([code]) => code as number | null);
  void exit.then(() => reject(new Error(written)));
  // A test that expects the end does not wait for it.
  ready.catch(() => undefined);
  return {
    child,
    ready,
    exit,
    output: () => written,
    async end(signal) {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      await exit;
    },
  };
}
