// Addresses at which players receive coins, and the coins on their way to them.
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import { insertRow } from '../db/insert-row.ts';
import { bySite } from '../shadow/of-shard.ts';

export interface CoinAddress {
  readonly site: SiteId;
  readonly player: PlayerId;
  readonly coin: string;
  readonly address: string;
  readonly tag: number | null;
}

const ADDRESS = 'site_id as site, player_id as player, coin, address, tag';

export async function findAddress(tx: Tx, player: PlayerId, coin: string): Promise<CoinAddress | undefined> {
  const [row] = await tx.query<CoinAddress>(
    `select ${ADDRESS} from coin_address where player_id = $1 and coin = $2`,
    [player, coin],
  );
  return row;
}

export async function findOwnerOfAddress(
  tx: Tx,
  { coin, address, tag }: Pick<CoinAddress, 'coin' | 'address' | 'tag'>,
): Promise<CoinAddress | undefined> {
  const [row] = await tx.query<CoinAddress>(
    `select ${ADDRESS}
       from coin_address
      where coin = $1 and address = $2 and coalesce(tag, -1) = coalesce($3::bigint, -1)`,
    [coin, address, tag],
  );
  return row;
}

/** False when the address belongs to somebody already: then another one must be made. */
export async function insertAddress(tx: Tx, of: CoinAddress & { readonly now: Millis }): Promise<boolean> {
  const { site, player, coin, address, tag, now } = of;
  const row = { site_id: site, player_id: player, coin, address, tag, created_ms: now };
  return (
    (await insertRow(tx, 'coin_address', row, 'on conflict do nothing returning player_id')).length === 1
  );
}

export interface Arrival {
  readonly external: string;
  readonly site: SiteId;
  readonly player: PlayerId;
  readonly coin: string;
  /** A decimal. */
  readonly amount: string;
  readonly confirmations: number;
  readonly status: 'SEEN' | 'CREDITED' | 'RETURNED';
  readonly at: number;
}

const ARRIVAL = `external_id as external, site_id as site, player_id as player, coin, amount, confirmations, status,
  at_ms as at`;

/** Confirmations only grow; everything else stands as it was seen first. */
export async function noteArrival(tx: Tx, seen: Omit<Arrival, 'status'>): Promise<Arrival> {
  const { external, site, player, coin, amount, confirmations, at } = seen;
  const [row] = await insertRow<Arrival>(
    tx,
    'coin_arrival',
    {
      ...{ external_id: external, site_id: site, player_id: player, coin, amount, confirmations },
      ...{ status: 'SEEN', at_ms: at },
    },
    `on conflict (external_id)
     do update set confirmations = greatest(coin_arrival.confirmations, excluded.confirmations)
     returning ${ARRIVAL}`,
  );
  return row as Arrival;
}

export async function endArrival(tx: Tx, external: string, status: 'CREDITED' | 'RETURNED'): Promise<void> {
  await tx.query(`update coin_arrival set status = $2 where external_id = $1 and status = 'SEEN'`, [
    external,
    status,
  ]);
}

/** The newest first: those on their way, and the last that ended. */
export const listArrivals = (tx: Tx, player: PlayerId, coin: string): Promise<readonly Arrival[]> =>
  tx.query<Arrival>(
    `select ${ARRIVAL} from coin_arrival where player_id = $1 and coin = $2 order by at_ms desc limit 20`,
    [player, coin],
  );

export const listUnconfirmed = (tx: Tx, shard: number, limit: number): Promise<readonly Arrival[]> =>
  tx.query<Arrival>(
    `select ${ARRIVAL}
     from coin_arrival
     where status = 'SEEN' and ${bySite(shard, 'coin_arrival')}
     order by at_ms
     limit ${limit}`,
  );
