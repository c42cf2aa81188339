// kill -9 under load, again and again, on both databases: every answered command is there, none twice, and every follower
// of a trader has each of the trader's fills once.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../../scripts/postgres.mjs';
import { KillClient } from './kill-client.ts';
import { CopyTrader, fillFollows, judgeCopies } from './kill-copies.ts';
import { fillAccounts } from './many-accounts.ts';
import { freePort, type ServerProcess, startServer, untilReady } from './server-process.ts';

const PLAYERS = 12;
/** How often what waits gets a running platform again, and for how long: closes wait ten seconds for a price. */
const WAITS = 6;
const WAIT_MS = 4_000;
/** On a busy machine a start may take longer than a minute. */
const START_MS = 180_000;

/** `CYCLES` kills on each of `DATABASES`, of a platform with `ACCOUNTS` accounts beside those that are used. */
export async function kill(): Promise<Record<string, unknown>> {
  const cycles = Number(process.env['CYCLES'] ?? 100);
  const accounts = Number(process.env['ACCOUNTS'] ?? 0);
  const databases = (process.env['DATABASES'] ?? 'embedded,postgres').split(',');
  const result: Record<string, unknown> = { cycles, accounts };
  for (const name of databases) {
    const postgres = name === 'postgres' ? await startPostgres() : undefined;
    try {
      const seen = await killAgainAndAgain({ cycles, accounts, databaseUrl: postgres?.url });
      if (seen.lost + seen.doubled > 0) process.exitCode = 1;
      result[name] = seen;
    } finally {
      await postgres?.stop();
    }
  }
  return result;
}

interface Killing {
  readonly cycles: number;
  readonly accounts: number;
  readonly databaseUrl: string | undefined;
}

async function killAgainAndAgain({ cycles, accounts, databaseUrl }: Killing) {
  const folder = mkdtempSync(join(tmpdir(), 'maru-kill-'));
  const port = await freePort();
  const options = { port, dataFolder: join(folder, 'data'), databaseUrl };
  let server = startServer(options);
  const firstReadyMs = Math.round(await untilReady(server, START_MS));
  const clients = Array.from({ length: PLAYERS }, (_, index) => new KillClient(server.origin, index + 1));
  for (const client of clients) await client.signUp();
  const trader = new CopyTrader(server.origin, PLAYERS + 1);
  await trader.signUp();
  await server.kill('SIGTERM');
  await fillFollows(options, trader);
  if (accounts > 0) await fillAccounts(options, accounts);
  server = startServer(options);
  await untilReady(server, START_MS);
  const readyMs: number[] = [];
  for (let cycle = 1; cycle <= cycles; cycle += 1) {
    let running = true;
    const isRunning = () => running;
    const work = Promise.all([
      ...clients.map((client) => client.refillWhile(isRunning)),
      trader.tradeWhile(isRunning),
    ]);
    // Not a fixed time: the kill must hit the server at every moment of its work.
    await new Promise((resolve) => setTimeout(resolve, 150 + ((cycle * 7_919) % 850)));
    running = false;
    await server.kill('SIGKILL');
    await work;
    server = startServer(options);
    readyMs.push(await untilReady(server, START_MS));
    await Promise.all([...clients, trader].map((client) => client.askAgain()));
    if (cycle % 10 === 0) console.log(`${databaseUrl ? 'PostgreSQL' : 'embedded'}: ${cycle} kills`);
  }
  const verdicts = await Promise.all(clients.map((client) => client.judge()));
  const copies = await untilCopied(server, options, trader);
  rmSync(folder, { recursive: true, force: true });
  readyMs.sort((a, b) => a - b);
  const all = [...verdicts, copies];
  const complaints = all.flatMap(({ lost, doubled }) => [...lost.map((key) => `lost ${key}`), ...doubled]);
  for (const complaint of complaints.slice(0, 10)) console.error(complaint);
  return {
    answered: verdicts.reduce((total, verdict) => total + verdict.answered, 0),
    traderFills: copies.answered,
    copies: copies.outcomes,
    lost: all.reduce((total, { lost }) => total + lost.length, copies.waiting),
    doubled: all.reduce((total, { doubled }) => total + doubled.length, 0),
    firstReadyMs,
    readyP50Ms: Math.round(readyMs[Math.floor(readyMs.length * 0.5)] ?? 0),
    readyP99Ms: Math.round(readyMs[Math.floor(readyMs.length * 0.99)] ?? 0),
  };
}

/** Ends the server, and starts it again as long as a follower waits. */
async function untilCopied(
  first: ServerProcess,
  options: Parameters<typeof startServer>[0],
  trader: CopyTrader,
) {
  let server = first;
  for (let nth = 1; ; nth += 1) {
    await server.kill('SIGTERM');
    const verdict = await judgeCopies(options, trader);
    if (verdict.waiting === 0 || nth > WAITS) return verdict;
    server = startServer(options);
    await untilReady(server, START_MS);
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
  }
}
