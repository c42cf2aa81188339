// What the journal wrote for good: the events of each player, bets, orders and fills. Each row is looked up by its key
// and compared; rows in between that no event wrote are found too. Columns that came with a later migration are
// compared where they were filled.
import { hash } from 'node:crypto';
import { print } from '@maru/engine/amount';
import { netOfFill } from '@maru/engine/oversea/net-profit';
import type { Tx } from '../db/database.ts';
import { decode, encode } from '../journal/record.ts';
import type { BetRow } from './binary-rows.ts';
import { accountEvents } from './ledger-tables.ts';
import { FILLS_PER_EVENT, type FillRow, type OrderChange } from './oversea-rows.ts';
import { noRows, type RowChanges } from './rows.ts';
import { expressions, given } from './statements.ts';
import { columnName } from './table.ts';
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
  const { first, last, rows } = part;
  const placed = [...rows.oversea.orders.values()].flatMap((order) => order.placed ?? []);
  await compare(tx, bets, { rows: rows.binary.bets, first, last, cut: cut.rounds });
  await compare(tx, orders, { rows: placed, first, last, cut: NONE_IS_MISSED });
  await compare(tx, fills, {
    rows: rows.oversea.fills,
    first: first * FILLS_PER_EVENT,
    last: last * FILLS_PER_EVENT + FILLS_PER_EVENT - 1,
    cut: cut.at,
  });
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

const COMPARED = [
  ...(['paidWallet', 'stakeBack', 'profit', 'voidBack', 'lost'] as const),
  ...(['setAsideWallet', 'setAside', 'answerKey', 'answerPrint'] as const),
];
const EVENT_FIELDS = ['player', 'seq', 'event', 'kind', 'at', 'body', ...COMPARED] as const;
const askedEvents = given(accountEvents, EVENT_FIELDS, 2);
const asked = expressions(accountEvents, EVENT_FIELDS, 'asked');

/** `offset 0` keeps the planner from reading the whole table for a few rows. */
const FIND_ODD_EVENTS = `
  select place, is_gone, differs, body
  from (
    select asked.place, asked.at, happened.event_id is null as is_gone, happened.body,
      encode(sha256(convert_to(happened.body, 'UTF8')), 'hex') <> asked.body as is_rewritten,
      (happened.event_id, happened.kind, happened.at) is distinct from (${asked.event}, ${asked.kind}, ${asked.at})
      ${COMPARED.map((field) => `or happened.${columnName(accountEvents, field)} <> ${asked[field]}`).join(' ')} as differs
    from ${askedEvents.from('asked', 'place')}
    left join lateral (
      select *
      from account_event
      where account_event.player_id = asked.player_id and account_event.seq = asked.seq
      offset 0
    ) as happened on true
  ) as compared
  where case when is_gone then at >= $1 else differs or is_rewritten end
  order by place`;

async function checkEvents(
  tx: Tx,
  { rows: { accountEvents: events } }: HistoryPart,
  cut: number,
): Promise<void> {
  if (events.length === 0) return;
  const hashed = events.map((row) => ({ ...row, body: hash('sha256', row.body, 'hex') }));
  const odd = await tx.query<OddEvent>(FIND_ODD_EVENTS, [cut, ...askedEvents.parameters(hashed)]);
  for (const { place, is_gone, differs, body } of odd) {
    const row = events[place - 1];
    if (row === undefined || (!is_gone && !differs && body !== null && isSame(body, row.body))) continue;
    throw new TablesDiffer(`event ${row.seq} of player ${row.player} ${is_gone ? 'is gone' : 'differs'}`);
  }
}

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

/** Of each column that is compared, what the journal says. */
type Columns<Row> = Readonly<Record<string, (row: Row) => unknown>>;

interface Written<Row> {
  readonly name: string;
  readonly table: string;
  readonly columns: Columns<Row>;
  /** What the database computed itself, from the row that the journal asks for and the one that was made. */
  readonly computed?: Readonly<Record<string, string>>;
  /** A row that is older by this column may have been archived. */
  readonly ageColumn: string;
}

