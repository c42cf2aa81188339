// How the positions of a trader are copied: sums over all followers, made by the database.
import { type Amount, amountOfUnits, type Qty, type Rate } from '@maru/engine/amount';
import type { MissedReason } from '@maru/engine/copytrade/events';
import type { OrderSide } from '@maru/engine/futures/terms';
import type { PlayerId } from '@maru/engine/purse';
import type { Tx } from '../db/database.ts';
import { unitsOf } from './trader-store.ts';

/** Of all copies of one position of the trader, or of one instrument. */
export interface CopiesSum {
  readonly joined: number;
  readonly qty: Qty;
  readonly entryValue: Amount;
  readonly entryFee: Amount;
  readonly funding: Amount;
}

export const NO_COPIES: CopiesSum = {
  joined: 0,
  qty: 0n as Qty,
  entryValue: amountOfUnits(0n),
  entryFee: amountOfUnits(0n),
  funding: amountOfUnits(0n),
};

interface SumRow {
  readonly name: number;
  readonly joined: number;
  readonly qty: string;
  readonly entry_value: string;
  readonly entry_fee: string;
  readonly funding: string;
}

/** A copy is all of its position, unless its player has added to it: then the part of it that is copied. */
const SUMS = `count(*)::int as joined, sum(copy.qty) as qty,
  round(sum(copy.qty * position.entry_sum / position.entry_over) / 100000000, 8) as entry_value,
  round(sum(position.entry_fee * copy.qty / position.qty), 8) as entry_fee,
  round(sum(position.funding * copy.qty / position.qty), 8) as funding`;

const readSums = (rows: readonly SumRow[]): ReadonlyMap<number, CopiesSum> =>
  new Map(
    rows.map(({ name, joined, qty, entry_value, entry_fee, funding }) => [
      name,
      {
        joined,
        qty: unitsOf(qty) as bigint as Qty,
        entryValue: unitsOf(entry_value),
        entryFee: unitsOf(entry_fee),
        funding: unitsOf(funding),
      },
    ]),
  );

