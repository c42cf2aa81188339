// Edits of the tables, mostly while nothing runs. The next start must refuse them, whatever was changed; rebuilding
// them from the journal repairs them.
import { apply } from '@maru/engine/apply';
import { Bug } from '@maru/engine/assert';
import { describeBook } from '@maru/engine/describe';
import { purseWeight } from '@maru/engine/digest';
import type { PurseId } from '@maru/engine/purse';
import { encode } from '@maru/server/journal/record';
import { TablesDiffer } from '@maru/server/shadow/tables';
import type { Oracle } from './oracle.ts';
import type { TableEdit } from './product.ts';
import { simProducts } from './products.ts';
import { loadOpenRows } from './table-players.ts';
import { loadRows, type TableRows } from './table-rows.ts';
import { rowsAfter, type TablesStore } from './virtual-tables.ts';

const money: TableEdit = ({ purses }, pick) => {
  const [id, purse] = pick([...purses].filter(([, { owner }]) => owner !== undefined)) ?? [];
  if (purse === undefined) return undefined;
  purse.balance += 90_000_000_000n;
  return { what: `balance of ${id}` };
};

const twoBalances: TableEdit = ({ purses }, pick) => {
  const [id, from] = pick([...purses].filter(([, { balance }]) => balance > 0n)) ?? [];
  const [other, to] =
    pick([...purses].filter(([, { site, currency }]) => site === from?.site && currency === from.currency)) ??
    [];
  if (from === undefined || to === undefined || from === to) return undefined;
  from.balance -= 1n;
  to.balance += 1n;
  return { what: `balances of ${id} and ${other}`, players: [from.owner, to.owner] };
};

const house: TableEdit = ({ purses }, pick) => {
  const [id, purse] = pick([...purses].filter(([, { owner }]) => owner === undefined)) ?? [];
  if (purse === undefined) return undefined;
  purse.balance -= 1n;
  return { what: `balance of ${id}` };
};

const account: TableEdit = ({ accounts }, pick) => {
  const [id, row] = pick([...accounts]) ?? [];
  if (row === undefined) return undefined;
  const field = pick(['blocked', 'version', 'seq'] as const);
  if (field === 'blocked') row.blocked = !row.blocked;
  else if (field === 'version') row.version += 1;
  else row.seq += 1;
  return { what: `${field} of account ${id}`, players: [id] };
};

const run: TableEdit = ({ wallets }, pick) => {
  const [id, wallet] = pick([...wallets]) ?? [];
  if (wallet === undefined) return undefined;
  wallet.run += 1;
  return { what: `run of wallet ${id}`, players: [wallet.player] };
};

/** All rows of a player without money are deleted. */
const goneAccount: TableEdit = ({ accounts, wallets, purses }, pick) => {
  const idle = [...accounts.keys()].filter((id) =>
    [...purses.values()].every(({ owner, balance }) => owner !== id || balance === 0n),
  );
  const id = pick(idle);
  if (id === undefined) return undefined;
  accounts.delete(id);
  for (const [key, { player }] of wallets) if (player === id) wallets.delete(key);
  for (const [key, { owner }] of purses) if (owner === id) purses.delete(key);
  return { what: `account ${id} is gone` };
};

const hold: TableEdit = ({ holds }, pick) => {
  const [id, row] = pick([...holds]) ?? [];
  if (id === undefined || row === undefined) return undefined;
  holds.set(id, { ...row, amount: row.amount + 1n });
  return { what: `amount of hold ${id}` };
};

/** Money from nowhere, and the account's digest is made to fit: only the journal shows it. */
const forged: TableEdit = ({ purses, accounts }, pick) => {
  const [id, purse] = pick([...purses].filter(([, { owner }]) => owner !== undefined)) ?? [];
  const account = accounts.get(purse?.owner ?? 0);
  if (id === undefined || purse === undefined || account === undefined) return undefined;
  purse.balance += 500_000_000n;
  account.digest = BigInt.asUintN(64, account.digest + purseWeight(id as PurseId) * 500_000_000n);
  return { what: `balance and digest of ${id}`, forged: purse.owner };
};

