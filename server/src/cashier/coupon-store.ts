// Coupons as staff list them, and how often a player tried a code.
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { Tx } from '../db/database.ts';
import { insertRow } from '../db/insert-row.ts';

/** Counts one more try of the day, and says how many it has. */
export async function countTry(tx: Tx, player: PlayerId, day: number): Promise<number> {
  const [row] = await insertRow<{ tries: number }>(
    tx,
    'coupon_try',
    { player_id: player, day, tries: 1 },
    'on conflict (player_id, day) do update set tries = coupon_try.tries + 1 returning tries',
  );
  return row?.tries ?? 1;
}

export async function forgetOldTries(tx: Tx, before: number): Promise<void> {
  await tx.query('delete from coupon_try where day < $1', [before]);
}

/** What staff recognise it by; stored when it is asked for. */
export async function insertHint(tx: Tx, site: SiteId, coupon: string, hint: string): Promise<void> {
  await insertRow(tx, 'coupon_hint', { site_id: site, coupon, hint }, 'on conflict do nothing');
}

export interface CouponRow {
  readonly id: number;
  readonly coupon: string;
  readonly hint: string;
  readonly wallets: readonly string[];
  readonly currency: string;
  readonly amount: string;
  readonly uses: number;
  readonly used: number;
  readonly turnover: string;
  readonly from: number;
  readonly until: number;
  readonly ended: number | null;
  readonly askedBy: number;
  readonly approvedBy: number;
}

const COLUMNS = `id, coupon, wallets, currency, amount, uses, turnover, from_ms as "from", until_ms as until,
  ended_ms as ended, asked_by as "askedBy", approved_by as "approvedBy",
  (select count(*) from cashier_coupon_use as used where used.coupon_id = cashier_coupon.id) as used,
  coalesce((select hint from coupon_hint where coupon_hint.site_id = cashier_coupon.site_id
    and coupon_hint.coupon = cashier_coupon.coupon), '') as hint`;

/** Newest first. */
export const listCoupons = (
  tx: Tx,
  {
    site,
    before = Number.MAX_SAFE_INTEGER,
    size,
  }: { readonly site: SiteId; readonly before: number | undefined; readonly size: number },
): Promise<readonly CouponRow[]> =>
  tx.query<CouponRow>(
    `select ${COLUMNS} from cashier_coupon where site_id = $1 and id < $2 order by id desc limit $3`,
    [site, before, size],
  );

export async function findCoupon(tx: Tx, site: SiteId, id: number): Promise<CouponRow | undefined> {
  const [row] = await tx.query<CouponRow>(
    `select ${COLUMNS} from cashier_coupon where site_id = $1 and id = $2`,
    [site, id],
  );
  return row;
}
