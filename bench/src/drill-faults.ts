// What a drill does to a cluster. Each fault begins, and ends by itself or when it is told to.
import type { Cluster, ClusterMember } from '../../scripts/cluster/cluster.mjs';
import { firstOf, membersOf } from './drill-cluster.ts';
import type { Dice } from './drill-dice.ts';
import { pause } from './drill-member.ts';

export interface Fault {
  /** Whether another owner must answer afterwards. */
  readonly changesOwner: boolean;
  /** Resolves when what was stopped goes on; what was killed is started again by the cluster. */
  begin(): Promise<void>;
}

interface Stand {
  readonly cluster: Cluster;
  readonly dice: Dice;
  readonly leaseMs: number;
}

/** Undefined where the cluster has nothing of the kind. */
type Prepare = (stand: Stand) => Promise<Fault | undefined>;

/** Longer than a lease by so much, somebody else owns what was stopped. */
const PAST_LEASE_MS = 1_500;
const SPLIT_MS = 5_000;

const killing = (member: ClusterMember | undefined, changesOwner = false): Fault | undefined =>
  member && { changesOwner, begin: () => endBy(member, 'SIGKILL') };

async function endBy({ process }: ClusterMember, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  process.signal(signal);
  await process.exited;
}

function pausing(
  member: ClusterMember | undefined,
  { leaseMs }: Stand,
  changesOwner = false,
): Fault | undefined {
  return (
    member && {
      changesOwner,
      async begin() {
        const { process } = member;
        process.signal('SIGSTOP');
        await pause(leaseMs + PAST_LEASE_MS);
        process.signal('SIGCONT');
      },
    }
  );
}

/** Undefined where cables cannot be cut. */
function cutting(
  { network }: Cluster,
  member: ClusterMember | undefined,
  from: 'database' | 'nats',
  changesOwner = false,
): Fault | undefined {
  return (
    member &&
    network && {
      changesOwner,
      async begin() {
        const join = await network.cut(member, from);
        await pause(SPLIT_MS);
        await join();
      },
    }
  );
}

const has = (cluster: Cluster, role: 'desk' | 'feed', count = 1): boolean =>
  membersOf(cluster, role).length >= count;

/** The first four are the short form of `npm test`: a process of each role, and a network. */
const prepares = {
  owner: async ({ cluster }) => killing((await firstOf(cluster, 'desk')).first, true),
  gateway: async ({ cluster, dice }) => killing(dice.pick(membersOf(cluster, 'gateway'))),
  feed: async ({ cluster }) =>
    has(cluster, 'feed') ? killing((await firstOf(cluster, 'feed')).first) : undefined,
  'split-desk-nats': async ({ cluster }) =>
    cutting(cluster, (await firstOf(cluster, 'desk')).first, 'nats', has(cluster, 'desk', 2)),
  standby: async ({ cluster, dice }) =>
    has(cluster, 'desk', 2) ? killing(dice.pick((await firstOf(cluster, 'desk')).others)) : undefined,
  'feed-standby': async ({ cluster, dice }) =>
    has(cluster, 'feed', 2) ? killing(dice.pick((await firstOf(cluster, 'feed')).others)) : undefined,
  nats: async ({ cluster, dice }) => {
    const at = dice.whole(0, cluster.nats.servers.length - 1);
    return { changesOwner: false, begin: () => restartNats(cluster, at, 'SIGKILL') };
  },
  'owner-stop': async (stand) => {
    const { cluster } = stand;
    // Alone it finds its shard as it left it.
    return pausing((await firstOf(cluster, 'desk')).first, stand, has(cluster, 'desk', 2));
  },
  'gateway-stop': async (stand) => pausing(stand.dice.pick(membersOf(stand.cluster, 'gateway')), stand),
  'feed-stop': async (stand) =>
    has(stand.cluster, 'feed') ? pausing((await firstOf(stand.cluster, 'feed')).first, stand) : undefined,
  database: async ({ cluster: { database } }) => ({
    changesOwner: false,
    begin: () => database.failover(),
  }),
  'split-desk-database': async ({ cluster }) =>
    cutting(cluster, (await firstOf(cluster, 'desk')).first, 'database', has(cluster, 'desk', 2)),
  'split-gateway-nats': async ({ cluster, dice }) =>
    cutting(cluster, dice.pick(membersOf(cluster, 'gateway')), 'nats'),
} satisfies Record<string, Prepare>;

export type FaultKind = keyof typeof prepares;

const faultKinds = Object.keys(prepares) as readonly FaultKind[];

export const prepareFault = (kind: FaultKind, stand: Stand): Promise<Fault | undefined> =>
  (prepares[kind] as Prepare)(stand);

export function readKinds(text: string | undefined): readonly FaultKind[] {
  if (text === undefined) return faultKinds;
  return text.split(',').map((name) => {
    const kind = faultKinds.find((each) => each === name.trim());
    if (kind === undefined) throw new Error(`KINDS is a list of ${faultKinds.join(', ')}, and not ${name}`);
    return kind;
  });
}

/** Down for a moment, as a server is that is replaced. */
export async function restartNats(
  { nats }: Cluster,
  at: number,
  signal: 'SIGKILL' | 'SIGTERM',
): Promise<void> {
  const server = nats.servers[at];
  if (server === undefined) throw new Error(`there is no NATS server ${at}`);
  server.signal(signal);
  await server.exited;
  await nats.start(at);
}

/** A clean end; the cluster starts it again. */
export const restartMember = (member: ClusterMember): Promise<void> => endBy(member, 'SIGTERM');
