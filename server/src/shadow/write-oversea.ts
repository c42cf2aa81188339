// Orders, positions and fills of overseas futures into SQL, a statement for each table and kind of change.
import { print } from '@maru/engine/amount';
import { assert } from '@maru/engine/assert';
import type { PositionState } from '@maru/engine/oversea/events';
import { netOfFill } from '@maru/engine/oversea/net-profit';
import type { Tx } from '../db/database.ts';
import { leftOf, type OverseaRows } from './oversea-rows.ts';

export async function writeOversea(tx: Tx, shard: number, rows: OverseaRows): Promise<void> {
  await writePlaced(tx, shard, rows);
  await writeEnded(tx, rows);
  // One net position for each instrument: what closes makes room for what opens.
  await writeMoved(tx, rows);
  await writePatched(tx, rows);
  await writeClosed(tx, rows);
  await writeOpened(tx, shard, rows);
  await writeFills(tx, rows);
}

const orNull = <Value>(value: Value | undefined): Value | null => value ?? null;

const entryCommissionText = ({ entryCommission }: Pick<PositionState, 'entryCommission'>): string | null =>
  entryCommission === undefined ? null : print(entryCommission);

async function writePlaced(tx: Tx, shard: number, { orders }: OverseaRows): Promise<void> {
  const placed = [...orders.values()].flatMap((change) => change.placed ?? []);
  if (placed.length === 0) return;
  await tx.query(
    `insert into oversea_order (
       shard, id, site_id, player_id, option_id, wallet, side, type, qty, price, fires, reduce_only,
       tp_tick, sl_tick, margin, trade_day, placed_ms, is_unpriced, status
     )
     select $1, placed.*, 'OPEN'
     from unnest(
       $2::bigint[], $3::bigint[], $4::bigint[], $5::int[], $6::text[], $7::text[], $8::text[], $9::int[],
       $10::numeric[], $11::text[], $12::boolean[], $13::int[], $14::int[], $15::numeric[], $16::int[], $17::bigint[],
       $18::boolean[]
     ) as placed`,
    [
      shard,
      placed.map((row) => row.id),
      placed.map((row) => row.site),
      placed.map((row) => row.player),
      placed.map((row) => row.option),
      placed.map((row) => row.wallet),
      placed.map((row) => row.side),
      placed.map((row) => row.type),
      placed.map((row) => row.qty),
      placed.map((row) => print(row.price)),
      placed.map((row) => row.fires),
      placed.map((row) => row.reduceOnly),
      placed.map((row) => orNull(row.tpTick)),
      placed.map((row) => orNull(row.slTick)),
      placed.map((row) => print(row.margin)),
      placed.map((row) => row.tradeDate),
      placed.map((row) => row.at),
      placed.map((row) => row.isUnpriced === true),
    ],
  );
}

async function writeEnded(tx: Tx, { orders }: OverseaRows): Promise<void> {
  const ended = [...orders.values()].flatMap(({ id, end }) => (end === undefined ? [] : [{ id, ...end }]));
  if (ended.length === 0) return;
  await tx.query(
    `update oversea_order
     set status = ended.status,
       cancel_reason = ended.reason,
       ended_event = ended.event_id,
       ended_ms = ended.at_ms
     from unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[], $5::bigint[])
       as ended (id, status, reason, event_id, at_ms)
     where oversea_order.id = ended.id`,
    [
      ended.map((row) => row.id),
      ended.map((row) => row.status),
      ended.map((row) => orNull(row.reason)),
      ended.map((row) => row.event),
      ended.map((row) => row.at),
    ],
  );
}