/** By position of the trader. */
export async function sumByPosition(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, CopiesSum>> {
  if (ids.length === 0) return new Map();
  return readSums(
    await tx.query<SumRow>(
      `select copy.trader_position_id as name, ${SUMS}
       from copy_open as copy
       join futures_position as position on position.id = copy.position_id and position.qty > 0
       where copy.trader_position_id = any($1::bigint[])
       group by copy.trader_position_id`,
      [ids],
    ),
  );
}

/** By instrument: also what is left of follows that were detached. */
export async function sumByInstrument(tx: Tx, trader: PlayerId): Promise<ReadonlyMap<number, CopiesSum>> {
  return readSums(
    await tx.query<SumRow>(
      `select copy.option_id as name, ${SUMS}
       from copy_follow as follow
       join copy_open as copy on copy.follow_id = follow.id
       join futures_position as position on position.id = copy.position_id and position.qty > 0
       where follow.trader_id = $1 and follow.ended_ms is null
       group by copy.option_id
       order by copy.option_id`,
      [trader],
    ),
  );
}

/** What became of the leads of one position of the trader. */
export interface LeadsSum {
  /** Active follows of the instrument when the position was opened. */
  readonly followers: number;
  readonly waiting: number;
  readonly copied: number;
  readonly slippage: Rate;
  readonly missed: readonly { readonly reason: MissedReason; readonly count: number }[];
}

export const NO_LEADS: LeadsSum = {
  followers: 0,
  waiting: 0,
  copied: 0,
  slippage: 0n as Rate,
  missed: [],
};

/** A lead of these positions that some follow has not copied yet. */
interface WaitingLead {
  readonly lead: number;
  readonly position: number;
  readonly count: number;
}

export async function sumLeads(
  tx: Tx,
  ids: readonly number[],
  waiting: readonly WaitingLead[],
): Promise<ReadonlyMap<number, LeadsSum>> {
  if (ids.length === 0) return new Map();
  const leads = await tx.query<{
    position_id: number;
    first: number;
    asked: number;
    copied: number;
    slippage: string;
  }>(
    `select lead.position_id, min(lead.id) as first, sum(lead.copied)::int as copied,
       sum(lead.slippage) as slippage,
       (array_agg(lead.copied + lead.missed order by lead.id))[1]::int as asked
     from copy_lead as lead
     where lead.position_id = any($1::bigint[])
     group by lead.position_id`,
    [ids],
  );
  // A position may have thousands of leads: they are added up here, and only the first says who followed its instrument.
  const missed = await tx.query<{
    position_id: number;
    reason: MissedReason;
    count: number;
    at_first: number;
  }>(
    `select lead.position_id, miss.reason, sum(miss.misses)::int as count,
       coalesce(sum(miss.misses) filter (where lead.id = any($2::bigint[])), 0)::int as at_first
     from copy_lead as lead
     join copy_miss as miss on miss.lead_id = lead.id
     where lead.position_id = any($1::bigint[])
     group by lead.position_id, miss.reason
     order by count desc, miss.reason collate "C"`,
    [ids, leads.map(({ first }) => first)],
  );
  return new Map(
    leads.map(({ position_id: id, first, asked, copied, slippage }) => {
      const own = missed.filter(({ position_id }) => position_id === id);
      const waits = waiting.filter(({ position }) => position === id);
      const off = own.find(({ reason }) => reason === 'PAIR_OFF')?.at_first ?? 0;
      return [
        id,
        {
          followers: asked + (waits.find(({ lead }) => lead === first)?.count ?? 0) - off,
          waiting: waits.reduce((sum, { count }) => sum + count, 0),
          copied,
          slippage: unitsOf(slippage) as bigint as Rate,
          missed: own.map(({ reason, count }) => ({ reason, count })),
        },
      ];
    }),
  );
}

export interface FollowerCopyRow {
  readonly follow: number;
  readonly nick: string;
  readonly traderPosition: number;
  readonly instrument: number;
  readonly side: OrderSide;
  readonly qty: Qty;
  readonly entry: { readonly sum: bigint; readonly over: bigint };
  readonly leverage: number;
  readonly margin: Amount;
  readonly openedAt: number;
}

/** Open copies of all followers, the largest margin first. */
export async function listFollowerCopies(
  tx: Tx,
  trader: PlayerId,
  limit: number,
): Promise<readonly FollowerCopyRow[]> {
  const rows = await tx.query<{
    follow_id: number;
    nick: string;
    trader_position_id: number;
    option_id: number;
    side: OrderSide;
    qty: string;
    entry_sum: string;
    entry_over: string;
    leverage: number;
    margin: string;
    opened_ms: number;
  }>(
    `select copy.follow_id, player.nick, copy.trader_position_id, copy.option_id, position.side, copy.qty,
       position.entry_sum, position.entry_over, position.leverage, copy.margin, copy.opened_ms
     from copy_follow as follow
     join copy_open as copy on copy.follow_id = follow.id
     join futures_position as position on position.id = copy.position_id and position.qty > 0
     join player on player.id = follow.follower_id
     where follow.trader_id = $1 and follow.ended_ms is null
     order by copy.margin desc, copy.follow_id, copy.option_id
     limit $2`,
    [trader, limit],
  );
  return rows.map((row) => ({
    follow: row.follow_id,
    nick: row.nick,
    traderPosition: row.trader_position_id,
    instrument: row.option_id,
    side: row.side,
    qty: unitsOf(row.qty) as bigint as Qty,
    entry: { sum: BigInt(row.entry_sum), over: BigInt(row.entry_over) },
    leverage: row.leverage,
    margin: unitsOf(row.margin),
    openedAt: row.opened_ms,
  }));
}
