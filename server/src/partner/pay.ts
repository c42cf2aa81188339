// Pays confirmed shares. What somebody asked for is written before the desk is asked, and the desk knows each share of it
// by a key: a process that is killed in between leaves a payment that the next one finishes, and a repeated request gets
// the first answer.
import { createHash } from 'node:crypto';
import type { ReplyOf } from '@maru/contract/call';
import {
  MOST_SETTLED_LINES,
  type paySettlement,
  type previewPayment,
} from '@maru/contract/partner/settlement';
import { toDecimal } from '@maru/engine/amount';
import type { PayShare } from '@maru/engine/partner/commands';
import type { SiteId } from '@maru/engine/purse';
import { DAY_MS } from '@maru/engine/time';
import type { Database, Tx } from '../db/database.ts';
import { type Desk, isTransient } from '../desk/desk.ts';
import { insertStaffChange } from '../staff/changes.ts';
import {
  type AskedPayment,
  deleteOldPayments,
  findPayment,
  finishPayment,
  holdPayments,
  insertPayment,
  listOpenPayments,
  type OpenPayment,
  readPayment,
} from './pay-store.ts';
import { listUnpaid, type UnpaidShare } from './settle-store.ts';
import { totalsOf } from './totals.ts';

const PAID_AT_ONCE = 200;
const FINISHED_AT_ONCE = 20;
const KEPT_MS = 2 * DAY_MS;

type Refusal = 'SETTLEMENT_NOTHING' | 'SETTLEMENT_CHANGED' | 'SECOND_PERSON_NEEDED';
type Answer =
  | { readonly ok: true; readonly reply: ReplyOf<typeof paySettlement> }
  | { readonly ok: false; readonly refusal: Refusal };
/** `RESULT_UNKNOWN` while the desk cannot answer: it is paid as soon as it can. */
export type Paid = Answer | { readonly ok: false; readonly refusal: 'KEY_REUSED' | 'RESULT_UNKNOWN' };

export interface PayParts {
  readonly database: Database;
  readonly desk: Desk;
}

const nothing: Answer = { ok: false, refusal: 'SETTLEMENT_NOTHING' };

/** A sum alone does not say whose it is: as much may have been paid to one partner and confirmed for another. */
const digestOf = (shares: readonly UnpaidShare[]): string =>
  createHash('sha256')
    .update(shares.map((share) => `${share.id} ${toDecimal(share.amount)}\n`).join(''))
    .digest('hex');

interface Payable {
  readonly shares: readonly UnpaidShare[];
  readonly hasMore: boolean;
}

async function readPayable(
  tx: Tx,
  { site, through, partner }: Pick<AskedPayment, 'site' | 'through' | 'partner'>,
): Promise<Payable> {
  const open = await listUnpaid(tx, { site, through, partner, limit: MOST_SETTLED_LINES + 1 });
  const shares = open.slice(0, MOST_SETTLED_LINES);
  return { shares, hasMore: open.length > shares.length };
}

/** What a payment of this would pay, from the list that it pays. */
export async function showPayment(
  tx: Tx,
  of: Pick<AskedPayment, 'site' | 'through' | 'partner'>,
): Promise<ReplyOf<typeof previewPayment>> {
  const { shares, hasMore } = await readPayable(tx, of);
  const counts = Map.groupBy(shares, ({ currency }) => currency);
  const sums = totalsOf(shares).map((sum) => ({ ...sum, shares: counts.get(sum.currency)?.length ?? 0 }));
  return { sums, hasMore, digest: digestOf(shares) };
}

export async function payShares(parts: PayParts, asked: AskedPayment): Promise<Paid> {
  const begun = await parts.database.transaction((tx) => beginPayment(tx, asked));
  return typeof begun === 'number' ? finish(parts, begun) : begun;
}

/** Of payments that were begun: those of a process that was killed, and those that the desk could not answer. */
export async function finishPayments(parts: PayParts, site: SiteId): Promise<void> {
  const open = await parts.database.transaction((tx) => listOpenPayments(tx, site, FINISHED_AT_ONCE));
  for (const id of open) await finish(parts, id);
}

