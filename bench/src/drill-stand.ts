// What the drills share: a cluster with a crowd that trades on it, ended in every case, and the verdict of the checker.
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Cluster, type ClusterRole, startCluster } from '../../scripts/cluster/cluster.mjs';
import { canSplit } from '../../scripts/cluster/network.mjs';
import { judge } from './drill-checker.ts';
import { untilAllWell } from './drill-cluster.ts';
import { type Crowd, openCrowd } from './drill-crowd.ts';
import type { MemberHistory } from './drill-log.ts';

export interface DrillStand {
  readonly cluster: Cluster;
  readonly crowd: Crowd;
  readonly seed: number;
  readonly leaseMs: number;
}

const OPERATOR_PASSWORD = 'drill-operator-password';
const SHOWN_COMPLAINTS = 20;

const numberOf = (name: string, usual: number): number => Number(process.env[name] ?? usual);

const sizeOf = (role: ClusterRole, name: string): Partial<Record<ClusterRole, number>> =>
  process.env[name] === undefined ? {} : { [role]: Number(process.env[name]) };

/**
 * `CLIENTS`, `MOVES_PER_SECOND`, `SEED`, `LEASE_MS`, and where set `GATEWAYS`, `DESKS` and `FEEDS` for their number. `needsNetwork`: with cables that can be cut, where the
 * machine permits it.
 */
export async function withCrowd<Result>(
  work: (stand: DrillStand) => Promise<Result>,
  { needsNetwork = false } = {},
): Promise<Result> {
  const [seed, leaseMs] = [numberOf('SEED', 1), numberOf('LEASE_MS', 1_000)];
  let cluster: Cluster | undefined;
  let crowd: Crowd | undefined;
  const end = async () => {
    crowd?.close();
    await cluster?.stop();
  };
  const interrupted = () => void end().finally(() => process.exit(130));
  process.once('SIGINT', interrupted);
  process.once('SIGTERM', interrupted);
  try {
    cluster = await startCluster({
      network: needsNetwork && (await canSplit()),
      sizes: { ...sizeOf('gateway', 'GATEWAYS'), ...sizeOf('desk', 'DESKS'), ...sizeOf('feed', 'FEEDS') },
      env: {
        LEASE_MS: String(leaseMs),
        // The proxy of the cluster, and before it one that would name the address of each member.
        TRUSTED_PROXY_HOPS: '2',
        SIGN_UPS_PER_HOUR: '1000000',
        RISK_QUIZ: 'off',
        SOLVENCY_AFTER_SECONDS: '86400',
        LOG_LEVEL: 'warn',
        MARU_OPERATOR_PASSWORD: OPERATOR_PASSWORD,
      },
      ...(process.env['OUTPUT'] === undefined ? {} : { onLine: print }),
    });
    await untilAllWell(cluster);
    crowd = await openCrowd({
      ...{ origin: cluster.address, seed, operatorPassword: OPERATOR_PASSWORD },
      clients: numberOf('CLIENTS', 200),
      movesPerSecond: numberOf('MOVES_PER_SECOND', 60),
    });
    console.log(`${cluster.members.length} processes are up and everybody is signed up`);
    crowd.start();
    return await work({ cluster, crowd, seed, leaseMs });
  } finally {
    process.off('SIGINT', interrupted);
    process.off('SIGTERM', interrupted);
    await end();
  }
}

function print(name: string, line: string): void {
  if (name !== 'nats') console.error(`${name.padEnd(9)} ${line}`);
}

/** `KEEP_LOG` keeps what the clients wrote down also when all is well. Ends trading and judges; `more` are complaints beside those of the checker. */
export async function finish(
  crowd: Crowd,
  more: (members: readonly MemberHistory[]) => readonly string[],
): Promise<Record<string, unknown>> {
  await crowd.stop();
  console.log('everything is answered');
  const members = await crowd.histories();
  const { complaints: found, ...counts } = judge(members);
  const complaints = [...found, ...more(members)];
  for (const complaint of complaints.slice(0, SHOWN_COMPLAINTS)) console.error(complaint);
  if (complaints.length > 0) process.exitCode = 1;
  if (complaints.length > 0 || process.env['KEEP_LOG'] !== undefined)
    console.error(`${complaints.length} complaints; what the clients wrote down: ${writeDown(members)}`);
  return { ...counts, longestDownMs: Math.round(longestDown(members)), complaints: complaints.length };
}

const longestDown = (members: readonly MemberHistory[]): number =>
  Math.max(0, ...members.flatMap(({ downs }) => downs.map(({ from, until }) => (until ?? Infinity) - from)));

function writeDown(members: readonly MemberHistory[]): string {
  const file = join(tmpdir(), `maru-drill-${process.pid}.jsonl`);
  writeFileSync(file, members.map((each) => `${JSON.stringify(each)}\n`).join(''));
  return file;
}
