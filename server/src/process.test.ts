// The guarantees of the server as a process: one per data folder, a sync before every answer, a clean end, no false
// answers on a full disk. Driven from outside, over loopback.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from 'vitest';
import { layDatabase } from './db/testing.ts';

const MAIN = join(import.meta.dirname, 'main.mjs');
const DEMO = { username: 'demo', password: 'process-test-password', siteInfoId: 1 };

interface Place {
  /** The folder of one test; the server's data is below it. */
  readonly folder: string;
  start(before?: readonly string[], clockAheadMs?: number): Promise<Server>;
}

const test = base.extend<{ readonly place: Place }>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern what a fixture needs.
  place: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'maru-process-'));
    await layDatabase(join(folder, 'data'));
    const children: ChildProcess[] = [];
    await use({
      folder,
      async start(before = [], clockAheadMs = 0) {
        const server = await startServer({ folder, before, clockAheadMs });
        children.push(server.child);
        return server;
      },
    });
    for (const child of children) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    rmSync(folder, { recursive: true, force: true });
  },
});

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}

interface Server {
  readonly child: ChildProcess;
  readonly address: string;
  readonly exit: Promise<number | null>;
  output(): string;
}

/** Loaded before the server, it moves the server's clock by `CLOCK_AHEAD_MS`. */
const MOVED_CLOCK = join(import.meta.dirname, '../../scripts/moved-clock.mjs');

interface Starting {
  readonly folder: string;
  readonly before: readonly string[];
  readonly clockAheadMs: number;
}

async function startServer({ folder, before, clockAheadMs }: Starting): Promise<Server> {
  const port = await freePort();
  const clock = clockAheadMs === 0 ? [] : [`--import=${MOVED_CLOCK}`];
  const [program = process.execPath, ...args] = [...before, process.execPath, ...clock, MAIN];
  const child = spawn(program, args, {
    env: {
      ...process.env,
      CLOCK_AHEAD_MS: String(clockAheadMs),
      PORT: String(port),
      DATA_DIR: join(folder, 'data'),
      MARU_DEMO_PASSWORD: DEMO.password,
      MARU_OPERATOR_PASSWORD: 'process-test-operator',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let written = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      written += chunk;
    });
  }
  const exit = once(child, 'exit').then(([code]) => code as number | null);
  return { child, address: `http://127.0.0.1:${port}`, exit, output: () => written };
}

