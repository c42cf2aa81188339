// What all purses hold together, by site and currency: players' balances above and below zero apart, and each purse of
// the house.
import { amount } from '@maru/engine/amount';
import type { SiteId } from '@maru/engine/purse';
import { compareText } from '@maru/engine/solvency/leaf';
import { type CurrencySum, compareHouse, type HouseBalance, totalsOf } from '@maru/engine/solvency/statement';
import type { Tx } from '../db/database.ts';

export interface SiteSums {
  /** By currency. */
  readonly sums: readonly CurrencySum[];
  /** By currency, then by purpose. */
  readonly house: readonly HouseBalance[];
}

/** The books are wrong: nothing is published of them. */
export class UnequalBooks extends Error {
  override name = 'UnequalBooks';
}

interface SumRow {
  readonly site_id: SiteId;
  readonly currency: string;
  readonly owed: string;
  readonly owing: string;
}

interface HouseRow {
  readonly site_id: SiteId;
  readonly id: string;
  readonly currency: string;
  readonly balance: string;
}

export async function readSums(tx: Tx, shard: number): Promise<ReadonlyMap<SiteId, SiteSums>> {
  // There are only a few groups, but a planner without statistics expects many and would sort all purses.
  await tx.query('set local enable_sort = off');
  const sums = await tx.query<SumRow>(
    `select site_id, currency,
       coalesce(sum(balance) filter (where balance > 0), 0)::text as owed,
       coalesce(-sum(balance) filter (where balance < 0), 0)::text as owing
     from purse
     where shard = $1 and owner_id is not null
     group by site_id, currency`,
    [shard],
  );
  await tx.query('set local enable_sort = on');
  const house = await tx.query<HouseRow>(
    'select site_id, id, currency, balance::text as balance from purse where owner_id is null and shard = $1',
    [shard],
  );
  const sites = new Set([...sums, ...house].map(({ site_id }) => site_id));
  return new Map([...sites].map((site) => [site, sumsOf(site, sums, house)]));
}

function sumsOf(site: SiteId, sums: readonly SumRow[], house: readonly HouseRow[]): SiteSums {
  const purses = house
    .filter(({ site_id }) => site_id === site)
    .map(({ id, currency, balance }) => ({
      currency,
      purpose: purposeOf(id),
      balance: amount(balance),
    }));
  const players = new Map(
    sums
      .filter(({ site_id }) => site_id === site)
      .map(({ currency, owed, owing }) => [currency, { owed: amount(owed), owing: amount(owing) }]),
  );
  const currencies = new Set([...players.keys(), ...purses.map(({ currency }) => currency)]);
  return {
    sums: [...currencies]
      .toSorted(compareText)
      .map((currency) => ({ currency, ...(players.get(currency) ?? { owed: 0n, owing: 0n }) })),
    house: purses.toSorted(compareHouse),
  };
}

/** `house:1:practice:KRW`: what stands between the site and the currency. */
const purposeOf = (id: string): string => id.split(':').slice(2, -1).join(':');

export function assertZero(site: SiteId, sums: SiteSums): void {
  for (const [currency, units] of totalsOf(sums))
    if (units !== 0n)
      throw new UnequalBooks(
        `the purses of site ${site} in ${currency} add up to ${units} units, not to zero`,
      );
}
