// The history of deposits and withdrawals as a file for spreadsheets.
import type { DnwRow } from '@maru/contract/cashier/wire';
import { csvText } from '../../receipt/csv-text.ts';

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
