// Somebody wrote into the tables while nothing ran. The next start must refuse them, whatever was changed; writing them
// anew from the journal mends it.
import type { Amount, Rate } from '@maru/engine/amount';
import { apply } from '@maru/engine/apply';
import { Bug } from '@maru/engine/assert';
import { describeBook } from '@maru/engine/describe';
import { purseWeight } from '@maru/engine/digest';
import type { PurseId } from '@maru/engine/purse';
import { encode } from '@maru/server/journal/record';
import { TablesDiffer } from '@maru/server/shadow/tables';
import type { Oracle } from './oracle.ts';
import { loadOpenRows } from './table-players.ts';
import { loadRows, type TableRows } from './table-rows.ts';
import { rowsAfter, type TablesStore } from './virtual-tables.ts';

/** Says what was changed, and whose accounts alone when nothing else was. */
type Edit = (
  rows: TableRows,
  pick: <Item>(items: readonly Item[]) => Item | undefined,
) =>
  | {
      readonly what: string;
      readonly players?: readonly (number | undefined)[];
      /** Only what was written for this event was changed. */
      readonly event?: number;
      /** The account whose digest was made to fit. */
      readonly forged?: number | undefined;
    }
  | undefined;

const money: Edit = ({ purses }, pick) => {
  const [id, purse] = pick([...purses].filter(([, { owner }]) => owner !== undefined)) ?? [];
  if (purse === undefined) return undefined;
  purse.balance += 90_000_000_000n;
  return { what: `balance of ${id}` };
};

const twoBalances: Edit = ({ purses }, pick) => {
  const [id, from] = pick([...purses].filter(([, { balance }]) => balance > 0n)) ?? [];
  const [other, to] =
    pick([...purses].filter(([, { site, currency }]) => site === from?.site && currency === from.currency)) ??
    [];
  if (from === undefined || to === undefined || from === to) return undefined;
  from.balance -= 1n;
  to.balance += 1n;
  return { what: `balances of ${id} and ${other}`, players: [from.owner, to.owner] };
};

const house: Edit = ({ purses }, pick) => {
  const [id, purse] = pick([...purses].filter(([, { owner }]) => owner === undefined)) ?? [];
  if (purse === undefined) return undefined;
  purse.balance -= 1n;
  return { what: `balance of ${id}` };
};

const account: Edit = ({ accounts }, pick) => {
  const [id, row] = pick([...accounts]) ?? [];
  if (row === undefined) return undefined;
  const field = pick(['blocked', 'version', 'seq'] as const);
  if (field === 'blocked') row.blocked = !row.blocked;
  else if (field === 'version') row.version += 1;
  else row.seq += 1;
  return { what: `${field} of account ${id}`, players: [id] };
};

const run: Edit = ({ wallets }, pick) => {
  const [id, wallet] = pick([...wallets]) ?? [];
  if (wallet === undefined) return undefined;
  wallet.run += 1;
  return { what: `run of wallet ${id}`, players: [wallet.player] };
};

