// One connection to the server that is the primary, made again when it breaks or the primary has changed.
import pg from 'pg';
import { types } from '../db/postgres.ts';
import { addressesOf } from '../db/server-addresses.ts';
import { createServerFinder, NoServer } from '../db/server-finder.ts';

const READ_ONLY_TRANSACTION = '25006';

interface Connected {
  readonly client: pg.Client;
  readonly address: string;
}

export interface PrimaryConnection {
  /** Connects if need be. */
  open(): Promise<unknown>;
  query<Row extends pg.QueryResultRow>(statement: pg.QueryConfig): Promise<pg.QueryResult<Row>>;
  /** The next statement gets a new connection: on this one it would wait behind a statement that does not end. */
  replace(): void;
  /** `last` is sent if there is a connection, and given so long. */
  close(last?: { readonly statement: pg.QueryConfig; readonly within: () => Promise<void> }): Promise<void>;
}

export function createPrimaryConnection(url: string, config: pg.ClientConfig = {}): PrimaryConnection {
  let connection: Promise<Connected> | undefined;
  // One server needs no search.
  const finder = addressesOf(url).length > 1 ? createServerFinder(url, 'primary') : undefined;

  function open(): Promise<Connected> {
    if (connection !== undefined) return connection;
    const opening = connect(() => forget(opening));
    connection = opening;
    opening.catch(() => forget(opening));
    return opening;
  }

  function forget(broken: Promise<Connected>): void {
    if (connection === broken) connection = undefined;
  }

  async function connect(onBroken: () => void): Promise<Connected> {
    const address = await (finder?.find() ?? url);
    const client = new pg.Client({
      types,
      keepAlive: true,
      connectionTimeoutMillis: finder === undefined ? 5_000 : 2_000,
      ...config,
      connectionString: address,
    });
    const broken = () => {
      onBroken();
      finder?.forget(address);
    };
    client.on('error', broken);
    client.on('end', broken);
    try {
      await client.connect();
      const connected = { client, address };
      if (finder !== undefined && !(await watched(connected, () => finder.confirm(client))))
        throw new NoServer('the server of the journal is not the primary any more');
      // An answer may be sent only when the record is on the medium, whatever the server's own default is.
      await run({ text: 'set synchronous_commit = on' }, connected);
      return connected;
    } catch (fault) {
      finder?.forget(address);
      if (finder !== undefined) drop(client);
      throw fault;
    }
  }

  /** Ends the connection when its server hangs and another one has taken over. */
  function watched<Result>({ client, address }: Connected, work: () => Promise<Result>): Promise<Result> {
    return finder?.during(address, () => drop(client), work) ?? work();
  }

  async function run<Row extends pg.QueryResultRow>(
    statement: pg.QueryConfig,
    connected: Connected,
  ): Promise<pg.QueryResult<Row>> {
    try {
      return await watched(connected, () => connected.client.query<Row>(statement));
    } catch (fault) {
      // A primary that became a standby: the next statement looks for the one that took over.
      const isReadOnly = fault instanceof pg.DatabaseError && fault.code === READ_ONLY_TRANSACTION;
      if (finder !== undefined && isReadOnly) drop(connected.client);
      throw fault;
    }
  }

  return {
    open,
    query: async (statement) => run(statement, await open()),
    replace() {
      const broken = connection;
      connection = undefined;
      broken?.then(({ client }) => client.end()).catch(() => undefined);
    },
    async close(last) {
      const opened = connection;
      connection = undefined;
      await opened
        ?.then(async ({ client }) => {
          // A primary whose standby is gone never answers.
          if (last !== undefined) await Promise.race([client.query(last.statement), last.within()]);
          await client.end();
        })
        .catch(() => undefined);
    },
  };
}

function drop(client: pg.Client): void {
  client.end().catch(() => undefined);
}
