// How long a shard is without an answer when its owner is killed: from the signal to the first command that the next owner
// answers through a gateway.
import { type Cluster, type ClusterMember, startCluster } from '../../scripts/cluster/cluster.mjs';
import { KillPlayer } from './kill-player.ts';

interface Health {
  readonly state?: string;
}

const POLL_MS = 50;
/** After a takeover the one that was killed must follow again, and a little more: its code is compiled meanwhile. */
const REST_MS = 3_000;

export async function measureTakeovers(count: number) {
  const cluster = await startCluster({
    env: {
      SIGN_UPS_PER_HOUR: '1000000',
      RISK_QUIZ: 'off',
      LOG_LEVEL: 'warn',
      SOLVENCY_AFTER_SECONDS: '86400',
    },
    sizes: { gateway: 1, desk: 2 },
  });
  try {
    const gateway = cluster.members.find(({ role }) => role === 'gateway')!;
    const player = new KillPlayer(gateway.address, 1);
    await player.signUp();
    const took: number[] = [];
    for (let nth = 1; nth <= count; nth += 1) {
      const owner = await untilFollowed(cluster);
      await new Promise((resolve) => setTimeout(resolve, REST_MS));
      const key = `takeover-${nth}-of-${process.pid}`;
      await refill(player, nth, `${key}-before`);
      const killedAt = performance.now();
      owner.process.signal('SIGKILL');
      await refill(player, nth, key);
      took.push(performance.now() - killedAt);
      console.log(`takeover ${nth}: ${Math.round(took.at(-1) ?? 0)} ms`);
    }
    const sorted = took.toSorted((a, b) => a - b);
    const at = (share: number) =>
      Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
    return { count, leastMs: at(0), p50Ms: at(0.5), p99Ms: at(0.99), mostMs: at(1) };
  } finally {
    await cluster.stop();
  }
}

/** The owner, once another desk follows it. */
async function untilFollowed({ members }: Cluster): Promise<ClusterMember> {
  const desks = members.filter(({ role }) => role === 'desk');
  for (;;) {
    const states = await Promise.all(desks.map(stateOf));
    const owner = desks.find((_, at) => states[at] === 'OPEN');
    if (owner !== undefined && states.includes('FOLLOWING')) return owner;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

const stateOf = ({ address }: ClusterMember): Promise<string | undefined> =>
  fetch(`${address}/api/health`)
    .then(async (answer) => ((await answer.json()) as Health).state)
    .catch(() => undefined);

async function refill(player: KillPlayer, nth: number, key: string): Promise<void> {
  for (;;) {
    const point = String(1_000 + nth);
    const answer = await player.ask(
      player.post('/api/practice/refill', { walletType: 'BINARY', point }, key),
    );
    if (answer !== undefined) return;
  }
}
