// The real server for a journey: in its own process, on its own data folder and port.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FEED_TICKS_PATH, serverTimeOffset } from '@maru/contract/market';
import { copyDatabase } from '../scripts/journey-database.mjs';
import { ask } from './ask.ts';

export interface PushedTick {
  readonly stock: string;
  readonly last: string;
  readonly bid?: string;
  readonly ask?: string;
}

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

export interface World {
  readonly address: string;
  readonly demo: Credentials;
  readonly operator: Credentials;
  /** The second person of staff. */
  readonly approver: Credentials;
  /** The code in the link of the partner that a first start creates. */
  readonly partnerCode: string;
  /** How far the clock of the server is ahead of this machine's. */
  aheadMs(): number;
  /** Moves the server's clock at once. No prices are made for that time. */
  passTime(ms: number): Promise<void>;
  /** Only in a world whose prices are pushed: sends the next batch, with the time at which it is sent. */
  pushTicks(ticks: readonly PushedTick[]): Promise<void>;
  /** Kills the process at once, as when the power fails. */
  kill(): Promise<void>;
  /** Restarts on the same data and address, as after an absence of `afterMs`; with other settings if given. */
  startAgain(change?: {
    readonly afterMs?: number;
    readonly settings?: Readonly<Record<string, string>>;
  }): Promise<void>;
  end(): Promise<void>;
}

export interface WorldSettings {
  /** `pushed`: no price but those that the journey pushes. */
  readonly prices?: 'simulated' | 'pushed';
  /** When the world begins; by default on a day on which most markets trade. */
  readonly beginsAt?: number;
  /** Several journeys use it, in an order that differs from run to run: nobody may leave them on another day. */
  readonly isShared?: boolean;
  /** `none`: the server creates its own, as on its very first start; by default it finds empty tables. */
  readonly database?: 'prepared' | 'none';
  readonly settings?: Readonly<Record<string, string>>;
}

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const DEMO_PASSWORD = 'journey-of-the-demo-trader';
const OPERATOR_PASSWORD = 'journey-of-the-operator';
const APPROVER_PASSWORD = 'journey-of-the-approver';
const PARTNER_CODE = 'NURI01';
/** The account of the partner that a first start creates. */
export const PARTNER: Credentials = { username: 'partner', password: 'journey-of-the-partner' };
const FEED_SECRET = 'the secret of the journeys that push prices';
/** A first start creates the database and the history of every instrument, on a machine that may be busy. */
const START_TIMEOUT_MS = 180_000;
const ADDRESS = /http:\/\/127\.0\.0\.1:(\d+)/;
/**
 * Chuseok, a Thursday: Seoul rests, Osaka is between two sessions, Hong Kong, Frankfurt, Chicago and coins trade. A
 * world on the machine's own date would find other markets open every time.
 */
const WORLD_BEGINS_AT = Date.parse('2026-09-24T15:50:00+09:00');
/** A world that journeys share stays within its first sessions. */
const MOST_SHARED_MS = 6 * 3_600_000;
/** More than the lifetime of an access token. */
export const TOKEN_LIFE_MS = 16 * 60_000;

const clockFile = (dataFolder: string): string => join(dataFolder, 'clock-ahead-ms');

/** Only what the server needs: a setting of the developer's shell must not change a journey. */
const environment = (given: {
  readonly dataFolder: string;
  readonly port: string;
  readonly aheadMs: number;
  readonly settings: Readonly<Record<string, string>>;
}): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  TZ: 'Asia/Seoul',
  HOST: '127.0.0.1',
  PORT: given.port,
  DATA_DIR: given.dataFolder,
  // All traders of a journey sign up from this machine's address.
  SIGN_UPS_PER_HOUR: '1000',
  // A journey that is about the questions turns them on.
  RISK_QUIZ: 'off',
  FEED_SEED: 'journey',
  LOG_LEVEL: 'warn',
  MARU_DEMO_PASSWORD: DEMO_PASSWORD,
  MARU_OPERATOR_PASSWORD: OPERATOR_PASSWORD,
  MARU_APPROVER_PASSWORD: APPROVER_PASSWORD,
  MARU_PARTNER_PASSWORD: PARTNER.password,
  CLOCK_AHEAD_MS: String(given.aheadMs),
  CLOCK_AHEAD_FILE: clockFile(given.dataFolder),
  ...given.settings,
});

