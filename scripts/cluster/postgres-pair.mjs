// A primary and its synchronous standby on loopback: a commit is answered when both have it on disk.
import pg from 'pg';
import { openServers } from './servers.mjs';

const POLL_MS = 25;
const PATIENCE_MS = 30_000;

/** What both servers run with, whichever of them is the primary. */
const SETTINGS = [
  ['wal_level', 'replica'],
  ['max_wal_senders', 10],
  ['max_replication_slots', 10],
  // A standby that was away for a moment finds what it missed, also after a failover, when it has no slot yet.
  ['wal_keep_size', '256MB'],
  ['hot_standby', 'on'],
  ['hot_standby_feedback', 'on'],
  ['wal_retrieve_retry_interval', '100ms'],
  ['wal_receiver_status_interval', '1s'],
  // A client that was cut off in silence keeps its session, and what it sends waits, for hours otherwise.
  ['tcp_keepalives_idle', 10],
  ['tcp_keepalives_interval', 5],
  ['tcp_keepalives_count', 3],
  ['tcp_user_timeout', '15s'],
];

async function query(url, text, values) {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 2_000,
    query_timeout: 30_000,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}

async function until(what, isSo) {
  const giveUpAt = performance.now() + PATIENCE_MS;
  for (;;) {
    if (await isSo()) return;
    if (performance.now() > giveUpAt) throw new Error(`expected within ${PATIENCE_MS} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/**
 * Names of the servers are `a` and `b`; `a` begins as the primary. `also` is one more address of this machine on which
 * they serve whoever is in its `subnet`.
 */
export async function startPostgresPair({ database = 'postgres', also } = {}) {
  const servers = openServers();
  const usual = [
    ...SETTINGS,
    ...(also === undefined ? [] : [['listen_addresses', `127.0.0.1,${also.host}`]]),
  ];
  const urls = {};
  let [primary, standby] = ['a', 'b'];

  /** Each standby has a slot of its own name on the primary, so that the primary keeps what it has not yet received. */
  const follow = (name, from) =>
    servers.start(name, {
      signal: 'standby.signal',
      settings: [
        ...usual,
        [
          'primary_conninfo',
          `host=127.0.0.1 port=${new URL(urls[from]).port} user=maru application_name=${name}`,
        ],
        ['primary_slot_name', name],
      ],
    });

  const makeSlot = (name, on) =>
    query(
      urls[on],
      `select pg_create_physical_replication_slot($1, true)
       where not exists (select 1 from pg_replication_slots where slot_name = $1)`,
      [name],
    );

  /**
   * From here on the primary answers no commit that the standby does not have. A standby of another timeline counts as
   * far for the primary as its own, wrong history goes, so the timelines are compared first.
   */
  async function waitFor(name, on) {
    const [{ timeline }] = await query(
      urls[on],
      "select ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int as timeline",
    );
    await until(`${name} streams timeline ${timeline} from ${on}`, async () => {
      const rows = await query(
        urls[name],
        "select 1 from pg_stat_wal_receiver where status = 'streaming' and received_tli = $1",
        [timeline],
      );
      return rows.length === 1;
    });
    await setSynchronous(on, name);
    await until(`${name} is the synchronous standby of ${on}`, async () => {
      const [row] = await query(
        urls[on],
        'select sync_state from pg_stat_replication where application_name = $1',
        [name],
      );
      return row?.sync_state === 'sync';
    });
  }

  async function setSynchronous(on, name) {
    await query(urls[on], `alter system set synchronous_standby_names = '${name}'`);
    await query(urls[on], 'select pg_reload_conf()');
  }

  const at = (url) => {
    const address = new URL(url);
    address.pathname = `/${database}`;
    return address.href;
  };

  try {
    await servers.make('a', { trusted: also?.subnet });
    urls.a = await servers.start('a', { settings: usual });
    if (database !== 'postgres') await query(urls.a, `create database ${database}`);
    await makeSlot('b', 'a');
    // The backup is made before the primary waits for anybody, so a promoted standby waits for nobody either.
    await servers.backup('b', 'a', 'b');
    urls.b = await follow('b', 'a');
    await waitFor('b', 'a');
  } catch (fault) {
    await servers.close();
    throw fault;
  }

  const bothOn = (host) => {
    const [a, b] = [urls.a, urls.b].map((url) => `${host}:${new URL(url).port}`);
    return `postgres://maru@${a},${b}/${database}`;
  };
  return {
    url: bothOn('127.0.0.1'),
    urlOn: bothOn,
    primaryUrl: () => at(urls[primary]),
    standbyUrl: () => at(urls[standby]),
    killPrimary: () => servers.stop(primary, 'kill'),
    freezePrimary: () => servers.freeze(primary),
    thawPrimary: () => servers.thaw(primary),
    freezeStandby: () => servers.freeze(standby),
    thawStandby: () => servers.thaw(standby),
    pids: () => Promise.all([servers.pid(primary), servers.pid(standby)]),
    killStandby: () => servers.stop(standby, 'kill'),

    /** The standby takes over and is alone: it waits for no other server until `rejoin`. */
    async promote() {
      await query(urls[standby], 'select pg_promote(true, 30)');
      [primary, standby] = [standby, primary];
    },

    /** What was the primary starts again as one, as a supervisor would do that knows nothing of the failover. */
    reviveOld: () => servers.start(standby, { settings: usual }).then(at),
    stopOld: () => servers.stop(standby),

    /** The stopped old primary becomes the synchronous standby of the new one. */
    async rejoin() {
      await makeSlot(standby, primary);
      // pg_rewind reads the timeline of the new primary from its last checkpoint. Before the first one after the
      // promotion it finds two equal timelines and does nothing.
      await query(urls[primary], 'checkpoint');
      await servers.rewind(standby, primary).catch(() => servers.backup(standby, primary, standby));
      urls[standby] = await follow(standby, primary);
      await waitFor(standby, primary);
    },
    stop: () => servers.close(),
  };
}
