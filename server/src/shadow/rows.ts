// What a run of events changes in the tables, as plain rows. Pure, so that the tables of a test, of a simulation and
// of PostgreSQL are written from the same rows.
import { assert } from '@maru/engine/assert';
import { purseWeight, seqWeight } from '@maru/engine/digest';
import {
  isOfHouse,
  isPacked,
  linesOf,
  type PackedEvent,
  readLine,
  type WalletShare,
} from '@maru/engine/payment/shares';
import { legsOf, purposeOf } from '@maru/engine/payment/written';
import { type AnyEvent, productOfEvent } from '@maru/engine/products';
import {
  housePurse,
  isHouse,
  type PlayerId,
  type PurseId,
  playerPurse,
  type SiteId,
} from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import { eventsSeen } from '@maru/engine/view';
import { type DurableBatch, encodeEvent, encodeShare, textOf } from '../journal/record.ts';
import { addFlow, addPayment, kindOf, type LedgerDays } from './ledger-days.ts';
import type {
  AccountEventRow,
  AccountRow,
  PaymentSumRow,
  RunRow,
  TransferRow,
  WalletRow,
} from './ledger-tables.ts';
import type { ShadowProduct } from './shadow-product.ts';
import { addPaidBase, addShareBases, type ShareBases } from './share-bases.ts';

export interface PurseDelta {
  readonly id: PurseId;
  readonly site: SiteId;
  readonly owner: PlayerId | undefined;
  readonly currency: string;
  by: bigint;
}

/** What an event changes of accounts beyond money and sequence, in the ledger's own tables. */
export interface LedgerChanges {
  readonly accounts: AccountRow[];
  readonly wallets: WalletRow[];
  readonly runs: Map<string, RunRow>;
  readonly blocked: Map<PlayerId, boolean>;
  readonly sessionVersions: Map<PlayerId, number>;
  /** The change of the digest of every player touched, without the money. */
  readonly digests: Map<PlayerId, bigint>;
}

export interface RowChanges extends LedgerChanges {
  /** The newest sequence of every player touched. */
  readonly seqs: Map<PlayerId, number>;
  readonly purses: Map<PurseId, PurseDelta>;
  readonly transfers: TransferRow[];
  /** The same money by day and kind of purse. */
  readonly days: LedgerDays;
  /** What partners have a share of. */
  readonly bases: ShareBases;
  /** The same of payments, each altogether. */
  readonly payments: PaymentSumRow[];
  readonly accountEvents: AccountEventRow[];
  /** The changes of the products' own tables. */
  readonly products: ReadonlyMap<string, { readonly product: ShadowProduct; readonly rows: unknown }>;
  lastEvent: number;
  lastAt: Millis;
}

export const noRows = (products: readonly ShadowProduct[]): RowChanges => ({
  accounts: [],
  seqs: new Map(),
  digests: new Map(),
  blocked: new Map(),
  sessionVersions: new Map(),
  wallets: [],
  runs: new Map(),
  purses: new Map(),
  transfers: [],
  days: new Map(),
  bases: new Map(),
  payments: [],
  accountEvents: [],
  products: new Map(products.map((product) => [product.name, { product, rows: product.noRows() }])),
  lastEvent: 0,
  lastAt: 0 as Millis,
});

export function rowsOf(batches: readonly DurableBatch[], products: readonly ShadowProduct[]): RowChanges {
  const rows = noRows(products);
  for (const batch of batches) addBatch(rows, batch);
  return rows;
}

/** The rows of one product among all changes. */
export function productRows<Rows>(
  { products }: Pick<RowChanges, 'products'>,
  product: ShadowProduct<Rows>,
): Rows {
  const own = products.get(product.name);
  assert(own !== undefined, `the rows have none of ${product.name}`);
  return own.rows as Rows;
}

export function addBatch(
  rows: RowChanges,
  { events, entries }: Pick<DurableBatch, 'events' | 'entries'>,
): void {
  for (const [index, event] of events.entries()) addEvent(rows, event, textOf(event, entries[index]));
}

/** Runs, session versions and sequences increase by one at a time, so a change knows its difference of the digest. */
export function addDigest({ digests }: LedgerChanges, player: PlayerId, by: bigint): void {
  digests.set(player, BigInt.asUintN(64, (digests.get(player) ?? 0n) + by));
}

function moveOn(rows: RowChanges, player: PlayerId, seq: number): void {
  rows.seqs.set(player, seq);
  addDigest(rows, player, seqWeight(player));
}

/** The changes of the accounts' digests, their money included. */
export function digestsOf({ digests, purses }: RowChanges): ReadonlyMap<PlayerId, bigint> {
  const moved = new Map(digests);
  for (const { id, owner, by } of purses.values())
    if (owner !== undefined)
      moved.set(owner, BigInt.asUintN(64, (moved.get(owner) ?? 0n) + purseWeight(id) * by));
  return moved;
}

