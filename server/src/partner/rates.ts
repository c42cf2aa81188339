// What partners earn of each base: rows from a Korean day on, so that a change counts from the next day.
import type { ReplyOf } from '@maru/contract/call';
import type { readPartner } from '@maru/contract/partner/calls';
import { ONE, type Rate, rate, toDecimal } from '@maru/engine/amount';
import type { ShareBase } from '@maru/engine/partner/accrue';
import { sharedBases } from '@maru/engine/products';
import type { PlayerId } from '@maru/engine/purse';
import type { Tx } from '../db/database.ts';

export interface AskedRate {
  readonly product: string;
  readonly base: ShareBase;
  readonly rate: string;
}

interface RateRow extends AskedRate {
  readonly partner: number;
  readonly day: number;
}

/** Of one partner on one day. */
export type RatesOf = (product: string) => Rate;

export interface RateBook {
  /** Nothing where no rate was ever given. */
  on(partner: number, day: number): RatesOf;
}

const NONE = 0n as Rate;

export async function loadRates(tx: Tx, partners: readonly number[]): Promise<RateBook> {
  const rows = await tx.query<RateRow>(
    `select partner_id as partner, product, base, from_day as day, trim_scale(rate)::text as rate
       from partner_rate
      where partner_id = any($1)
      order by partner_id, product, base, from_day`,
    [partners as number[]],
  );
  const known = new Map<string, { readonly day: number; readonly rate: Rate }[]>();
  for (const row of rows) {
    const name = `${row.partner} ${row.product}`;
    const each = known.get(name) ?? [];
    known.set(name, each);
    each.push({ day: row.day, rate: rate(row.rate) });
  }
  return {
    on: (partner, day) => (product) =>
      known.get(`${partner} ${product}`)?.findLast((each) => each.day <= day)?.rate ?? NONE,
  };
}

export function shownRates(
  book: RateBook,
  partner: number,
  today: number,
): ReplyOf<typeof readPartner>['rates'] {
  const [now, next] = [book.on(partner, today), book.on(partner, today + 1)];
  return sharedBases.map(({ product, base }) => ({
    ...{ product, base, rate: toDecimal(now(product)) },
    next: next(product) === now(product) ? null : toDecimal(next(product)),
  }));
}

/** Whether each names a base that there is, once, and is a share of it. */
export function areRates(asked: readonly AskedRate[]): boolean {
  const names = new Set(asked.map(({ product }) => product));
  return (
    names.size === asked.length &&
    asked.every(
      (each) =>
        sharedBases.some(({ product, base }) => product === each.product && base === each.base) &&
        rate(each.rate) >= 0n &&
        rate(each.rate) <= ONE,
    )
  );
}

/**
 * Whether the rates stand between those above and below from this day on: nobody below may have more than the partner
 * above. Whoever asks holds the rows of the partner and of the one above.
 */
export async function areBetween(
  tx: Tx,
  asked: readonly AskedRate[],
  {
    partner,
    parent,
    from,
  }: { readonly partner: PlayerId | undefined; readonly parent: PlayerId | undefined; readonly from: number },
): Promise<boolean> {
  const below = partner === undefined ? [] : await listChildren(tx, partner);
  const book = await loadRates(tx, [...below, ...(parent === undefined ? [] : [parent])]);
  // A change that waits for the next day counts as well.
  const days = [from, from + 1];
  return asked.every(({ product, rate: text }) => {
    const own = rate(text);
    const fits = (other: number, isFitting: (theirs: Rate) => boolean) =>
      days.every((day) => isFitting(book.on(other, day)(product)));
    return (
      (parent === undefined || fits(parent, (theirs) => own <= theirs)) &&
      below.every((child) => fits(child, (theirs) => own >= theirs))
    );
  });
}

async function listChildren(tx: Tx, partner: PlayerId): Promise<readonly number[]> {
  const rows = await tx.query<{ id: number }>(
    'select player_id as id from partner where parent_id = $1 order by player_id',
    [partner],
  );
  return rows.map(({ id }) => id);
}

export async function saveRates(
  tx: Tx,
  {
    partner,
    from,
    rates,
  }: { readonly partner: PlayerId; readonly from: number; readonly rates: readonly AskedRate[] },
): Promise<void> {
  for (const each of rates) {
    await tx.query(
      `insert into partner_rate (partner_id, product, base, from_day, rate) values ($1, $2, $3, $4, $5)
       on conflict (partner_id, product, base, from_day) do update set rate = excluded.rate`,
      [partner, each.product, each.base, from, each.rate],
    );
  }
}
