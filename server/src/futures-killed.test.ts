// `kill -9` while orders are sent, funding falls due and a position is liquidated: what was answered is there, nothing is
// there twice, and the ledger adds up to zero. Driven from outside, on both databases.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from './db/database.ts';
import { openEmbedded } from './db/embedded.ts';
import { layDatabase, openFreshPostgres, type TestDatabase } from './db/testing.ts';
import { instruments } from './feed/instruments.ts';

const MAIN = join(import.meta.dirname, 'main.mjs');
const MOVED_CLOCK = join(import.meta.dirname, '../../scripts/moved-clock.mjs');
const DEMO = { username: 'demo', password: 'killed-test-password', siteInfoId: 1 };
const SECRET = 'a secret of the feed that is long enough';
/** The clock is moved over this time while everything is under way. */
const FUNDING_AT = Date.parse('2026-11-17T16:00:00Z');
const BEFORE_MS = 60_000;
const READY = /http:\/\/127\.0\.0\.1:(\d+)/;
const [BTC, ETH] = ['BTCUSDT', 'ETHUSDT'];
const numberOf = new Map(instruments.map(({ code, id }) => [code, id]));

interface Answer {
  readonly status: number;
  readonly body: { readonly id: number; readonly [name: string]: unknown };
}
interface Asked {
  readonly key: string;
  readonly body: object;
  answer?: Answer;
}
interface Fill {
  readonly orderId: number;
  readonly marketType: string;
}

describe.each([{ name: 'embedded' }, { name: 'PostgreSQL' }])('a killed server on $name', ({ name }) => {
  let folder: string;
  let postgres: TestDatabase | undefined;
  let child: ChildProcess | undefined;
  let address = '';
  let token = '';
  let batch = 0;
  let aheadMs: number;
  const asked: Asked[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'maru-killed-'));
    if (name === 'embedded') await layDatabase(folder);
    else postgres = await openFreshPostgres();
    aheadMs = FUNDING_AT - BEFORE_MS - Date.now();
  });

  afterAll(async () => {
    await end('SIGKILL');
    await postgres?.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function start(): Promise<void> {
    const started = spawn(process.execPath, [`--import=${MOVED_CLOCK}`, MAIN], {
      env: {
        ...process.env,
        CLOCK_AHEAD_MS: String(aheadMs),
        CLOCK_AHEAD_FILE: join(folder, 'clock-ahead-ms'),
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
    token = (await read<{ accessToken: string }>('/api/login', DEMO)).accessToken;
  }

  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  }

  async function send(path: string, body?: object, key?: string, by = token): Promise<Answer> {
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

  async function read<Reply>(path: string, body?: object): Promise<Reply> {
    const answer = await send(path, body, undefined, body === undefined ? token : '');
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body as unknown as Reply;
  }

  async function say(prices: Readonly<Record<string, string>>): Promise<void> {
    batch += 1;
    const ts = Date.now() + aheadMs;
    const ticks = Object.entries(prices).map(([stock, last]) => ({ stock, last, ts }));
    await send('/api/feed/ticks', { source: 'test', seq: batch, ticks }, undefined, SECRET);
  }

  /** Sent with a key of its own; without an answer when the server is gone. */
  async function order(stock: string, more: object): Promise<void> {
    const body = { futuresOptionId: numberOf.get(stock), tradeType: 'LONG', marketType: 'MARKET', ...more };
    const each: Asked = { key: `killed-order-${asked.length}`, body };
    asked.push(each);
    const answer = await send('/api/futures/order', body, each.key).catch(() => undefined);
    if (answer !== undefined) each.answer = answer;
  }

  const fillsOf = async () =>
    (await read<{ content: readonly Fill[] }>('/api/futures/history/list?size=100')).content;

  /** Orders and prices without a pause until the server is gone. */
  async function tradeUntilKilled(bitcoin: string, answers: number): Promise<void> {
    let isAlive = true;
    let answered = 0;
    const prices = (async () => {
      while (isAlive) await say({ [BTC]: bitcoin, [ETH]: '3000' }).catch(() => undefined);
    })();
    const traders = ['LONG', 'SHORT', 'LONG'].map(async (tradeType) => {
      while (isAlive) {
        await order(ETH, { tradeType, qty: '0.01' });
        answered += 1;
        if (answered !== answers) continue;
        isAlive = false;
        await end('SIGKILL');
      }
    });
    await Promise.all([prices, ...traders]);
  }

  test('has everything that it answered, and nothing twice', async () => {
    await start();
    await say({ [BTC]: '50000', [ETH]: '3000' });
    await order(BTC, { qty: '0.1', leverage: 100, marginType: 'ISOLATED' });
    await order(ETH, { qty: '1' });
    // Funding falls due, and the same ticks liquidate bitcoin.
    aheadMs += BEFORE_MS;
    writeFileSync(join(folder, 'clock-ahead-ms'), String(aheadMs));
    child?.kill('SIGUSR2');
    await tradeUntilKilled('49000', 4);
    await start();
    await tradeUntilKilled('49000', 9);
    await start();
    await say({ [BTC]: '49000', [ETH]: '3000' });
    for (const each of asked) {
      const again = await send('/api/futures/order', each.body, each.key);
      if (each.answer?.status === 200) expect(again).toEqual(each.answer);
      each.answer = again;
    }
    let fills = await fillsOf();
    while (!fills.some(({ marketType }) => marketType === 'LIQUIDATION')) fills = await fillsOf();
    expect(fills.filter(({ marketType }) => marketType === 'LIQUIDATION')).toHaveLength(1);
    const traded = asked.filter(({ answer }) => answer?.status === 200).map(({ answer }) => answer?.body.id);
    const byOrder = new Set(
      fills.filter(({ marketType }) => marketType === 'MARKET').map((each) => each.orderId),
    );
    expect(traded.length).toBeGreaterThan(2);
    expect(byOrder).toEqual(new Set(traded));
    const paid = await read<{ content: readonly { stock: string; amount: string }[] }>(
      '/api/futures/history/funding',
    );
    expect(new Set(paid.content.map(({ stock }) => stock)).size).toBe(paid.content.length);
    await end('SIGTERM');
    expect(await withTables((tables) => tables.transaction((tx) => tx.query(UNBALANCED)))).toEqual([]);
  });

  async function withTables<Seen>(look: (tables: Database) => Promise<Seen>): Promise<Seen> {
    if (postgres !== undefined) return look(postgres.database);
    const tables = await openEmbedded(join(folder, 'database'));
    try {
      return await look(tables);
    } finally {
      await tables.close();
    }
  }
});

const UNBALANCED = `select site_id, currency
  from purse
  group by site_id, currency
  having sum(balance) <> 0`;
