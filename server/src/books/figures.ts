// Every figure of the books, from the rows of days alone. Pure: a test computes the same from the journal.

import { OPENING, PRACTICE, type Section, sectionOf } from '@maru/contract/books/kinds';

export interface DayRow {
  readonly day: number;
  readonly currency: string;
  readonly from: string;
  readonly to: string;
  readonly reason: string;
  readonly amount: bigint;
  readonly moves: number;
}

/** What each kind of purse holds after these movements, by currency. */
export function balancesOf(rows: readonly Omit<DayRow, 'day' | 'moves'>[]): Map<string, Map<string, bigint>> {
  const currencies = new Map<string, Map<string, bigint>>();
  for (const { currency, from, to, amount } of rows) {
    const kinds = currencies.get(currency) ?? new Map<string, bigint>();
    currencies.set(currency, kinds);
    kinds.set(from, (kinds.get(from) ?? 0n) - amount);
    kinds.set(to, (kinds.get(to) ?? 0n) + amount);
  }
  return currencies;
}

export interface SheetLine {
  readonly kind: string;
  readonly section: Section;
  readonly amount: bigint;
}

export interface Sheet {
  readonly currency: string;
  readonly lines: readonly SheetLine[];
  readonly assets: bigint;
  readonly members: bigint;
  readonly escrow: bigint;
  readonly result: bigint;
  readonly difference: bigint;
}

/** What lies outside is below zero in the ledger, and an asset here. */
export function sheetsOf(balances: ReadonlyMap<string, ReadonlyMap<string, bigint>>): readonly Sheet[] {
  return [...balances].map(([currency, kinds]) => {
    const sums = { OUTSIDE: 0n, MEMBER: 0n, ESCROW: 0n, RESULT: 0n };
    const lines: SheetLine[] = [];
    for (const [kind, balance] of kinds) {
      if (kind === OPENING) continue;
      const section = sectionOf(kind);
      const amount = section === 'OUTSIDE' ? -balance : balance;
      sums[section] += amount;
      if (amount !== 0n) lines.push({ kind, section, amount });
    }
    const { OUTSIDE: assets, MEMBER: members, ESCROW: escrow, RESULT: result } = sums;
    return {
      currency,
      lines,
      assets,
      members,
      escrow,
      result,
      difference: assets - members - escrow - result,
    };
  });
}

export interface IncomeLine {
  readonly currency: string;
  readonly kind: string;
  readonly reason: string;
  readonly amount: bigint;
  readonly moves: number;
}

/** What came to and left the purses of the house's result, by reason. What the books began with is no income. */
export function incomeOf(rows: readonly DayRow[]): readonly IncomeLine[] {
  const lines = new Map<string, { -readonly [Field in keyof IncomeLine]: IncomeLine[Field] }>();
  const add = ({ currency, reason, moves }: DayRow, kind: string, by: bigint) => {
    if (kind === OPENING || sectionOf(kind) !== 'RESULT') return;
    const name = `${currency} ${kind} ${reason}`;
    const line = lines.get(name) ?? { currency, kind, reason, amount: 0n, moves: 0 };
    line.amount += by;
    line.moves += moves;
    lines.set(name, line);
  };
  for (const row of rows) {
    if (row.from === OPENING || row.to === OPENING) continue;
    add(row, row.from, -row.amount);
    add(row, row.to, row.amount);
  }
  return [...lines.values()];
}

export interface DayFigures {
  readonly day: number;
  readonly currency: string;
  readonly deposits: bigint;
  readonly withdrawals: bigint;
  readonly practice: bigint;
  readonly betTurnover: bigint;
  readonly fees: bigint;
  readonly profits: readonly { readonly kind: string; readonly amount: bigint }[];
  readonly result: bigint;
  readonly moves: number;
}

/** Decided stakes: what won or lost. A void bet moves its stake by another reason. */
const STAKED: ReadonlySet<string> = new Set(['BET_STAKE', 'BET_LOST']);
const FEE = 'fee';
const PROFIT = 'pnl:';

const isOutside = (kind: string): boolean =>
  kind !== OPENING && kind !== PRACTICE && (sectionOf(kind) === 'OUTSIDE' || sectionOf(kind) === 'ESCROW');
const isMembers = (kind: string): boolean => sectionOf(kind) === 'MEMBER';

export function dayFiguresOf(rows: readonly DayRow[]): readonly DayFigures[] {
  const groups = Map.groupBy(rows, ({ day, currency }) => `${day} ${currency}`);
  return [...groups.values()].map((own) => {
    const first = own[0]!;
    const sum = (counts: (row: DayRow) => boolean): bigint =>
      own.reduce((total, row) => (counts(row) ? total + row.amount : total), 0n);
    const income = incomeOf(own);
    const incomeOn = (counts: (kind: string) => boolean): bigint =>
      income.reduce((total, { kind, amount }) => (counts(kind) ? total + amount : total), 0n);
    const kinds = [...new Set(income.map(({ kind }) => kind))].filter((kind) => kind.startsWith(PROFIT));
    return {
      day: first.day,
      currency: first.currency,
      deposits: sum(({ from, to }) => isOutside(from) && isMembers(to)),
      withdrawals: sum(({ from, to }) => isMembers(from) && isOutside(to)),
      practice: sum(({ from }) => from === PRACTICE) - sum(({ to }) => to === PRACTICE),
      betTurnover: sum(({ reason }) => STAKED.has(reason)),
      fees: incomeOn((kind) => kind === FEE),
      profits: kinds.sort().map((kind) => ({ kind, amount: incomeOn((each) => each === kind) })),
      result: incomeOn(() => true),
      moves: own.reduce((total, { moves }) => total + moves, 0),
    };
  });
}
