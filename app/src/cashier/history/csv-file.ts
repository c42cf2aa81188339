// The history as a file for spreadsheets: UTF-8 with its mark, so that Korean is read, and no cell that a spreadsheet
// would run as a formula.
import type { DnwRow } from '@maru/contract/cashier/wire';

const BYTE_ORDER_MARK = '\ufeff';
const LINE_END = '\r\n';

const NUMBER = /^-?\d+(\.\d+)?$/;
/** A spreadsheet takes a text that begins so for a formula, or cuts the cell there. */
const FORMULA = /^[=+\-@\t\r]/;

/** Texts come from other people too: a nick, a reason, a provider's name. */
export function csvCell(value: string): string {
  const safe = FORMULA.test(value) && !NUMBER.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const csvText = (lines: readonly (readonly string[])[]): string =>
  `${BYTE_ORDER_MARK}${lines.map((line) => line.map(csvCell).join(',')).join(LINE_END)}${LINE_END}`;

export interface CsvWords {
  readonly number: string;
  readonly at: string;
  readonly type: string;
  readonly status: string;
  readonly wallet: string;
  readonly currency: string;
  readonly amount: string;
  readonly fee: string;
  readonly change: string;
  readonly rate: string;
  readonly won: string;
  readonly channel: string;
  readonly counterpart: string;
  readonly reason: string;
  readonly ended: string;
  readonly summary: string;
  readonly count: string;
  readonly mark: string;
}

export interface CsvNames {
  typeOf(type: DnwRow['type']): string;
  statusOf(status: DnwRow['status']): string;
  walletOf(wallet: string): string;
  /** With seconds, in Korean time. */
  timeOf(atMillis: number): string;
}

export interface CsvSum {
  readonly walletType: string;
  readonly currency: string;
  readonly type: DnwRow['type'];
  readonly count: number;
  readonly point: string;
  readonly fee: string;
  readonly change: string;
}

interface Content {
  readonly rows: readonly DnwRow[];
  /** Of a whole year. */
  readonly sums?: readonly CsvSum[] | undefined;
  readonly isPractice: boolean;
}

/** Amounts are exact decimals without separators: a spreadsheet adds them up. */
export function historyCsv({ rows, sums, isPractice }: Content, words: CsvWords, names: CsvNames): string {
  const head = [
    words.number,
    words.at,
    words.type,
    words.status,
    words.wallet,
    words.currency,
    words.amount,
    words.fee,
    words.change,
    words.rate,
    words.won,
    words.channel,
    words.counterpart,
    words.reason,
    words.ended,
  ];
  const lines = rows.map((row) => [
    String(row.id),
    names.timeOf(row.createdMillis),
    names.typeOf(row.type),
    names.statusOf(row.status),
    names.walletOf(row.walletType),
    row.currency,
    row.point,
    row.fee,
    row.change,
    row.rate ?? '',
    row.won ?? '',
    row.channel,
    row.counterpart,
    row.reason,
    row.endedMillis === null ? '' : names.timeOf(row.endedMillis),
  ]);
  const summary =
    sums === undefined
      ? []
      : [
          [],
          [words.summary],
          [words.wallet, words.currency, words.type, words.count, words.amount, words.fee, words.change],
          ...sums.map((sum) => [
            names.walletOf(sum.walletType),
            sum.currency,
            names.typeOf(sum.type),
            String(sum.count),
            sum.point,
            sum.fee,
            sum.change,
          ]),
        ];
  const mark = isPractice ? [[words.mark]] : [];
  return csvText([...mark, head, ...lines, ...summary]);
}