/** The pause between two polls of another process, which cannot notify us. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 20));

async function untilReady(server: Server): Promise<void> {
  while (!server.output().includes(server.address)) {
    if (server.child.exitCode !== null) throw new Error(server.output());
    await pause();
  }
}

async function signIn(server: Server): Promise<string> {
  const answer = await fetch(`${server.address}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(DEMO),
  });
  return ((await answer.json()) as { accessToken: string }).accessToken;
}

const refill = (server: Server, token: string, point: string, key: string) =>
  fetch(`${server.address}/api/practice/refill`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'idempotency-key': key },
    body: JSON.stringify({ walletType: 'BINARY', point }),
  });

// The longest comes first, and the others run beside it: it mostly waits for a round to end.
test.concurrent('a server that is killed in the middle of a round and started again settles it exactly once', async ({
  place: { start },
}) => {
  const HALF_MINUTE_MS = 30_000;
  // So that the server is ready about twelve seconds before a round opens, whatever time it is.
  const clockAheadMs = HALF_MINUTE_MS - (Date.now() % HALF_MINUTE_MS) + 10_000;
  const serverNow = () => Date.now() + clockAheadMs;
  const first = await start([], clockAheadMs);
  await untilReady(first);
  const token = await signIn(first);
  const authorization = `Bearer ${token}`;
  const [option] = (await (
    await fetch(`${first.address}/api/trade/option/list?typeArray=R.5&stockPrefix=BTC`)
  ).json()) as { id: number }[];
  const current = async () =>
    (await (await fetch(`${first.address}/api/trade/game/current?tradeOptionId=${option?.id}`)).json()) as {
      round: { id: number; openMillis: number; closeMillis: number; betEndMillis: number };
    };
  let { round } = await current();
  while (round.betEndMillis - serverNow() < 3_000) {
    await pause();
    ({ round } = await current());
  }
  const placed = await fetch(`${first.address}/api/trade/history/betting`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization, 'idempotency-key': 'one-tap-only' },
    body: JSON.stringify({ point: '5000', tradeRoundId: round.id, type: 'LONG' }),
  });
  expect(placed.status).toBe(200);
  while (serverNow() < round.openMillis + 5_000) await pause();
  first.child.kill('SIGKILL');
  await first.exit;
  const second = await start([], clockAheadMs);
  await untilReady(second);
  const ask = async (path: string) => {
    // Tables that are behind are answered with 503, which tells a client to retry.
    let answer = await fetch(`${second.address}${path}`, { headers: { authorization } });
    while (answer.status === 503) {
      await pause();
      answer = await fetch(`${second.address}${path}`, { headers: { authorization } });
    }
    return (await answer.json()) as { content: { type?: string; status: number; credit: string | null }[] };
  };
  while (serverNow() < round.closeMillis + 2_000) await pause();
  let bets = await ask('/api/trade/history/list');
  while (bets.content[0]?.status === 0) {
    // Ten polls a second, which is less than a player's rate limit.
    for (let each = 0; each < 5; each++) await pause();
    bets = await ask('/api/trade/history/list');
  }
  const [bet] = bets.content;
  expect(bet?.credit).toBe({ 1: '9350', 2: '0', 3: '5000' }[bet?.status ?? 0]);
  const events = await ask('/api/account/events');
  expect(events.content.filter(({ type }) => type === 'ROUND_PAID')).toHaveLength(1);
  const wallets = (await ask('/api/wallet/my')) as unknown as {
    BINARY: { point: string; gameWaitPoint: string };
  };
  expect(wallets.BINARY).toMatchObject({
    point: String(10_000_000 - 5_000 + Number(bet?.credit)),
    gameWaitPoint: '0',
  });
}, 150_000);

test.concurrent('a data folder that others can read is made private, and so is what is written later', async ({
  place: { folder, start },
}) => {
  const data = join(folder, 'data');
  chmodSync(data, 0o755);
  const server = await start();
  await untilReady(server);
  expect((await refill(server, await signIn(server), '5000000', 'refill-private')).status).toBe(200);
  server.child.kill('SIGTERM');
  expect(await server.exit).toBe(0);
  const open = readdirSync(data, { recursive: true, withFileTypes: true })
    // A cache of table names, to which the embedded database gives a mode by itself; the folders above it are private.
    .filter(({ name }) => name !== 'pg_internal.init')
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => (lstatSync(path).mode & 0o077) !== 0);
  expect([(lstatSync(data).mode & 0o777).toString(8), open]).toEqual(['700', []]);
  expect(readdirSync(data)).toEqual(
    expect.arrayContaining(['database', 'feed-seed', 'index-secret', 'journal', 'secret']),
  );
  expect(server.output()).toContain('data folder was readable by other users');
});

test.concurrent('a second process on the same data folder is refused, with the holder’s number, and the first keeps running', async ({
  place: { start },
}) => {
  const first = await start();
  await untilReady(first);
  const second = await start();
  expect(await second.exit).toBe(1);
  expect(second.output()).toContain(`is in use by process ${first.child.pid}`);
  const token = await signIn(first);
  expect((await refill(first, token, '1000', 'still-here')).status).toBe(200);
});

test.concurrent('a killed process leaves its lock behind, and the next one takes the lock over', async ({
  place: { folder, start },
}) => {
  const first = await start();
  await untilReady(first);
  first.child.kill('SIGKILL');
  await first.exit;
  expect(existsSync(join(folder, 'data', 'lock'))).toBe(true);
  const second = await start();
  await untilReady(second);
  expect((await fetch(`${second.address}/api/health`)).status).toBe(200);
});

test.concurrent('SIGTERM ends it cleanly: the code is 0, the lock is removed, and the balance is the same afterwards', async ({
  place: { folder, start },
}) => {
  const first = await start();
  await untilReady(first);
  const token = await signIn(first);
  expect((await refill(first, token, '31337', 'before-the-end')).status).toBe(200);
  first.child.kill('SIGTERM');
  expect(await first.exit).toBe(0);
  expect(existsSync(join(folder, 'data', 'lock'))).toBe(false);
  const second = await start();
  await untilReady(second);
  const wallets = await fetch(`${second.address}/api/wallet/my`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(await wallets.json()).toMatchObject({ BINARY: { point: '31337' } });
});

test.concurrent('SIGTERM while it is still starting ends it cleanly too', async ({
  place: { folder, start },
}) => {
  const lock = join(folder, 'data', 'lock');
  const server = await start();
  while (!existsSync(lock)) {
    if (server.child.exitCode !== null) throw new Error(server.output());
    await pause();
  }
  server.child.kill('SIGTERM');
  expect(await server.exit).toBe(0);
  expect(existsSync(lock)).toBe(false);
});

test.concurrent('between each command and its answer there is a sync that succeeded', async ({
  place: { folder, start },
}) => {
  const trace = join(folder, 'trace');
  const server = await start([
    'strace',
    '-f',
    '-s',
    '40',
    '-e',
    'trace=read,write,writev,fdatasync',
    '-o',
    trace,
  ]);
  await untilReady(server);
  const token = await signIn(server);
  const commands = 30;
  for (let i = 1; i <= commands; i += 1) {
    expect((await refill(server, token, String(i), `traced-command-${i}`)).status).toBe(200);
  }
  // The tracer passes no signal on; the server under it is found by its parent.
  execFileSync('pkill', ['-TERM', '-P', String(server.child.pid)]);
  await server.exit;
  const lines = readFileSync(trace, 'utf8').split('\n');
  let synced = 0;
  let waiting = false;
  let answered = 0;
  for (const line of lines) {
    if (line.includes('"POST /api/practice/refill')) {
      waiting = true;
      synced = 0;
    } else if (/fdatasync.*= 0$/.test(line)) synced += 1;
    else if (waiting && line.includes('"HTTP/1.1 200')) {
      expect(synced).toBeGreaterThan(0);
      answered += 1;
      waiting = false;
    }
  }
  expect(answered).toBe(commands);
});

// The limit holds for the database's files too, and the embedded database does not outlive a write that fails, so the
// server is started again, as after any full disk.
test.concurrent('when nothing more can be written, commands get TRY_AGAIN and none is answered falsely', async ({
  place: { folder, start },
}) => {
  const server = await start();
  await untilReady(server);
  const token = await signIn(server);
  expect((await refill(server, token, '500', 'before-full-disk')).status).toBe(200);
  const journal = join(folder, 'data', 'journal', '0-000000000001.log');
  const bytes = readFileSync(journal).length;
  execFileSync('prlimit', ['--pid', String(server.child.pid), `--fsize=${bytes}:unlimited`]);
  const refused = await refill(server, token, '600', 'on-a-full-disk');
  expect(refused.status).toBe(503);
  const gone = once(server.child, 'exit');
  server.child.kill('SIGKILL');
  await gone;

  const again = await start();
  await untilReady(again);
  const newToken = await signIn(again);
  expect((await refill(again, newToken, '700', 'there-is-room-again')).status).toBe(200);
  const events = await fetch(`${again.address}/api/account/events?size=100`, {
    headers: { authorization: `Bearer ${newToken}` },
  });
  const { content } = (await events.json()) as { content: { type: string; data: { amount: string } }[] };
  const amounts = content.filter(({ type }) => type === 'PRACTICE_REFILLED').map(({ data }) => data.amount);
  expect(amounts).toEqual(['500', '700']);
});

test.concurrent('a wrong setting stops the start with a message', async () => {
  const child = spawn(process.execPath, [MAIN], { env: { ...process.env, PORT: 'many' }, stdio: 'pipe' });
  let written = '';
  child.stderr.on('data', (chunk) => {
    written += chunk;
  });
  const [code] = await once(child, 'exit');
  expect(code).toBe(1);
  expect(written.trim()).toBe('PORT must be a whole number from 0 to 65535');
});

test.concurrent('the log of a first start contains no password, and the file of passwords is for its owner only', async ({
  place: { folder, start },
}) => {
  const server = await start();
  await untilReady(server);
  const path = join(folder, 'data/first-passwords.txt');
  const kept = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(' '));
  expect(kept.map(([username]) => username)).toEqual(['approver', 'partner']);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  while (!server.output().includes('first-passwords.txt')) await pause();
  for (const [, password = ''] of kept) {
    expect(password).toMatch(/^[\w-]{16}$/);
    expect(server.output()).not.toContain(password);
  }
});
