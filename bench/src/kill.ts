// kill -9 under load, again and again, on both databases: every answered command is there, none twice.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../../scripts/postgres.mjs';
import { KillClient } from './kill-client.ts';
import { fillAccounts } from './many-accounts.ts';
import { freePort, startServer, untilReady } from './server-process.ts';

const PLAYERS = 12;

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
  const firstReadyMs = Math.round(await untilReady(server));
  const clients = Array.from({ length: PLAYERS }, (_, index) => new KillClient(server.origin, index + 1));
  for (const [index, client] of clients.entries()) await client.signUp(index + 1);
  if (accounts > 0) {
    await server.kill('SIGTERM');
    await fillAccounts(options, accounts);
    server = startServer(options);
    await untilReady(server);
  }
  const readyMs: number[] = [];
  for (let cycle = 1; cycle <= cycles; cycle += 1) {
    let running = true;
    const work = Promise.all(clients.map((client) => client.refillWhile(() => running)));
    // Not a fixed time: the kill must hit the server at every moment of its work.
    await new Promise((resolve) => setTimeout(resolve, 150 + ((cycle * 7_919) % 850)));
    running = false;
    await server.kill('SIGKILL');
    await work;
    server = startServer(options);
    readyMs.push(await untilReady(server));
    await Promise.all(clients.map((client) => client.askAgain()));
    if (cycle % 10 === 0) console.log(`${databaseUrl ? 'PostgreSQL' : 'embedded'}: ${cycle} kills`);
  }
  const verdicts = await Promise.all(clients.map((client) => client.judge()));
  await server.kill('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
  readyMs.sort((a, b) => a - b);
  const complaints = verdicts.flatMap((verdict) => [
    ...verdict.lost.map((key) => `lost ${key}`),
    ...verdict.doubled,
  ]);
  for (const complaint of complaints.slice(0, 10)) console.error(complaint);
  return {
    answered: verdicts.reduce((total, verdict) => total + verdict.answered, 0),
    lost: verdicts.reduce((total, verdict) => total + verdict.lost.length, 0),
    doubled: verdicts.reduce((total, verdict) => total + verdict.doubled.length, 0),
    firstReadyMs,
    readyP50Ms: Math.round(readyMs[Math.floor(readyMs.length * 0.5)] ?? 0),
    readyP99Ms: Math.round(readyMs[Math.floor(readyMs.length * 0.99)] ?? 0),
  };
}
