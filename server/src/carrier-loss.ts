// An owner that has lost the carrier and not the database goes on renewing its lease, while nobody reaches it. It steps down
// when another process follows it that has the carrier. That one says so in the database, the only way left between them.
// Without such a follower the owner stays: when the carrier is away for everybody, its book is ready as soon as it is back.
import type { Carrier } from './bus/carrier.ts';
import { createPrimaryConnection } from './journal/primary-connection.ts';

export interface ReachedFollowers {
  /** This process follows, and has the carrier; told again before `HOLDS_LEASES` of leases are over. */
  announce(): Promise<void>;
  /** Whether another process has announced itself lately. */
  hasOther(): Promise<boolean>;
  close(): Promise<void>;
}

/** Nobody reaches this owner, and another process could do better. */
export class CarrierLost extends Error {
  override name = 'CarrierLost';

  constructor(lostMs: number) {
    super(
      `expected a connection to the carrier, found none for ${Math.round(lostMs)} ms while another process that has one follows`,
    );
  }
}

interface CarrierLossOptions {
  readonly carrier: Pick<Carrier, 'isConnected' | 'onConnection'>;
  readonly followers: Omit<ReachedFollowers, 'close'>;
  readonly leaseMs: number;
  /** Asked again and again. */
  readonly state: () => 'FIRST' | 'FOLLOWING' | 'STARTING';
  readonly steadyMs: () => number;
  readonly every: (ms: number, call: () => void) => () => void;
  /** This process must end. */
  readonly onLost: (fault: CarrierLost) => void;
}

const HOLDS_LEASES = 1;
const LOOKS_IN_A_LEASE = 4;
const ANNOUNCED_IN_A_LEASE = 2;
/**
 * A carrier that is away for everybody is noticed by one process so much later than by another. By then what a follower
 * announced before has run out.
 */
const NOTICED_WITHIN_MS = 1_000;

export function watchCarrierLoss(options: CarrierLossOptions): () => void {
  const { carrier, followers, leaseMs, state, steadyMs, every, onLost } = options;
  const patienceMs = leaseMs * HOLDS_LEASES + NOTICED_WITHIN_MS;
  let lostAt: number | undefined;
  let announcedAt = Number.NEGATIVE_INFINITY;
  let isAsking = false;

  function note(isConnected: boolean): void {
    lostAt = isConnected ? undefined : (lostAt ?? steadyMs());
  }

  async function look(): Promise<void> {
    note(carrier.isConnected());
    if (lostAt === undefined) {
      if (state() !== 'FOLLOWING' || steadyMs() - announcedAt < leaseMs / ANNOUNCED_IN_A_LEASE) return;
      announcedAt = steadyMs();
      await followers.announce();
    } else if (state() === 'FIRST' && steadyMs() - lostAt >= patienceMs) {
      const hasOther = await followers.hasOther();
      // It may be back by now.
      if (hasOther && lostAt !== undefined) onLost(new CarrierLost(steadyMs() - lostAt));
    }
  }

  const endings = [
    carrier.onConnection(note),
    every(leaseMs / LOOKS_IN_A_LEASE, () => {
      if (isAsking) return;
      isAsking = true;
      look()
        // The database cannot be reached: this is repeated, and without it a lease is not renewed either.
        .catch(() => undefined)
        .finally(() => {
          isAsking = false;
        });
    }),
  ];
  return () => {
    for (const end of endings) end();
  };
}

/** Over a connection of its own, because nothing else may delay it. `followed` names the shard or the feed. */
export function openReachedFollowers({
  url,
  followed,
  process,
  leaseMs,
}: {
  readonly url: string;
  readonly followed: string;
  readonly process: string;
  readonly leaseMs: number;
}): ReachedFollowers {
  const connection = createPrimaryConnection(url, { query_timeout: leaseMs });

  async function query(text: string, values: readonly (string | number)[]): Promise<number> {
    try {
      return (await connection.query({ text, values: [...values] })).rowCount ?? 0;
    } catch (fault) {
      connection.replace();
      throw fault;
    }
  }

  return {
    async announce() {
      await query(
        `insert into reached_follower (followed, process, until)
         values ($1, $2, clock_timestamp() + $3 * interval '1 millisecond')
         on conflict (followed) do update
         set process = excluded.process, until = excluded.until`,
        [followed, process, leaseMs * HOLDS_LEASES],
      );
    },
    hasOther: async () =>
      (await query(
        `select 1
         from reached_follower
         where followed = $1 and process <> $2 and until > clock_timestamp()`,
        [followed, process],
      )) > 0,
    close: () => connection.close(),
  };
}
