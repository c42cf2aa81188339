// A server that a test kills and starts again, on either database. Its clock and its prices come from the test, and one
// player asks it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serverTimeOffset } from '@maru/contract/market';
import { type Millis, millis } from '@maru/engine/time';
import { expect } from 'vitest';
import type { Database } from './db/database.ts';
import { openEmbedded } from './db/embedded.ts';
import { layDatabase, openFreshPostgres } from './db/testing.ts';
import { type ServerProcess, startProcess } from './process-testing.ts';

const DEMO = { username: 'demo', password: 'killed-test-password', siteInfoId: 1 };
const SECRET = 'a secret of the feed that is long enough';

export const killedDatabases = [{ name: 'embedded' }, { name: 'PostgreSQL' }] as const;

export interface Answer {
  readonly status: number;
  readonly body: { readonly [name: string]: unknown };
}

export interface KilledServer {
  /** Of the player who asks. */
  readonly password: string;
  /** Starts the process and signs the player in. */
  start(): Promise<void>;
  /** Again, after the clock was moved beyond the life of a token. */
  signIn(): Promise<void>;
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
  /** Of the running process, which has it when this is done, and of those that are started later. */
  moveClock(byMs: number): Promise<void>;
  /** A read, or a command with a key of its own; of somebody else than the player by their token. */
  send(path: string, body?: object, key?: string, by?: string): Promise<Answer>;
  /** By the clock of the server. */
  now(): Millis;
  /** The same where nothing may be refused. */
  ask<Reply>(path: string, body?: object): Promise<Reply>;
  /** Sends one tick of each stock. */
  publish(prices: Readonly<Record<string, string>>): Promise<void>;
  /** While no process is running. */
  withTables<Seen>(look: (tables: Database) => Promise<Seen>): Promise<Seen>;
  remove(): Promise<void>;
}

export async function openKilledServer(
  name: (typeof killedDatabases)[number]['name'],
  startsAt: number,
  settings: Readonly<Record<string, string>> = {},
): Promise<KilledServer> {
  const folder = mkdtempSync(join(tmpdir(), 'maru-killed-'));
  const clockFile = join(folder, 'clock-ahead-ms');
  const postgres = name === 'PostgreSQL' ? await openFreshPostgres() : undefined;
  if (postgres === undefined) layDatabase(folder);
  let aheadMs = startsAt - Date.now();
  let running: ServerProcess | undefined;
  let address = '';
  let token = '';
  let batch = 0;

  async function post(path: string, body?: object, key?: string, by = token): Promise<Answer> {
    const answer = await fetch(`${address}${path}`, {
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...(by === '' ? {} : { authorization: `Bearer ${by}` }),
      },
    });
    return { status: answer.status, body: (await answer.json()) as Answer['body'] };
  }

  async function ask<Reply>(path: string, body?: object, by = token): Promise<Reply> {
    const answer = await post(path, body, undefined, by);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body as Reply;
  }

  async function signIn(): Promise<void> {
    token = (await ask<{ accessToken: string }>('/api/login', DEMO, '')).accessToken;
  }

  return {
    password: DEMO.password,
    async start() {
      running = startProcess({
        dataFolder: folder,
        clockAheadMs: aheadMs,
        env: {
          CLOCK_AHEAD_FILE: clockFile,
          FEED: 'push',
          FEED_SECRET: SECRET,
          MARU_DEMO_PASSWORD: DEMO.password,
          ...settings,
          ...(postgres?.url === undefined ? {} : { DATABASE_URL: postgres.url }),
        },
      });
      address = await running.ready;
      await signIn();
    },
    signIn,
    async end(signal) {
      const ending = running;
      running = undefined;
      await ending?.end(signal);
    },
    async moveClock(byMs) {
      aheadMs += byMs;
      writeFileSync(clockFile, String(aheadMs));
      if (running === undefined) return;
      running.child.kill('SIGUSR2');
      // The signal is handled between two turns of the server, so its clock itself is read.
      for (;;) {
        const askedAt = Date.now();
        const { serverTime } = await ask<{ serverTime: number }>(serverTimeOffset.path, undefined, '');
        if (serverTime >= askedAt + aheadMs) return;
      }
    },
    send: (path, body, key, by) => post(path, body, key, by),
    now: () => millis(Date.now() + aheadMs),
    ask: (path, body) => ask(path, body),
    async publish(prices) {
      batch += 1;
      const ts = Date.now() + aheadMs;
      const ticks = Object.entries(prices).map(([stock, last]) => ({ stock, last, ts }));
      await post('/api/feed/ticks', { source: 'test', seq: batch, ticks }, undefined, SECRET);
    },
    async withTables(look) {
      if (postgres !== undefined) return look(postgres.database);
      const tables = await openEmbedded(join(folder, 'database'));
      try {
        return await look(tables);
      } finally {
        await tables.close();
      }
    },
    async remove() {
      await running?.end('SIGKILL');
      await postgres?.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