/** The number of the payment to finish, or its answer. */
async function beginPayment(tx: Tx, asked: AskedPayment): Promise<number | Paid> {
  const { site, key, now } = asked;
  const known = await knownPayment(tx, asked);
  if (known !== undefined) return known;
  await deleteOldPayments(tx, now - KEPT_MS);
  await holdPayments(tx, site);
  const { shares, hasMore } = await readPayable(tx, asked);
  const refusal = refusalOf(shares, asked);
  const refused: Answer | undefined = refusal && { ok: false, refusal };
  // Without a key nobody asks for a refusal again.
  if (refused !== undefined && key === undefined) return refused;
  const id = await insertPayment(tx, asked, {
    shares: refused === undefined ? shares.map((share) => share.id) : [],
    hasMore,
    answer: refused && JSON.stringify(refused),
  });
  if (id !== undefined) return refused ?? id;
  // Another request with the same key was written meanwhile.
  return (await knownPayment(tx, asked)) ?? { ok: false, refusal: 'RESULT_UNKNOWN' };
}

function refusalOf(
  shares: readonly UnpaidShare[],
  { digest, staff }: Pick<AskedPayment, 'digest' | 'staff'>,
): Refusal | undefined {
  if (shares.length === 0) return 'SETTLEMENT_NOTHING';
  if (digestOf(shares) !== digest) return 'SETTLEMENT_CHANGED';
  // Nobody decides about their own money.
  return shares.some(({ partner }) => partner === staff) ? 'SECOND_PERSON_NEEDED' : undefined;
}

async function knownPayment(
  tx: Tx,
  { staff, key }: Pick<AskedPayment, 'staff' | 'key'>,
): Promise<number | Paid | undefined> {
  const known = key && (await findPayment(tx, staff, key.key));
  if (known === undefined) return undefined;
  if (known.fingerprint !== key?.fingerprint) return { ok: false, refusal: 'KEY_REUSED' };
  return known.answer === null ? known.id : (JSON.parse(known.answer) as Answer);
}

async function finish({ database, desk }: PayParts, id: number): Promise<Paid> {
  const unknown = { ok: false, refusal: 'RESULT_UNKNOWN' } as const;
  const found = await database.transaction((tx) => readPayment(tx, id));
  if (found === undefined) return unknown;
  const { payment, shares } = found;
  if (payment.answer !== null) return JSON.parse(payment.answer) as Answer;
  const paid: UnpaidShare[] = [];
  for (let at = 0; at < shares.length; at += PAID_AT_ONCE) {
    const some = shares.slice(at, at + PAID_AT_ONCE);
    const outcomes = await Promise.all(desk.submitTogether(some.map((share) => commandOf(payment, share))));
    if (outcomes.some(isTransient)) return unknown;
    // Whatever is refused somebody else has paid since.
    paid.push(...some.filter((_, index) => outcomes[index]?.ok === true));
  }
  const last = paid.at(-1);
  const answer: Answer =
    last === undefined
      ? nothing
      : { ok: true, reply: { paid: paid.length, sums: totalsOf(paid), hasMore: payment.hasMore } };
  // Until the tables show it the payment is under way: another one would be shown its shares as unpaid.
  if (!(await areWritten(desk, paid))) return answer;
  const stored = await database.transaction(async (tx) => {
    if (!(await finishPayment(tx, id, JSON.stringify(answer)))) return (await readPayment(tx, id))?.payment;
    if (last !== undefined) await noteChange(tx, payment, paid);
    return undefined;
  });
  return typeof stored?.answer === 'string' ? (JSON.parse(stored.answer) as Answer) : answer;
}

async function areWritten(desk: Desk, shares: readonly UnpaidShare[]): Promise<boolean> {
  for (const partner of new Set(shares.map((share) => share.partner)))
    if (!(await desk.caughtUp(partner))) return false;
  return true;
}

const commandOf = ({ id, site, staff }: OpenPayment, share: UnpaidShare): PayShare => ({
  ...{ kind: 'PAY_SHARE', site, player: share.partner, share: share.id, staff },
  key: { key: `partner-payment-${id}-${share.id}`, fingerprint: String(share.id) },
});

const noteChange = (
  tx: Tx,
  { site, staff, partner, through, reason, at }: OpenPayment,
  paid: readonly UnpaidShare[],
): Promise<unknown> =>
  insertStaffChange(tx, {
    ...{ site, area: 'PARTNER', action: 'PAY', before: {} },
    subject: partner === null ? 'shares' : `partner ${partner}`,
    after: { throughDay: through, shares: paid.map((share) => share.id), sums: totalsOf(paid) },
    by: { staff, now: at, reason },
  });
