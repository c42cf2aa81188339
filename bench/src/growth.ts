// How many bytes stay behind for each bet, from its placing to its payment: in the journal and in each table, on
// PostgreSQL. The floor is the text of the bet's own event, which the journal must have whatever else is kept. The state
// of a whole round is counted as well, beside a plain count of its bets.
import { zstdCompressSync } from 'node:zlib';
import { lineOf } from '@maru/server/journal/segment';
import pg from 'pg';
import { startPostgres } from '../../scripts/postgres.mjs';
import { rounded } from './callers.ts';
import { openWorld, type Type } from './settle-world.ts';

const BETS = Number(process.env['GROWTH_BETS'] ?? 100_000);

export async function growth(): Promise<Record<string, unknown>> {
  const postgres = await startPostgres();
  const world = await openWorld(postgres.url);
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  try {
    // The first round also opens the accounts, which are no growth of bets.
    await world.settle(BETS, 'R1', async () => undefined);
    const result: Record<string, unknown> = { bets: BETS };
    for (const type of ['R1', 'B1'] as const) result[type] = await measure(type);
    return result;
  } finally {
    await client.end();
    await world.stop();
    await postgres.stop();
  }

  async function measure(type: Type): Promise<Record<string, unknown>> {
    const before = await sizes();
    await world.settle(BETS, type, async () => undefined);
    const after = await sizes();
    const tables: Record<string, number> = {};
    let total = 0;
    for (const [table, bytes] of after) {
      const grown = bytes - (before.get(table) ?? 0);
      if (table !== 'journal') total += grown;
      if (grown > BETS) tables[table] = rounded(grown / BETS);
    }
    const { journal, event } = await texts(type);
    const archived = await archivedBytes(type);
    const counted = await timed(
      'select status, count(*) from bet_state where site_id = $1 and round_id = $2 group by status',
    );
    const tallied = await timed(
      'select status, sum(bets) from round_state where site_id = $1 and round_id = $2 group by status',
    );
    const plain = await timed('select count(*) from bet where site_id = $1 and round_id = $2');
    return {
      journalBytesPerBet: rounded(journal),
      archivedBytesPerBet: rounded(archived / BETS),
      tableBytesPerBet: rounded(total / BETS),
      floorBytesPerBet: rounded(event),
      ratioToFloor: rounded((journal + total / BETS) / event),
      tables,
      stateCountMs: rounded(counted),
      tallyMs: rounded(tallied),
      plainCountMs: rounded(plain),
      tallyRatioToFloor: rounded(tallied / plain),
    };
  }

  /** Whole tables with their indexes and what was moved out of line. */
  async function sizes(): Promise<ReadonlyMap<string, number>> {
    const { rows } = await client.query<{ name: string; bytes: string }>(
      `select relname as name, pg_total_relation_size(oid) as bytes from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    );
    return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
  }

  /** By the newest round: what the journal has of it, and what the bare event of a bet takes. */
  async function texts(type: Type): Promise<{ readonly journal: number; readonly event: number }> {
    const { rows } = await client.query<{ journal: string; event: string }>(
      `select
         (select sum(octet_length(journal.body::text)) from journal
          where journal.batch >= (select min(batch) from journal where body::text like '%"round":' || round.round_id || '%')) as journal,
         (select avg(octet_length(account_event.body)) from account_event
          where kind = 'BET_PLACED' and body like '%"round":' || round.round_id || '%') as event
       from (select round_id from bet_round where type = $1 order by close_ms desc limit 1) as round`,
      [type],
    );
    return { journal: Number(rows[0]?.journal) / BETS, event: Number(rows[0]?.event) };
  }

  /** The journal of the newest round as the archive keeps it: the same lines in one compressed file. */
  async function archivedBytes(type: Type): Promise<number> {
    const { rows } = await client.query<{ hash: string; body: string }>(
      `select hash, body
       from journal
       where batch >= (
         select min(batch)
         from journal
         where body like '%"round":' || (
           select round_id from bet_round where type = $1 order by close_ms desc limit 1
         ) || '%'
       )
       order by batch`,
      [type],
    );
    return zstdCompressSync(Buffer.concat(rows.map(lineOf))).length;
  }

  async function timed(text: string): Promise<number> {
    const { rows } = await client.query<{ site_id: string; round_id: string }>(
      'select site_id, round_id from bet_round order by close_ms desc limit 1',
    );
    const began = performance.now();
    await client.query(text, [rows[0]?.site_id, rows[0]?.round_id]);
    return performance.now() - began;
  }
}
