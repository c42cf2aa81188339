// Which rows of the ledger's tables a snapshot keeps, how the others are deleted, and the tables of all products.
import type { Tx } from '../db/database.ts';
import { type Cutoffs, retainedSince, whole } from './cutoffs.ts';
import type { MarkRow } from './load-book.ts';
import { byAccount, byEvent, byShard, bySite, numbersOfShard } from './of-shard.ts';
import type { DeletingSlice, ShadowProduct, ShadowTable } from './shadow-product.ts';

const PLAYERS_AT_ONCE = 500;
const EVENTS_OF_A_PLAYER = 200;
const ROWS_AT_ONCE = 1_000;

const eventIsRetained = ({ at }: Cutoffs): string =>
  `account_event.at >= to_timestamp(${whole(at)} / 1000.0)`;

/** A snapshot has no movements of money: their amounts are in the balances. */
const MOVEMENTS = ['transfer', 'payment_sum'] as const;
const MOVEMENT_OF_SHARD = byEvent('event_id');

const ledgerTables: readonly ShadowTable[] = [
  { name: 'account', ofShard: byShard, retained: () => 'select * from account order by player_id' },
  { name: 'wallet', ofShard: byAccount, retained: () => 'select * from wallet order by player_id, type' },
  { name: 'purse', ofShard: byShard, retained: () => 'select * from purse order by id' },
  {
    name: 'ledger_day',
    ofShard: bySite,
    retained: () => 'select * from ledger_day order by site_id, day, currency, from_kind, to_kind, reason',
  },
  {
    // Those of settled days are gone: a few days are left.
    name: 'share_base',
    ofShard: bySite,
    retained: () => 'select * from share_base order by site_id, day, player_id, product, currency',
  },
  {
    name: 'account_event',
    ofShard: byEvent('event_id'),
    // Each history is read backwards, only as far as it is retained: there is no index by time.
    retained: (cutoffs, shard) => `select retained.*
      from account
      cross join lateral (
        select coalesce(max(account_event.seq), 0) as last
        from account_event
        where account_event.player_id = account.player_id and not (${eventIsRetained(cutoffs)})
      ) as old
      cross join lateral (
        select * from account_event where account_event.player_id = account.player_id and account_event.seq > old.last
      ) as retained
      where ${byShard(shard, 'account')}`,
  },
];

/** In the order in which their rows can be written again: no table refers to a later one. */
export const snapshotTables = (products: readonly ShadowProduct[]): readonly ShadowTable[] => [
  ...ledgerTables,
  ...products.flatMap(({ tables }) => tables),
];

/** Everything that can be written again from the journal, in the same order, each once. */
export function journalTables(
  products: readonly ShadowProduct[],
): readonly Pick<ShadowTable, 'name' | 'ofShard'>[] {
  const movements = MOVEMENTS.map((name) => ({ name, ofShard: MOVEMENT_OF_SHARD }));
  return [
    ...new Map([...snapshotTables(products), ...movements].map((table) => [table.name, table])).values(),
  ];
}

export const tableNames = (products: readonly ShadowProduct[]): readonly string[] =>
  journalTables(products).map(({ name }) => name);

export async function findCutoffs(
  tx: Tx,
  shard: number,
  mark: MarkRow,
  products: readonly ShadowProduct[],
): Promise<Cutoffs> {
  const own: Record<string, number> = {};
  for (const product of products) Object.assign(own, await product.findCutoffs?.(tx, shard, mark));
  return { ...own, ...ledgerCutoffs(mark) };
}

export const ledgerCutoffs = (mark: Pick<MarkRow, 'event_id' | 'at_ms'>): Cutoffs => ({
  event: mark.event_id,
  at: retainedSince(mark),
});

/** Receipts of what products settled read the player's history, so the ledger's rows are deleted last. */
export const ledgerDeletions = (shard: number, cutoffs: Cutoffs): readonly DeletingSlice[] => [
  deleteEvents(shard, cutoffs),
  ...MOVEMENTS.map(
    (table): DeletingSlice =>
      (tx) =>
        deleteMovements(tx, table, { shard, cutoffs }),
  ),
];

/** Player by player, each history from its beginning: there is no index by time, and the oldest rows are first. */
function deleteEvents(shard: number, cutoffs: Cutoffs): DeletingSlice {
  let after = 0;
  return async (tx) => {
    const players = await tx.query<{ player_id: number }>(
      'select player_id from account where shard = $1 and player_id > $2 order by player_id limit $3',
      [shard, after, PLAYERS_AT_ONCE],
    );
    const last = players.at(-1);
    if (last === undefined) return { rows: 0, isLast: true };
    const rows = await tx.query(
      `delete from account_event
       using (
         select old.player_id, old.seq
         from unnest($1::bigint[]) as asked (player_id)
         cross join lateral (
           select player_id, seq, at
           from account_event
           where account_event.player_id = asked.player_id
           order by seq
           limit $2
         ) as old
         where not (${eventIsRetained(cutoffs).replaceAll('account_event.', 'old.')})
         limit $3
       ) as gone
       where account_event.player_id = gone.player_id and account_event.seq = gone.seq
       returning gone.seq`,
      [players.map(({ player_id }) => player_id), EVENTS_OF_A_PLAYER, ROWS_AT_ONCE],
    );
    // This player may have more of them.
    if (rows.length < EVENTS_OF_A_PLAYER) after = last.player_id;
    return { rows: rows.length, isLast: false };
  };
}

async function deleteMovements(
  tx: Tx,
  table: (typeof MOVEMENTS)[number],
  { shard, cutoffs: { event } }: { readonly shard: number; readonly cutoffs: Cutoffs },
): ReturnType<DeletingSlice> {
  const rows = await tx.query(
    `delete from ${table}
     where (event_id, leg) in (
       select event_id, leg from ${table} where event_id between $1 and $2 order by event_id, leg limit $3
     )
     returning leg`,
    [numbersOfShard(shard).first, event, ROWS_AT_ONCE],
  );
  return { rows: rows.length, isLast: rows.length < ROWS_AT_ONCE };
}
