// Which process of a cluster does what now, as the processes say themselves, and whether all of it is well.
import type { Cluster, ClusterMember, ClusterRole } from '../../scripts/cluster/cluster.mjs';
import { pause } from './drill-member.ts';

/** Of a desk: OPEN owns its shard. Of a feed: LEADING writes the record. */
type State = 'OPEN' | 'LEADING' | 'FOLLOWING' | 'NONE';

const HEALTH_WITHIN_MS = 1_000;
const WELL_WITHIN_MS = 120_000;
const LOOK_MS = 50;

export const membersOf = ({ members }: Cluster, role: ClusterRole): readonly ClusterMember[] =>
  members.filter((each) => each.role === role);

async function healthOf({ address }: ClusterMember): Promise<{ status: number; state: State } | undefined> {
  try {
    const answer = await fetch(`${address}/api/health`, {
      signal: AbortSignal.timeout(HEALTH_WITHIN_MS),
    });
    const { state } = (await answer.json()) as { state?: State };
    return { status: answer.status, state: state ?? 'NONE' };
  } catch {
    return undefined;
  }
}

/** Undefined while it is not well. */
async function stateOf(member: ClusterMember): Promise<State | undefined> {
  const health = await healthOf(member);
  return health?.status === 200 ? health.state : undefined;
}

const isFirst = (state: State | undefined): boolean => state === 'OPEN' || state === 'LEADING';

/** The one of a role that owns or leads, and those that follow. Undefined while nobody can tell. */
async function findFirst(
  cluster: Cluster,
  role: 'desk' | 'feed',
): Promise<{ readonly first: ClusterMember; readonly others: readonly ClusterMember[] } | undefined> {
  const all = membersOf(cluster, role);
  const [only, ...more] = all;
  if (only === undefined) return undefined;
  // The only one needs no health page to be the first.
  if (more.length === 0) return only.process.isRunning() ? { first: only, others: [] } : undefined;
  const states = await Promise.all(all.map(stateOf));
  const firsts = all.filter((_, at) => isFirst(states[at]));
  const [first] = firsts;
  if (first === undefined || firsts.length > 1) return undefined;
  return { first, others: all.filter((_, at) => states[at] === 'FOLLOWING') };
}

/** Every gateway hears an owner, every role has its first one, and those that follow do so again. */
async function isWell(cluster: Cluster): Promise<boolean> {
  const gateways = await Promise.all(membersOf(cluster, 'gateway').map(healthOf));
  if (gateways.some((each) => each?.status !== 200)) return false;
  for (const role of ['desk', 'feed'] as const) {
    const count = membersOf(cluster, role).length;
    if (count > 0 && (await findFirst(cluster, role))?.others.length !== count - 1) return false;
  }
  return cluster.nats.servers.every((each) => each.isRunning());
}

export async function untilAllWell(cluster: Cluster): Promise<void> {
  const giveUpAt = performance.now() + WELL_WITHIN_MS;
  while (!(await isWell(cluster))) {
    if (performance.now() > giveUpAt) {
      const states = await Promise.all(
        cluster.members.map(async (each) => `${each.name} ${JSON.stringify(await healthOf(each))}`),
      );
      throw new Error(`the cluster is not well again: ${states.join(', ')}`);
    }
    await pause(LOOK_MS);
  }
}

export async function firstOf(cluster: Cluster, role: 'desk' | 'feed') {
  const found = await findFirst(cluster, role);
  if (found === undefined) throw new Error(`no ${role} process says that it is the first`);
  return found;
}
