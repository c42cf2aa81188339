// What the journal wrote for good: the events of each player, bets, orders and fills. Each row is looked up by its key
// and compared; rows in between that no event wrote are found too. Columns that came with a later migration are
// compared where they were filled.
import { hash } from 'node:crypto';
import { print } from '@maru/engine/amount';
import type { Tx } from '../db/database.ts';
import { decode, encode } from '../journal/record.ts';
import { FILLS_PER_EVENT } from './oversea-rows.ts';
import { type AccountEventRow, noRows, type RowChanges } from './rows.ts';
import { TablesDiffer } from './tables.ts';

/** The rows of a run of events, from the first number to the last. */
export interface HistoryPart {
  readonly first: number;
  readonly last: number;
  readonly rows: Pick<RowChanges, 'accountEvents' | 'binary' | 'oversea'>;
}

/** Rows of one statement: some milliseconds of the database, also where it has one connection. */
const ROWS_AT_ONCE = 100;

/** The events of a payment to thousands are compared a few at a time. */
export function* slicesOf(part: HistoryPart): Iterable<HistoryPart> {
  const { accountEvents } = part.rows;
  yield { ...part, rows: { ...part.rows, accountEvents: accountEvents.slice(0, ROWS_AT_ONCE) } };
  for (let from = ROWS_AT_ONCE; from < accountEvents.length; from += ROWS_AT_ONCE) {
    const some = accountEvents.slice(from, from + ROWS_AT_ONCE);
    // No numbers, so that bets and fills are not looked for again.
    yield { first: 0, last: -1, rows: { ...noRows(), accountEvents: some } };
  }
}

/** Throws `TablesDiffer` for the first row that is not what the journal says. */
export async function checkHistory(tx: Tx, shard: number, part: HistoryPart): Promise<void> {
  const cut = await findCut(tx, shard);
  await checkEvents(tx, part, cut.at);
  if (part.last < part.first) return;
  await checkBets(tx, part, cut.rounds);
  await checkOrders(tx, part);
  await checkFills(tx, part, cut.at);
}

/** What is older may have been archived. */
async function findCut(tx: Tx, shard: number): Promise<{ readonly at: number; readonly rounds: number }> {
  const [cut] = await tx.query<{ at: number; rounds: number }>(
    'select at_ms as at, greatest(frozen_ms, sealed_ms) as rounds from archive_mark where shard = $1',
    [shard],
  );
  return cut ?? { at: 0, rounds: 0 };
}

interface OddEvent {
  readonly place: number;
  readonly is_gone: boolean;
  readonly differs: boolean;
  readonly body: string | null;
}

async function checkEvents(tx: Tx, { rows: { accountEvents } }: HistoryPart, cut: number): Promise<void> {
  if (accountEvents.length === 0) return;
  // `offset 0` keeps the planner from reading the whole table for a few rows.
  const found = await tx.query<OddEvent>(
    `select asked.place, happened.event_id is null as is_gone, happened.body,
       (happened.event_id, happened.kind, happened.at)
         is distinct from (asked.event_id, asked.kind, to_timestamp(asked.at_ms / 1000.0))
       or happened.set_aside <> asked.set_aside
       or happened.stake_back <> asked.won
       or happened.profit <> asked.profit
       or happened.void_back <> asked.void
       or happened.lost <> asked.lost
       or happened.answer_key <> asked.key
       or happened.answer_print <> asked.print as differs
     from json_to_recordset($1::json) as asked (
       place int, player_id bigint, seq bigint, event_id bigint, kind text, at_ms bigint, hash text,
       set_aside numeric, won numeric, profit numeric, void numeric, lost numeric, key text, print text
     )
     left join lateral (
       select *
       from account_event
       where account_event.player_id = asked.player_id and account_event.seq = asked.seq
       offset 0
     ) as happened on true
     where (happened.event_id is null and asked.at_ms >= $2)
       or encode(sha256(convert_to(happened.body, 'UTF8')), 'hex') <> asked.hash
       or (happened.event_id, happened.kind, happened.at)
         is distinct from (asked.event_id, asked.kind, to_timestamp(asked.at_ms / 1000.0))
         and happened.event_id is not null
       or happened.set_aside <> asked.set_aside
       or happened.stake_back <> asked.won
       or happened.profit <> asked.profit
       or happened.void_back <> asked.void
       or happened.lost <> asked.lost
       or happened.answer_key <> asked.key
       or happened.answer_print <> asked.print
     order by asked.place`,
    [JSON.stringify(accountEvents.map(askedOf)), cut],
  );
  for (const { place, is_gone, differs, body } of found) {
    const row = accountEvents[place];
    if (row === undefined || (!is_gone && !differs && body !== null && isSame(body, row.body))) continue;
    throw new TablesDiffer(`event ${row.seq} of player ${row.player} ${is_gone ? 'is gone' : 'differs'}`);
  }
}

const askedOf = (row: AccountEventRow, place: number) => ({
  place,
  player_id: row.player,
  seq: row.seq,
  event_id: row.event,
  kind: row.kind,
  at_ms: row.at,
  hash: hash('sha256', row.body, 'hex'),
  set_aside: units(row.setAside?.amount),
  won: units(row.paid?.won),
  profit: units(row.paid?.profit),
  void: units(row.paid?.void),
  lost: units(row.paid?.lost),
  key: row.answered?.key,
  print: row.answered?.print,
});

const units = (amount: bigint | undefined): string | undefined =>
  amount === undefined ? undefined : print(amount);

/** An earlier version may have written the same event with its fields in another order. */
function isSame(one: string, other: string): boolean {
  try {
    return inOrder(decode(one)) === inOrder(decode(other));
  } catch {
    return false;
  }
}

