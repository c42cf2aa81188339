// What was staked or traded in every product on each day, in won, and which of the two it is.
import type { TurnoverDay } from '@maru/contract/books/calls';
import { amount, toDecimal } from '@maru/engine/amount';
import { sharedBases } from '@maru/engine/products';
import type { SiteId } from '@maru/engine/purse';
import type { Tx } from '../db/database.ts';
import { listTurnover } from '../fairness/store.ts';
import { dateOf, type Period } from './period.ts';

/** Partners share in the stakes of products that have stakes (docs/rules.md 7.2); all others have fills. */
const staking: ReadonlySet<string> = new Set(
  sharedBases.filter(({ base }) => base === 'TURNOVER').map(({ product }) => product.toUpperCase()),
);

export async function readTurnover(
  tx: Tx,
  {
    site,
    nameOf,
    ...period
  }: Period & { readonly site: SiteId; readonly nameOf: (product: string) => string },
): Promise<readonly TurnoverDay[]> {
  const rows = await listTurnover(tx, { site, ...period });
  return rows.map(({ day, product, turnover }) => ({
    ...{ date: dateOf(day), product, nameKo: nameOf(product) },
    base: staking.has(product) ? 'STAKES' : 'NOTIONAL',
    won: toDecimal(amount(turnover)),
  }));
}