/** Resolves with the port when the server prints its address, which it does when it accepts orders. */
function untilReady(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    let complained = '';
    const deadline = setTimeout(() => fail('did not start in time'), START_TIMEOUT_MS);
    const fail = (why: string) => {
      clearTimeout(deadline);
      reject(new Error(`the server ${why}\n${output}\n${complained}`));
    };
    server.stderr?.on('data', (chunk: Buffer) => {
      complained += chunk.toString();
    });
    server.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const port = ADDRESS.exec(output)?.[1];
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

export async function startWorld({
  prices = 'simulated',
  beginsAt = WORLD_BEGINS_AT,
  isShared = true,
  database = 'prepared',
  settings = {},
}: WorldSettings = {}): Promise<World> {
  if (!existsSync(join(root, 'app', 'dist', 'index.html')))
    throw new Error('the app is not built: npm run build');
  const dataFolder = await mkdtemp(join(tmpdir(), 'maru-journey-'));
  if (database === 'prepared') copyDatabase(join(dataFolder, 'database'));
  const feed = prices === 'pushed' ? { FEED: 'push', FEED_SECRET } : {};
  let aheadMs = beginsAt - Date.now();

  const start = (port: string, more: Readonly<Record<string, string>> = {}) =>
    spawn(
      process.execPath,
      [`--import=${join(root, 'scripts', 'moved-clock.mjs')}`, join(root, 'server', 'src', 'main.mjs')],
      {
        cwd: root,
        env: environment({ dataFolder, port, aheadMs, settings: { ...feed, ...settings, ...more } }),
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );

  let server = start('0');
  const port = await untilReady(server);
  const address = `http://127.0.0.1:${port}`;
  // Senders are identified by their last number; a restarted world continues counting.
  let batch = 0;

  async function stop(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    server.kill(signal);
    await ended(server);
  }

  let moved: Promise<void> = Promise.resolve();
  async function moveClock(ms: number): Promise<void> {
    aheadMs += ms;
    await writeFile(clockFile(dataFolder), String(aheadMs));
    server.kill('SIGUSR2');
    // The signal is handled between two turns of the server, so its clock itself is read.
    for (;;) {
      const askedAt = Date.now();
      const { serverTime } = await ask({ address }, serverTimeOffset);
      if (serverTime >= askedAt + aheadMs) return;
    }
  }

  return {
    address,
    demo: { username: 'demo', password: DEMO_PASSWORD },
    operator: { username: 'operator', password: OPERATOR_PASSWORD },
    approver: { username: 'approver', password: APPROVER_PASSWORD },
    partnerCode: PARTNER_CODE,
    aheadMs: () => aheadMs,
    passTime(ms) {
      if (isShared && Date.now() + aheadMs + ms > beginsAt + MOST_SHARED_MS)
        throw new Error('a journey that lets days pass needs a world of its own: ownWorld');
      moved = moveClock(ms);
      return moved;
    },
    async pushTicks(ticks) {
      // While the clock is being moved, a price would have a time that the server has not reached.
      await moved;
      batch += 1;
      const ts = Date.now() + aheadMs;
      const answer = await fetch(`${address}${FEED_TICKS_PATH}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${FEED_SECRET}` },
        body: JSON.stringify({
          source: 'journey',
          seq: batch,
          ticks: ticks.map((tick) => ({ ...tick, ts })),
        }),
      });
      if (!answer.ok) throw new Error(`the ticks were refused: ${await answer.text()}`);
    },
    kill: () => stop('SIGKILL'),
    async startAgain({ afterMs = 0, settings: more = {} } = {}) {
      aheadMs += afterMs;
      server = start(port, more);
      await untilReady(server);
    },
    async end() {
      await stop('SIGTERM');
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}
