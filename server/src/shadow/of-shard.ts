// Which rows of a table belong to a shard, as SQL. The desks of all shards write the same tables, and what reads or
// deletes "all rows" for one of them must leave the rows of the others alone.
import type { SiteId } from '@maru/engine/purse';
import { eventsOfShard, numberBeforeEvents } from '@maru/engine/shard';
import type { Tx } from '../db/database.ts';

/** The condition for rows of this shard in the table, or the rows with this alias. */
export type OfShard = (shard: number, rows: string) => string;

/** The table says it itself. */
export const byShard: OfShard = (shard, rows) => `${rows}.shard = ${checked(shard)}`;

/** Rows that are numbered after their events: by 32 times the number, where an event makes up to 32 of them. */
export const byEvent =
  (column: string, perEvent = 1): OfShard =>
  (shard, rows) => {
    const { first, last } = numbersOfShard(shard, perEvent);
    return `${rows}.${column} between ${first} and ${last}`;
  };

/** A site that the tables do not know is one of shard 0: then no row belongs to nobody. */
export const bySite: OfShard = (shard, rows) =>
  checked(shard) === 0
    ? `${rows}.site_id not in (select site.id from site where site.shard <> 0)`
    : `${rows}.site_id in (select site.id from site where site.shard = ${shard})`;

/** The same of one site. */
export async function findShardOf(tx: Tx, site: SiteId): Promise<number> {
  const [row] = await tx.query<{ shard: number }>('select shard from site where id = $1', [site]);
  return row?.shard ?? 0;
}

/** Only for a table whose rows refer to an account. */
export const byAccount: OfShard = (shard, rows) =>
  `${rows}.player_id in (select account.player_id from account where account.shard = ${checked(shard)})`;

/** The first and the last number of things of which an event of this shard makes at most so many. */
export function numbersOfShard(
  shard: number,
  perEvent = 1,
): { readonly first: number; readonly last: number } {
  const { first, last } = eventsOfShard(shard);
  return { first: first * perEvent, last: (last + 1) * perEvent - 1 };
}

/** Throws for a number that is no shard, before it becomes text of a statement. */
function checked(shard: number): number {
  numberBeforeEvents(shard);
  return shard;
}
