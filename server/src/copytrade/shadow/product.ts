// Copy trading in the shadow's tables.

import type { Book } from '@maru/engine/book';
import { putFollow, putLead, putTrader, withTrades } from '@maru/engine/copytrade/apply';
import type { CopytradeEvent } from '@maru/engine/copytrade/events';
import type { Copy } from '@maru/engine/copytrade/state';
import { leadId } from '@maru/engine/copytrade/terms';
import type { Tx } from '../../db/database.ts';
import { FILLS_PER_EVENT } from '../../futures/wire.ts';
import type { AuditedPart, ShadowProduct } from '../../shadow/shadow-product.ts';
import { type Difference, fieldsOf, findDifference, selectFrom } from '../../shadow/statements.ts';
import { TablesDiffer } from '../../shadow/tables.ts';
import { copytradeDeletions, copytradeTables, findCopyCutoffs } from './archive.ts';
import { readOwnTrades } from './own-trades-text.ts';
import { addCopytradeNote, addCopytradeRows, type CopytradeRows, noCopytradeRows } from './rows.ts';
import { FIXED_OF_FOLLOW, follows, leads, openCopies, records, shares, traders } from './tables.ts';
import { writeCopytradeRows } from './write.ts';

export const copytradeShadow: ShadowProduct<CopytradeRows, CopytradeEvent> = {
  name: 'copytrade',
  tables: copytradeTables,
  noRows: noCopytradeRows,
  addRows: addCopytradeRows,
  addNote: addCopytradeNote,
  write: writeCopytradeRows,
  load: loadCopytrade,
  check: checkCopytrade,
  findCutoffs: findCopyCutoffs,
  deletions: copytradeDeletions,
};

const COUNTED_OF_LEAD = ['copied', 'missed', 'slippage'] as const;
const LEAD = fieldsOf(leads, 'shard', ...COUNTED_OF_LEAD);
const readTraders = selectFrom(traders, fieldsOf(traders, 'shard'));
const readFollows = selectFrom(
  follows,
  fieldsOf(
    follows,
    'shard',
    'copied',
    'missed',
    'used',
    'usedSince',
    'usedSum',
    'usedMs',
    'detachedAt',
    'detachedBy',
    'endedAt',
    'endedBy',
    'waived',
  ),
);
const readOpen = selectFrom(openCopies, fieldsOf(openCopies, 'leadQty', 'leadSum'));
const readLeads = selectFrom(leads, fieldsOf(leads, 'shard', 'site', ...COUNTED_OF_LEAD));

/** Those that somebody waits for: leads are handled in the order of their numbers. */
const PENDING = `join (
    select copy_follow.trader_id, min(copy_follow.handled) as handled
    from copy_follow
    where copy_follow.shard = $1 and copy_follow.ended_ms is null and copy_follow.state = 'ACTIVE'
    group by copy_follow.trader_id
  ) as waiting on waiting.trader_id = copy_lead.trader_id
  where copy_lead.shard = $1 and copy_lead.id > waiting.handled
  order by copy_lead.id`;

async function loadCopytrade(tx: Tx, shard: number, { copytrade: state }: Book): Promise<void> {
  for (const { open, isHeld, ...row } of await readTraders(tx, 'where shard = $1 order by player_id', [
    shard,
  ])) {
    const trader = { ...withoutAbsent(row), ...(isHeld ? { isHeld } : undefined) };
    putTrader(state, withTrades(trader, readOwnTrades(open)));
  }
  const copies = Map.groupBy(
    await readOpen(
      tx,
      `join copy_follow on copy_follow.id = copy_open.follow_id
       where copy_follow.shard = $1
       order by copy_open.follow_id, copy_open.option_id`,
      [shard],
    ),
    ({ follow }) => follow,
  );
  for (const { state: stored, ...row } of await readFollows(
    tx,
    'where shard = $1 and ended_ms is null order by id',
    [shard],
  )) {
    if (stored === 'ENDED') continue;
    const own = new Map<number, Copy>();
    for (const { follow: _follow, ...copy } of copies.get(row.id) ?? []) own.set(copy.instrument, copy);
    putFollow(state, { ...withoutAbsent(row), state: stored, copies: own });
  }
  for (const lead of await readLeads(tx, PENDING, [shard])) putLead(state, lead);
}

/** As an event has it: what is not set has no field. */
function withoutAbsent<Row extends object>(
  row: Row,
): { [Field in keyof Row]: Exclude<Row[Field], undefined> } {
  const present = Object.entries(row).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as { [Field in keyof Row]: Exclude<Row[Field], undefined> };
}

/** What becomes of a follow is in its players' events; one that ended may be archived however young it is. */
const findOddFollow = findDifference(follows, { fields: FIXED_OF_FOLLOW, age: 'startedAt' });
const NONE_IS_MISSED = Number.MAX_SAFE_INTEGER;
const findOddLead = findDifference(leads, { fields: LEAD, age: 'at' });
const findOddRecord = findDifference(records, { fields: fieldsOf(records), age: 'at' });
const findOddShare = findDifference(shares, { fields: fieldsOf(shares), age: 'at' });

async function checkCopytrade(
  tx: Tx,
  rows: CopytradeRows,
  { first, last, archived }: AuditedPart,
): Promise<void> {
  const cut = archived?.at ?? 0;
  const events = { first, last, cut };
  const numbered = { first: first * FILLS_PER_EVENT, last: (last + 1) * FILLS_PER_EVENT - 1, cut };
  const led = { first: leadId(first, 0), last: leadId(last + 1, 0) - 1, cut };
  refuseOdd('follow', await findOddFollow(tx, rows.begun, { ...events, cut: NONE_IS_MISSED }));
  refuseOdd('lead', await findOddLead(tx, rows.leads, led));
  refuseOdd('record', await findOddRecord(tx, rows.records, numbered));
  refuseOdd('share', await findOddShare(tx, rows.shares, events));
}

function refuseOdd(what: string, odd: Difference | undefined): void {
  if (odd !== undefined) throw new TablesDiffer(`${what} ${odd.id} of copy trading ${odd.what}`);
}
