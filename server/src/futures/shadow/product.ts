// Coin futures in the shadow's tables.
import type { Book } from '@maru/engine/book';
import { putFunded, putOrder, putPosition } from '@maru/engine/futures/apply';
import type { FuturesEvent, FuturesFunded } from '@maru/engine/futures/events';
import { fundedKey } from '@maru/engine/futures/state';
import { orderId } from '@maru/engine/futures/terms';
import type { Tx } from '../../db/database.ts';
import type { Bring } from '../../shadow/load-players.ts';
import type { AskedForEverybody, AuditedPart, ShadowProduct } from '../../shadow/shadow-product.ts';
import { type Difference, fieldsOf, findDifference, selectFrom } from '../../shadow/statements.ts';
import { TablesDiffer } from '../../shadow/tables.ts';
import { readOrders, readPositions } from '../order-store.ts';
import { FILLS_PER_EVENT } from '../wire.ts';
import { futuresDeletions, futuresTables } from './archive.ts';
import { addFuturesRows, type FuturesRows, noFuturesRows } from './rows.ts';
import { FILLED, FIXED, fills, funded, fundings, liquidations, orders, warnings } from './tables.ts';
import { writeFuturesRows } from './write.ts';

export const futuresShadow: ShadowProduct<FuturesRows, FuturesEvent> = {
  name: 'futures',
  tables: futuresTables,
  noRows: noFuturesRows,
  addRows: addFuturesRows,
  write: writeFuturesRows,
  load: loadFutures,
  listForEverybody: listFundings,
  check: checkFutures,
  deletions: futuresDeletions,
};

const readFundings = selectFrom(fundings, fieldsOf(fundings, 'shard'));

/** Their number is bounded by the archive: three a day of each instrument. */
async function listFundings(
  tx: Tx,
  { site, after, until, at }: AskedForEverybody,
): Promise<readonly FuturesFunded[]> {
  const rows = await readFundings(
    tx,
    'where site_id = $1 and id > $2 and id <= $3 and at_ms <= $4 order by id',
    [site, after, until, at],
  );
  return rows.map((row) => ({ kind: 'FUTURES_FUNDED', steps: [], transfers: [], after: [], ...row }));
}

const readFunded = selectFrom(funded, fieldsOf(funded, 'shard'));

/** In the order of their numbers, which is the order in which the book got them. */
async function loadFutures(tx: Tx, shard: number, book: Book, bring: Bring): Promise<void> {
  const state = book.futures;
  const resting = await readOrders(tx, 'where shard = $1 and ended_as is null order by id', [shard]);
  await bring(resting.map(({ player }) => player));
  for (const order of resting) putOrder(state, order);
  const open = await readPositions(tx, 'where shard = $1 and closed_event is null order by id', [shard]);
  await bring(open.map(({ player }) => player));
  for (const position of open) putPosition(state, position);
  for (const { site, instrument, dueAt } of await readFunded(tx, 'where shard = $1', [shard]))
    putFunded(state, fundedKey(site, instrument), dueAt);
}

/** What an order was changed to and how it ended is in its player's events. */
const findOddOrder = findDifference(orders, { fields: FIXED, age: 'placedAt' });
/** An ended order may be archived however young it is. */
const NONE_IS_MISSED = Number.MAX_SAFE_INTEGER;

const findOddFill = findDifference(fills, { fields: FILLED, age: 'at' });
const findOddFunding = findDifference(fundings, { fields: fieldsOf(fundings, 'shard'), age: 'at' });
const findOddWarning = findDifference(warnings, { fields: fieldsOf(warnings), age: 'at' });
const findOddLiquidation = findDifference(liquidations, { fields: fieldsOf(liquidations), age: 'at' });

async function checkFutures(
  tx: Tx,
  rows: FuturesRows,
  { first, last, archived }: AuditedPart,
): Promise<void> {
  const cut = archived?.at ?? 0;
  const events = { first, last, cut };
  const numbered = { first: first * FILLS_PER_EVENT, last: (last + 1) * FILLS_PER_EVENT - 1, cut };
  const placed = [...rows.orders.values()].filter(({ isNew }) => isNew).map(({ order }) => order);
  const placing = { first: orderId(first), last: orderId(last + 1) - 1, cut: NONE_IS_MISSED };
  refuseOdd('order', await findOddOrder(tx, placed, placing));
  refuseOdd('fill', await findOddFill(tx, rows.fills, numbered));
  refuseOdd('funding', await findOddFunding(tx, rows.fundings, events));
  refuseOdd('warning', await findOddWarning(tx, rows.warnings, numbered));
  refuseOdd('liquidation', await findOddLiquidation(tx, rows.liquidations, events));
}

function refuseOdd(what: string, odd: Difference | undefined): void {
  if (odd !== undefined) throw new TablesDiffer(`${what} ${odd.id} of coin futures ${odd.what}`);
}
