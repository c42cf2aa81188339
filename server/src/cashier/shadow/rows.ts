// What the events of the cashier change in the tables. A row that is made and changed in one run is written once.
import { type Amount, negate, plus, ZERO } from '@maru/engine/amount';
import { assert } from '@maru/engine/assert';
import { isEnded, playerOf } from '@maru/engine/cashier/apply';
import type { ByRule, DecidedBy, Rate } from '@maru/engine/cashier/commands';
import type {
  BonusNote,
  CashierEvent,
  Converted,
  CouponUsed,
  MoneyTransferred,
  RequestCancelled,
  RequestDone,
  RequestMade,
} from '@maru/engine/cashier/events';
import type { RequestType } from '@maru/engine/cashier/request-machine';
import { rowNumber } from '@maru/engine/cashier/row-number';
import type { PlayerId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { RowOf } from '../../shadow/table.ts';
import type { bonuses, cashierRows, coupons, couponUses } from './tables.ts';

/** The provider of a row that the site's rule for small amounts approved. */
export const DECIDED_BY_RULE = 'rule';

export type MadeRow = Omit<RowOf<typeof cashierRows>, 'shard' | 'currency'>;
export type RowPatch = Pick<MadeRow, 'id'> & Partial<MadeRow>;
type CouponRow = Omit<RowOf<typeof coupons>, 'shard'>;
type BonusRow = Omit<RowOf<typeof bonuses>, 'shard'>;
type BonusPatch = Pick<BonusRow, 'id' | 'locked' | 'turnoverLeft' | 'endedAt'>;

export interface CashierRows {
  readonly made: Map<number, MadeRow>;
  /** Of rows that were made earlier. */
  readonly changed: Map<number, RowPatch>;
  readonly issued: Map<number, CouponRow>;
  readonly endedCoupons: Map<number, Pick<CouponRow, 'id' | 'endedAt' | 'endedBy'>>;
  readonly uses: RowOf<typeof couponUses>[];
  readonly given: Map<number, BonusRow>;
  readonly bonuses: Map<number, BonusPatch>;
}

export const noCashierRows = (): CashierRows => ({
  made: new Map(),
  changed: new Map(),
  issued: new Map(),
  endedCoupons: new Map(),
  uses: [],
  given: new Map(),
  bonuses: new Map(),
});

export function addCashierRows(rows: CashierRows, event: CashierEvent): void {
  const { at } = event;
  switch (event.kind) {
    case 'REQUEST_MADE':
      make(rows, requestRow(event));
      return;
    case 'REQUEST_TAKEN': {
      const takenBy = 'staff' in event.by ? { takenBy: event.by.staff } : undefined;
      change(rows, event.request, { status: 4, takenAt: at, ...takenBy });
      return;
    }
    case 'REQUEST_PAID':
      change(rows, event.request, { status: 4, paidAt: at });
      return;
    case 'REQUEST_DISPUTED':
      change(rows, event.request, { disputedAt: at });
      return;
    case 'REQUEST_CONFIRMED':
      assert('staff' in event.by, 'the first of two is a member of staff');
      change(rows, event.request, { confirmedAt: at, confirmedBy: event.by.staff });
      return;
    case 'REQUEST_DONE':
      addDone(rows, event);
      return;
    case 'REQUEST_REJECTED': {
      const { by, reason } = event;
      change(rows, event.request, { status: 2, change: ZERO, endedAt: at, reason, ...decided(by) });
      return;
    }
    case 'REQUEST_CANCELLED':
      addCancelled(rows, event);
      return;
    case 'DEPOSIT_CREDITED': {
      const { wallet, amount, channel, by } = event;
      const own = { type: 'D', wallet, amount, change: amount, channel, ...decided(by) } as const;
      make(rows, doneRow(event, own));
      return;
    }
    case 'CONVERTED':
      addConverted(rows, event);
      return;
    case 'MONEY_TRANSFERRED':
      addTransferred(rows, event);
      return;
    case 'COUPON_USED':
      addUse(rows, event);
      return;
    case 'COUPON_ISSUED': {
      const { id, site, coupon, wallets, currency, amount, uses, turnover, from, until } = event;
      const { askedBy, approvedBy } = event;
      const issued = { id, site, coupon, wallets, currency, amount, uses, turnover, from, until };
      rows.issued.set(id, { ...issued, askedBy, approvedBy, issuedAt: at });
      return;
    }
    case 'COUPON_ENDED':
      rows.endedCoupons.set(event.issued, { id: event.issued, endedAt: at, endedBy: event.staff });
      return;
  }
}

/** What an event of any product changes of bonuses. */
export function addBonusNote(rows: CashierRows, note: BonusNote, { at }: { readonly at: Millis }): void {
  for (const { id, locked, turnoverLeft } of note.bonuses) {
    const endedAt = isEnded({ locked, turnoverLeft }) ? at : undefined;
    const patch = { id, locked, turnoverLeft, endedAt };
    const given = rows.given.get(id);
    if (given === undefined) rows.bonuses.set(id, patch);
    else rows.given.set(id, { ...given, ...patch });
  }
}

function make(rows: CashierRows, row: MadeRow): void {
  rows.made.set(row.id, row);
}

function change(rows: CashierRows, request: number, patch: Partial<MadeRow>): void {
  const id = rowNumber(request);
  const made = rows.made.get(id);
  if (made === undefined) rows.changed.set(id, { ...rows.changed.get(id), id, ...patch });
  else rows.made.set(id, { ...made, ...patch });
}

const rateFields = (rate: Rate | undefined): Partial<MadeRow> =>
  rate === undefined
    ? {}
    : {
        rateNumerator: rate.numerator,
        rateDenominator: rate.denominator,
        rateAt: rate.at,
        rateSource: rate.source,
      };

function decided(by: DecidedBy | ByRule): Partial<MadeRow> {
  if ('staff' in by) return { decidedBy: by.staff };
  return 'rule' in by ? { provider: DECIDED_BY_RULE } : { provider: by.provider, external: by.external };
}

/** What is held has left the free money at once; everything else moves when it is done. */
const heldChange = (type: RequestType, amount: Amount, fee: Amount): Amount =>
  type === 'W' || type === 'WS' ? negate(plus(amount, fee)) : ZERO;

function requestRow(event: RequestMade): MadeRow {
  const { id, at, site, type, wallet, amount, fee, channel, won, payUntil, payout, staff, reason } = event;
  return {
    ...{ id: rowNumber(id), site, player: playerOf(event), type, status: 0, wallet, amount, fee, channel },
    ...{ won, payUntil, payout, reason, askedBy: staff, createdAt: at, isExpired: false },
    change: heldChange(type, amount, fee),
    ...rateFields(event.rate),
  };
}

/** A row of an event that is done at once. */
function doneRow(
  event: Pick<CashierEvent, 'id' | 'at' | 'site' | 'steps'>,
  own: Pick<MadeRow, 'type' | 'wallet' | 'amount' | 'change'> & Partial<MadeRow>,
  place: 0 | 1 = 0,
): MadeRow {
  const { id, at, site } = event;
  return {
    ...{ id: rowNumber(id, place), site, player: playerOf(event), status: 1, fee: ZERO, channel: '' },
    ...{ createdAt: at, endedAt: at, isExpired: false },
    ...own,
  };
}

function addDone(rows: CashierRows, event: RequestDone): void {
  const { id, at, site, type, wallet, amount, fee, by, turnover } = event;
  const isOut = type === 'W' || type === 'WS' || type === 'PM';
  const moved = isOut ? negate(plus(amount, fee)) : amount;
  change(rows, event.request, { status: 1, change: moved, endedAt: at, turnover, ...decided(by) });
  if (turnover !== undefined) give(rows, { id, site, player: playerOf(event), wallet, amount, turnover, at });
}

function addCancelled(rows: CashierRows, event: RequestCancelled): void {
  const { at, wallet, amount, fee, isExpired } = event;
  change(rows, event.request, { status: 3, change: ZERO, endedAt: at, isExpired });
  const undoes = rowNumber(event.request);
  make(rows, doneRow(event, { type: 'E', wallet, amount, fee, change: ZERO, undoes }));
}

function addConverted(rows: CashierRows, event: Converted): void {
  const { from, to, paid, received, rate, spread } = event;
  const both = { ...rateFields(rate), spread };
  const out = {
    type: 'CO',
    wallet: from,
    amount: paid,
    change: negate(paid),
    counterpartWallet: to,
  } as const;
  const into = {
    type: 'CI',
    wallet: to,
    amount: received,
    change: received,
    counterpartWallet: from,
  } as const;
  make(rows, doneRow(event, { ...out, ...both }));
  make(rows, doneRow(event, { ...into, ...both }, 1));
}

function addTransferred(rows: CashierRows, event: MoneyTransferred): void {
  const { from, to, amount, sender, recipient } = event;
  const other = (player: PlayerId) => (sender === recipient ? undefined : player);
  const out = { type: 'TO', wallet: from, amount, change: negate(amount), counterpartWallet: to } as const;
  const into = { type: 'TI', wallet: to, amount, change: amount, counterpartWallet: from } as const;
  make(rows, doneRow(event, { ...out, player: sender, counterpart: other(recipient) }));
  make(rows, doneRow(event, { ...into, player: recipient, counterpart: other(sender) }, 1));
}

function addUse(rows: CashierRows, event: CouponUsed): void {
  const { id, at, site, issued, wallet, amount, turnover } = event;
  const player = playerOf(event);
  rows.uses.push({ id, coupon: issued, player, at });
  make(rows, doneRow(event, { type: 'B', wallet, amount, change: amount, turnover }));
  give(rows, { id, site, player, wallet, amount, turnover, at });
}

function give(
  rows: CashierRows,
  { at, ...bonus }: Omit<BonusRow, 'locked' | 'turnoverLeft' | 'givenAt'> & { readonly at: Millis },
): void {
  const { id, amount, turnover } = bonus;
  if (turnover > 0n) rows.given.set(id, { ...bonus, locked: amount, turnoverLeft: turnover, givenAt: at });
}
