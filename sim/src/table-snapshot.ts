// The tables as the rows of a snapshot and back, and which rows go behind one. The conditions are those of the real
// statements, said once more for plain maps. Overseas futures keep all their rows here.
import { toDecimal } from '@maru/engine/amount';
import type { BetRow } from '@maru/server/bets/rows';
import { binaryCutoffs } from '@maru/server/binary/shadow/product';
import { ballCutoffs } from '@maru/server/bitball/shadow/product';
import { decode, encode } from '@maru/server/journal/record';
import type { Cutoffs } from '@maru/server/shadow/cutoffs';
import { ledgerCutoffs } from '@maru/server/shadow/ledger-archive';
import type { AccountEventRow } from '@maru/server/shadow/ledger-tables';
import type { SnapshotRow } from '@maru/server/shadow/snapshot-file';
import { emptyRows, type HistoryLine, type PurseLine, type TableRows, writeAnswers } from './table-rows.ts';

export function cutoffsOf({ lastEvent, lastAt, rounds }: TableRows): Cutoffs {
  const newest = (some: readonly { readonly event: number; readonly at: number }[]) =>
    some.toSorted((a, b) => a.event - b.event).at(-1);
  const frozen = [...rounds.rounds.values()].flatMap(({ end, placed }) =>
    end === undefined || placed.strikeMode === 'DRAW' ? [] : [{ event: end.frozenEvent, at: end.frozenAt }],
  );
  const sealed = [...rounds.seals.values()].map(({ row }) => row);
  const mark = { event_id: lastEvent, at_ms: lastAt };
  return {
    ...binaryCutoffs(mark, newest(frozen)),
    ...ballCutoffs(mark, newest(sealed)),
    ...ledgerCutoffs(mark),
  };
}

type RoundLine = TableRows['rounds']['rounds'] extends Map<string, infer Line> ? Line : never;
type SealLine = TableRows['rounds']['seals'] extends Map<string, infer Line> ? Line : never;

function roundIsKept({ settled, placed }: RoundLine, cutoffs: Cutoffs): boolean {
  const { frozen = 0, frozenEvent = 0, sealed = 0, sealedEvent = 0 } = cutoffs;
  const isDraw = placed.strikeMode === 'DRAW';
  return (
    settled === undefined ||
    settled > (isDraw ? sealedEvent : frozenEvent) ||
    placed.close >= (isDraw ? sealed : frozen)
  );
}

const sealIsKept = ({ settled, row }: SealLine, { sealed = 0, sealedEvent = 0 }: Cutoffs): boolean =>
  settled === undefined || settled > sealedEvent || row.open >= sealed;

const eventIsKept = ({ at }: AccountEventRow, cutoffs: Cutoffs): boolean => at >= cutoffs.at;

/** Everything in its order, as texts. Accounts and purses are said as the real rows are, for whoever looks for them. */
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
    for (const row of rows) if (eventIsKept(row, cutoffs)) add('account_event', { row });
  for (const [id, row] of tables.oversea.orders) add('oversea_order', { id, row });
  for (const [id, row] of tables.oversea.positions) add('oversea_position', { id, row });
  for (const [id, row] of tables.oversea.fills) add('oversea_fill', { id, row });
  for (const [place, row] of tables.rounds.seals)
    if (sealIsKept(row, cutoffs)) add('ball_seal', { place, row });
  for (const [place, row] of tables.rounds.rounds) {
    if (!roundIsKept(row, cutoffs)) continue;
    const bets = tables.rounds.betsOf.get(place);
    add('bet_round', { place, row, bets, ticks: tables.rounds.ticks.get(place) });
  }
  return lines;
}

interface ReadLine {
  readonly id: never;
  readonly player_id: number;
  readonly place: string;
  readonly row: never;
  readonly bets: BetRow[];
  readonly ticks: never[] | undefined;
}

