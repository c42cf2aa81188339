// Confirmed shares as a plain map with the constraints of the real table; what is paid is a row of the cashier's history.
import type { Book } from '@maru/engine/book';
import { putShare } from '@maru/engine/partner/state';
import type { PartnerRows } from '@maru/server/partner/shadow/product';
import { addNew, existing } from '../map-rows.ts';
import type { TableEdit } from '../product.ts';
import type { TableRows } from '../table-rows.ts';
import { Violation } from '../violation.ts';

type ShareRow = PartnerRows['confirmed'] extends ReadonlyMap<number, infer Row> ? Row : never;

export interface PartnerPart {
  readonly partnerShares: Map<number, ShareRow>;
}

export function writePartnerRows(
  { partnerShares, cashier }: Pick<TableRows, 'partnerShares' | 'cashier'>,
  { confirmed, paid, history }: PartnerRows,
): void {
  for (const { id, ...payment } of paid) {
    const row = existing(partnerShares, id, 'partner_share');
    if (row.paidEvent !== undefined) throw new Violation('I-74', `share ${id} is paid twice in the tables`);
    partnerShares.set(id, { ...row, ...payment });
  }
  if (confirmed.size > 0) {
    const known = new Set(Array.from(partnerShares.values(), ({ settlement }) => settlement));
    for (const [id, row] of confirmed) {
      if (known.has(row.settlement))
        throw new Violation('I-74', `the tables would show settlement ${row.settlement} twice`);
      known.add(row.settlement);
      addNew(partnerShares, id, row, 'partner_share');
    }
  }
  for (const row of history) addNew(cashier.rows, row.id, row, 'cashier_row');
}

export function loadPartnerRows({ partnerShares }: PartnerPart, { partner }: Book): void {
  const open = [...partnerShares.values()].filter(({ paidEvent }) => paidEvent === undefined);
  for (const { id, player, wallet, amount, settlement } of open.sort((a, b) => a.id - b.id))
    putShare(partner, { id, player, wallet, amount, settlement });
}

/** What is paid has its row C, and nothing else has one. */
export function checkPartnerTables({
  partnerShares,
  cashier,
}: Pick<TableRows, 'partnerShares' | 'cashier'>): void {
  const rows = [...cashier.rows.values()].filter(({ type }) => type === 'C').length;
  const paid = [...partnerShares.values()].filter(({ paidEvent }) => paidEvent !== undefined).length;
  if (rows !== paid) throw new Violation('I-74', `${paid} shares are paid, the history has ${rows} of them`);
}

const amountOfShare: TableEdit = ({ partnerShares }, pick) => {
  const open = [...partnerShares].filter(([, { paidEvent }]) => paidEvent === undefined);
  const [id, row] = pick(open) ?? [];
  if (id === undefined || row === undefined) return undefined;
  partnerShares.set(id, { ...row, amount: (row.amount + 1n) as typeof row.amount });
  return { what: `amount of share ${id}` };
};

export const partnerEdits: readonly TableEdit[] = [amountOfShare];
