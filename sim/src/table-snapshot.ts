// The tables as the rows of a snapshot and back, and which rows go behind one. The conditions are those of the real
// statements, written once more for plain maps.
import { toDecimal } from '@maru/engine/amount';
import { decode, encode } from '@maru/server/journal/record';
import type { Cutoffs } from '@maru/server/shadow/cutoffs';
import { ledgerCutoffs } from '@maru/server/shadow/ledger-archive';
import type { AccountEventRow } from '@maru/server/shadow/ledger-tables';
import type { SnapshotRow } from '@maru/server/shadow/snapshot-file';
import { deleteWhere } from './map-rows.ts';
import type { Deletion, SnapshotLine } from './product.ts';
import { simProducts } from './products.ts';
import { emptyRows, type HistoryLine, type PurseLine, type TableRows, writeAnswers } from './table-rows.ts';

export function cutoffsOf(tables: TableRows): Cutoffs {
  const mark = { event_id: tables.lastEvent, at_ms: tables.lastAt };
  const own = simProducts.map((product) => product.tables.cutoffs?.(tables, mark) ?? {});
  return Object.assign({}, ...own, ledgerCutoffs(mark)) as Cutoffs;
}

const isEventRetained = ({ at }: AccountEventRow, cutoffs: Cutoffs): boolean => at >= cutoffs.at;

/** Everything in its order, as texts. Accounts and purses are written as the real rows are, so that they are found. */
export function linesOf(tables: TableRows, cutoffs: Cutoffs): readonly SnapshotRow[] {
  const lines: SnapshotRow[] = [];
  const add = (table: SnapshotRow['table'], row: unknown) => void lines.push({ table, json: encode(row) });
  for (const [id, { digest, ...row }] of tables.accounts)
    lines.push({
      table: 'account',
      json: `{"player_id":${id},"row":${encode({ ...row, digest })},"digest":${digest}}`,
    });
  for (const [id, row] of tables.wallets) add('wallet', { id, row });
  for (const [id, { balance, site, owner, currency }] of tables.purses)
    lines.push({
      table: 'purse',
      json: `{"id":"${id}","row":${encode({ balance, site, owner, currency })},"balance":${toDecimal(balance)}}`,
    });
  for (const [id, row] of tables.holds) add('hold', { id, row });
  for (const { rows } of tables.history.values())
    for (const row of rows) if (isEventRetained(row, cutoffs)) add('account_event', { row });
  for (const product of simProducts)
    for (const [table, row] of product.tables.snapshot(tables, cutoffs)) add(table, row);
  return lines;
}

type Restore = (tables: TableRows, line: SnapshotLine) => void;

const RESTORE: Readonly<Record<string, Restore>> = {
  account: ({ accounts }, { player_id, row }) => void accounts.set(player_id, row),
  wallet: ({ wallets }, { id, row }) => void wallets.set(id, row),
  purse({ purses }, { id, row }) {
    const { site, owner, currency, balance } = row as Omit<PurseLine, 'brought'>;
    purses.set(id, { site, owner, currency, balance, brought: balance });
  },
  hold: ({ holds }, { id, row }) => void holds.set(id, row),
  ...Object.assign({}, ...simProducts.map((product) => product.tables.restore)),
};

function restoreOf(table: string): Restore {
  const restore = RESTORE[table];
  if (restore === undefined) throw new Error(`expected a table of the snapshot, found ${table}`);
  return restore;
}

/** The tables as they were when these lines were made of them. */
export function rowsOfLines(
  lines: readonly SnapshotRow[],
  head: Pick<TableRows, 'mark' | 'lastEvent' | 'lastAt' | 'archived'>,
): TableRows {
  const tables: TableRows = { ...emptyRows(), ...head };
  const events: AccountEventRow[] = [];
  for (const { table, json } of lines) {
    const line = decode(json) as SnapshotLine;
    if (table === 'account_event') events.push(line.row);
    else restoreOf(table)(tables, line);
  }
  for (const [player, { seq }] of tables.accounts) {
    const rows = events.filter((row) => row.player === player);
    const own: HistoryLine = { before: seq - rows.length, rows };
    tables.history.set(player, own);
  }
  writeAnswers(tables, events);
  return tables;
}

export function deletions(cutoffs: Cutoffs): readonly Deletion[] {
  return [
    {
      what: 'mark',
      work(tables) {
        tables.archived = cutoffs;
        return 0;
      },
    },
    ...simProducts.flatMap((product) => product.tables.deletions?.(cutoffs) ?? []),
    { what: 'events', work: (tables) => deleteEvents(tables, cutoffs) },
    { what: 'transfers', work: (tables) => deleteTransfers(tables, cutoffs) },
  ];
}

function deleteEvents(tables: TableRows, cutoffs: Cutoffs): number {
  let deleted = 0;
  for (const [player, own] of tables.history) {
    const first = own.rows.findIndex((row) => isEventRetained(row, cutoffs));
    const gone = own.rows.splice(0, first === -1 ? own.rows.length : first);
    own.before += gone.length;
    deleted += gone.length;
    deleteWhere(tables.answers.get(player) ?? new Map<string, { at: number }>(), ({ at }) => at < cutoffs.at);
  }
  return deleted;
}

function deleteTransfers({ transfers, purses }: TableRows, { event }: Cutoffs): number {
  return deleteWhere(transfers, ({ from, to, amount }, id) => {
    if (Number(id.slice(0, id.indexOf(':'))) > event) return false;
    for (const [end, by] of [
      [from, -amount],
      [to, amount],
    ] as const) {
      const purse = purses.get(end);
      if (purse !== undefined) purse.brought += by;
    }
    return true;
  });
}

/** Fields in one order: a row that was read back has those that were empty at its end. */
function textOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return encode(value);
  if (Array.isArray(value)) return `[${value.map(textOf).join(',')}]`;
  const fields = value as Readonly<Record<string, unknown>>;
  let text = '';
  for (const name of Object.keys(fields).sort())
    if (fields[name] !== undefined) text += `${name}:${textOf(fields[name])},`;
  return `{${text}}`;
}

/** The same rows give the same texts. */
export function describeRows(tables: TableRows): ReadonlySet<string> {
  const lines = new Set<string>();
  const addAll = (name: string, table: ReadonlyMap<unknown, unknown>) => {
    for (const [key, row] of table) lines.add(`${name} ${String(key)} ${textOf(row)}`);
  };
  const { accounts, wallets, purses, transfers, holds } = tables;
  const tablesByName = {
    account: accounts,
    wallet: wallets,
    purse: purses,
    transfer: transfers,
    hold: holds,
  };
  for (const [name, table] of Object.entries(tablesByName)) addAll(name, table);
  for (const [player, { before, rows }] of tables.history)
    if (before + rows.length > 0) lines.add(`history ${player} ${before} ${textOf(rows)}`);
  for (const [player, own] of tables.answers) addAll(`answer ${player}`, own);
  for (const product of simProducts)
    for (const [table, key, row] of product.tables.rows(tables))
      lines.add(`${table} ${String(key)} ${textOf(row)}`);
  return lines;
}