/** Somebody without open bets: everything of theirs is gone, and the money goes back to the house. */
const goneAccount: Edit = ({ accounts, wallets, purses }, pick) => {
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

const hold: Edit = ({ holds }, pick) => {
  const [id, row] = pick([...holds]) ?? [];
  if (id === undefined || row === undefined) return undefined;
  holds.set(id, { ...row, amount: row.amount + 1n });
  return { what: `amount of hold ${id}` };
};

/** The rows themselves are also those that the tables are written anew from, so they are exchanged and not changed. */
const bet: Edit = (rows, pick) => {
  const { binary, bitball } = loadRows(rows);
  const place = pick([...binary.rounds.keys(), ...bitball.rounds.keys()]);
  const bets = place === undefined ? undefined : rows.rounds.betsOf.get(place);
  const row = pick(bets ?? []);
  if (place === undefined || row === undefined || bets === undefined) return undefined;
  const field = pick(['stake', 'pick', 'rate'] as const);
  const turned = row.pick === 'UP' ? 'DOWN' : row.pick === 'DOWN' ? 'UP' : row.pick;
  const edited =
    field === 'stake' || turned === row.pick
      ? { ...row, stake: (row.stake + 100_000_000n) as Amount }
      : field === 'rate'
        ? { ...row, rate: (row.rate + 1n) as Rate }
        : { ...row, pick: turned };
  rows.rounds.betsOf.set(
    place,
    bets.map((each) => (each === row ? edited : each)),
  );
  return { what: `${field} of bet ${row.id}` };
};

const order: Edit = ({ oversea }, pick) => {
  const [id, line] = pick([...oversea.orders].filter(([, { end }]) => end === undefined)) ?? [];
  if (id === undefined || line === undefined) return undefined;
  const { placed } = line;
  const field = pick(['margin', 'price', 'qty'] as const) ?? 'qty';
  const more = field === 'qty' ? placed.qty + 1 : placed[field] + 1n;
  oversea.orders.set(id, { ...line, placed: { ...placed, [field]: more } });
  return { what: `${field} of order ${id}` };
};

const position: Edit = ({ oversea }, pick) => {
  const [id, line] = pick([...oversea.positions].filter(([, { closed }]) => closed === undefined)) ?? [];
  if (line === undefined) return undefined;
  line.state = { ...line.state, margin: (line.state.margin + 1n) as typeof line.state.margin };
  return { what: `margin of position ${id}` };
};

/** Money from nowhere, and the account's digest is made to fit: only the journal knows better. */
const forged: Edit = ({ purses, accounts }, pick) => {
  const [id, purse] = pick([...purses].filter(([, { owner }]) => owner !== undefined)) ?? [];
  const account = accounts.get(purse?.owner ?? 0);
  if (id === undefined || purse === undefined || account === undefined) return undefined;
  purse.balance += 500_000_000n;
  account.digest = BigInt.asUintN(64, account.digest + purseWeight(id as PurseId) * 500_000_000n);
  return { what: `balance and digest of ${id}`, forged: purse.owner };
};

/** The house pays for it, so that the sums stay as they were. */
const paidByHouse: Edit = ({ purses }, pick) => {
  const [id, to] = pick([...purses].filter(([, { owner }]) => owner !== undefined)) ?? [];
  const from = [...purses.values()].find(
    ({ owner, site, currency }) => owner === undefined && site === to?.site && currency === to.currency,
  );
  if (to === undefined || from === undefined) return undefined;
  from.balance -= 7n;
  to.balance += 7n;
  return { what: `balance of ${id}, paid by the house` };
};

const digest: Edit = ({ accounts }, pick) => {
  const [id, row] = pick([...accounts]) ?? [];
  if (row === undefined) return undefined;
  row.digest = BigInt.asUintN(64, row.digest + 1n);
  return { what: `digest of account ${id}` };
};

/** The rows themselves are also those that the tables are written anew from, so they are exchanged and not changed. */
const event: Edit = ({ history }, pick) => {
  const [player, own] = pick([...history].filter(([, { rows }]) => rows.length > 0)) ?? [];
  const row = pick(own?.rows ?? []);
  if (own === undefined || row === undefined) return undefined;
  own.rows[own.rows.indexOf(row)] = { ...row, body: row.body.replace('"id":', '"id":1') };
  return { what: `event ${row.seq} of player ${player}`, event: row.event };
};

/** Of a round that nobody will load any more, or of one that is still open. */
const pastBet: Edit = ({ rounds }, pick) => {
  const [id, row] = pick([...rounds.bets]) ?? [];
  if (id === undefined || row === undefined) return undefined;
  rounds.bets.set(id, { ...row, stake: (row.stake + 1n) as Amount });
  return { what: `stake of bet ${id} in the list of bets`, event: id };
};

/** What goes on with the desk: the shadow writes on top of it, so nothing that it needs may be gone or below zero. */
const runningEdits: readonly Edit[] = [
  ...[money, house, account, run, forged, paidByHouse, digest],
  ...[event, event, pastBet, pastBet],
];

const edits: readonly Edit[] = [
  ...[money, twoBalances, house, account, run, goneAccount],
  ...[hold, hold, bet, bet, bet, order, position],
];

/** Changes something, if there is anything of the kind that was drawn. */
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
  const edit = pick(isRunning ? runningEdits : edits)?.(store.rows, pick);
  if (edit === undefined) return;
  // What is edited now may have been overwritten or may belong to nobody's book by the next start.
  const isCold =
    isRunning || (edit.players?.every((player) => player !== undefined && cold.has(player)) ?? false);
  store.edited = { what: edit.what, isCold, isRunning, event: edit.event, forged: edit.forged };
  note(`edited: ${edit.what}${isRunning ? ', while running' : isCold ? ', outside the book' : ''}`);
}

/** An edit may have been overwritten by what the shadow wrote since, or archived. */
export function differsFromWritten({ rows, committed }: TablesStore): boolean {
  const said = ({ accounts, wallets, purses, history, rounds: { bets } }: TableRows) =>
    encode([accounts, wallets, purses, history, bets].map((table) => [...table]));
  return said(rows) !== said(rowsAfter(committed));
}

/** A desk that trips over what was edited has refused it as well. */
export const refusesEdit = ({ edited }: TablesStore, fault: unknown): boolean =>
  edited !== undefined && (fault instanceof TablesDiffer || fault instanceof Bug);

/** Something else than a cold account was changed, and a desk is open on it. */
export const isMissed = ({ edited }: TablesStore): boolean => edited !== undefined && !edited.isCold;

/** The journal's next batch ended what was edited, so that the book is right all the same. */
export function isOvertaken({ rows }: TablesStore, oracle: Oracle): boolean {
  const book = loadRows(rows);
  for (const event of oracle.events()) if (event.id > rows.lastEvent) apply(book, event);
  const said = (text: string) => text.split('\n').filter((line) => !line.startsWith('answer '));
  return said(describeBook(book)).join('\n') === said(oracle.describe()).join('\n');
}