/** Looks for the first row that differs, that is gone although it is young enough, or that nobody wrote. */
async function compare<Row extends { readonly id: number }>(
  tx: Tx,
  { name, table, columns, computed = {}, ageColumn }: Written<Row>,
  part: {
    readonly rows: readonly Row[];
    readonly first: number;
    readonly last: number;
    readonly cut: number;
  },
): Promise<void> {
  const read = Object.entries(columns);
  const asked = part.rows.map((row) => ({
    id: row.id,
    ...Object.fromEntries(read.map(([column, of]) => [column, of(row)])),
  }));
  const expected = {
    ...Object.fromEntries(read.map(([column]) => [column, `asked.${column}`])),
    ...computed,
  };
  const made = Object.keys(expected).map((column) => `made.${column}`);
  const [odd] = await tx.query<{ id: number; what: string }>(
    `select coalesce(made.id, asked.id) as id,
       case when asked.id is null then 'was never made' when made.id is null then 'is gone' else 'differs' end as what
     from (select * from ${table} where id between $2 and $3) as made
     full join json_populate_recordset(null::${table}, $1::json) as asked on asked.id = made.id
     where asked.id is null
       or made.id is null and asked.${ageColumn} >= $4
       or made.id is not null and (${made.join()}) is distinct from (${Object.values(expected).join()})
     order by 1
     limit 1`,
    [JSON.stringify(asked), part.first, part.last, part.cut],
  );
  if (odd !== undefined) throw new TablesDiffer(`${name} ${odd.id} ${odd.what}`);
}

const bets: Written<BetRow> = {
  name: 'bet',
  table: 'bet',
  columns: {
    site_id: (row) => row.site,
    player_id: (row) => row.player,
    round_id: (row) => row.round,
    option_id: (row) => row.option,
    type: (row) => row.type,
    pick: (row) => row.pick,
    stake: (row) => print(row.stake),
    rate: (row) => print(row.rate),
    wallet: (row) => row.wallet,
    accepted_ms: (row) => row.acceptedAt,
    open_ms: (row) => row.open,
    close_ms: (row) => row.close,
  },
  computed: { profit: 'trunc(asked.stake * asked.rate, made.places)' },
  ageColumn: 'close_ms',
};

/** How an order ends is told by its player's events. */
const orders: Written<NonNullable<OrderChange['placed']>> = {
  name: 'order',
  table: 'oversea_order',
  columns: {
    site_id: (row) => row.site,
    player_id: (row) => row.player,
    option_id: (row) => row.option,
    wallet: (row) => row.wallet,
    side: (row) => row.side,
    type: (row) => row.type,
    qty: (row) => row.qty,
    price: (row) => print(row.price),
    fires: (row) => row.fires,
    reduce_only: (row) => row.reduceOnly,
    is_unpriced: (row) => row.isUnpriced === true,
    margin: (row) => print(row.margin),
    placed_ms: (row) => row.at,
  },
  ageColumn: 'placed_ms',
};
/** One that has ended may be archived however young it is, so none is missed. */
const NONE_IS_MISSED = Number.MAX_SAFE_INTEGER;

const fills: Written<FillRow> = {
  name: 'fill',
  table: 'oversea_fill',
  columns: {
    event_id: (row) => row.event,
    seq: (row) => row.seq,
    site_id: (row) => row.site,
    player_id: (row) => row.player,
    option_id: (row) => row.option,
    order_id: (row) => row.order,
    wallet: (row) => row.wallet,
    side: (row) => row.side,
    qty: (row) => row.qty,
    price: (row) => print(row.price),
    cause: (row) => row.cause,
    trade_day: (row) => row.tradeDate,
    closed_qty: (row) => row.closedQty,
    opened_qty: (row) => row.openedQty,
    pnl: (row) => print(row.pnl),
    commission: (row) => print(row.commission),
    entry_commission: (row) => print(netOfFill(row).entryCommission),
    exit_commission: (row) => print(netOfFill(row).exitCommission),
    net: (row) => print(netOfFill(row).net),
    at_ms: (row) => row.at,
  },
  ageColumn: 'at_ms',
};