/** The house pays for it, so that the sums stay as they were. */
const paidByHouse: TableEdit = ({ purses }, pick) => {
  const [id, to] = pick([...purses].filter(([, { owner }]) => owner !== undefined)) ?? [];
  const from = [...purses.values()].find(
    ({ owner, site, currency }) => owner === undefined && site === to?.site && currency === to.currency,
  );
  if (to === undefined || from === undefined) return undefined;
  from.balance -= 7n;
  to.balance += 7n;
  return { what: `balance of ${id}, paid by the house` };
};

const digest: TableEdit = ({ accounts }, pick) => {
  const [id, row] = pick([...accounts]) ?? [];
  if (row === undefined) return undefined;
  row.digest = BigInt.asUintN(64, row.digest + 1n);
  return { what: `digest of account ${id}` };
};

/** The tables are also rebuilt from these row objects, so they are replaced and not changed. */
const event: TableEdit = ({ history }, pick) => {
  const [player, own] = pick([...history].filter(([, { rows }]) => rows.length > 0)) ?? [];
  const row = pick(own?.rows ?? []);
  if (own === undefined || row === undefined) return undefined;
  own.rows[own.rows.indexOf(row)] = { ...row, body: row.body.replace('"id":', '"id":1') };
  return { what: `event ${row.seq} of player ${player}`, event: row.event };
};

/** Edits while a desk runs: the shadow goes on writing, so nothing that it needs may be deleted or below zero. */
const runningEdits: readonly TableEdit[] = [
  ...[money, house, account, run, forged, paidByHouse, digest],
  ...[event, event],
  ...simProducts.flatMap(({ tables }) => tables.audited?.edits ?? []),
];

const edits: readonly TableEdit[] = [
  ...[money, twoBalances, house, account, run, goneAccount],
  ...[hold, hold],
  ...simProducts.flatMap(({ tables }) => tables.edits),
];

/** So many kinds are drawn until there is something of one of them. */
const DRAWN = 4;

/** Changes something, if there is anything of a kind that was drawn. */
export function editTables(
  store: TablesStore,
  draw: number,
  { isRunning, note }: { readonly isRunning: boolean; readonly note: (line: string) => void },
): void {
  if (store.edited !== undefined || store.rows.accounts.size === 0) return;
  let left = draw;
  const pick = <Item>(items: readonly Item[]): Item | undefined => {
    left = (left * 7_919 + 0.123) % 1;
    return items[Math.floor(left * items.length)];
  };
  const { cold } = loadOpenRows(store.rows);
  let edit: ReturnType<TableEdit>;
  for (let drawn = 0; drawn < DRAWN && edit === undefined; drawn += 1)
    edit = pick(isRunning ? runningEdits : edits)?.(store.rows, pick, () => loadRows(store.rows));
  if (edit === undefined) return;
  // By the next start an edit of a running desk may be overwritten or be outside the book.
  const isCold =
    isRunning || (edit.players?.every((player) => player !== undefined && cold.has(player)) ?? false);
  store.edited = { ...edit, isCold, isRunning };
  note(`edited: ${edit.what}${isRunning ? ', while running' : isCold ? ', outside the book' : ''}`);
}

/** An edit may have been overwritten by what the shadow wrote since, or archived. */
export function differsFromWritten({ rows, committed }: TablesStore): boolean {
  const textOf = (tables: TableRows) => {
    const { accounts, wallets, purses, history } = tables;
    const audited = simProducts.map((product) => [...(product.tables.audited?.rows(tables) ?? [])]);
    return encode([...[accounts, wallets, purses, history].map((table) => [...table]), ...audited]);
  };
  return textOf(rows) !== textOf(rowsAfter(committed));
}

/** A desk that fails on an edited row has refused it as well. */
export const refusesEdit = ({ edited }: TablesStore, fault: unknown): boolean =>
  edited !== undefined && (fault instanceof TablesDiffer || fault instanceof Bug);

/** Something else than a cold account was changed, and a desk is open on it. */
export const isMissed = ({ edited }: TablesStore): boolean => edited !== undefined && !edited.isCold;

/** A later batch of the journal ended what was edited, so that the book is right all the same. */
export function isOvertaken({ rows }: TablesStore, oracle: Oracle): boolean {
  const book = loadRows(rows);
  for (const event of oracle.events()) if (event.id > rows.lastEvent) apply(book, event);
  const withoutAnswers = (text: string) =>
    text
      .split('\n')
      .filter((line) => !line.startsWith('answer '))
      .join('\n');
  return withoutAnswers(describeBook(book)) === withoutAnswers(oracle.describe());
}