/** The tables as they were when these lines were made of them. */
export function rowsOfLines(
  lines: readonly SnapshotRow[],
  head: Pick<TableRows, 'mark' | 'lastEvent' | 'lastAt' | 'archived'>,
): TableRows {
  const tables: TableRows = { ...emptyRows(), ...head };
  const events: AccountEventRow[] = [];
  for (const { table, json } of lines) {
    const { id, player_id, place, row, bets, ticks } = decode(json) as ReadLine;
    switch (table) {
      case 'account':
        tables.accounts.set(player_id, row);
        break;
      case 'wallet':
        tables.wallets.set(id, row);
        break;
      case 'purse': {
        const purse: Pick<PurseLine, 'site' | 'owner' | 'currency' | 'balance'> = row;
        const { site, owner, currency, balance } = purse;
        tables.purses.set(id, { site, owner, currency, balance, brought: balance });
        break;
      }
      case 'hold':
        tables.holds.set(id, row);
        break;
      case 'account_event':
        events.push(row);
        break;
      case 'oversea_order':
        tables.oversea.orders.set(id, row);
        break;
      case 'oversea_position':
        tables.oversea.positions.set(id, row);
        break;
      case 'oversea_fill':
        tables.oversea.fills.set(id, row);
        break;
      case 'ball_seal':
        tables.rounds.seals.set(place, row);
        break;
      case 'bet_round':
        tables.rounds.rounds.set(place, row);
        tables.rounds.betsOf.set(place, bets);
        for (const bet of bets) tables.rounds.bets.set(bet.id, bet);
        if (ticks !== undefined) tables.rounds.ticks.set(place, ticks);
        break;
      default:
        throw new Error(`no table is called ${table}`);
    }
  }
  for (const [player, { seq }] of tables.accounts) {
    const rows = events.filter((row) => row.player === player);
    const own: HistoryLine = { before: seq - rows.length, rows };
    tables.history.set(player, own);
  }
  writeAnswers(tables, events);
  return tables;
}

/** The transactions in which old rows go, each with how many went. They may be repeated. */
export function deletions(
  cutoffs: Cutoffs,
): readonly { readonly what: string; readonly work: (tables: TableRows) => number }[] {
  return [
    {
      what: 'mark',
      work(tables) {
        tables.archived = cutoffs;
        return 0;
      },
    },
    { what: 'rounds', work: (tables) => deleteRounds(tables, cutoffs) },
    {
      what: 'seals',
      work: (tables) => deleteWhere(tables.rounds.seals, (seal) => !sealIsKept(seal, cutoffs)),
    },
    { what: 'events', work: (tables) => deleteEvents(tables, cutoffs) },
    { what: 'transfers', work: (tables) => deleteTransfers(tables, cutoffs) },
  ];
}

function deleteWhere<Key, Row>(table: Map<Key, Row>, isGone: (row: Row, key: Key) => boolean): number {
  const before = table.size;
  for (const [key, row] of table) if (isGone(row, key)) table.delete(key);
  return before - table.size;
}

function deleteRounds({ rounds: tables }: TableRows, cutoffs: Cutoffs): number {
  return deleteWhere(tables.rounds, (line, place) => {
    if (roundIsKept(line, cutoffs)) return false;
    for (const { id } of tables.betsOf.get(place) ?? []) tables.bets.delete(id);
    tables.betsOf.delete(place);
    tables.ticks.delete(place);
    return true;
  });
}

function deleteEvents(tables: TableRows, cutoffs: Cutoffs): number {
  let deleted = 0;
  for (const [player, own] of tables.history) {
    const kept = own.rows.findIndex((row) => eventIsKept(row, cutoffs));
    const gone = own.rows.splice(0, kept === -1 ? own.rows.length : kept);
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
function said(value: unknown): string {
  if (typeof value !== 'object' || value === null) return encode(value);
  if (Array.isArray(value)) return `[${value.map(said).join(',')}]`;
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  const ordered = fields.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${ordered.map(([name, field]) => `${name}:${said(field)}`).join(',')}}`;
}

/** The same rows give the same text, in whatever order they came. */
export function describeRows(tables: TableRows): string {
  const lines: string[] = [];
  const addAll = (name: string, table: ReadonlyMap<unknown, unknown>) => {
    for (const [key, row] of table) lines.push(`${name} ${String(key)} ${said(row)}`);
  };
  const { accounts, wallets, purses, transfers, holds, rounds, oversea } = tables;
  addAll('account', accounts);
  addAll('wallet', wallets);
  addAll('purse', purses);
  addAll('transfer', transfers);
  addAll('hold', holds);
  for (const [player, { before, rows }] of tables.history)
    if (before + rows.length > 0) lines.push(`history ${player} ${before} ${said(rows)}`);
  for (const [player, own] of tables.answers) addAll(`answer ${player}`, own);
  addAll('order', oversea.orders);
  addAll('position', oversea.positions);
  addAll('fill', oversea.fills);
  addAll('bet', rounds.bets);
  // The first bets of a round are as many as happened to be written together.
  for (const [place, line] of rounds.rounds)
    lines.push(`round ${place} ${said({ ...line, placed: { ...line.placed, bets: 0, stake: 0n } })}`);
  addAll('ticks', rounds.ticks);
  addAll('seal', rounds.seals);
  return lines.sort().join('\n');
}
