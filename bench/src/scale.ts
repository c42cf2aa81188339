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
import { deliver } from './scale-deliveries.ts';
import { readWalletsBy, refillBy, type ScaleMember, signUpMembers } from './scale-members.ts';
import { measureScreen } from './scale-screen.ts';
import { openShareMeter } from './scale-shares.ts';
import { measureTakeovers } from './scale-takeovers.ts';
import { freePort, type ServerProcess, startServer, untilReady } from './server-process.ts';

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

const SOCKETS_EACH = 2_500;
const GATEWAYS = 4;
const TAKEOVERS = 20;

/** `PARTS` chooses among `commands`, `reads`, `deliveries`, `screen` and `takeovers`. */
export async function scale(): Promise<Record<string, unknown>> {
  const parts = (process.env['PARTS'] ?? 'commands,reads,deliveries,screen,takeovers').split(',');
  const result: Record<string, unknown> = {};
  if (parts.includes('commands')) {
    const commands = await besideOne({ gateway: 1, desk: 1 }, compareCalls(refillBy));
    Object.assign(result, { overhead: commands.ratio, commands });
  }
  if (parts.includes('reads'))
    result['reads'] = await besideOne({ gateway: 1, desk: 1 }, compareCalls(readWalletsBy));
  if (parts.includes('deliveries')) {
    const deliveries = await besideOne({ gateway: GATEWAYS, desk: 1 }, compareDeliveries);
    Object.assign(result, { deliveriesPerCpuSecond: deliveries.cluster.perCpuSecond, deliveries });
  }
  if (parts.includes('screen')) result['screen'] = await measureScreen();
  if (parts.includes('takeovers'))
    result['takeovers'] = await measureTakeovers(Number(process.env['TAKEOVERS'] ?? TAKEOVERS));
  return result;
}

/** A cluster and one process, each with a PostgreSQL of its own. */
async function besideOne<Result>(
  sizes: { readonly gateway: number; readonly desk: number },
  compare: (one: ServerProcess, port: number, cluster: Cluster) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'maru-scale-'));
  const postgres = await startPostgres();
  const port = await freePort();
  const one = startServer({ port, dataFolder: folder, databaseUrl: postgres.url, env: ENV });
  try {
    await untilReady(one, 180_000);
    const cluster = await startCluster({ env: ENV, sizes });
    try {
      return await compare(one, port, cluster);
    } finally {
      await cluster.stop();
    }
  } finally {
    await one.kill('SIGTERM');
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const membersOf = (cluster: Cluster, roles: readonly string[]): readonly number[] =>
  cluster.members.flatMap(({ role, process }) => (roles.includes(role) ? process.pid : []));

const pidsOf = (cluster: Cluster, roles: readonly string[]): readonly number[] => [
  ...membersOf(cluster, roles),
  ...cluster.nats.servers.map(({ pid }) => pid),
];

/** A desk has no part in ticks for guests, but for what it does with them itself. */
async function compareDeliveries(one: ServerProcess, port: number, cluster: Cluster) {
  const ports = cluster.members.flatMap((each) => (each.role === 'gateway' ? each.port : []));
  const alone = await deliver([port], SOCKETS_EACH, { pids: () => [one.pid], holders: [one.pid] });
  console.log(`one process: ${JSON.stringify(alone)}`);
  const many = await deliver(ports, SOCKETS_EACH, {
    pids: () => pidsOf(cluster, ['gateway', 'desk', 'feed']),
    holders: membersOf(cluster, ['gateway']),
  });
  console.log(`cluster: ${JSON.stringify(many)}`);
  return { ratio: rounded(many.perCpuSecond / alone.perCpuSecond), one: alone, cluster: many };
}

type RequestBy = (member: ScaleMember, nth: number) => string;

const compareCalls = (requestBy: RequestBy) => (one: ServerProcess, port: number, cluster: Cluster) =>
  compareBoth(requestBy, { alone: one, port, cluster });

/** Rounds alternate, so that a slow moment of the machine meets both. */
async function compareBoth(
  requestBy: RequestBy,
  {
    alone,
    port,
    cluster,
  }: { readonly alone: ServerProcess; readonly port: number; readonly cluster: Cluster },
) {
  const gateway = cluster.members.find(({ role }) => role === 'gateway')!;
  const pids = () => pidsOf(cluster, ['gateway', 'desk', 'feed']);
  const ofOne = await signUpMembers(alone.origin);
  const ofMany = await signUpMembers(`http://127.0.0.1:${gateway.port}`);
  // Only now: a connection that is not used for a minute is closed.
  const one: Side = { members: ofOne, load: await openLoad(port, CALLERS), pids: () => [alone.pid] };
  const many: Side = { members: ofMany, load: await openLoad(gateway.port, CALLERS), pids };
  console.log(`${one.members.length + many.members.length} members have signed up`);
  let nth = 0;
  const meter = await openShareMeter(cluster);
  async function round({ members, load, pids }: Side) {
    const before = cpuSeconds(pids());
    let calls = 0;
    await load.run(ROUND_MS, (caller) => {
      nth += 1;
      calls += 1;
      const each = Math.floor(nth / CALLERS) % (members.length / CALLERS);
      return requestBy(members[caller + CALLERS * each]!, nth);
    });
    return { calls, perThousand: ((cpuSeconds(pids()) - before) / calls) * 1_000 };
  }
  const seen: { readonly one: number; readonly many: number }[] = [];
  const perSecond: number[] = [];
  for (let each = 0; each <= ROUNDS; each += 1) {
    const ofOneRound = await round(one);
    let ofManyRound = ofOneRound;
    const measure = async () => {
      ofManyRound = await round(many);
      return ofManyRound.calls;
    };
    // The first round warms everything up.
    if (each > 0) await meter.during(measure);
    else await measure();
    const both = { one: ofOneRound.perThousand, many: ofManyRound.perThousand };
    console.log(`round ${each}: ${JSON.stringify(both)} CPU seconds per thousand calls`);
    if (each > 0) {
      seen.push(both);
      perSecond.push(ofManyRound.calls / (ROUND_MS / 1_000));
    }
  }
  one.load.close();
  many.load.close();
  return {
    ratio: rounded(middleOf(seen.map((each) => each.many / each.one))),
    onePerThousand: rounded(middleOf(seen.map((each) => each.one))),
    clusterPerThousand: rounded(middleOf(seen.map((each) => each.many))),
    perSecond: Math.round(middleOf(perSecond)),
    ...meter.result(),
  };
}
