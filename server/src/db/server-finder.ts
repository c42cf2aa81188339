// Which of several servers is the primary, or a standby: asked when a connection is needed and the last answer has
// turned out wrong. A standby that was promoted begins a new timeline; a primary of an older timeline than one that was
// seen is what remained of a failover, and is never used again.
import pg from 'pg';
import { addressesOf, placeOf } from './server-addresses.ts';

export type ServerRole = 'primary' | 'standby';

export interface ServerFinder {
  /** The address of a server in the role, as remembered. Rejects when no server has it. */
  find(): Promise<string>;
  /** A connection to it failed: the next `find` asks again. */
  forget(address: string): void;
  /** Whether the server at the other end of a new connection has the role. */
  confirm(client: Pick<pg.ClientBase, 'query'>): Promise<boolean>;
  /**
   * Calls `drop` when the work takes long and another server has the role meanwhile: a primary that hangs, or that waits
   * for a standby which was promoted, never answers. Also when no server could be reached for a while, ours can be now,
   * and the work still waits: see `AWAY_MS`.
   */
  during<Result>(address: string, drop: () => void, work: () => Promise<Result>): Promise<Result>;
}

/** A server that answers later than this is taken for gone. */
const ANSWER_MS = 1_000;
/** When one has the role, the others are waited for this long: one of them may be of a newer timeline. */
const OTHERS_MS = 300;
/** Work that takes longer than this makes us ask whether the server is still the one. */
const LONG_MS = 1_000;

/**
 * When no server answered for so long and ours answers again, work that still waits is given up. What a connection sent
 * while the network was cut is sent again after pauses that double: after a minute without a network it may stay silent
 * for another.
 */
export const AWAY_MS = 3_000;

const STATUS = `
  select
    pg_is_in_recovery() as "isStandby",
    case when not pg_is_in_recovery() then substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) end as timeline`;

interface Status {
  readonly isStandby: boolean;
  /** Of a primary, in hexadecimal digits. */
  readonly timeline: string | null;
}

interface Seen {
  readonly address: string;
  readonly status?: Status;
  /** Why it has no status. */
  readonly fault?: unknown;
}

/** No server has the role now. Asking again later may find one. */
export class NoServer extends Error {
  override name = 'NoServer';
}

export function createServerFinder(url: string, role: ServerRole): ServerFinder {
  const addresses = addressesOf(url);
  let remembered: string | undefined;
  let looking: Promise<readonly string[]> | undefined;
  /** The newest timeline of a primary that was seen. */
  let newest = 0;

  function isWanted({ isStandby, timeline }: Status): boolean {
    if (role === 'standby') return isStandby;
    return !isStandby && timelineOf(timeline) >= newest;
  }

  /** The addresses of all servers in the role, in the given order. */
  async function lookNow(): Promise<readonly string[]> {
    const seen = await askAll(addresses, role);
    const wanted = seen.filter(({ status }) => status !== undefined && isWanted(status));
    // Of two primaries the one of the newer timeline took over from the other.
    const timeline = Math.max(newest, ...wanted.map(timelineIn));
    const found = wanted.filter((each) => role === 'standby' || timelineIn(each) === timeline);
    const [first] = found;
    if (first === undefined) throw new NoServer(`no server is the ${role}: ${seen.map(wordsFor).join(', ')}`);
    newest = timeline;
    remembered = first.address;
    return found.map(({ address }) => address);
  }

  /** Asks all servers again. */
  function look(): Promise<readonly string[]> {
    looking ??= lookNow().finally(() => {
      looking = undefined;
    });
    return looking;
  }

  return {
    find: async () => remembered ?? ((await look())[0] as string),
    forget(address) {
      if (remembered === address) remembered = undefined;
    },
    async confirm(client) {
      const status = (await client.query<Status>(STATUS)).rows[0];
      if (status === undefined || !isWanted(status)) return false;
      newest = Math.max(newest, timelineOf(status.timeline));
      return true;
    },
    async during(address, drop, work) {
      let awaySince: number | undefined;
      let isBack = false;
      const watch = setInterval(() => {
        const askedAt = performance.now();
        look().then(
          (found) => {
            // Once more: what was only held up is answered within that time.
            if (!found.includes(address) || isBack) drop();
            isBack = awaySince !== undefined && performance.now() - awaySince >= AWAY_MS;
            awaySince = undefined;
          },
          // Nobody has the role: the work goes on waiting.
          () => {
            awaySince ??= askedAt;
          },
        );
      }, LONG_MS);
      watch.unref();
      try {
        return await work();
      } finally {
        clearInterval(watch);
      }
    },
  };
}

const timelineOf = (timeline: string | null): number => Number.parseInt(timeline ?? '0', 16);
const timelineIn = ({ status }: Seen): number => timelineOf(status?.timeline ?? null);

/** All that answer in time. Once one has the role, a server that is gone costs only a moment. */
async function askAll(addresses: readonly string[], role: ServerRole): Promise<readonly Seen[]> {
  const seen: Seen[] = [];
  const found = Promise.withResolvers<void>();
  const asked = addresses.map(async (address) => {
    const one = await ask(address);
    seen.push(one);
    if (one.status !== undefined && one.status.isStandby === (role === 'standby')) found.resolve();
  });
  const all = Promise.all(asked);
  const { promise: enough, resolve } = Promise.withResolvers<void>();
  void found.promise.then(() => setTimeout(resolve, OTHERS_MS).unref());
  await Promise.race([all, enough]);
  // In the given order: of several standbys the first is used.
  return addresses.map((address) => seen.find((each) => each.address === address) ?? { address });
}

async function ask(address: string): Promise<Seen> {
  const client = new pg.Client({
    connectionString: address,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const status = (await client.query<Status>(STATUS)).rows[0];
    return status === undefined ? { address } : { address, status };
  } catch (fault) {
    return { address, fault };
  } finally {
    // One that hangs is not waited for.
    client.end().catch(() => undefined);
  }
}

function wordsFor({ address, status, fault }: Seen): string {
  const place = placeOf(address);
  if (status?.isStandby === true) return `${place} is a standby`;
  if (status !== undefined) return `${place} is a primary of timeline ${timelineOf(status.timeline)}`;
  if (fault === undefined) return `${place} has not answered`;
  const { code, message } = fault as { readonly code?: string; readonly message?: string };
  return `${place} failed with ${code ?? message ?? 'no reason'}`;
}
