import type { ProfitRow } from '@maru/contract/partner/profit-calls';
import { csvText } from '../receipt/csv-text.ts';
import type { PartnerWords } from '../text/partner.ts';

/** One line for each share; figures stay as the server computed them. */
export function profitCsv(
  rows: readonly ProfitRow[],
  words: PartnerWords,
  productName: (product: string) => string,
): string {
  const { csv } = words;
  const head = [csv.date, csv.partner, csv.code, csv.type, csv.product, csv.base, csv.baseAmount];
  const end = [csv.rate, csv.amount, csv.currency, csv.status, csv.line, csv.reason];
  return csvText([
    [...head, ...end],
    ...rows.map((row) => [
      ...[row.date, row.partnerName, row.partnerCode, words.types[row.type], productName(row.product)],
      ...[words.base[row.base], row.baseAmount, row.rate, row.amount, row.currency],
      ...[words.statuses[row.status], row.lineCode ?? '', row.voidReason ?? ''],
    ]),
  ]);
}
