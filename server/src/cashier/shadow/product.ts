// The cashier in the shadow's tables. Nothing of it is archived: see the migration.

import { assert } from '@maru/engine/assert';
import type { Book } from '@maru/engine/book';
import type { BonusNote, CashierEvent } from '@maru/engine/cashier/events';
import { isRequestType } from '@maru/engine/cashier/request-machine';
import { requestOfRow, rowNumber } from '@maru/engine/cashier/row-number';
import { putBonus, putCoupon, putRequest } from '@maru/engine/cashier/state';
import type { PlayerId } from '@maru/engine/purse';
import type { Tx } from '../../db/database.ts';
import type { Bring } from '../../shadow/load-players.ts';
import { byEvent, byShard, type OfShard } from '../../shadow/of-shard.ts';
import type { AuditedPart, ShadowProduct, ShadowTable } from '../../shadow/shadow-product.ts';
import {
  type Difference,
  fieldsOf,
  findDifference,
  insertMany,
  selectFrom,
  updateMany,
  updatePresent,
} from '../../shadow/statements.ts';
import { TablesDiffer } from '../../shadow/tables.ts';
import { addBonusNote, addCashierRows, type CashierRows, noCashierRows } from './rows.ts';
import { bonuses, cashierRows, coupons, couponUses, FIXED, GIVEN, ISSUED } from './tables.ts';

const whole = (name: string, ofShard: OfShard = byShard): ShadowTable => ({
  name,
  ofShard,
  retained: () => `select * from ${name}`,
});

export const cashierShadow: ShadowProduct<CashierRows, CashierEvent> = {
  name: 'cashier',
  tables: [
    whole('cashier_row'),
    whole('cashier_coupon'),
    whole('cashier_coupon_use', byEvent('id')),
    whole('cashier_bonus'),
  ],
  noRows: noCashierRows,
  addRows: addCashierRows,
  addNote: (rows, note, event) => addBonusNote(rows, note as BonusNote, event),
  write,
  load,
  check,
  deletions: () => [],
};

const insertRows = insertMany(cashierRows, {
  fields: fieldsOf(cashierRows, 'shard', 'currency'),
  shared: ['shard'],
  computed: () => ({ currency: 'wallet.currency' }),
  join: 'join wallet on wallet.player_id = given.player_id and wallet.type = given.wallet',
});
const changeRows = updatePresent(cashierRows, {
  key: ['id'],
  fields: [
    ...(['status', 'change', 'turnover', 'reason', 'takenBy', 'confirmedBy', 'decidedBy'] as const),
    ...(['provider', 'external', 'takenAt', 'paidAt', 'disputedAt', 'confirmedAt'] as const),
    ...(['endedAt', 'isExpired'] as const),
  ],
});
const insertCoupons = insertMany(coupons, { fields: fieldsOf(coupons, 'shard'), shared: ['shard'] });
const endCoupons = updateMany(coupons, { key: ['id'], fields: ['endedBy', 'endedAt'] });
const insertUses = insertMany(couponUses, { fields: fieldsOf(couponUses) });
const insertBonuses = insertMany(bonuses, { fields: fieldsOf(bonuses, 'shard'), shared: ['shard'] });
const changeBonuses = updateMany(bonuses, { key: ['id'], fields: ['locked', 'turnoverLeft', 'endedAt'] });

/** A request ends before the next one of its type is made, so changes come first. */
async function write(tx: Tx, shard: number, rows: CashierRows): Promise<void> {
  await changeRows(tx, [...rows.changed.values()]);
  await insertRows(tx, [...rows.made.values()], { shard });
  await endCoupons(
    tx,
    [...rows.endedCoupons.values()].filter(({ id }) => !rows.issued.has(id)),
  );
  await insertCoupons(
    tx,
    Array.from(rows.issued.values(), (coupon) => ({ ...coupon, ...rows.endedCoupons.get(coupon.id) })),
    { shard },
  );
  await insertUses(tx, rows.uses);
  await changeBonuses(tx, [...rows.bonuses.values()]);
  await insertBonuses(tx, [...rows.given.values()], { shard });
}

