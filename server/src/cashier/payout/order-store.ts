// Payouts on their way to a provider.
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Tx } from '../../db/database.ts';
import { byShard } from '../../shadow/of-shard.ts';

/** What a provider needs to know; `id` is the key under which it is asked. */
export interface PayoutOrder {
  readonly id: number;
  readonly site: SiteId;
  readonly player: PlayerId;
  readonly channel: string;
  readonly currency: string;
  /** A decimal. */
  readonly amount: string;
  readonly account: string;
  readonly tag: string | null;
}

/** Requests that are done and that somebody outside pays: staff pay by bank themselves, and so do counterparts. */
const PAID_OUTSIDE = `line.type in ('W', 'WS') and line.status = 1 and line.channel not in ('bank', 'p2p')`;

/**
 * Notes the orders of these rows, or of everything that ended since then; those that are noted stay as they are. Each
 * shard pays for its own rows: two that paid one order would ask the provider twice at once.
 */
export async function noteOrders(
  tx: Tx,
  shard: number,
  which: { readonly rows: readonly number[] } | { readonly since: number },
  now: Millis,
): Promise<void> {
  const [condition, value] =
    'rows' in which
      ? ['line.id = any($2::bigint[])', [...which.rows]]
      : ['line.ended_ms >= $2::bigint', which.since];
  await tx.query(
    `insert into payout_order (id, site_id, player_id, state, created_ms)
     select line.id, line.site_id, line.player_id, 'READY', $1
       from site
       join cashier_row as line on line.site_id = site.id and ${PAID_OUTSIDE}
      where ${condition} and ${byShard(shard, 'line')}
     on conflict (id) do nothing`,
    [now, value],
  );
}

export const listOrders = (tx: Tx, shard: number, limit: number): Promise<readonly PayoutOrder[]> =>
  tx.query<PayoutOrder>(
    `select line.id, line.site_id as site, line.player_id as player, line.channel, line.currency, line.amount,
            payout.account, payout.tag
       from payout_order as ordered
       join cashier_row as line on line.id = ordered.id
       join payout_account as payout on payout.id = line.payout_id
      where ordered.state <> 'PAID' and ${byShard(shard, 'line')}
      order by ordered.tries, ordered.id
      limit ${limit}`,
  );

/** Before the provider is asked: whatever happens then, it is known that it may have been. */
export async function markSent(tx: Tx, id: number): Promise<void> {
  await tx.query(
    `update payout_order set state = 'SENT', tries = tries + 1 where id = $1 and state <> 'PAID'`,
    [id],
  );
}

export async function markPaid(
  tx: Tx,
  { id, external, now }: { readonly id: number; readonly external: string; readonly now: Millis },
): Promise<void> {
  await tx.query(
    `update payout_order set state = 'PAID', external_id = $2, paid_ms = $3 where id = $1 and state <> 'PAID'`,
    [id, external, now],
  );
}

/** The stand-in's own record: the first transfer of a key stands. */
export async function insertPracticePayout(
  tx: Tx,
  { id, channel, currency, amount, account }: PayoutOrder,
  { external, now }: { readonly external: string; readonly now: Millis },
): Promise<string> {
  const [row] = await tx.query<{ external: string }>(
    `insert into practice_payout (key, external_id, channel, currency, amount, account, at_ms)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (key) do update set key = excluded.key
     returning external_id as external`,
    [id, external, channel, currency, amount, account, now],
  );
  return row?.external ?? external;
}
