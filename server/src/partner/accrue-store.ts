// The statements of accrual: what members moved on a day, and the rows of partners that follow from it.
import { type Amount, amount, toDecimal } from '@maru/engine/amount';
import type { AccruedRow, MemberBase } from '@maru/engine/partner/accrue';
import { sharedBases } from '@maru/engine/products';
import type { SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Database, Tx } from '../db/database.ts';

const MEMBERS_AT_ONCE = 10_000;
const ROWS_AT_ONCE = 5_000;

/** Added up a bounded part of the members at a time, so that no statement holds up others for long. */
export async function readBases(
  database: Database,
  {
    site,
    day,
    isStopping,
  }: { readonly site: SiteId; readonly day: number; readonly isStopping: () => boolean },
): Promise<readonly MemberBase[] | undefined> {
  const sums = new Map<string, MemberBase>();
  for (let after: number | undefined = 0; after !== undefined; ) {
    if (isStopping()) return undefined;
    const part = { site, day, after };
    const found: BasePart = await database.transaction((tx) => readPart(tx, part));
    for (const each of found.bases) {
      const name = `${each.partner} ${each.product} ${each.currency}`;
      const known = sums.get(name);
      sums.set(name, known === undefined ? each : added(known, each));
    }
    after = found.last;
  }
  return [...sums.values()];
}

const added = (one: MemberBase, other: MemberBase): MemberBase => ({
  ...one,
  counted: (one.counted + other.counted) as Amount,
  undone: (one.undone + other.undone) as Amount,
  players: one.players + other.players,
});

interface BasePart {
  readonly bases: readonly MemberBase[];
  /** Undefined after the last. */
  readonly last: number | undefined;
}

async function readPart(
  tx: Tx,
  { site, day, after }: { readonly site: SiteId; readonly day: number; readonly after: number },
): Promise<BasePart> {
  const [next] = await tx.query<{ last: number }>(
    `select player_id as last
       from share_base
      where site_id = $1
        and day = $2
        and player_id > $3
      order by player_id
     offset $4
      limit 1`,
    [site, day, after, MEMBERS_AT_ONCE],
  );
  const rows = await tx.query<{
    readonly partner: number;
    readonly product: string;
    readonly currency: string;
    readonly counted: string;
    readonly undone: string;
    readonly players: number;
  }>(
    `select player.partner_id as partner, share_base.product, share_base.currency,
            sum(share_base.counted)::text as counted, sum(share_base.undone)::text as undone, count(*)::int as players
       from share_base
       join player on player.id = share_base.player_id
       join partner on partner.player_id = player.partner_id and partner.site_id = share_base.site_id
      where share_base.site_id = $1
        and share_base.day = $2
        and share_base.player_id > $3
        and share_base.player_id <= $4
      group by 1, 2, 3
      order by 1, 2, 3`,
    [site, day, after, next?.last ?? Number.MAX_SAFE_INTEGER],
  );
  const bases = rows.map((row) => ({ ...row, counted: amount(row.counted), undone: amount(row.undone) }));
  return { bases, last: next?.last };
}

export interface AccrualMark {
  readonly day: number;
  readonly countedAt: Millis | null;
}

/** While a transaction holds it nobody else accrues, confirms or voids anything of the site. */
export async function holdAccrual(tx: Tx, site: SiteId): Promise<AccrualMark | undefined> {
  const [mark] = await tx.query<AccrualMark>(
    'select day, counted_ms as "countedAt" from partner_accrual where site_id = $1 for update',
    [site],
  );
  return mark;
}

export async function findAccrual(tx: Tx, site: SiteId): Promise<AccrualMark | undefined> {
  const [mark] = await tx.query<AccrualMark>(
    'select day, counted_ms as "countedAt" from partner_accrual where site_id = $1',
    [site],
  );
  return mark;
}

export const beginAccrual = (tx: Tx, site: SiteId, day: number): Promise<unknown> =>
  tx.query('insert into partner_accrual (site_id, day) values ($1, $2) on conflict (site_id) do nothing', [
    site,
    day,
  ]);

export const moveAccrual = (tx: Tx, site: SiteId, day: number): Promise<unknown> =>
  tx.query('update partner_accrual set day = $2 where site_id = $1', [site, day]);

export const noteCounted = (tx: Tx, site: SiteId, at: Millis): Promise<unknown> =>
  tx.query('update partner_accrual set counted_ms = $2 where site_id = $1', [site, at]);

export async function findFirstBase(tx: Tx, site: SiteId): Promise<number | undefined> {
  const [row] = await tx.query<{ day: number }>(
    'select day from share_base where site_id = $1 order by day limit 1',
    [site],
  );
  return row?.day;
}

/** Rows of days that were counted before their end. */
export const deleteRunning = (tx: Tx, site: SiteId, until: number): Promise<unknown> =>
  tx.query('delete from partner_profit where site_id = $1 and is_running and day <= $2', [site, until]);

const baseOf = new Map(sharedBases.map(({ product, base }) => [product, base]));

export async function insertProfits(
  tx: Tx,
  {
    site,
    day,
    isRunning,
    rows,
  }: {
    readonly site: SiteId;
    readonly day: number;
    readonly isRunning: boolean;
    readonly rows: readonly AccruedRow[];
  },
): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    `insert into partner_profit (site_id, day, is_running, partner_id, line_id, type, product, base, currency,
       base_amount, rate, amount, players)
     select $1, $2, $3, made.*
       from unnest($4::bigint[], $5::bigint[], $6::text[], $7::text[], $8::text[], $9::text[], $10::numeric[],
         $11::numeric[], $12::numeric[], $13::int[]) as made`,
    [
      ...[site, day, isRunning],
      rows.map(({ partner }) => partner),
      rows.map(({ line }) => line ?? null),
      rows.map(({ type }) => type),
      rows.map(({ product }) => product),
      rows.map(({ product }) => baseOf.get(product) ?? ''),
      rows.map(({ currency }) => currency),
      rows.map(({ base }) => toDecimal(base)),
      rows.map(({ rate }) => toDecimal(rate)),
      rows.map((row) => toDecimal(row.amount)),
      rows.map(({ players }) => players),
    ],
  );
}

/** A bounded part of what is no longer needed; true when there may be more. */
export async function deleteOldBases(tx: Tx, site: SiteId, before: number): Promise<boolean> {
  const rows = await tx.query(
    `delete from share_base
      where (site_id, day, player_id, product, currency) in (
        select site_id, day, player_id, product, currency
          from share_base
         where site_id = $1
           and day < $2
         order by day, player_id
         limit $3
      )
     returning day`,
    [site, before, ROWS_AT_ONCE],
  );
  return rows.length >= ROWS_AT_ONCE;
}

/** What is paid, void or nothing; what is still owed stays however old it is. */
export async function deleteOldProfits(tx: Tx, site: SiteId, before: number): Promise<boolean> {
  const rows = await tx.query(
    `delete from partner_profit
      where id in (
        select id
          from partner_profit_state
         where site_id = $1
           and day < $2
           and (status in ('PAID', 'VOID') or amount = 0)
         order by id
         limit $3
      )
     returning id`,
    [site, before, ROWS_AT_ONCE],
  );
  return rows.length >= ROWS_AT_ONCE;
}
