// Confirmed shares in the shadow's tables, and the row C of the history for each that is paid. Nothing of it is
// archived: a partner has a few rows a month.
import { ZERO } from '@maru/engine/amount';
import { assert } from '@maru/engine/assert';
import type { Book } from '@maru/engine/book';
import { rowNumber } from '@maru/engine/cashier/row-number';
import type { PartnerEvent } from '@maru/engine/partner/events';
import { putShare } from '@maru/engine/partner/state';
import type { MadeRow } from '../../cashier/shadow/rows.ts';
import { cashierRows, FIXED } from '../../cashier/shadow/tables.ts';
import type { Tx } from '../../db/database.ts';
import type { Bring } from '../../shadow/load-players.ts';
import { byShard } from '../../shadow/of-shard.ts';
import type { AuditedPart, ShadowProduct } from '../../shadow/shadow-product.ts';
import {
  type Difference,
  fieldsOf,
  findDifference,
  insertMany,
  selectFrom,
  updateMany,
} from '../../shadow/statements.ts';
import type { RowOf } from '../../shadow/table.ts';
import { TablesDiffer } from '../../shadow/tables.ts';
import { partnerShares } from './tables.ts';

type ShareRow = Omit<RowOf<typeof partnerShares>, 'shard'>;
type Payment = Required<Pick<ShareRow, 'id' | 'paidEvent' | 'paidBy' | 'paidAt'>>;

export interface PartnerRows {
  readonly confirmed: Map<number, ShareRow>;
  /** Of shares that were confirmed earlier. */
  readonly paid: Payment[];
  readonly history: MadeRow[];
}

export const partnerShadow: ShadowProduct<PartnerRows, PartnerEvent> = {
  name: 'partner',
  // The rows of the history are retained by the product whose table it is.
  tables: [{ name: 'partner_share', ofShard: byShard, retained: () => 'select * from partner_share' }],
  noRows: () => ({ confirmed: new Map(), paid: [], history: [] }),
  addRows,
  write,
  load,
  check,
  deletions: () => [],
};

function addRows({ confirmed, paid, history }: PartnerRows, event: PartnerEvent): void {
  const { id, at, site, steps, wallet, amount, settlement } = event;
  const player = steps[0]?.player;
  assert(player !== undefined, 'a share is somebody’s');
  if (event.kind === 'SHARE_CONFIRMED') {
    const { fromDay, throughDay, requestedBy, approvedBy } = event;
    const share = { id, site, player, settlement, wallet, amount, fromDay, throughDay };
    confirmed.set(id, { ...share, requestedBy, approvedBy, confirmedAt: at });
    return;
  }
  const payment = { id: event.share, paidEvent: id, paidBy: event.staff, paidAt: at };
  const known = confirmed.get(event.share);
  if (known === undefined) paid.push(payment);
  else confirmed.set(known.id, { ...known, ...payment });
  history.push({
    ...{ id: rowNumber(id), site, player, type: 'C', status: 1, wallet, amount, change: amount, fee: ZERO },
    ...{ channel: '', createdAt: at, endedAt: at, isExpired: false, decidedBy: event.staff },
  });
}

const insertShares = insertMany(partnerShares, {
  fields: fieldsOf(partnerShares, 'shard'),
  shared: ['shard'],
});
const payShares = updateMany(partnerShares, { key: ['id'], fields: ['paidEvent', 'paidBy', 'paidAt'] });
const insertHistory = insertMany(cashierRows, {
  fields: fieldsOf(cashierRows, 'shard', 'currency'),
  shared: ['shard'],
  computed: () => ({ currency: 'wallet.currency' }),
  join: 'join wallet on wallet.player_id = given.player_id and wallet.type = given.wallet',
});
const readShares = selectFrom(partnerShares, fieldsOf(partnerShares));

async function write(tx: Tx, shard: number, rows: PartnerRows): Promise<void> {
  await payShares(tx, rows.paid);
  await insertShares(tx, [...rows.confirmed.values()], { shard });
  await insertHistory(tx, rows.history, { shard });
}

async function load(tx: Tx, shard: number, book: Book, bring: Bring): Promise<void> {
  const open = await readShares(tx, 'where shard = $1 and paid_event is null order by id', [shard]);
  await bring(open.map(({ player }) => player));
  for (const { id, player, wallet, amount, settlement } of open)
    putShare(book.partner, { id, player, wallet, amount, settlement });
}

const findOddShare = findDifference(partnerShares, {
  fields: fieldsOf(partnerShares, 'shard', 'paidEvent', 'paidBy', 'paidAt'),
  age: 'confirmedAt',
});
const findOddRow = findDifference(cashierRows, { fields: FIXED, age: 'createdAt', where: `type = 'C'` });

async function check(tx: Tx, rows: PartnerRows, { first, last }: AuditedPart): Promise<void> {
  const numbered = { first: rowNumber(first), last: rowNumber(last, 1), cut: 0 };
  refuseOdd('share', await findOddShare(tx, [...rows.confirmed.values()], { first, last, cut: 0 }));
  refuseOdd('paid share', await findOddRow(tx, rows.history, numbered));
}

function refuseOdd(what: string, odd: Difference | undefined): void {
  if (odd !== undefined) throw new TablesDiffer(`${what} ${odd.id} of a partner ${odd.what}`);
}
