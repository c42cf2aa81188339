// Which part of a cluster spends what on a load: processor time of each role, and the log that the database writes.

import { openPostgres } from '@maru/server/db/postgres';
import type { Cluster } from '../../scripts/cluster/cluster.mjs';
import { middleOf } from './callers.ts';
import { cpuSeconds, familySeconds, mainThreadSeconds } from './cpu-time.ts';

/** What one round of a load has used. */
type Shares = Readonly<Record<'gateway' | 'desk' | 'deskMainThread' | 'feed' | 'nats' | 'database', number>>;

export interface ShareMeter {
  /** Runs a load that resolves to the number of its calls, and notes what each of them cost. */
  during(load: () => Promise<number>): Promise<void>;
  /** The middles over all noted rounds: seconds for a thousand calls, and bytes of the log for one. */
  result(): { readonly perThousandBy: Shares; readonly logBytesPerCall: number };
}

export async function openShareMeter({ members, nats, database }: Cluster): Promise<ShareMeter> {
  const pidsOf = (role: string): readonly number[] =>
    members.flatMap((each) => (each.role === role ? each.process.pid : []));
  const shares: Shares[] = [];
  const logged: number[] = [];

  const spent = async (): Promise<Shares> => ({
    gateway: cpuSeconds(pidsOf('gateway')),
    desk: cpuSeconds(pidsOf('desk')),
    deskMainThread: mainThreadSeconds(pidsOf('desk')),
    feed: cpuSeconds(pidsOf('feed')),
    nats: cpuSeconds(nats.servers.map(({ pid }) => pid)),
    database: (await database.pids()).reduce((sum, pid) => sum + familySeconds(pid), 0),
  });

  return {
    async during(load) {
      const logBefore = await logPosition(database.primaryUrl());
      const before = await spent();
      const calls = await load();
      const after = await spent();
      logged.push(((await logPosition(database.primaryUrl())) - logBefore) / calls);
      shares.push(mapShares(after, (kind, value) => ((value - before[kind]) / calls) * 1_000));
    },
    result: () => ({
      perThousandBy: mapShares(shares[0]!, (kind) => thousandths(middleOf(shares.map((by) => by[kind])))),
      logBytesPerCall: Math.round(middleOf(logged)),
    }),
  };
}

const thousandths = (value: number): number => Number(value.toFixed(3));

function mapShares(shares: Shares, value: (kind: keyof Shares, was: number) => number): Shares {
  const entries = Object.entries(shares) as [keyof Shares, number][];
  return Object.fromEntries(entries.map(([kind, was]) => [kind, value(kind, was)])) as Shares;
}

async function logPosition(url: string): Promise<number> {
  const database = openPostgres(url);
  try {
    const [row] = await database.transaction((tx) =>
      tx.query<{ readonly at: string }>("select pg_current_wal_lsn() - '0/0'::pg_lsn as at", []),
    );
    return Number(row?.at);
  } finally {
    await database.close();
  }
}
