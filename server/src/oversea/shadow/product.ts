// Overseas futures in the shadow's tables.

import type { Book } from '@maru/engine/book';
import { putOrder, putPosition } from '@maru/engine/oversea/apply';
import type { OverseaEvent } from '@maru/engine/oversea/events';
import type { Tx } from '../../db/database.ts';
import type { Bring } from '../../shadow/load-players.ts';
import type { ShadowProduct } from '../../shadow/shadow-product.ts';
import { findDifference } from '../../shadow/statements.ts';
import { TablesDiffer } from '../../shadow/tables.ts';
import { readOrders, readPositions } from '../order-store.ts';
import { FILLS_PER_EVENT } from '../wire.ts';
import { overseaDeletions, overseaTables } from './archive.ts';
import { addOverseaRows, noOverseaRows, type OverseaRows } from './rows.ts';
import { FILLED, fills, orders, PLACED } from './tables.ts';
import { writeOverseaRows } from './write.ts';

export const overseaShadow: ShadowProduct<OverseaRows, OverseaEvent> = {
  name: 'oversea',
  tables: overseaTables,
  noRows: noOverseaRows,
  addRows: addOverseaRows,
  write: writeOverseaRows,
  load: loadOversea,
  async check(tx, rows, { first, last, archived }) {
    const placed = [...rows.orders.values()].flatMap((order) => order.placed ?? []);
    const order = await findOddOrder(tx, placed, { first, last, cut: NONE_IS_MISSED });
    if (order !== undefined) throw new TablesDiffer(`order ${order.id} ${order.what}`);
    const fill = await findOddFill(tx, rows.fills, {
      first: first * FILLS_PER_EVENT,
      last: last * FILLS_PER_EVENT + FILLS_PER_EVENT - 1,
      cut: archived?.at ?? 0,
    });
    if (fill !== undefined) throw new TablesDiffer(`fill ${fill.id} ${fill.what}`);
  },
  deletions: overseaDeletions,
};

/** In the order of their numbers, which is the order in which the book got them. */
async function loadOversea(tx: Tx, shard: number, book: Book, bring: Bring): Promise<void> {
  const resting = await readOrders(tx, `where shard = $1 and status = 'OPEN' order by id`, [shard]);
  await bring(resting.map(({ player }) => player));
  for (const order of resting) putOrder(book.oversea, order);
  const open = await readPositions(tx, 'where shard = $1 and closed_event is null order by id', [shard]);
  await bring(open.map(({ player }) => player));
  for (const position of open) putPosition(book.oversea, position);
}

/** How an order ended is in its player's events. An ended order may be archived however young it is. */
const findOddOrder = findDifference(orders, { fields: PLACED, age: 'placedAt' });
const NONE_IS_MISSED = Number.MAX_SAFE_INTEGER;

const findOddFill = findDifference(fills, { fields: FILLED, age: 'at' });
