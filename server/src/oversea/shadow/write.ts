// Writes orders, positions and fills of overseas futures to SQL, one statement for each table and kind of change.
import { assert } from '@maru/engine/assert';
import type { PositionState } from '@maru/engine/oversea/events';
import type { Tx } from '../../db/database.ts';
import { fieldsOf, insertMany, updateMany, updatePresent } from '../../shadow/statements.ts';
import type { OverseaRows, PositionChange } from './rows.ts';
import { FILLED, fills, orders, PLACED, positions } from './tables.ts';

const insertOrders = insertMany(orders, {
  fields: PLACED,
  shared: ['shard'],
  computed: () => ({ status: `'OPEN'` }),
});
const endOrders = updateMany(orders, {
  key: ['id'],
  fields: ['status', 'cancelReason', 'endedEvent', 'endedAt'],
});

const insertPositions = insertMany(positions, { fields: fieldsOf(positions, 'shard'), shared: ['shard'] });
const movePositions = updateMany(positions, {
  key: ['id'],
  fields: [
    ...(['qty', 'entrySum', 'entryOver', 'margin', 'entryCommission'] as const),
    ...(['tpTick', 'slTick', 'overnight', 'heldFor'] as const),
  ],
});
const patchPositions = updatePresent(positions, {
  key: ['id'],
  fields: ['tpTick', 'slTick', 'overnight', 'heldFor'],
});
const closePositions = updateMany(positions, {
  key: ['id'],
  fields: ['closedEvent', 'closedAt'],
  set: () => ({ qty: '0', margin: '0' }),
});

/** The wallet's currency and places are stored on the fill, so they are looked up here, once. */
const insertFills = insertMany(fills, {
  fields: FILLED,
  computed: () => ({ currency: 'wallet.currency', places: 'wallet.places' }),
  join: 'join wallet on wallet.player_id = given.player_id and wallet.type = given.wallet',
});

export async function writeOverseaRows(tx: Tx, shard: number, rows: OverseaRows): Promise<void> {
  const orderChanges = [...rows.orders.values()];
  const changes = [...rows.positions.values()];
  await insertOrders(
    tx,
    orderChanges.flatMap(({ placed }) => placed ?? []),
    { shard },
  );
  await endOrders(
    tx,
    orderChanges.flatMap(({ id, end }) => (end === undefined ? [] : [{ id, ...end }])),
  );
  // There is one net position for each instrument: the old one is closed before the new one is inserted.
  await movePositions(
    tx,
    changes.flatMap(({ id, opened, state }) =>
      opened !== undefined || state === undefined ? [] : [{ ...withEntry(state), id }],
    ),
  );
  await patchPositions(
    tx,
    changes.flatMap(({ id, patch }) => (Object.keys(patch).length === 0 ? [] : [{ id, ...patch }])),
  );
  await closePositions(
    tx,
    changes.flatMap(({ id, opened, closed }) =>
      closed === undefined || opened !== undefined ? [] : [{ id, ...closed }],
    ),
  );
  await insertPositions(tx, changes.flatMap(openedRow), { shard });
  await insertFills(tx, rows.fills);
}

const withEntry = (state: PositionState) => ({
  ...state,
  entrySum: state.entry.sum,
  entryOver: state.entry.over,
});

/** A position that opened and closed in one run has no margin and no contracts. */
function openedRow({ opened, state, closed }: PositionChange) {
  if (opened === undefined) return [];
  assert(state !== undefined, 'a position that opens has a state');
  const left = closed === undefined ? undefined : { qty: 0, margin: 0n as PositionState['margin'] };
  return [{ ...withEntry(state), ...left, ...opened, ...closed }];
}
