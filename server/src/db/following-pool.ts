// Connections to whichever of several servers has the role. There is a pool for the server that has it now; after a
// failover its connections are dropped, and a pool for the next one is opened.
import pg from 'pg';
import { createServerFinder, type ServerRole } from './server-finder.ts';

/** A connection for one transaction. */
export interface Taken {
  readonly client: pg.PoolClient;
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  /** `broken`: the connection is of no more use. `fault`: what the transaction failed with. */
  giveBack(broken: Error | undefined, fault: unknown): void;
}

export interface Connections {
  take(): Promise<Taken>;
  end(): Promise<void>;
}

const CONNECT_MS = 5_000;
/** Enough for a server that answers at all: one that does not is asked about by looking again. */
const CONNECT_ONE_MS = 2_000;
const AGAIN_MS = 50;
const READ_ONLY_TRANSACTION = '25006';

interface Opened {
  readonly address: string;
  readonly pool: pg.Pool;
}

export function followServers(url: string, role: ServerRole, settings: pg.PoolConfig): Connections {
  const finder = createServerFinder(url, role);
  const confirmed = new WeakSet<pg.PoolClient>();
  let opened: Opened | undefined;
  function poolAt(address: string): pg.Pool {
    if (opened?.address === address) return opened.pool;
    // Nobody waits for its end: the server may be gone.
    opened?.pool.end().catch(() => undefined);
    const pool = new pg.Pool({
      ...settings,
      connectionTimeoutMillis: CONNECT_ONE_MS,
      connectionString: address,
      keepAlive: true,
    });
    // An idle connection that breaks may be the first sign of a failover.
    pool.on('error', () => finder.forget(address));
    opened = { address, pool };
    return pool;
  }

  /** Undefined when the server does not have the role any more. */
  async function connect(address: string): Promise<pg.PoolClient | undefined> {
    const client = await poolAt(address).connect();
    if (confirmed.has(client)) return client;
    // Without a listener a connection that breaks now would end the process.
    client.on('error', ignore);
    try {
      if (
        await finder.during(
          address,
          () => drop(client),
          () => finder.confirm(client),
        )
      ) {
        confirmed.add(client);
        return client;
      }
    } catch (fault) {
      client.release(true);
      throw fault;
    } finally {
      client.off('error', ignore);
    }
    client.release(true);
    return undefined;
  }

  async function take(): Promise<Taken> {
    const giveUpAt = performance.now() + CONNECT_MS;
    for (;;) {
      const address = await finder.find();
      try {
        const client = await connect(address);
        if (client !== undefined) return taken(client, address);
        finder.forget(address);
      } catch (fault) {
        finder.forget(address);
        if (performance.now() > giveUpAt) throw fault;
      }
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }

  function taken(client: pg.PoolClient, address: string): Taken {
    return {
      client,
      // Ending a connection that waits for an answer destroys it, and the statement rejects.
      run: (work) => finder.during(address, () => drop(client), work),
      giveBack(broken, fault) {
        const isReadOnly = role === 'primary' && codeOf(fault) === READ_ONLY_TRANSACTION;
        if (broken !== undefined || isReadOnly) finder.forget(address);
        client.release(broken ?? isReadOnly);
      },
    };
  }

  return {
    take,
    end: async () => opened?.pool.end(),
  };
}

const ignore = (): void => undefined;

/** A pool's type hides the function by which its connections are ended. */
function drop(client: pg.PoolClient): void {
  (client as unknown as pg.Client).end().catch(() => undefined);
}

const codeOf = (fault: unknown): unknown =>
  typeof fault === 'object' && fault !== null && 'code' in fault ? fault.code : undefined;
