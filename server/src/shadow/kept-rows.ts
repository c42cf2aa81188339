// Which rows of the shadow's tables stay when everything before a snapshot is archived. The snapshot is written by these
// conditions and old rows are deleted by them, so a rebuild from the snapshot gives exactly the rows that were left.
import { DAY_MS } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import type { MarkRow } from './load-book.ts';

export interface Cutoffs {
  /** The newest event of the snapshot. */
  readonly event: number;
  /** What ended before this time is not needed any more. */
  readonly at: number;
  /** The same for binary rounds: a desk that starts looks back from the newest frozen round, however old it is. */
  readonly frozen: number;
  /** The same for ball rounds, which are looked for from the newest sealed one. */
  readonly sealed: number;
  /** The newest freeze and the newest seal: a book forgets at these, so what was settled after them is in it. */
  readonly frozenEvent: number;
  readonly sealedEvent: number;
}

/** Longer than idempotency keys live and than staff may void a round: both are a day. */
const KEPT_BEFORE_MS = 2 * DAY_MS;

export async function findCutoffs(tx: Tx, shard: number, mark: MarkRow): Promise<Cutoffs> {
  const [frozen] = await tx.query<Newest>(
    `select frozen_event as event, frozen_ms as at
     from bet_round
     where shard = $1 and frozen_event is not null and strike_mode <> 'DRAW'
     order by frozen_event desc
     limit 1`,
    [shard],
  );
  const [sealed] = await tx.query<Newest>(
    `select sealed_event as event, sealed_ms as at
     from ball_seal
     where shard = $1
     order by sealed_event desc
     limit 1`,
    [shard],
  );
  return cutoffsAt(mark, frozen, sealed);
}

/** The newest frozen round, or the newest sealed one. */
interface Newest {
  readonly event: number;
  readonly at: number;
}

export function cutoffsAt(
  { event_id, at_ms }: Pick<MarkRow, 'event_id' | 'at_ms'>,
  frozen: Newest | undefined,
  sealed: Newest | undefined,
): Cutoffs {
  const before = (at: number | undefined) => Math.min(at ?? at_ms, at_ms) - KEPT_BEFORE_MS;
  return {
    event: event_id,
    at: at_ms - KEPT_BEFORE_MS,
    frozen: before(frozen?.at),
    sealed: before(sealed?.at),
    frozenEvent: frozen?.event ?? 0,
    sealedEvent: sealed?.event ?? 0,
  };
}

/** In the order in which they can be written again: nothing refers to what comes later. */
export const SNAPSHOT_TABLES = [
  'account',
  'wallet',
  'purse',
  'hold',
  'account_event',
  'oversea_order',
  'oversea_position',
  'oversea_fill',
  'oversea_day',
  'ball_seal',
  'ball_secret',
  'ball_draw',
  'bet_round',
  'bet',
  'round_strike',
  'bet_tally',
  'entry_tally',
] as const;

export type SnapshotTable = (typeof SNAPSHOT_TABLES)[number];

/** Whole numbers of our own, written into the text: a cursor takes no parameters. */
const whole = (value: number): string => {
  if (!Number.isSafeInteger(value)) throw new Error(`${value} is no whole number`);
  return String(value);
};

export const roundIsKept = ({ frozen, sealed, frozenEvent, sealedEvent }: Cutoffs): string =>
  `(bet_round.settled_event is null
    or bet_round.settled_event > case bet_round.strike_mode when 'DRAW' then ${whole(sealedEvent)} else ${whole(frozenEvent)} end
    or bet_round.close_ms >= case bet_round.strike_mode when 'DRAW' then ${whole(sealed)} else ${whole(frozen)} end)`;

export const sealIsKept = ({ sealed, sealedEvent }: Cutoffs): string =>
  `(ball_seal.settled_event is null
    or ball_seal.settled_event > ${whole(sealedEvent)}
    or ball_seal.open_ms >= ${whole(sealed)})`;

export const eventIsKept = ({ at }: Cutoffs): string =>
  `account_event.at >= to_timestamp(${whole(at)} / 1000.0)`;

export const orderIsKept = ({ at }: Cutoffs): string =>
  `(oversea_order.ended_ms is null or oversea_order.ended_ms >= ${whole(at)})`;