function inOrder(value: unknown): string {
  if (typeof value !== 'object' || value === null) return encode(value);
  if (Array.isArray(value)) return `[${value.map(inOrder).join(',')}]`;
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return `{${fields
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, field]) => `${name}:${inOrder(field)}`)
    .join(',')}}`;
}

/** Only rows that differ, that are gone although they are young enough, or that nobody wrote. */
function throwOdd(name: string, odd: readonly { readonly id: number; readonly what: string }[]): void {
  const [first] = odd;
  if (first !== undefined) throw new TablesDiffer(`${name} ${first.id} ${first.what}`);
}

const WHAT = (table: string): string =>
  `case when asked.id is null then 'was never made' when ${table}.id is null then 'is gone' else 'differs' end as what`;

async function checkBets(tx: Tx, { first, last, rows }: HistoryPart, cut: number): Promise<void> {
  const asked = rows.binary.bets.map((row) => ({
    ...{ id: row.id, site_id: row.site, player_id: row.player, round_id: row.round, option_id: row.option },
    ...{ type: row.type, pick: row.pick, stake: print(row.stake), rate: print(row.rate), wallet: row.wallet },
    ...{ accepted_ms: row.acceptedAt, open_ms: row.open, close_ms: row.close },
  }));
  const odd = await tx.query<{ id: number; what: string }>(
    `select coalesce(bet.id, asked.id) as id, ${WHAT('bet')}
     from (select * from bet where id between $2 and $3) as bet
     full join json_populate_recordset(null::bet, $1::json) as asked on asked.id = bet.id
     where asked.id is null
       or bet.id is null and asked.close_ms >= $4
       or bet.id is not null and (
         bet.site_id, bet.player_id, bet.round_id, bet.option_id, bet.type, bet.pick, bet.stake, bet.rate, bet.profit,
         bet.wallet, bet.accepted_ms, bet.open_ms, bet.close_ms
       ) is distinct from (
         asked.site_id, asked.player_id, asked.round_id, asked.option_id, asked.type, asked.pick, asked.stake, asked.rate,
         trunc(asked.stake * asked.rate, bet.places), asked.wallet, asked.accepted_ms, asked.open_ms, asked.close_ms
       )
     order by 1
     limit 1`,
    [JSON.stringify(asked), first, last, cut],
  );
  throwOdd('bet', odd);
}

/** How an order ends is told by its player's events. One that has ended may be archived long after it was placed. */
async function checkOrders(tx: Tx, { first, last, rows }: HistoryPart): Promise<void> {
  const asked = [...rows.oversea.orders.values()].flatMap(({ placed }) =>
    placed === undefined
      ? []
      : [
          {
            ...{ id: placed.id, site_id: placed.site, player_id: placed.player, option_id: placed.option },
            ...{ wallet: placed.wallet, side: placed.side, type: placed.type, qty: placed.qty },
            ...{ price: print(placed.price), fires: placed.fires, reduce_only: placed.reduceOnly },
            ...{ margin: print(placed.margin), placed_ms: placed.at },
          },
        ],
  );
  const odd = await tx.query<{ id: number; what: string }>(
    `select coalesce(made.id, asked.id) as id, ${WHAT('made')}
     from (select * from oversea_order where id between $2 and $3) as made
     full join json_populate_recordset(null::oversea_order, $1::json) as asked on asked.id = made.id
     where asked.id is null
       or made.id is not null and (
         made.site_id, made.player_id, made.option_id, made.wallet, made.side, made.type, made.qty, made.price, made.fires,
         made.reduce_only, made.margin, made.placed_ms
       ) is distinct from (
         asked.site_id, asked.player_id, asked.option_id, asked.wallet, asked.side, asked.type, asked.qty, asked.price,
         asked.fires, asked.reduce_only, asked.margin, asked.placed_ms
       )
     order by 1
     limit 1`,
    [JSON.stringify(asked), first, last],
  );
  throwOdd('order', odd);
}

async function checkFills(tx: Tx, { first, last, rows }: HistoryPart, cut: number): Promise<void> {
  const asked = rows.oversea.fills.map((row) => ({
    ...{ id: row.id, event_id: row.event, seq: row.seq, site_id: row.site, player_id: row.player },
    ...{ option_id: row.option, order_id: row.order, wallet: row.wallet, side: row.side, qty: row.qty },
    ...{ price: print(row.price), cause: row.cause, trade_day: row.tradeDate, closed_qty: row.closedQty },
    ...{ opened_qty: row.openedQty, pnl: print(row.pnl), commission: print(row.commission), at_ms: row.at },
  }));
  const odd = await tx.query<{ id: number; what: string }>(
    `select coalesce(made.id, asked.id) as id, ${WHAT('made')}
     from (select * from oversea_fill where id between $2 and $3) as made
     full join json_populate_recordset(null::oversea_fill, $1::json) as asked on asked.id = made.id
     where asked.id is null
       or made.id is null and asked.at_ms >= $4
       or made.id is not null and (
         made.event_id, made.seq, made.site_id, made.player_id, made.option_id, made.order_id, made.wallet, made.side,
         made.qty, made.price, made.cause, made.trade_day, made.closed_qty, made.opened_qty, made.pnl, made.commission,
         made.at_ms
       ) is distinct from (
         asked.event_id, asked.seq, asked.site_id, asked.player_id, asked.option_id, asked.order_id, asked.wallet,
         asked.side, asked.qty, asked.price, asked.cause, asked.trade_day, asked.closed_qty, asked.opened_qty, asked.pnl,
         asked.commission, asked.at_ms
       )
     order by 1
     limit 1`,
    [JSON.stringify(asked), first * FILLS_PER_EVENT, last * FILLS_PER_EVENT + FILLS_PER_EVENT - 1, cut],
  );
  throwOdd('fill', odd);
}
