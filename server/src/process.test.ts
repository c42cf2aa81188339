// The guarantees of the server as a process: one per data folder, a sync before every answer, a clean end, no false
// answers on a full disk. Driven from outside, over loopback.
import { execFileSync, spawn } from 'node:child_process';
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
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, test as base, expect } from 'vitest';
import { layDatabase } from './db/testing.ts';
import { MAIN, type ProcessOptions, type ServerProcess, startProcess } from './process-testing.ts';

const DEMO = { username: 'demo', password: 'process-test-password', siteInfoId: 1 };

interface Place {
  readonly folder: string;
  /** The server's data. */
  readonly data: string;
  readonly lock: string;
  start(options?: Pick<ProcessOptions, 'before' | 'clockAheadMs'>): ServerProcess;
  remove(): Promise<void>;
}

async function openPlace(): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'maru-process-'));
  const data = join(folder, 'data');
  layDatabase(data);
  const servers: ServerProcess[] = [];
  return {
    folder,
    data,
    lock: join(data, 'lock'),
    start(options = {}) {
      const env = { MARU_DEMO_PASSWORD: DEMO.password, MARU_OPERATOR_PASSWORD: 'process-test-operator' };
      const server = startProcess({ dataFolder: data, env, ...options });
      servers.push(server);
      return server;
    },
    async remove() {
      for (const server of servers) await server.end('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const test = base.extend<{ readonly place: Place }>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern what a fixture needs.
  place: async ({}, use) => {
    const place = await openPlace();
    await use(place);
    await place.remove();
  },
});

/** The pause between two polls of another process, which cannot notify us. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 20));

async function signIn(server: ServerProcess): Promise<string> {
  const answer = await fetch(`${await server.ready}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(DEMO),
  });
  return ((await answer.json()) as { accessToken: string }).accessToken;
}

const refill = async (server: ServerProcess, token: string, point: string, key: string) =>
  fetch(`${await server.ready}/api/practice/refill`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'idempotency-key': key },
    body: JSON.stringify({ walletType: 'BINARY', point }),
  });

// The longest comes first, and the others run beside it: it mostly waits for a round to end.
test.concurrent('a server that is killed in the middle of a round and started again settles it exactly once', async ({
  place: { start },
}) => {
  const HALF_MINUTE_MS = 30_000;
  /** No process runs for a part of the round, which the test need not wait for. */
  const DOWN_MS = 12_000;
  // So that the server is ready about twelve seconds before a round opens, whatever time it is.
  let clockAheadMs = HALF_MINUTE_MS - (Date.now() % HALF_MINUTE_MS) + 10_000;
  const serverNow = () => Date.now() + clockAheadMs;
  const first = start({ clockAheadMs });
  const token = await signIn(first);
  const authorization = `Bearer ${token}`;
  const address = await first.ready;
  const [option] = (await (
    await fetch(`${address}/api/trade/option/list?typeArray=R.5&stockPrefix=BTC`)
  ).json()) as { id: number }[];
  const current = async () =>
    (await (await fetch(`${address}/api/trade/game/current?tradeOptionId=${option?.id}`)).json()) as {
      round: { id: number; openMillis: number; closeMillis: number; betEndMillis: number };
    };
  let { round } = await current();
  while (round.betEndMillis - serverNow() < 3_000) {
    await pause();
    ({ round } = await current());
  }
  const placed = await fetch(`${address}/api/trade/history/betting`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization, 'idempotency-key': 'one-tap-only' },
    body: JSON.stringify({ point: '5000', tradeRoundId: round.id, type: 'LONG' }),
  });
  expect(placed.status).toBe(200);
  while (serverNow() < round.openMillis + 5_000) await pause();
  await first.end('SIGKILL');
  clockAheadMs += DOWN_MS;
  const second = start({ clockAheadMs });
  const secondAddress = await second.ready;
  const ask = async (path: string) => {
    // Tables that are behind are answered with 503, which tells a client to retry.
    let answer = await fetch(`${secondAddress}${path}`, { headers: { authorization } });
    while (answer.status === 503) {
      await pause();
      answer = await fetch(`${secondAddress}${path}`, { headers: { authorization } });
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

// A start takes seconds of a core, so several tests look at one life of a server, whichever of them comes first.
const shared: Place[] = [];
afterAll(() => Promise.all(shared.map((place) => place.remove())));

function inOneLife<Seen>(live: (place: Place) => Promise<Seen>): () => Promise<Seen> {
  let seen: Promise<Seen> | undefined;
  return () => {
    seen ??= openPlace().then((place) => {
      shared.push(place);
      return live(place);
    });
    return seen;
  };
}

/** A first start in a folder that others can read, a clean end and a second start. */
const endedLife = inOneLife(async ({ data, lock, start }) => {
  chmodSync(data, 0o755);
  const first = start();
  const token = await signIn(first);
  const passwords = join(data, 'first-passwords.txt');
  const kept = { text: readFileSync(passwords, 'utf8'), mode: statSync(passwords).mode & 0o777 };
  expect((await refill(first, token, '31337', 'before-the-end')).status).toBe(200);
  first.child.kill('SIGTERM');
  const code = await first.exit;
  const isLocked = existsSync(lock);
  const readable = readdirSync(data, { recursive: true, withFileTypes: true })
    // A cache of table names, to which the embedded database gives a mode by itself; the folders above it are private.
    .filter(({ name }) => name !== 'pg_internal.init')
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => (lstatSync(path).mode & 0o077) !== 0);
  const mode = (lstatSync(data).mode & 0o777).toString(8);
  const names = readdirSync(data);
  const second = start();
  const wallets = await fetch(`${await second.ready}/api/wallet/my`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const balances = await wallets.json();
  await second.end('SIGKILL');
  return { output: first.output(), kept, code, isLocked, readable, mode, names, balances };
});

test.concurrent('a data folder that others can read is made private, and so is what is written later', async () => {
  const { mode, readable, names, output } = await endedLife();
  expect([mode, readable]).toEqual(['700', []]);
  expect(names).toEqual(
    expect.arrayContaining(['database', 'feed-seed', 'index-secret', 'journal', 'secret']),
  );
  expect(output).toContain('data folder was readable by other users');
});

test.concurrent('the log of a first start contains no password, and the file of passwords is for its owner only', async () => {
  const { kept, output } = await endedLife();
  const lines = kept.text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(' '));
  expect(lines.map(([username]) => username)).toEqual(['approver', 'partner']);
  expect(kept.mode).toBe(0o600);
  expect(output).toContain('first-passwords.txt');
  for (const [, password = ''] of lines) {
    expect(password).toMatch(/^[\w-]{16}$/);
    expect(output).not.toContain(password);
  }
});

test.concurrent('SIGTERM ends it cleanly: the code is 0, the lock is removed, and the balance is the same afterwards', async () => {
  const { code, isLocked, balances } = await endedLife();
  expect(code).toBe(0);
  expect(isLocked).toBe(false);
  expect(balances).toMatchObject({ BINARY: { point: '31337' } });
});

test.concurrent('SIGTERM while it is still starting ends it cleanly too', async ({
  place: { lock, start },
}) => {
  const server = start();
  while (!existsSync(lock)) {
    if (server.child.exitCode !== null) throw new Error(server.output());
    await pause();
  }
  server.child.kill('SIGTERM');
  expect(await server.exit).toBe(0);
  expect(existsSync(lock)).toBe(false);
});

/**
 * A second process beside the first, a disk that becomes full, a kill and another start. The limit holds for the
 * database's files too, and the embedded database does not outlive a write that fails, so the server is started again,
 * as after any full disk.
 */
const killedLife = inOneLife(async ({ data, lock, start }) => {
  const first = start();
  await first.ready;
  const beside = start();
  const besideCode = await beside.exit;
  const token = await signIn(first);
  const before = await refill(first, token, '500', 'before-full-disk');
  const bytes = readFileSync(join(data, 'journal', '0-000000000001.log')).length;
  execFileSync('prlimit', ['--pid', String(first.child.pid), `--fsize=${bytes}:unlimited`]);
  const refused = await refill(first, token, '600', 'on-a-full-disk');
  await first.end('SIGKILL');
  const isLocked = existsSync(lock);
  const again = start();
  const newToken = await signIn(again);
  const after = await refill(again, newToken, '700', 'there-is-room-again');
  const events = await fetch(`${await again.ready}/api/account/events?size=100`, {
    headers: { authorization: `Bearer ${newToken}` },
  });
  const { content } = (await events.json()) as { content: { type: string; data: { amount: string } }[] };
  const health = await fetch(`${await again.ready}/api/health`);
  await again.end('SIGKILL');
  return {
    firstPid: first.child.pid,
    beside: { code: besideCode, output: beside.output() },
    isLocked,
    content,
    statuses: { before: before.status, refused: refused.status, after: after.status, health: health.status },
  };
});

test.concurrent('a second process on the same data folder is refused, with the holder’s number, and the first keeps running', async () => {
  const { beside, firstPid, statuses } = await killedLife();
  expect(beside.code).toBe(1);
  expect(beside.output).toContain(`is in use by process ${firstPid}`);
  expect(statuses.before).toBe(200);
});

test.concurrent('a killed process leaves its lock behind, and the next one takes the lock over', async () => {
  const { isLocked, statuses } = await killedLife();
  expect(isLocked).toBe(true);
  expect(statuses.health).toBe(200);
});

test.concurrent('when nothing more can be written, commands get TRY_AGAIN and none is answered falsely', async () => {
  const { statuses, content } = await killedLife();
  expect(statuses).toMatchObject({ before: 200, refused: 503, after: 200 });
  const amounts = content.filter(({ type }) => type === 'PRACTICE_REFILLED').map(({ data }) => data.amount);
  expect(amounts).toEqual(['500', '700']);
});

test.concurrent('between each command and its answer there is a sync that succeeded', async ({
  place: { folder, start },
}) => {
  const trace = join(folder, 'trace');
  const traced = ['-e', 'trace=read,write,writev,fdatasync', '-o', trace];
  // The filter in the kernel stops the server at these calls alone.
  const server = start({ before: ['strace', '-f', '--seccomp-bpf', '-s', '40', ...traced] });
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