export const positionIsKept = ({ at }: Cutoffs): string =>
  `(oversea_position.closed_ms is null or oversea_position.closed_ms >= ${whole(at)})`;

/** The sums of a player's fills by trade date, as the statement of daily profits shows them. */
export const DAY_SUMS = `
  sum(fill.closed_qty)::bigint as closed_qty,
  count(*) filter (where fill.closed_qty > 0) as trades,
  count(*) filter (where fill.net > 0) as wins,
  coalesce(sum(fill.at_ms - closed.opened_ms), 0)::bigint as held_ms,
  sum(fill.pnl) as gross,
  sum(fill.entry_commission + fill.exit_commission) as commission,
  count(*) filter (where fill.cause = 'LOSSCUT') as losscuts`;

/** The rows of a table that stay, as a statement. */
export function keptRows(table: SnapshotTable, cutoffs: Cutoffs): string {
  switch (table) {
    case 'account':
      return 'select * from account order by player_id';
    case 'wallet':
      return 'select * from wallet order by player_id, type';
    case 'purse':
      return 'select * from purse order by id';
    case 'hold':
    case 'ball_secret':
      return `select * from ${table}`;
    case 'account_event':
      // Each history is read backwards, only as far as it is kept: there is no index by time.
      return `select kept.*
        from account
        cross join lateral (
          select coalesce(max(account_event.seq), 0) as last
          from account_event
          where account_event.player_id = account.player_id and not (${eventIsKept(cutoffs)})
        ) as old
        cross join lateral (
          select * from account_event where account_event.player_id = account.player_id and account_event.seq > old.last
        ) as kept`;
    case 'oversea_order':
      return `select * from oversea_order where ${orderIsKept(cutoffs)}`;
    case 'oversea_position':
      return `select * from oversea_position where ${positionIsKept(cutoffs)}`;
    case 'oversea_fill':
      return `select * from oversea_fill where at_ms >= ${whole(cutoffs.at)}`;
    case 'oversea_day':
      return daySums(cutoffs);
    case 'ball_seal':
      return `select * from ball_seal where ${sealIsKept(cutoffs)}`;
    case 'ball_draw':
      return `select ball_draw.* from ball_draw join ball_seal using (site_id, round_id) where ${sealIsKept(cutoffs)}`;
    case 'bet_round':
      return `select * from bet_round where ${roundIsKept(cutoffs)}`;
    case 'bet':
      return `select bet.* from bet_round join bet using (site_id, round_id) where ${roundIsKept(cutoffs)}`;
    case 'bet_tally':
    case 'entry_tally':
      return `select ${table}.* from bet_round join ${table} using (site_id, round_id) where ${roundIsKept(cutoffs)}`;
    case 'round_strike':
      return `select round_strike.*
        from bet_round
        cross join lateral generate_series((bet_round.open_ms - 4000) / 1000, bet_round.close_ms / 1000) as time (second)
        join round_strike
          on round_strike.second = time.second
          and round_strike.round_id = bet_round.round_id
          and round_strike.site_id = bet_round.site_id
        where bet_round.strike_mode = 'AT_BET' and ${roundIsKept(cutoffs)}`;
  }
}

/** Sums that were kept before, and those of the fills that are not kept now. */
const daySums = ({ at }: Cutoffs): string =>
  `select
     player_id, site_id, trade_day, option_id, currency,
     sum(closed_qty)::bigint as closed_qty, sum(trades)::bigint as trades, sum(wins)::bigint as wins,
     sum(held_ms)::bigint as held_ms, sum(gross) as gross, sum(commission) as commission,
     sum(losscuts)::bigint as losscuts
   from (
     select * from oversea_day
     union all
     select fill.player_id, fill.site_id, fill.trade_day, fill.option_id, fill.currency, ${DAY_SUMS}
     from oversea_fill as fill
     left join oversea_position as closed on closed.id = fill.closed_position_id
     where fill.at_ms < ${whole(at)}
     group by fill.player_id, fill.site_id, fill.trade_day, fill.option_id, fill.currency
   ) as days
   group by player_id, site_id, trade_day, option_id, currency`;
