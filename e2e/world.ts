// The real thing for a journey: the server in its own process, on its own data folder and port.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface World {
  readonly address: string;
  readonly demo: { readonly username: string; readonly password: string };
  /** The process is gone from one instruction to the next, as when the power fails. */
  kill(): Promise<void>;
  /** The same data and the same address. */
  startAgain(): Promise<void>;
  end(): Promise<void>;
}

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const DEMO_PASSWORD = 'journey-of-the-demo-trader';
/** A first start makes the database and the history of every instrument, on a machine that may be busy. */
const START_TIMEOUT_MS = 90_000;
const ADDRESS = /http:\/\/127\.0\.0\.1:(\d+)/;

/** Only what the server must know: a setting of the developer's shell must not change a journey. */
const environment = (dataFolder: string, port: string): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  TZ: 'Asia/Seoul',
  HOST: '127.0.0.1',
  PORT: port,
  DATA_DIR: dataFolder,
  FEED_SEED: 'journey',
  LOG_LEVEL: 'warn',
  MARU_DEMO_PASSWORD: DEMO_PASSWORD,
  MARU_OPERATOR_PASSWORD: 'journey-of-the-operator',
});

/** Resolves with the port when the server says where it is; it says so when it accepts orders. */
function untilReady(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    let complained = '';
    const deadline = setTimeout(() => fail('did not start in time'), START_TIMEOUT_MS);
    const fail = (why: string) => {
      clearTimeout(deadline);
      reject(new Error(`the server ${why}\n${said}\n${complained}`));
    };
    server.stderr?.on('data', (chunk: Buffer) => {
      complained += chunk.toString();
    });
    server.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const port = ADDRESS.exec(said)?.[1];
      if (port === undefined) return;
      clearTimeout(deadline);
      resolve(port);
    });
    server.once('exit', (code) => fail(`ended with code ${code} before it was ready`));
  });
}

function ended(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => server.once('exit', () => resolve()));
}

export async function startWorld(): Promise<World> {
  if (!existsSync(join(root, 'app', 'dist', 'index.html')))
    throw new Error('the app is not built: npm run build');
  const dataFolder = await mkdtemp(join(tmpdir(), 'maru-journey-'));

  const start = (port: string) =>
    spawn(process.execPath, [join(root, 'server', 'src', 'main.ts')], {
      cwd: root,
      env: environment(dataFolder, port),
      stdio: ['ignore', 'pipe', 'pipe'],
    });

  let server = start('0');
  const port = await untilReady(server);

  async function stop(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    server.kill(signal);
    await ended(server);
  }

  return {
    address: `http://127.0.0.1:${port}`,
    demo: { username: 'demo', password: DEMO_PASSWORD },
    kill: () => stop('SIGKILL'),
    async startAgain() {
      server = start(port);
      await untilReady(server);
    },
    async end() {
      await stop('SIGTERM');
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}