/** Positions of an earlier write that fills of this one changed, closed ones included. */
async function writeMoved(tx: Tx, { positions }: OverseaRows): Promise<void> {
  const moved = [...positions.values()].flatMap(({ id, opened, state }) =>
    opened !== undefined || state === undefined ? [] : [{ ...state, id }],
  );
  if (moved.length === 0) return;
  await tx.query(
    `update oversea_position
     set qty = moved.qty,
       entry_sum = moved.entry_sum,
       entry_over = moved.entry_over,
       margin = moved.margin,
       entry_commission = moved.entry_commission,
       tp_tick = moved.tp_tick,
       sl_tick = moved.sl_tick,
       overnight = moved.overnight,
       held_day = moved.held_day
     from unnest(
       $1::bigint[], $2::int[], $3::numeric[], $4::numeric[], $5::numeric[], $6::int[], $7::int[], $8::boolean[],
       $9::int[], $10::numeric[]
     ) as moved (id, qty, entry_sum, entry_over, margin, tp_tick, sl_tick, overnight, held_day, entry_commission)
     where oversea_position.id = moved.id`,
    [
      moved.map((row) => row.id),
      moved.map((row) => row.qty),
      moved.map((row) => String(row.entry.sum)),
      moved.map((row) => String(row.entry.over)),
      moved.map((row) => print(row.margin)),
      moved.map((row) => row.tpTick),
      moved.map((row) => row.slTick),
      moved.map((row) => row.overnight),
      moved.map((row) => row.heldFor),
      moved.map(entryCommissionText),
    ],
  );
}

async function writePatched(tx: Tx, { positions }: OverseaRows): Promise<void> {
  const patched = [...positions.values()].filter(({ patch }) => Object.keys(patch).length > 0);
  if (patched.length === 0) return;
  await tx.query(
    `update oversea_position
     set tp_tick = coalesce(patched.tp_tick, oversea_position.tp_tick),
       sl_tick = coalesce(patched.sl_tick, oversea_position.sl_tick),
       overnight = coalesce(patched.overnight, oversea_position.overnight),
       held_day = coalesce(patched.held_day, oversea_position.held_day)
     from unnest($1::bigint[], $2::int[], $3::int[], $4::boolean[], $5::int[])
       as patched (id, tp_tick, sl_tick, overnight, held_day)
     where oversea_position.id = patched.id`,
    [
      patched.map((row) => row.id),
      patched.map((row) => orNull(row.patch.tpTick)),
      patched.map((row) => orNull(row.patch.slTick)),
      patched.map((row) => orNull(row.patch.overnight)),
      patched.map((row) => orNull(row.patch.heldFor)),
    ],
  );
}

async function writeClosed(tx: Tx, { positions }: OverseaRows): Promise<void> {
  const closed = [...positions.values()].flatMap(({ id, opened, closed: end }) =>
    end === undefined || opened !== undefined ? [] : [{ id, ...end }],
  );
  if (closed.length === 0) return;
  await tx.query(
    `update oversea_position
     set qty = 0, margin = 0, closed_event = closed.event_id, closed_ms = closed.at_ms
     from unnest($1::bigint[], $2::bigint[], $3::bigint[]) as closed (id, event_id, at_ms)
     where oversea_position.id = closed.id`,
    [closed.map((row) => row.id), closed.map((row) => row.event), closed.map((row) => row.at)],
  );
}

async function writeOpened(tx: Tx, shard: number, { positions }: OverseaRows): Promise<void> {
  const opened = [...positions.values()].flatMap((change) => {
    if (change.opened === undefined) return [];
    const left = leftOf(change);
    assert(change.state !== undefined && left !== undefined, 'a position that opens is something');
    return [{ ...change.state, ...left, ...change.opened, closed: change.closed }];
  });
  if (opened.length === 0) return;
  await tx.query(
    `insert into oversea_position (
       shard, id, site_id, player_id, option_id, wallet, side, qty, entry_sum, entry_over, margin,
       tp_tick, sl_tick, overnight, held_day, opened_ms, closed_event, closed_ms, entry_commission
     )
     select $1, opened.*
     from unnest(
       $2::bigint[], $3::bigint[], $4::bigint[], $5::int[], $6::text[], $7::text[], $8::int[], $9::numeric[],
       $10::numeric[], $11::numeric[], $12::int[], $13::int[], $14::boolean[], $15::int[], $16::bigint[],
       $17::bigint[], $18::bigint[], $19::numeric[]
     ) as opened`,
    [
      shard,
      opened.map((row) => row.id),
      opened.map((row) => row.site),
      opened.map((row) => row.player),
      opened.map((row) => row.option),
      opened.map((row) => row.wallet),
      opened.map((row) => row.side),
      opened.map((row) => row.qty),
      opened.map((row) => String(row.entry.sum)),
      opened.map((row) => String(row.entry.over)),
      opened.map((row) => print(row.margin)),
      opened.map((row) => row.tpTick),
      opened.map((row) => row.slTick),
      opened.map((row) => row.overnight),
      opened.map((row) => row.heldFor),
      opened.map((row) => row.at),
      opened.map((row) => orNull(row.closed?.event)),
      opened.map((row) => orNull(row.closed?.at)),
      opened.map(entryCommissionText),
    ],
  );
}

