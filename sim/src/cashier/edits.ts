// Edits of rows of open requests, live coupons and bonuses: only the digest can show them.
import type { TableEdit } from '../product.ts';

const request: TableEdit = ({ cashier: { rows } }, pick) => {
  const open = [...rows].filter(([, { status }]) => status === 0 || status === 4);
  const [id, row] = pick(open) ?? [];
  if (id === undefined || row === undefined) return undefined;
  const field = pick(['amount', 'fee', 'confirmedBy', 'status'] as const) ?? 'amount';
  const edited =
    field === 'confirmedBy'
      ? { confirmedBy: (row.confirmedBy ?? 0) + 7 }
      : field === 'status'
        ? { status: row.status === 0 ? (4 as const) : (0 as const) }
        : { [field]: row[field] + 1n };
  rows.set(id, { ...row, ...edited } as typeof row);
  return { what: `${field} of request ${id}` };
};

const bonus: TableEdit = (tables, pick, load) => {
  const { bonuses } = tables.cashier;
  const [id, row] = pick([...bonuses].filter(([, { endedAt }]) => endedAt === undefined)) ?? [];
  if (id === undefined || row === undefined) return request(tables, pick, load);
  bonuses.set(id, { ...row, locked: (row.locked - 1n) as typeof row.locked });
  return { what: `locked part of bonus ${id}` };
};

const use: TableEdit = (tables, pick, load) => {
  const { coupons, uses } = tables.cashier;
  const live = [...uses].filter(([, { coupon }]) => {
    const own = coupons.get(coupon);
    return own !== undefined && own.endedAt === undefined;
  });
  const [name] = pick(live) ?? [];
  if (name === undefined) return request(tables, pick, load);
  uses.delete(name);
  return { what: `use ${name} of a coupon` };
};

export const cashierEdits: readonly TableEdit[] = [request, bonus, use];
