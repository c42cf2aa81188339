// A rolling restart of every process of a cluster while members trade: nobody may notice it.
import { firstOf, membersOf, untilAllWell } from './drill-cluster.ts';
import { noticed } from './drill-errors.ts';
import { restartMember, restartNats } from './drill-faults.ts';
import { nowMs } from './drill-log.ts';
import { pause } from './drill-member.ts';
import { type DrillStand, finish, withCrowd } from './drill-stand.ts';

const BEFORE_MS = 2_000;
const BETWEEN_MS = 1_000;
const TAKEOVER_WITHIN_MS = 60_000;

export function rolling(): Promise<Record<string, unknown>> {
  return withCrowd(async (stand) => {
    await pause(BEFORE_MS);
    const began = nowMs();
    const restarted = await restartAll(stand);
    const tookMs = Math.round(nowMs() - began);
    await pause(BEFORE_MS);
    return { restarted, tookMs, ...(await finish(stand.crowd, noticed)) };
  });
}

/** What follows first, so that the first one has somebody to hand over to that is new already. */
async function restartAll({ cluster, crowd }: DrillStand): Promise<number> {
  let count = 0;
  async function one(what: string, restart: Promise<void>, later?: number): Promise<void> {
    const from = nowMs();
    await restart;
    if (later !== undefined) await crowd.untilLater(later, TAKEOVER_WITHIN_MS);
    await untilAllWell(cluster);
    count += 1;
    console.log(`${what} restarted in ${Math.round(nowMs() - from)} ms`);
    await pause(BETWEEN_MS);
  }
  for (const role of ['desk', 'feed'] as const) {
    if (membersOf(cluster, role).length === 0) continue;
    const { first, others } = await firstOf(cluster, role);
    for (const member of others) await one(member.name, restartMember(member));
    await one(first.name, restartMember(first), role === 'desk' ? crowd.epoch() : undefined);
  }
  for (const member of membersOf(cluster, 'gateway')) await one(member.name, restartMember(member));
  for (const at of cluster.nats.servers.keys())
    await one(`nats ${at + 1}`, restartNats(cluster, at, 'SIGTERM'));
  return count;
}
