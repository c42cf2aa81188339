// Writes the rows of coin futures to SQL, one statement for each table and kind of change.
import type { Amount, Qty } from '@maru/engine/amount';
import { assert } from '@maru/engine/assert';
import type { PositionState } from '@maru/engine/futures/events';
import type { FuturesOrder } from '@maru/engine/futures/state';
import type { Tx } from '../../db/database.ts';
import {
  expressions,
  fieldsOf,
  givenRows,
  insertMany,
  updateMany,
  upsertMany,
} from '../../shadow/statements.ts';
import { fundingPaid } from './funding-sql.ts';
import type { FundingRow, FuturesRows, OrderChange, PositionChange } from './rows.ts';
import {
  FILLED,
  FIXED,
  fills,
  funded,
  fundings,
  leverages,
  liquidations,
  orders,
  positions,
  warnings,
} from './tables.ts';

const insertOrders = insertMany(orders, { fields: fieldsOf(orders, 'shard'), shared: ['shard'] });
const changeOrders = updateMany(orders, { key: ['id'], fields: fieldsOf(orders, 'shard', ...FIXED) });

const insertPositions = insertMany(positions, { fields: fieldsOf(positions, 'shard'), shared: ['shard'] });
const movePositions = updateMany(positions, {
  key: ['id'],
  fields: [
    ...(['qty', 'entrySum', 'entryOver', 'leverage', 'marginType', 'margin'] as const),
    ...(['funding', 'entryFee', 'warnedAt'] as const),
  ],
});
const warnPositions = updateMany(positions, { key: ['id'], fields: ['warnedAt'] });
const closePositions = updateMany(positions, {
  key: ['id'],
  fields: ['closedEvent', 'closedAt'],
  set: () => ({ qty: '0', margin: '0', funding: '0', entryFee: '0' }),
});

/** The wallet's currency is stored on the fill, so it is looked up here, once. */
const insertFills = insertMany(fills, {
  fields: FILLED,
  computed: () => ({ currency: 'wallet.currency' }),
  join: 'join wallet on wallet.player_id = given.player_id and wallet.type = given.wallet',
});
const insertFundings = insertMany(fundings, { fields: fieldsOf(fundings, 'shard'), shared: ['shard'] });
const setFunded = upsertMany(funded, { key: ['shard', 'site', 'instrument'] });
const setLeverages = upsertMany(leverages, { key: ['player', 'instrument'] });
const insertWarnings = insertMany(warnings, { fields: fieldsOf(warnings) });
const insertLiquidations = insertMany(liquidations, { fields: fieldsOf(liquidations) });

export async function writeFuturesRows(tx: Tx, shard: number, rows: FuturesRows): Promise<void> {
  await writeOrders(tx, shard, [...rows.orders.values()]);
  await writeFundings(tx, shard, rows.fundings);
  await writePositions(tx, shard, [...rows.positions.values()]);
  await insertFills(tx, rows.fills);
  await setLeverages(tx, [...rows.leverages.values()]);
  await insertWarnings(tx, rows.warnings);
  await insertLiquidations(tx, rows.liquidations);
}

async function writeOrders(tx: Tx, shard: number, changes: readonly OrderChange[]): Promise<void> {
  const rowsOf = (isNew: boolean) =>
    changes
      .filter((change) => change.isNew === isNew)
      .map(({ order, end }) => ({ ...orderRow(order), ...end }));
  await insertOrders(tx, rowsOf(true), { shard });
  await changeOrders(tx, rowsOf(false));
}

const orderRow = ({ takeProfit, stopLoss, trailing, ...order }: FuturesOrder) => ({
  ...order,
  tpPrice: takeProfit?.price,
  tpBy: takeProfit?.by,
  slPrice: stopLoss?.price,
  slBy: stopLoss?.by,
  callback: trailing?.callback,
  activation: trailing?.activation,
  extremePrice: trailing?.extreme?.price,
  extremeAt: trailing?.extreme?.ts,
  extremeSeq: trailing?.extreme?.seq,
});

async function writeFundings(tx: Tx, shard: number, made: readonly FundingRow[]): Promise<void> {
  await accrue(tx, shard, made);
  await insertFundings(tx, made, { shard });
  const last = new Map(made.map((row) => [`${row.site}/${row.instrument}`, { ...row, shard }]));
  await setFunded(tx, [...last.values()]);
}

const FUNDED_BY = ['site', 'instrument', 'contract', 'dueAt', 'rate', 'mark'] as const;
const givenFundings = givenRows(fundings, FUNDED_BY, 2);
const given = expressions(fundings, FUNDED_BY, 'given');

/** Every position that was open at the time and not opened later, whatever their number, in one statement. */
const ACCRUE = `update futures_position
  set funding = futures_position.funding + accrued.paid
  from (
    select held.id, sum(${fundingPaid({ ...given, side: 'held.side', qty: 'held.qty' })}) as paid
    from ${givenFundings.from('given')}
    join futures_position as held
      on held.shard = $1
      and held.site_id = ${given.site}
      and held.option_id = ${given.instrument}
      and held.closed_event is null
      and held.opened_ms <= ${given.dueAt}
    group by held.id
  ) as accrued
  where futures_position.id = accrued.id`;

/**
 * Before the positions are written: of those that other events of this run changed, the rows have what is accrued, and
 * replace what is accrued here on the figures that they had before.
 */
async function accrue(tx: Tx, shard: number, made: readonly FundingRow[]): Promise<void> {
  const paying = made.filter(({ rate }) => rate !== 0n);
  if (paying.length > 0) await tx.query(ACCRUE, [shard, ...givenFundings.parameters(paying)]);
}

/** There is one net position for each instrument: the old one is closed before the new one is inserted. */
async function writePositions(tx: Tx, shard: number, changes: readonly PositionChange[]): Promise<void> {
  const earlier = changes.filter(({ opened }) => opened === undefined);
  await movePositions(
    tx,
    earlier.flatMap(({ state }) => (state === undefined ? [] : [stateRow(state)])),
  );
  await warnPositions(
    tx,
    earlier.flatMap(({ id, state, warnedAt }) =>
      state === undefined && warnedAt !== undefined ? [{ id, warnedAt }] : [],
    ),
  );
  await closePositions(
    tx,
    earlier.flatMap(({ id, closed }) => (closed === undefined ? [] : [{ id, ...closed }])),
  );
  await insertPositions(tx, changes.flatMap(openedRow), { shard });
}

const stateRow = ({ entry, ...state }: PositionState) => ({
  ...state,
  entrySum: entry.sum,
  entryOver: entry.over,
});

const NOTHING_LEFT = { qty: 0n as Qty, margin: 0n as Amount, funding: 0n as Amount, entryFee: 0n as Amount };

/** A position that opened and closed in one run has nothing left. */
function openedRow({ site, instrument, opened, state, closed }: PositionChange) {
  if (opened === undefined) return [];
  assert(state !== undefined, 'a position that opens has a state');
  const left = closed === undefined ? undefined : NOTHING_LEFT;
  return [{ ...stateRow(state), ...left, site, instrument, ...opened, ...closed }];
}
