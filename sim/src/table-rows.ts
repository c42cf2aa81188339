// The shadow's tables as plain maps, with the constraints of the real ones. Written and loaded without any code of the
// server but the rows themselves.
import { amount, toDecimal } from '@maru/engine/amount';
import { type Book, emptyBook } from '@maru/engine/book';
import { weighBook } from '@maru/engine/book-digest';
import type { AnyEvent } from '@maru/engine/products';
import type { PlayerId } from '@maru/engine/purse';
import { putPurse } from '@maru/engine/transfer';
import { createWallet } from '@maru/engine/wallet';
import { accountShadow } from '@maru/server/account/shadow/product';
import type { Cutoffs } from '@maru/server/shadow/cutoffs';
import type { AccountEventRow } from '@maru/server/shadow/ledger-tables';
import { digestsOf, productRows, type RowChanges } from '@maru/server/shadow/rows';
import { type Mark, NO_MARK } from '@maru/server/shadow/tables';
import { addNew, existing } from './map-rows.ts';
import { ownerOfEvent, simProducts, type TableParts } from './products.ts';
import { Violation } from './violation.ts';

interface Account {
  readonly site: number;
  readonly role: string;
  blocked: boolean;
  version: number;
  seq: number;
  digest: bigint;
}
interface HoldLine {
  readonly player: number;
  readonly wallet: string;
  readonly amount: bigint;
  readonly purpose: string;
}
interface AnswerLine {
  readonly key: string;
  readonly fingerprint: string;
  readonly event: number;
  readonly seq: number;
  readonly at: number;
}
export interface PurseLine {
  readonly site: number;
  readonly owner: number | undefined;
  readonly currency: string;
  balance: bigint;
  /** What it held at the snapshot behind which its transfers are gone. */
  brought: bigint;
}
/** The events of one player from the first that is still there. */
export interface HistoryLine {
  /** The last that is archived. */
  before: number;
  readonly rows: AccountEventRow[];
}

interface CoreRows {
  mark: Mark;
  lastEvent: number;
  lastAt: number;
  readonly accounts: Map<number, Account>;
  readonly wallets: Map<
    string,
    { player: number; type: string; currency: string; places: number; run: number }
  >;
  readonly purses: Map<string, PurseLine>;
  readonly transfers: Map<string, { readonly from: string; readonly to: string; readonly amount: bigint }>;
  readonly holds: Map<number, HoldLine>;
  readonly history: Map<number, HistoryLine>;
  readonly answers: Map<number, Map<string, AnswerLine>>;
  /** What is older may be gone. */
  archived: Cutoffs | undefined;
}

export type TableRows = CoreRows & TableParts;

export const emptyRows = (): TableRows => ({
  mark: NO_MARK,
  lastEvent: 0,
  lastAt: 0,
  accounts: new Map(),
  wallets: new Map(),
  purses: new Map(),
  transfers: new Map(),
  holds: new Map(),
  history: new Map(),
  answers: new Map(),
  ...emptyParts(),
  archived: undefined,
});

const emptyParts = (): TableParts =>
  Object.assign({}, ...simProducts.map(({ tables }) => tables.empty())) as TableParts;

export const lastSeq = ({ before, rows }: HistoryLine): number => before + rows.length;

