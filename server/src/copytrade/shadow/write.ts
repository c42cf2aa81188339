// Writes the rows of copy trading to SQL, one statement for each table and kind of change. Counters and sums are added to
// what is stored; everything else replaces it.
import type { Rate } from '@maru/engine/amount';
import type { Millis } from '@maru/engine/time';
import type { Tx } from '../../db/database.ts';
import {
  deleteMany,
  expressions,
  fieldsOf,
  givenRows,
  insertMany,
  updateMany,
  updatePresent,
  upsertMany,
} from '../../shadow/statements.ts';
import { column, nullable, table } from '../../shadow/table.ts';
import { writeOwnTrades } from './own-trades-text.ts';
import type { CopytradeRows, FollowChange } from './rows.ts';
import { days, followDays, follows, leads, misses, openCopies, records, shares, traders } from './tables.ts';

const setTraders = upsertMany(traders, { key: ['player'] });
const moveTraders = updatePresent(traders, { key: ['player'], fields: ['lastLead', 'open'] });

const insertFollows = insertMany(follows, { fields: fieldsOf(follows, 'shard'), shared: ['shard'] });
const changeSettings = updateMany(follows, {
  key: ['id'],
  fields: [
    ...(['pairs', 'multiplyPer', 'isPaused', 'maxBet', 'oneMaxBet'] as const),
    ...(['maxLeverage', 'lossLimit', 'entryGuard', 'exitGuard'] as const),
  ],
});

const deleteOpen = deleteMany(openCopies, ['follow', 'instrument']);
/** What opened it is added to a copy that is stored. */
const putOpen = insertMany(openCopies, {
  fields: fieldsOf(openCopies),
  onConflict: `on conflict (follow_id, option_id) do update
    set qty = excluded.qty, margin = excluded.margin,
      lead_qty = copy_open.lead_qty + excluded.lead_qty, lead_sum = copy_open.lead_sum + excluded.lead_sum`,
});
const reduceOpen = updateMany(openCopies, { key: ['follow', 'instrument'], fields: ['qty', 'margin'] });

const insertLeads = insertMany(leads, { fields: fieldsOf(leads, 'shard'), shared: ['shard'] });
const countLeads = updateMany(leads, {
  key: ['id'],
  fields: ['copied', 'missed', 'slippage'],
  set: ({ copied, missed, slippage }) => ({
    copied: `copy_lead.copied + ${copied}`,
    missed: `copy_lead.missed + ${missed}`,
    slippage: `copy_lead.slippage + ${slippage}`,
  }),
});
const countMisses = insertMany(misses, {
  fields: fieldsOf(misses),
  onConflict: `on conflict (lead_id, reason) do update set misses = copy_miss.misses + excluded.misses`,
});
const insertRecords = insertMany(records, { fields: fieldsOf(records) });
const insertShares = insertMany(shares, { fields: fieldsOf(shares) });

const added = (name: string, columns: readonly string[]): string =>
  columns.map((each) => `${each} = ${name}.${each} + excluded.${each}`).join(', ');

const addDays = insertMany(days, {
  fields: fieldsOf(days),
  onConflict: `on conflict (trader_id, day) do update
    set growth = coalesce(copy_day.growth + excluded.growth, copy_day.growth, excluded.growth),
      liquidated_ms = coalesce(excluded.liquidated_ms, copy_day.liquidated_ms),
      updated_ms = excluded.updated_ms,
      ${added('copy_day', [
        ...['closed', 'wins', 'net', 'gains', 'held_ms', 'opened_value', 'opened_margin', 'copied', 'missed'],
        ...['copy_net', 'copy_margin', 'shared', 'copy_value', 'copy_slipped'],
      ])}`,
});
const addFollowDays = insertMany(followDays, {
  fields: fieldsOf(followDays),
  onConflict: `on conflict (follow_id, day) do update
    set ${added('copy_follow_day', [
      ...['net', 'fees', 'funding', 'shared'],
      ...['entry_value', 'entry_slipped', 'exit_value', 'exit_slipped'],
    ])}`,
});

export async function writeCopytradeRows(tx: Tx, shard: number, rows: CopytradeRows): Promise<void> {
  await setTraders(
    tx,
    Array.from(rows.traders.values(), (trader) => ({
      ...trader,
      shard,
      isHeld: trader.isHeld ?? false,
      open: writeOwnTrades(trader.open ?? []),
    })),
  );
  await moveTraders(
    tx,
    Array.from(rows.moved, ([player, { lastLead, open }]) => ({
      player,
      ...(lastLead === undefined ? undefined : { lastLead }),
      ...(open === undefined ? undefined : { open: writeOwnTrades(open) }),
    })),
  );
  await writeFollows(tx, shard, rows);
  await writeOpen(tx, rows);
  await writeLeads(tx, shard, rows);
  await insertRecords(tx, rows.records);
  await insertShares(tx, rows.shares);
  await addDays(tx, [...rows.sums.days.values()]);
  await addFollowDays(tx, [...rows.sums.followDays.values()]);
}

async function writeFollows(
  tx: Tx,
  shard: number,
  { begun, follows: changed }: CopytradeRows,
): Promise<void> {
  const isNew = new Set(begun.map(({ id }) => id));
  const changes = [...changed.values()].filter(({ id }) => !isNew.has(id));
  await changeSettings(
    tx,
    changes.flatMap(({ id, settings, isPaused = settings?.isPaused ?? false }) =>
      settings === undefined ? [] : [{ ...settings, id, isPaused }],
    ),
  );
  // One that ended must not stand in the way of the next follow of its follower.
  await moveFollows(tx, changes);
  await insertFollows(
    tx,
    begun.map((row) => begunRow(row, changed.get(row.id))),
    { shard },
  );
}

