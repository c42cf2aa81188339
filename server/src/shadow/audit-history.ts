// The rows that are written once and not changed: the events of each player, and the rows that each product checks.
// Each event is looked up by its key and compared. Columns that came with a later migration are compared where they
// were filled.
import { hash } from 'node:crypto';
import type { Tx } from '../db/database.ts';
import { decode, encode } from '../journal/record.ts';
import type { Cutoffs } from './cutoffs.ts';
import { accountEvents } from './ledger-tables.ts';
import type { RowChanges } from './rows.ts';
import { expressions, givenRows } from './statements.ts';
import { columnName } from './table.ts';
import { TablesDiffer } from './tables.ts';

/** The rows of a run of events, from the first number to the last. */
export interface HistoryPart {
  readonly first: number;
  readonly last: number;
  readonly rows: Pick<RowChanges, 'accountEvents' | 'products'>;
}

/** Rows of one statement: a few milliseconds of work, also for the embedded database with its single connection. */
const ROWS_AT_ONCE = 100;

/** The events of a payment to thousands are compared a few at a time. */
export function* slicesOf(part: HistoryPart): Iterable<HistoryPart> {
  const { accountEvents } = part.rows;
  yield { ...part, rows: { ...part.rows, accountEvents: accountEvents.slice(0, ROWS_AT_ONCE) } };
  for (let from = ROWS_AT_ONCE; from < accountEvents.length; from += ROWS_AT_ONCE) {
    const some = accountEvents.slice(from, from + ROWS_AT_ONCE);
    // The rows of the products were compared with the first of them.
    yield { ...part, rows: { accountEvents: some, products: new Map() } };
  }
}

/** Throws `TablesDiffer` for the first row that differs from the journal. */
export async function checkHistory(tx: Tx, shard: number, part: HistoryPart): Promise<void> {
  const archived = await findCutoffs(tx, shard);
  await checkEvents(tx, part, archived?.at ?? 0);
  const { first, last, rows } = part;
  for (const each of rows.products.values())
    await each.product.check(tx, each.rows, { first, last, archived });
}

/** Older events may have been archived. */
async function findCutoffs(tx: Tx, shard: number): Promise<Cutoffs | undefined> {
  const [row] = await tx.query<{ cutoffs: Cutoffs }>('select cutoffs from archive_mark where shard = $1', [
    shard,
  ]);
  return row?.cutoffs;
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
const askedEvents = givenRows(accountEvents, EVENT_FIELDS, 2);
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

/** The order of its fields does not matter. */
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
