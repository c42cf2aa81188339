// How long until orders are accepted, and in how much memory: the first start on an empty folder, a later one, and one
// with many accounts, beside a bare Node that opens nothing.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../../scripts/postgres.mjs';
import { middleOf, rounded } from './callers.ts';
import { fillAccounts, type Place } from './many-accounts.ts';
import { freePort, startServer, untilReady } from './server-process.ts';

const LATER_STARTS = 5;
/** After this long an idle platform has given back what only its start needed. */
const IDLE_MS = 15_000;

interface Started {
  readonly readyMs: number;
  readonly peakMb: number;
  /** When orders are accepted. */
  readonly readyMb: number;
  readonly idleMb: number;
}

/** `ACCOUNTS` names the sizes, `DATABASES` where: a million accounts take minutes to fill in. */
export async function start(): Promise<Record<string, unknown>> {
  const sizes = (process.env['ACCOUNTS'] ?? '100000,1000000').split(',').filter((size) => size !== '');
  const databases = (process.env['DATABASES'] ?? 'postgres').split(',');
  const folder = mkdtempSync(join(tmpdir(), 'maru-start-'));
  try {
    const place = { dataFolder: join(folder, 'data') };
    const first = await once(place, IDLE_MS);
    const laterMs: number[] = [];
    for (let i = 0; i < LATER_STARTS; i += 1) laterMs.push((await once(place)).readyMs);
    const began = performance.now();
    execFileSync(process.execPath, ['-e', '']);
    const bareNodeMs = performance.now() - began;
    const middle = middleOf(laterMs);
    const seen: Record<string, Record<string, Filled>> = {};
    for (const name of databases) {
      for (const [size, filled] of await withAccounts(name, sizes.map(Number), folder)) {
        seen[size] ??= {};
        seen[size][name] = filled;
      }
    }
    return {
      emptyMs: Math.round(first.readyMs),
      emptyPeakMb: first.peakMb,
      emptyIdleMb: first.idleMb,
      firstMs: Math.round(first.readyMs),
      secondMs: Math.round(middle),
      bareNodeMs: Math.round(bareNodeMs),
      secondToBareNode: rounded(middle / bareNodeMs),
      ...Object.fromEntries(Object.entries(seen).map(([size, each]) => [size, worstOf(each)])),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Filled {
  readonly readyMs: number;
  readonly peakMb: number;
  readonly bytesPerAccount: number;
  /** The same start with only the first accounts. */
  readonly emptyMs: number;
}

/** Each figure at its worst, and what it is on each database. */
function worstOf(each: Record<string, Filled>): Record<string, unknown> {
  const worst = (figure: keyof Filled) => Math.max(...Object.values(each).map((filled) => filled[figure]));
  return {
    readyMs: worst('readyMs'),
    peakMb: worst('peakMb'),
    bytesPerAccount: worst('bytesPerAccount'),
    emptyMs: worst('emptyMs'),
    ...each,
  };
}

async function withAccounts(
  name: string,
  sizes: readonly number[],
  folder: string,
): Promise<ReadonlyMap<string, Filled>> {
  const filled = new Map<string, Filled>();
  if (sizes.length === 0) return filled;
  const postgres = name === 'postgres' ? await startPostgres() : undefined;
  try {
    const place = { dataFolder: join(folder, name), databaseUrl: postgres?.url };
    await once(place);
    const empty = await once(place);
    for (const size of sizes.toSorted((a, b) => a - b)) {
      const began = performance.now();
      await fillAccounts(place, size);
      console.log(`${name}: ${size} accounts made in ${Math.round((performance.now() - began) / 1_000)} s`);
      const { readyMs, peakMb, readyMb } = await once(place);
      filled.set(nameOf(size), {
        readyMs: Math.round(readyMs),
        peakMb,
        bytesPerAccount: Math.max(0, Math.round(((readyMb - empty.readyMb) * 1_048_576) / size)),
        emptyMs: Math.round(empty.readyMs),
      });
    }
  } finally {
    await postgres?.stop();
  }
  return filled;
}

const nameOf = (size: number): string =>
  size % 1_000_000 === 0 ? `accounts${size / 1_000_000}m` : `accounts${size / 1_000}k`;

async function once(place: Place, idleMs = 0): Promise<Started> {
  const server = startServer({ port: await freePort(), ...place });
  const readyMs = await untilReady(server, 120_000);
  const ready = server.memory();
  await new Promise((resolve) => setTimeout(resolve, idleMs));
  const idle = server.memory();
  const code = await server.kill('SIGTERM');
  if (code !== 0) throw new Error(`the server did not end cleanly:\n${server.output()}`);
  return { readyMs, peakMb: idle.peakMb, readyMb: ready.nowMb, idleMb: idle.nowMb };
}
