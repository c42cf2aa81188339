// What is noted every minute of a site's exposure and of the purses of its house: a day of it, for the trend and for the
// loss of the last hour after a start.
import type { Currency, SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';

export interface KeptMinute {
  readonly site: SiteId;
  readonly at: Millis;
  /** Net exposure in won by product. */
  readonly nets: ReadonlyMap<string, bigint>;
  readonly totals: ReadonlyMap<Currency, bigint>;
}

const textOf = (sums: ReadonlyMap<string, bigint>): string =>
  JSON.stringify(Array.from(sums, ([name, units]) => [name, String(units)]));

const sumsOf = (text: string): ReadonlyMap<string, bigint> =>
  new Map((JSON.parse(text) as [string, string][]).map(([name, units]) => [name, BigInt(units)]));

export async function saveMinute(tx: Tx, { site, at, nets, totals }: KeptMinute): Promise<void> {
  await tx.query(
    `insert into risk_minute (site_id, at_ms, nets, totals) values ($1, $2, $3, $4)
     on conflict (site_id, at_ms) do nothing`,
    [site, at, textOf(nets), textOf(totals)],
  );
}

/** Those from this moment on, the oldest first: at most a day of every site. */
export async function listMinutes(tx: Tx, from: Millis): Promise<readonly KeptMinute[]> {
  const rows = await tx.query<{ site: SiteId; at: Millis; nets: string; totals: string }>(
    'select site_id as site, at_ms as at, nets, totals from risk_minute where at_ms >= $1 order by at_ms, site_id',
    [from],
  );
  return rows.map(({ site, at, nets, totals }) => ({
    ...{ site, at, nets: sumsOf(nets) },
    totals: sumsOf(totals) as KeptMinute['totals'],
  }));
}

export async function deleteOldMinutes(tx: Tx, before: Millis): Promise<void> {
  await tx.query('delete from risk_minute where at_ms < $1', [before]);
}