type Begun = CopytradeRows['begun'][number];

/** A follow that began in this run, as it is after it. */
function begunRow(row: Begun, change: FollowChange | undefined): Begun {
  if (change === undefined) return row;
  const { settings, isPaused, total, shared, handled, copied, missed, used, state, detached, ended } = change;
  return {
    ...row,
    ...(settings && { maxLeverage: undefined, lossLimit: undefined, entryGuard: undefined, ...settings }),
    isPaused: isPaused ?? row.isPaused,
    total: total ?? row.total,
    shared: shared ?? row.shared,
    handled: handled ?? row.handled,
    copied,
    missed,
    ...(used && { used: used.used, usedSince: used.at, usedSum: used.sum, usedMs: used.ms }),
    state: state ?? row.state,
    ...detached,
    ...ended,
  };
}

/** What is sent of a follow that changed: null where it stays. The sums are what adds up within this run. */
const followChanges = table('copy_follow', {
  id: follows.columns.id,
  isPaused: nullable(follows.columns.isPaused),
  total: nullable(follows.columns.total),
  shared: nullable(follows.columns.shared),
  handled: nullable(follows.columns.handled),
  copied: follows.columns.copied,
  missed: follows.columns.missed,
  used: nullable(follows.columns.used),
  usedSince: nullable(follows.columns.usedSince),
  usedSum: follows.columns.usedSum,
  usedMs: follows.columns.usedMs,
  /** Until when the margin was as it is stored. */
  firstAt: nullable(column.bigint<Millis>('first_ms')),
  state: nullable(follows.columns.state),
  detachedAt: follows.columns.detachedAt,
  detachedBy: follows.columns.detachedBy,
  endedAt: follows.columns.endedAt,
  endedBy: follows.columns.endedBy,
  waived: follows.columns.waived,
});
const givenChanges = givenRows(followChanges, fieldsOf(followChanges), 1);
const given = expressions(followChanges, fieldsOf(followChanges), 'given');
const kept = (name: string, value: string): string => `${name} = coalesce(${value}, copy_follow.${name})`;

/** All of it in one statement: a row that is changed twice is written twice. */
const moveText = (from: string): string => `update copy_follow
  set ${kept('is_paused', given.isPaused)}, ${kept('total', given.total)}, ${kept('shared', given.shared)},
    ${kept('handled', given.handled)}, ${kept('state', given.state)}, ${kept('detached_ms', given.detachedAt)},
    ${kept('detached_by', given.detachedBy)},
    ${kept('ended_ms', given.endedAt)}, ${kept('ended_by', given.endedBy)}, ${kept('waived', given.waived)},
    copied = copy_follow.copied + ${given.copied}, missed = copy_follow.missed + ${given.missed},
    ${kept('used', given.used)}, ${kept('used_since_ms', given.usedSince)},
    used_sum = copy_follow.used_sum + ${given.usedSum}
      + coalesce(trunc(copy_follow.used * 100000000) * (${given.firstAt} - copy_follow.used_since_ms), 0),
    used_ms = copy_follow.used_ms + ${given.usedMs}
      + case when copy_follow.used > 0 then coalesce(${given.firstAt} - copy_follow.used_since_ms, 0) else 0 end
  from ${from}
  where copy_follow.id = given.id`;

async function moveFollows(tx: Tx, changes: readonly FollowChange[]): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map(({ used, detached, ended, ...change }) => ({
    ...change,
    ...detached,
    ...ended,
    used: used?.used,
    usedSince: used?.at,
    usedSum: used?.sum ?? 0n,
    usedMs: used?.ms ?? 0,
    firstAt: used?.firstAt,
  }));
  const { text, parameters } = givenChanges.statement(rows, moveText);
  await tx.query(text, parameters);
}

async function writeOpen(tx: Tx, { open }: CopytradeRows): Promise<void> {
  const changes = [...open.values()];
  await deleteOpen(
    tx,
    changes.filter(({ isGone }) => isGone),
  );
  const left = changes.flatMap(({ copy, leadQty, leadSum }) =>
    copy === undefined ? [] : [{ ...copy, leadQty, leadSum } as const],
  );
  await putOpen(
    tx,
    left.flatMap((row) => (row.leadQty === 0n ? [] : [{ ...row, leadQty: row.leadQty as typeof row.qty }])),
  );
  await reduceOpen(
    tx,
    left.filter(({ leadQty }) => leadQty === 0n),
  );
}

async function writeLeads(
  tx: Tx,
  shard: number,
  { leads: made, counts, misses: missed }: CopytradeRows,
): Promise<void> {
  const isNew = new Set(made.map(({ id }) => id));
  await insertLeads(
    tx,
    made.map((lead) => ({ ...lead, ...(counts.get(lead.id) ?? NOT_COPIED) })),
    { shard },
  );
  await countLeads(
    tx,
    [...counts.values()].filter(({ id }) => !isNew.has(id)),
  );
  await countMisses(tx, [...missed.values()]);
}

const NOT_COPIED = { copied: 0, missed: 0, slippage: 0n as Rate };