/** One transaction of the shadow: all rows and the mark. */
export function writeRows(tables: TableRows, changes: RowChanges, to: Mark): void {
  for (const { player, site, role } of changes.accounts) {
    addNew(
      tables.accounts,
      player as number,
      { site, role, blocked: false, version: 1, seq: 0, digest: 0n },
      'account',
    );
  }
  for (const { player, type, currency, places } of changes.wallets) {
    addNew(tables.wallets, `${player}:${type}`, { player, type, currency, places, run: 1 }, 'wallet');
  }
  for (const [player, seq] of changes.seqs) existing(tables.accounts, player as number, 'account').seq = seq;
  for (const [player, by] of digestsOf(changes)) {
    const account = existing(tables.accounts, player as number, 'account');
    account.digest = BigInt.asUintN(64, account.digest + by);
  }
  for (const [player, blocked] of changes.blocked)
    existing(tables.accounts, player as number, 'account').blocked = blocked;
  for (const [player, version] of changes.sessionVersions)
    existing(tables.accounts, player as number, 'account').version = version;
  for (const { player, type, run } of changes.runs.values())
    existing(tables.wallets, `${player}:${type}`, 'wallet').run = run;
  for (const product of simProducts) product.tables.write(tables, changes);
  writeMoney(tables, changes);
  for (const row of changes.accountEvents) {
    const own = tables.history.get(row.player) ?? { before: 0, rows: [] };
    tables.history.set(row.player, own);
    if (row.seq !== lastSeq(own) + 1)
      throw new Violation('I-23', `history of ${row.player} goes from ${lastSeq(own)} to ${row.seq}`);
    own.rows.push(row);
    writePayment(tables, row);
    writeSetAside(tables, row);
  }
  writeAnswers(tables, changes.accountEvents);
  if (changes.lastEvent !== 0) {
    tables.lastEvent = changes.lastEvent;
    tables.lastAt = changes.lastAt;
  }
  tables.mark = to;
}

const mayOwe = (rows: TableRows, id: string) =>
  id.endsWith(':debt') || simProducts.some(({ tables }) => tables.isCovered?.(rows, id) === true);

function writeMoney(tables: TableRows, changes: RowChanges): void {
  for (const { id, site, owner, currency, by } of changes.purses.values()) {
    const purse = tables.purses.get(id) ?? { site, owner, currency, balance: 0n, brought: 0n };
    tables.purses.set(id, purse);
    purse.balance += by;
    if (purse.balance < 0n && purse.owner !== undefined && !mayOwe(tables, id))
      throw new Violation('I-04', `the table would show ${id} below zero`);
  }
  for (const { event, leg, site, currency, from, to, amount } of changes.transfers) {
    if (amount <= 0n) throw new Violation('I-01', `transfer ${event}:${leg} moves nothing`);
    for (const end of [from, to]) {
      const purse = existing(tables.purses, end as string, 'purse');
      if (purse.currency !== currency || purse.site !== site)
        throw new Violation('I-02', `transfer ${event}:${leg} crosses sites or currencies`);
    }
    addNew(tables.transfers, `${event}:${leg}`, { from, to, amount }, 'transfer');
  }
  const { made, released } = productRows(changes, accountShadow);
  for (const { id: hold } of released)
    if (!tables.holds.delete(hold)) throw new Violation('I-13', `hold ${hold} ends twice`);
  for (const { id, player, wallet, amount, purpose } of made.values())
    addNew(tables.holds, id, { player, wallet, amount, purpose }, 'hold');
}

/** What is set aside is its player's row alone, as a plain payment is. */
function writeSetAside(tables: TableRows, row: AccountEventRow): void {
  const { player, event, setAsideWallet: wallet, setAside: amount } = row;
  if (wallet === undefined || amount === undefined) return;
  const { currency } = existing(tables.wallets, `${player}:${wallet}`, 'wallet');
  const [free, wait] = [`${player}:${wallet}:free`, `${player}:${wallet}:wait`];
  for (const end of [free, wait])
    if (existing(tables.purses, end, 'purse').currency !== currency)
      throw new Violation('I-02', `event ${event} of ${player} crosses currencies`);
  if (amount === 0n) throw new Violation('I-01', `event ${event} of ${player} sets nothing aside`);
  const [from, to] = amount > 0n ? [free, wait] : [wait, free];
  addNew(tables.transfers, `${event}:0`, { from, to, amount: amount > 0n ? amount : -amount }, 'transfer');
}

