// The statements of payments: what was asked for, and what became of it.
import { amount } from '@maru/engine/amount';
import type { CommandKey } from '@maru/engine/command';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import type { UnpaidShare } from './settle-store.ts';

const DELETED_AT_ONCE = 200;

export interface AskedPayment {
  readonly site: SiteId;
  readonly staff: PlayerId;
  readonly key: CommandKey | undefined;
  readonly through: number;
  readonly partner: number | undefined;
  /** Of the shares that whoever asks was shown. */
  readonly digest: string;
  readonly reason: string;
  readonly now: Millis;
}

/** One payment of a site after the other: the later one finds the shares of the earlier one taken. */
export const holdPayments = (tx: Tx, site: SiteId): Promise<unknown> =>
  tx.query('select id from site where id = $1 for no key update', [site]);

/** Undefined where the key was used before, also by a request that is under way. */
export async function insertPayment(
  tx: Tx,
  { site, staff, key, through, partner, reason, now }: AskedPayment,
  {
    shares,
    hasMore,
    answer,
  }: { readonly shares: readonly number[]; readonly hasMore: boolean; readonly answer: string | undefined },
): Promise<number | undefined> {
  const [row] = await tx.query<{ id: number }>(
    `insert into partner_payment (site_id, staff_id, key, fingerprint, through_day, partner_id, reason, shares,
       has_more, created_ms, answer)
     values ($1, $2, $3, $4, $5, $6, $7, $8::bigint[], $9, $10, $11)
     on conflict (staff_id, key) do nothing
     returning id`,
    [
      ...[site, staff, key?.key ?? null, key?.fingerprint ?? '', through, partner ?? null, reason],
      ...[[...shares], hasMore, now, answer ?? null],
    ],
  );
  return row?.id;
}

export interface KnownPayment {
  readonly id: number;
  readonly fingerprint: string;
  readonly answer: string | null;
}

export async function findPayment(tx: Tx, staff: PlayerId, key: string): Promise<KnownPayment | undefined> {
  const [row] = await tx.query<KnownPayment>(
    'select id, fingerprint, answer from partner_payment where staff_id = $1 and key = $2',
    [staff, key],
  );
  return row;
}

export interface OpenPayment extends Omit<AskedPayment, 'key' | 'now' | 'partner' | 'digest'> {
  readonly id: number;
  readonly partner: number | null;
  readonly at: Millis;
  readonly hasMore: boolean;
  readonly answer: string | null;
}

export async function readPayment(
  tx: Tx,
  id: number,
): Promise<{ readonly payment: OpenPayment; readonly shares: readonly UnpaidShare[] } | undefined> {
  const [payment] = await tx.query<OpenPayment>(
    `select id, site_id as site, staff_id as staff, through_day as through, partner_id as partner, reason,
            created_ms as at, has_more as "hasMore", answer
       from partner_payment
      where id = $1`,
    [id],
  );
  if (payment === undefined) return undefined;
  const rows = await tx.query<Omit<UnpaidShare, 'amount'> & { readonly amount: string }>(
    `select share.id, share.player_id as partner, wallet.currency, share.amount::text as amount
       from partner_payment as payment
       join partner_share as share on share.id = any(payment.shares)
       join wallet on wallet.player_id = share.player_id and wallet.type = share.wallet
      where payment.id = $1
      order by share.id`,
    [id],
  );
  return { payment, shares: rows.map((row) => ({ ...row, amount: amount(row.amount) })) };
}

/** Begun and not finished, oldest first. */
export async function listOpenPayments(tx: Tx, site: SiteId, limit: number): Promise<readonly number[]> {
  const rows = await tx.query<{ id: number }>(
    'select id from partner_payment where site_id = $1 and answer is null order by id limit $2',
    [site, limit],
  );
  return rows.map(({ id }) => id);
}

/** False where another has finished it. */
export async function finishPayment(tx: Tx, id: number, answer: string): Promise<boolean> {
  const rows = await tx.query(
    'update partner_payment set answer = $2 where id = $1 and answer is null returning id',
    [id, answer],
  );
  return rows.length > 0;
}

export const deleteOldPayments = (tx: Tx, before: number): Promise<unknown> =>
  tx.query(
    `delete from partner_payment
      where id in (
        select id
          from partner_payment
         where answer is not null
           and created_ms < $1
         order by created_ms
         limit $2
      )`,
    [before, DELETED_AT_ONCE],
  );