const readRows = selectFrom(cashierRows, fieldsOf(cashierRows));
const readCoupons = selectFrom(coupons, fieldsOf(coupons));
const readUses = selectFrom(couponUses, fieldsOf(couponUses));
const readBonuses = selectFrom(bonuses, fieldsOf(bonuses));

/** In the order of their numbers, which is the order in which the book got them. */
async function load(tx: Tx, shard: number, book: Book, bring: Bring): Promise<void> {
  const state = book.cashier;
  const open = await readRows(tx, 'where shard = $1 and status in (0, 4) order by id', [shard]);
  await bring(open.map(({ player }) => player));
  for (const row of open) putRequest(state, openRequest(row));
  const waiting = await readBonuses(tx, 'where shard = $1 and ended_ms is null order by id', [shard]);
  await bring(waiting.map(({ player }) => player));
  for (const { id, player, wallet, locked, turnoverLeft } of waiting)
    putBonus(state, { id, player, wallet, locked, turnoverLeft });
  await loadCoupons(tx, shard, book);
}

function openRequest(row: Awaited<ReturnType<typeof readRows>>[number]) {
  const id = requestOfRow(row.id);
  const { player, site, type, wallet, amount, fee, channel, won, payUntil } = row;
  assert(id !== undefined && isRequestType(type), 'only a request is open');
  return {
    ...{ id, at: row.createdAt, player, site, type, wallet, amount, fee, channel, won, payUntil },
    staff: row.askedBy,
    state: row.status === 0 ? ('REQUESTED' as const) : ('PROCESSING' as const),
    inHandAt: row.takenAt ?? row.paidAt,
    isDisputed: row.disputedAt !== undefined,
    confirmedBy: row.confirmedBy,
  };
}

async function loadCoupons(tx: Tx, shard: number, book: Book): Promise<void> {
  const live = await readCoupons(tx, 'where shard = $1 and ended_ms is null order by id', [shard]);
  const uses = await readUses(
    tx,
    'where coupon_id in (select id from cashier_coupon where shard = $1 and ended_ms is null)',
    [shard],
  );
  const usedBy = Map.groupBy(uses, ({ coupon }) => coupon);
  for (const row of live) {
    const { id, site, coupon, wallets, currency, amount, uses: most, turnover, from, until } = row;
    const players = new Set<PlayerId>((usedBy.get(id) ?? []).map(({ player }) => player));
    const kept = { id, site, coupon, wallets, currency, amount, uses: most, turnover, from, until };
    putCoupon(book.cashier, { ...kept, usedBy: players });
  }
}

/** Shares that were paid to partners have rows of their own product. */
const findOddRow = findDifference(cashierRows, { fields: FIXED, age: 'createdAt', where: `type <> 'C'` });
const findOddCoupon = findDifference(coupons, { fields: ISSUED, age: 'issuedAt' });
const findOddUse = findDifference(couponUses, { fields: fieldsOf(couponUses), age: 'at' });
const findOddBonus = findDifference(bonuses, { fields: GIVEN, age: 'givenAt' });

/** What became of a request or a bonus is in its player's events; no row is ever archived. */
async function check(tx: Tx, rows: CashierRows, { first, last }: AuditedPart): Promise<void> {
  const events = { first, last, cut: 0 };
  const numbered = { first: rowNumber(first), last: rowNumber(last, 1), cut: 0 };
  refuseOdd('row', await findOddRow(tx, [...rows.made.values()], numbered));
  refuseOdd('coupon', await findOddCoupon(tx, [...rows.issued.values()], events));
  refuseOdd('use of a coupon', await findOddUse(tx, rows.uses, events));
  refuseOdd('bonus', await findOddBonus(tx, [...rows.given.values()], events));
}

function refuseOdd(what: string, odd: Difference | undefined): void {
  if (odd !== undefined) throw new TablesDiffer(`${what} ${odd.id} of the cashier ${odd.what}`);
}