/** A plain payment is its player's row alone; what it moves has both ends all the same. */
function writePayment(tables: TableRows, row: AccountEventRow): void {
  const { player, event, paidWallet: type } = row;
  const kind = row.kind as AnyEvent['kind'];
  if (type === undefined) return;
  const wallet = existing(tables.wallets, `${player}:${type}`, 'wallet');
  const { site } = existing(tables.accounts, player as number, 'account');
  const [free, wait] = [`${player}:${type}:free`, `${player}:${type}:wait`];
  const purpose = ownerOfEvent({ kind })?.tables.paidFrom?.(kind);
  const house = `house:${site}:${purpose}:${wallet.currency}`;
  const legs = [
    [wait, free, row.stakeBack ?? 0n],
    [house, free, row.profit ?? 0n],
    [wait, free, row.voidBack ?? 0n],
    [wait, house, row.lost ?? 0n],
  ] as const;
  for (const [leg, [from, to, amount]] of legs.entries()) {
    if (amount < 0n) throw new Violation('I-01', `payment ${event} of ${player} moves ${amount}`);
    if (amount === 0n) continue;
    for (const end of [from, to]) {
      if (existing(tables.purses, end, 'purse').currency !== wallet.currency)
        throw new Violation('I-02', `payment ${event} of ${player} crosses currencies`);
    }
    addNew(tables.transfers, `${event}:${player}:${leg}`, { from, to, amount }, 'transfer');
  }
}

export function writeAnswers(tables: TableRows, rows: readonly AccountEventRow[]): void {
  for (const { player, answerKey: key, answerPrint: fingerprint, event, seq, at } of rows) {
    if (key === undefined || fingerprint === undefined) continue;
    const own = tables.answers.get(player) ?? new Map<string, AnswerLine>();
    tables.answers.set(player, own);
    own.set(key, { key, fingerprint, event, seq, at });
  }
}

const HOUR_MS = 3_600_000;

export function loadRows(tables: TableRows): Book {
  const book = emptyBook();
  book.lastEvent = tables.lastEvent;
  book.lastAt = tables.lastAt as Book['lastAt'];
  book.highestPlayer = Math.max(0, ...tables.accounts.keys());
  loadAccounts(tables, book, () => true);
  for (const [id, { player, wallet, amount, purpose }] of tables.holds)
    (book.account.holds as Map<number, unknown>).set(id, { id, player, wallet, amount, purpose });
  for (const product of simProducts) product.tables.load(tables, book);
  weighBook(book);
  return book;
}

/** Accounts with their wallets, answers and purses; `undefined` is the house. */
export function loadAccounts(
  tables: TableRows,
  book: Book,
  isWanted: (owner: number | undefined) => boolean,
): void {
  const walletsOf = Map.groupBy(tables.wallets.values(), ({ player }) => player);
  for (const [id, { site, role, blocked, version, seq }] of tables.accounts) {
    if (!isWanted(id)) continue;
    const wallets = new Map(
      walletsOf.get(id)?.map((wallet) => [wallet.type, createWallet(id as PlayerId, wallet)] as const),
    );
    const all = [...(tables.answers.get(id)?.values() ?? [])].sort((a, b) => a.event - b.event);
    const newestHour = Math.floor((all.at(-1)?.at ?? 0) / HOUR_MS);
    const young = all.filter((row) => Math.floor(row.at / HOUR_MS) >= newestHour - 24);
    const answers = new Map(young.map(({ key, ...answer }) => [key, answer]));
    (book.players as Map<number, unknown>).set(id, {
      ...{ id, site, role, blocked, sessionVersion: version, seq, wallets, answers },
      ...{ usedIn: 0, olderKeys: undefined },
    });
  }
  // Through a text, as a database gives it: what it holds may be more than anybody can enter.
  for (const [id, { site, owner, currency, balance }] of tables.purses)
    if (isWanted(owner))
      putPurse(book, { id, site, owner, currency, balance: amount(toDecimal(balance)) } as Parameters<
        typeof putPurse
      >[1]);
}

/** I-03 over the tables: each balance is the sum of its transfers. */
export function checkTables(tables: TableRows): void {
  for (const product of simProducts) product.tables.check(tables);
  const sums = new Map<string, bigint>();
  for (const { from, to, amount } of tables.transfers.values()) {
    sums.set(from, (sums.get(from) ?? 0n) - amount);
    sums.set(to, (sums.get(to) ?? 0n) + amount);
  }
  for (const [id, { balance, brought }] of tables.purses) {
    if (brought + (sums.get(id) ?? 0n) !== balance)
      throw new Violation('I-03', `${id} shows ${balance}, its transfers ${sums.get(id)} after ${brought}`);
  }
}
