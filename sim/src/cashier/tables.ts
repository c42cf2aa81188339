// The tables of the cashier as plain maps, with the constraints of the real ones, and the book's part loaded from them.
import type { Book } from '@maru/engine/book';
import { isRequestType } from '@maru/engine/cashier/request-machine';
import { requestOfRow } from '@maru/engine/cashier/row-number';
import { putBonus, putCoupon, putRequest } from '@maru/engine/cashier/state';
import type { PlayerId } from '@maru/engine/purse';
import type { CashierRows, MadeRow } from '@maru/server/cashier/shadow/rows';
import { addNew, existing } from '../map-rows.ts';
import { Violation } from '../violation.ts';

type In<Rows> = Rows extends ReadonlyMap<number, infer Row> ? Map<number, Row> : never;

export interface CashierTables {
  readonly rows: Map<number, MadeRow>;
  readonly coupons: In<CashierRows['issued']>;
  /** By coupon and player. */
  readonly uses: Map<string, CashierRows['uses'][number]>;
  readonly bonuses: In<CashierRows['given']>;
}

export const emptyCashierTables = (): CashierTables => ({
  rows: new Map(),
  coupons: new Map(),
  uses: new Map(),
  bonuses: new Map(),
});

/** As an update that leaves out what it does not have. */
const present = <Row extends object>(patch: Row): Partial<Row> =>
  Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)) as Partial<Row>;

export function writeCashierRows(tables: CashierTables, rows: CashierRows): void {
  for (const [id, patch] of rows.changed) {
    const row = existing(tables.rows, id, 'cashier_row');
    if (row.endedAt !== undefined) throw new Violation('I-63', `row ${id} changes after its end`);
    tables.rows.set(id, { ...row, ...present(patch) });
  }
  for (const [id, row] of rows.made) addNew(tables.rows, id, row, 'cashier_row');
  for (const [id, coupon] of rows.issued) addNew(tables.coupons, id, coupon, 'cashier_coupon');
  for (const [id, { endedAt, endedBy }] of rows.endedCoupons)
    tables.coupons.set(id, { ...existing(tables.coupons, id, 'cashier_coupon'), endedAt, endedBy });
  for (const use of rows.uses) addNew(tables.uses, `${use.coupon}:${use.player}`, use, 'cashier_coupon_use');
  for (const [id, patch] of rows.bonuses)
    tables.bonuses.set(id, { ...existing(tables.bonuses, id, 'cashier_bonus'), ...patch });
  for (const [id, bonus] of rows.given) addNew(tables.bonuses, id, bonus, 'cashier_bonus');
  const open = new Set<string>();
  for (const { player, type, status } of tables.rows.values()) {
    if (status !== 0 && status !== 4) continue;
    const name = `${player} ${type}`;
    if (open.has(name)) throw new Violation('I-70', `the table would show two open requests of ${name}`);
    open.add(name);
  }
}

const byNumber = <Row>(table: ReadonlyMap<number, Row>): readonly Row[] =>
  [...table].sort(([a], [b]) => a - b).map(([, row]) => row);

export function loadCashierRows(tables: CashierTables, { cashier }: Book): void {
  for (const row of byNumber(tables.rows)) {
    if (row.status !== 0 && row.status !== 4) continue;
    const id = requestOfRow(row.id);
    if (id === undefined || !isRequestType(row.type))
      throw new Violation('I-19', `row ${row.id} is no request`);
    const { player, site, type, wallet, amount, fee, channel, won, payUntil } = row;
    putRequest(cashier, {
      ...{ id, at: row.createdAt, player, site, type, wallet, amount, fee, channel, won, payUntil },
      staff: row.askedBy,
      state: row.status === 0 ? 'REQUESTED' : 'PROCESSING',
      inHandAt: row.takenAt ?? row.paidAt,
      isDisputed: row.disputedAt !== undefined,
      confirmedBy: row.confirmedBy,
    });
  }
  for (const { id, player, wallet, locked, turnoverLeft, endedAt } of byNumber(tables.bonuses))
    if (endedAt === undefined) putBonus(cashier, { id, player, wallet, locked, turnoverLeft });
  for (const coupon of byNumber(tables.coupons)) {
    if (coupon.endedAt !== undefined) continue;
    const { id, site, coupon: hash, wallets, currency, amount, uses, turnover, from, until } = coupon;
    const usedBy = new Set<PlayerId>();
    for (const use of tables.uses.values()) if (use.coupon === id) usedBy.add(use.player);
    putCoupon(cashier, {
      id,
      site,
      coupon: hash,
      wallets,
      currency,
      amount,
      uses,
      turnover,
      from,
      until,
      usedBy,
    });
  }
}

/** Every conversion and transfer has both rows, and a coupon no more uses than it lasts. */
export function checkCashierTables({ rows, coupons, uses }: CashierTables): void {
  const other = { CO: 'CI', CI: 'CO', TO: 'TI', TI: 'TO' } as Readonly<Record<string, string>>;
  for (const { id, type } of rows.values()) {
    const pair = other[type];
    const place = id % 2 === 0 ? id + 1 : id - 1;
    if (pair !== undefined && rows.get(place)?.type !== pair)
      throw new Violation('I-67', `row ${id} (${type}) has no row ${pair}`);
  }
  for (const { id, uses: most } of coupons.values()) {
    const used = [...uses.values()].filter(({ coupon }) => coupon === id).length;
    if (used > most) throw new Violation('I-72', `coupon ${id} shows ${used} uses of ${most}`);
  }
}

export function* cashierRowsOf({ rows, coupons, uses, bonuses }: CashierTables) {
  for (const [id, row] of rows) yield ['row', id, row] as const;
  for (const [id, row] of coupons) yield ['coupon', id, row] as const;
  for (const [id, row] of uses) yield ['coupon_use', id, row] as const;
  for (const [id, row] of bonuses) yield ['bonus', id, row] as const;
}