/** The wallet's currency and places belong on the fill for good, so they are looked up here, once. */
async function writeFills(tx: Tx, { fills }: OverseaRows): Promise<void> {
  if (fills.length === 0) return;
  const nets = fills.map(netOfFill);
  await tx.query(
    `insert into oversea_fill (
       id, event_id, seq, site_id, player_id, option_id, order_id, wallet, side, qty, price, cause, after_gap,
       tick_ms, tick_seq, tick_last, tick_bid, tick_ask, trade_day, tick_size, multiplier, rate,
       closed_qty, closed_sum, closed_over, closed_position_id, opened_qty, pnl, commission, at_ms,
       entry_commission, exit_commission, net, currency, places
     )
     select made.*, wallet.currency, wallet.places
     from unnest(
       $1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::int[], $7::bigint[], $8::text[],
       $9::text[], $10::int[], $11::numeric[], $12::text[], $13::boolean[],
       $14::bigint[], $15::bigint[], $16::numeric[], $17::numeric[], $18::numeric[], $19::int[], $20::numeric[],
       $21::numeric[], $22::numeric[],
       $23::int[], $24::numeric[], $25::numeric[], $26::bigint[], $27::int[], $28::numeric[], $29::numeric[],
       $30::bigint[], $31::numeric[], $32::numeric[], $33::numeric[]
     ) as made (
       id, event_id, seq, site_id, player_id, option_id, order_id, wallet, side, qty, price, cause, after_gap,
       tick_ms, tick_seq, tick_last, tick_bid, tick_ask, trade_day, tick_size, multiplier, rate,
       closed_qty, closed_sum, closed_over, closed_position_id, opened_qty, pnl, commission, at_ms,
       entry_commission, exit_commission, net
     )
     join wallet on wallet.player_id = made.player_id and wallet.type = made.wallet`,
    [
      fills.map((row) => row.id),
      fills.map((row) => row.event),
      fills.map((row) => row.seq),
      fills.map((row) => row.site),
      fills.map((row) => row.player),
      fills.map((row) => row.option),
      fills.map((row) => row.order),
      fills.map((row) => row.wallet),
      fills.map((row) => row.side),
      fills.map((row) => row.qty),
      fills.map((row) => print(row.price)),
      fills.map((row) => row.cause),
      fills.map((row) => row.isAfterGap),
      fills.map((row) => row.quote.ts),
      fills.map((row) => row.quote.seq),
      fills.map((row) => print(row.quote.last)),
      fills.map((row) => print(row.quote.bid)),
      fills.map((row) => print(row.quote.ask)),
      fills.map((row) => row.tradeDate),
      fills.map((row) => print(row.tickSize)),
      fills.map((row) => print(row.multiplier)),
      fills.map((row) => print(row.rate)),
      fills.map((row) => row.closedQty),
      fills.map((row) => (row.closedEntry === undefined ? null : String(row.closedEntry.sum))),
      fills.map((row) => (row.closedEntry === undefined ? null : String(row.closedEntry.over))),
      fills.map((row) => orNull(row.closedPosition)),
      fills.map((row) => row.openedQty),
      fills.map((row) => print(row.pnl)),
      fills.map((row) => print(row.commission)),
      fills.map((row) => row.at),
      nets.map((each) => print(each.entryCommission)),
      nets.map((each) => print(each.exitCommission)),
      nets.map((each) => print(each.net)),
    ],
  );
}
