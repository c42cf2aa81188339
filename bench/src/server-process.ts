// The real server as a process of its own, started by its normal command, reached over loopback only.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../server/src/main.mjs', import.meta.url));

export const PASSWORDS = { demo: 'bench-demo-password', operator: 'bench-operator-password' } as const;

export interface ServerProcess {
  readonly origin: string;
  readonly pid: number;
  /** Everything it wrote, for when something goes wrong. */
  output(): string;
  ended(): boolean;
  /** Megabytes of the whole process with its threads: the most so far, and now. */
  memory(): { readonly peakMb: number; readonly nowMb: number };
  kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>;
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}

export function startServer(options: {
  readonly port: number;
  readonly dataFolder: string;
  readonly databaseUrl?: string | undefined;
  readonly env?: Readonly<Record<string, string>>;
}): ServerProcess {
  const { port, dataFolder, databaseUrl } = options;
  const child: ChildProcess = spawn(process.execPath, [MAIN], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataFolder,
      // Every client of a test has an address of its own, as it would behind a proxy.
      TRUSTED_PROXY_HOPS: '1',
      LOG_LEVEL: 'warn',
      // Nothing that happens once a day falls into a measurement.
      SOLVENCY_AFTER_SECONDS: '86400',
      // Made-up members trade without having been asked about leverage.
      RISK_QUIZ: 'off',
      MARU_DEMO_PASSWORD: PASSWORDS.demo,
      MARU_OPERATOR_PASSWORD: PASSWORDS.operator,
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let written = '';
  child.stdout?.on('data', (chunk) => {
    written += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    written += chunk;
  });
  const exit = once(child, 'exit') as Promise<[number | null]>;
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    output: () => written,
    memory: () => memoryOf(child.pid ?? 0),
    ended: () => child.exitCode !== null || child.signalCode !== null,
    async kill(signal) {
      child.kill(signal);
      return (await exit)[0];
    },
  };
}

function memoryOf(pid: number): { readonly peakMb: number; readonly nowMb: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (name: string) =>
    Math.round(Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1_024);
  return { peakMb: megabytes('VmHWM'), nowMb: megabytes('VmRSS') };
}

/** Milliseconds until orders are accepted. Throws with the server's output when it ends instead. */
export async function untilReady(server: ServerProcess, limitMs = 60_000): Promise<number> {
  const started = performance.now();
  for (;;) {
    if (server.ended()) throw new Error(`the server ended:\n${server.output()}`);
    if (performance.now() - started > limitMs)
      throw new Error(`the server is not ready:\n${server.output()}`);
    const ready = await fetch(`${server.origin}/api/health`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) return performance.now() - started;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