function addEvent(rows: RowChanges, event: AnyEvent, text: string): void {
  const { id, at, site } = event;
  rows.lastEvent = id;
  rows.lastAt = at;
  if (isPacked(event)) {
    addShares(rows, event);
    addPayment(rows, event);
    addOwnRows(rows, event);
    return;
  }
  addShareBases(rows.bases, event);
  const setAside = setAsideOf(event);
  for (const [leg, transfer] of event.transfers.entries()) {
    const { from, to, currency, amount, reason } = transfer;
    if (setAside === undefined)
      rows.transfers.push({ event: id, leg, site, currency, from, to, amount, reason, at });
    move(rows, { id: from, site, currency }, -amount);
    move(rows, { id: to, site, currency }, amount);
    addFlow(rows.days, {
      ...{ site, at, currency, from: kindOf(from), to: kindOf(to), reason, amount, moves: 1 },
    });
  }
  const seenBy = eventsSeen(event);
  for (const { player, seq } of event.steps) {
    moveOn(rows, player, seq);
    const seen = seenBy.get(player) ?? event;
    rows.accountEvents.push({
      player,
      seq,
      event: id,
      kind: event.kind,
      at,
      body: seen === event ? text : encodeEvent(seen),
      ...setAside,
      ...(event.answers?.player === player
        ? { answerKey: event.answers.key, answerPrint: event.answers.fingerprint }
        : undefined),
    });
  }
  assert(
    event.answers === undefined || seenBy.has(event.answers.player),
    'who is answered is one of the event’s players',
  );
  addOwnRows(rows, event);
}

/** Present when the event moves nothing but one amount between the free and the waiting purse of its one player. */
function setAsideOf({
  kind,
  steps,
  transfers,
}: AnyEvent): Pick<AccountEventRow, 'setAside' | 'setAsideWallet'> | undefined {
  const [step] = steps;
  const [transfer] = transfers;
  if (step === undefined || transfer === undefined || steps.length !== 1 || transfers.length !== 1)
    return undefined;
  const { from, to, amount, reason } = transfer;
  // The view `ledger` derives the reason from the kind of event.
  if (productOfEvent(kind).facts.setsAside !== reason) return undefined;
  const wallet = from.slice(from.indexOf(':') + 1, from.lastIndexOf(':'));
  const free = playerPurse(step.player, wallet, 'free');
  const wait = playerPurse(step.player, wallet, 'wait');
  if (from === free && to === wait) return { setAsideWallet: wallet, setAside: amount };
  return from === wait && to === free ? { setAsideWallet: wallet, setAside: -amount } : undefined;
}

/**
 * A payment to thousands. Its amounts are in the player's own history, and the kind of event tells both purses: one
 * row instead of three. Money that was taken back is written leg by leg, as all other money is.
 */
function addShares(rows: RowChanges, event: PackedEvent): void {
  const { id, at, site, kind } = event;
  const bodyOf = encodeShare(event);
  const purpose = purposeOf(event);
  let leg = 0;
  for (const line of linesOf(event.shares)) {
    const { player, seq, wallets } = readLine(line);
    moveOn(rows, player, seq);
    const [first] = wallets;
    const isPlain = first !== undefined && wallets.length === 1 && !isTakenBack(first);
    for (const share of wallets) {
      movePurses(rows, share, { player, site, purpose });
      addPaidBase(rows.bases, event, player, share);
      if (isPlain) continue;
      for (const transfer of legsOf(share, { player, site, purpose })) {
        rows.transfers.push({ event: id, leg, site, ...transfer, at });
        leg += 1;
      }
    }
    const row = { player, seq, event: id, kind, at, body: bodyOf(line) };
    if (!isPlain) {
      rows.accountEvents.push(row);
      continue;
    }
    const { type: paidWallet, won: stakeBack, profit, void: voidBack, lost } = first;
    rows.accountEvents.push({ ...row, paidWallet, stakeBack, profit, voidBack, lost });
  }
}

const isTakenBack = ({ given, taken, repaid }: WalletShare): boolean =>
  given !== 0n || taken !== 0n || repaid !== 0n;

function movePurses(
  rows: RowChanges,
  share: WalletShare,
  { player, site, purpose }: { readonly player: PlayerId; readonly site: SiteId; readonly purpose: string },
): void {
  const { type, currency } = share;
  const free =
    share.won + share.profit + share.void + share.given - (share.taken - share.missing) - share.repaid;
  const wait = -(share.won + share.void + share.lost);
  const debt = share.repaid - share.missing;
  if (free !== 0n) move(rows, { id: playerPurse(player, type, 'free'), site, currency }, free);
  if (wait !== 0n) move(rows, { id: playerPurse(player, type, 'wait'), site, currency }, wait);
  if (debt !== 0n) move(rows, { id: playerPurse(player, type, 'debt'), site, currency }, debt);
  const house = -(free + wait + debt);
  if (isOfHouse(share)) move(rows, { id: housePurse(site, purpose, currency), site, currency }, house);
}

/** Adds the rows of the event's product, beyond money, sequence and kept answer. */
function addOwnRows(rows: RowChanges, event: AnyEvent): void {
  const own = tablesOf(rows, productOfEvent(event.kind).product.name);
  own.product.addRows(own.rows, event, rows);
  for (const note of event.notes ?? []) {
    const follower = tablesOf(rows, note.product);
    follower.product.addNote?.(follower.rows, note, event);
  }
}

function tablesOf({ products }: RowChanges, name: string) {
  const own = products.get(name);
  assert(own !== undefined, `no tables were given for ${name}`);
  return own;
}

function move(rows: RowChanges, purse: Pick<PurseDelta, 'id' | 'site' | 'currency'>, by: bigint): void {
  const known = rows.purses.get(purse.id);
  if (known) {
    assert(
      known.site === purse.site && known.currency === purse.currency,
      `${purse.id} changes its currency`,
    );
    known.by += by;
    return;
  }
  const owner = isHouse(purse.id)
    ? undefined
    : (Number(purse.id.slice(0, purse.id.indexOf(':'))) as PlayerId);
  rows.purses.set(purse.id, { ...purse, owner, by });
}
