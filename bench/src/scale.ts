// What several processes cost beside one: processor time of the same commands, deliveries of ticks, and how long it takes
// until another desk answers.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Cluster, startCluster } from '../../scripts/cluster/cluster.mjs';
import { startPostgres } from '../../scripts/postgres.mjs';
import { middleOf, rounded } from './callers.ts';
import { cpuSeconds } from './cpu-time.ts';
import { type Load, openLoad } from './http-load.ts';
import { refillBy, type ScaleMember, signUpMembers } from './scale-members.ts';
import { freePort, startServer, untilReady } from './server-process.ts';

const CALLERS = 64;
const ROUNDS = 5;
const ROUND_MS = 3_000;
const ENV = {
  SIGN_UPS_PER_HOUR: '1000000',
  RISK_QUIZ: 'off',
  SOLVENCY_AFTER_SECONDS: '86400',
  LOG_LEVEL: 'warn',
};

interface Side {
  readonly members: readonly ScaleMember[];
  readonly load: Load;
  /** The processes whose time counts. */
  pids(): readonly number[];
}

export async function scale(): Promise<Record<string, unknown>> {
  const folder = mkdtempSync(join(tmpdir(), 'maru-scale-'));
  const postgres = await startPostgres();
  const port = await freePort();
  const one = startServer({ port, dataFolder: folder, databaseUrl: postgres.url, env: ENV });
  const cluster = await startCluster({ env: ENV, sizes: { gateway: 1, desk: 1 } });
  try {
    await untilReady(one, 60_000);
    return { overhead: await compareCommands(await sideOf(one.origin, port, () => [one.pid]), cluster) };
  } finally {
    await cluster.stop();
    await one.kill('SIGTERM');
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function sideOf(origin: string, port: number, pids: () => readonly number[]): Promise<Side> {
  return { members: await signUpMembers(origin), load: await openLoad(port, CALLERS), pids };
}

/** Rounds alternate, so that a slow moment of the machine meets both. */
async function compareCommands(one: Side, cluster: Cluster) {
  const gateway = cluster.members.find(({ role }) => role === 'gateway')!;
  const many = await sideOf(`http://127.0.0.1:${gateway.port}`, gateway.port, () => [
    ...cluster.members.map(({ process }) => process.pid),
    ...cluster.nats.servers.map(({ pid }) => pid),
  ]);
  let nth = 0;
  async function round({ members, load, pids }: Side) {
    const before = cpuSeconds(pids());
    let commands = 0;
    await load.run(ROUND_MS, (caller) => {
      nth += 1;
      commands += 1;
      const each = Math.floor(nth / CALLERS) % (members.length / CALLERS);
      return refillBy(members[caller + CALLERS * each]!, nth);
    });
    return ((cpuSeconds(pids()) - before) / commands) * 1_000;
  }
  const seen: { readonly one: number; readonly many: number }[] = [];
  for (let each = 0; each <= ROUNDS; each += 1) {
    const both = { one: await round(one), many: await round(many) };
    console.log(`round ${each}: ${JSON.stringify(both)} CPU seconds per thousand commands`);
    // The first round warms everything up.
    if (each > 0) seen.push(both);
  }
  one.load.close();
  many.load.close();
  return {
    ratio: rounded(middleOf(seen.map((each) => each.many / each.one))),
    onePerThousand: rounded(middleOf(seen.map((each) => each.one))),
    clusterPerThousand: rounded(middleOf(seen.map((each) => each.many))),
  };
}
