// `kill -9` with open orders, and a level crossed while no process was running: the next process acts on the first
// price that it receives, and marks the fills as after a gap. Driven from outside, on both databases.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { layDatabase, openFreshPostgres, type TestDatabase } from './db/testing.ts';

const MAIN = join(import.meta.dirname, 'main.mjs');
const MOVED_CLOCK = join(import.meta.dirname, '../../scripts/moved-clock.mjs');
const DEMO = { username: 'demo', password: 'killed-test-password', siteInfoId: 1 };
const SECRET = 'a secret of the feed that is long enough';
/** Tuesday evening in Korea: Chicago trades. */
const BEGINS = Date.parse('2026-11-17T20:00:00+09:00');
const READY = /http:\/\/127\.0\.0\.1:(\d+)/;

interface Fill {
  readonly marketType: string;
  readonly price: string;
  readonly isAfterGap: boolean;
}

describe.each([{ name: 'embedded' }, { name: 'PostgreSQL' }])('a killed server on $name', ({ name }) => {
  let folder: string;
  let postgres: TestDatabase | undefined;
  let child: ChildProcess | undefined;
  let address = '';
  let batch = 0;
  let aheadMs: number;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'maru-killed-'));
    if (name === 'embedded') await layDatabase(folder);
    else postgres = await openFreshPostgres();
    aheadMs = BEGINS - Date.now();
  });

  afterAll(async () => {
    await kill();
    await postgres?.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function start(): Promise<void> {
    const started = spawn(process.execPath, [`--import=${MOVED_CLOCK}`, MAIN], {
      env: {
        ...process.env,
        CLOCK_AHEAD_MS: String(aheadMs),
        PORT: '0',
        DATA_DIR: folder,
        FEED: 'push',
        FEED_SECRET: SECRET,
        MARU_DEMO_PASSWORD: DEMO.password,
        ...(postgres?.url === undefined ? {} : { DATABASE_URL: postgres.url }),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = started;
    let said = '';
    const port = await new Promise<string>((resolve, reject) => {
      for (const stream of [started.stdout, started.stderr]) {
        stream?.on('data', (chunk) => {
          said += chunk;
          const found = READY.exec(said)?.[1];
          if (found !== undefined) resolve(found);
        });
      }
      started.once('exit', () => reject(new Error(said)));
    });
    address = `http://127.0.0.1:${port}`;
  }

  async function kill(): Promise<void> {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  async function ask<Reply>(path: string, token?: string, body?: unknown): Promise<Reply> {
    const answer = await fetch(`${address}${path}`, {
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
    });
    const reply = (await answer.json()) as Reply;
    expect(answer.status, JSON.stringify(reply)).toBe(200);
    return reply;
  }

  async function say(last: string): Promise<void> {
    batch += 1;
    const ticks = [{ stock: 'NQ', last, ts: Date.now() + aheadMs }];
    await ask('/api/feed/ticks', SECRET, { source: 'test', seq: batch, ticks });
  }

  const signIn = async () => (await ask<{ accessToken: string }>('/api/login', undefined, DEMO)).accessToken;
  const order = (token: string, more: object) =>
    ask<{ id: number }>('/api/oversea/order', token, {
      overseaOptionId: 303,
      tradeType: 'LONG',
      marketType: 'MARKET',
      qty: 1,
      ...more,
    });

  test('acts on the first fresh tick for what was crossed while it was down', async () => {
    await start();
    const token = await signIn();
    await say('25000');
    await order(token, { qty: 2, slTick: 40, tpTick: 400 });
    await order(token, { marketType: 'LIMIT', price: '24980' });
    await order(token, { marketType: 'STOPMARKET', price: '25100', tradeType: 'SHORT' });
    await kill();
    aheadMs += 60_000;
    await start();
    const again = await signIn();
    const resting = await ask<readonly unknown[]>('/api/oversea/history/open_order', again);
    expect(resting).toHaveLength(2);
    expect(await ask('/api/oversea/history/open_position', again)).toMatchObject([
      { qty: 2, slPrice: '24990', tpPrice: '25100' },
    ]);
    // Both the stop-loss and the limit lie above it.
    await say('24970.25');
    let fills: readonly Fill[] = [];
    while (fills.length < 3) {
      ({ content: fills } = await ask<{ content: readonly Fill[] }>('/api/oversea/history/list', again));
    }
    expect(fills).toMatchObject([
      { marketType: 'LIMIT', price: '24980', isAfterGap: true },
      { marketType: 'STOPLOSS', price: '24970.25', isAfterGap: true },
      { marketType: 'MARKET', price: '25000', isAfterGap: false },
    ]);
    const wallets = await ask<Record<string, { point: string; gameWaitPoint: string }>>(
      '/api/wallet/my',
      again,
    );
    // The margin of the closed position was returned, that of the limit belongs to the position it opened; the trigger
    // only reduces.
    expect(wallets['BINARY']?.gameWaitPoint).toBe('300000');
  });
});
