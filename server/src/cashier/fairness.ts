// What the cashier tells for the fairness board: how long withdrawals took.
import type { FairnessSource } from '../product/fairness-source.ts';

/** More of one day are not read: their times would tell nothing new. */
const MOST_COUNTED = 100_000;

export const cashierFairness: FairnessSource = {
  product: 'CASHIER',
  nameKo: '입출금',
  nameEn: 'Cashier',
  async payouts(tx, { site, from, to }) {
    const rows = await tx.query<{ tookMs: number; status: number }>(
      `select ended_ms - created_ms as "tookMs", status
       from cashier_row
       where site_id = $1 and type = 'W' and ended_ms >= $2 and ended_ms < $3 and status in (1, 2)
       order by ended_ms
       limit ${MOST_COUNTED}`,
      [site, from, to],
    );
    return {
      paidMs: rows.filter(({ status }) => status === 1).map(({ tookMs }) => tookMs),
      rejected: rows.filter(({ status }) => status === 2).length,
    };
  },
  async oldestPayout(tx, site) {
    const [row] = await tx.query<{ createdMs: number }>(
      `select created_ms as "createdMs"
       from cashier_row
       where site_id = $1 and status in (0, 4) and type = 'W'
       order by id
       limit 1`,
      [site],
    );
    return row?.createdMs;
  },
};
