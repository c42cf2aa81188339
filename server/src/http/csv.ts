// Files for spreadsheets. A cell that a spreadsheet would compute is text instead: what members and staff write ends up
// in these cells.

type Cell = string | number | null;

const COMPUTED = /^[=+\-@\t\r]/;
/** A plain amount may have a sign; nothing else that begins with one is left as it is. */
const AMOUNT = /^-?\d+(\.\d+)?$/;
const QUOTED = /[",\n\r]/;

export function csvCell(value: Cell): string {
  const text = value === null ? '' : String(value);
  const safe = COMPUTED.test(text) && !AMOUNT.test(text) ? `'${text}` : text;
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const csvLine = (cells: readonly Cell[]): string => cells.map(csvCell).join(',');

interface CsvFile {
  readonly bytes: Uint8Array;
  readonly type: string;
  readonly name: string;
}

/** With the mark by which Excel knows UTF-8. */
export const csvFile = (
  name: string,
  head: readonly string[],
  rows: readonly (readonly Cell[])[],
): CsvFile => ({
  bytes: Buffer.from(`\uFEFF${[head, ...rows].map(csvLine).join('\r\n')}\r\n`),
  type: 'text/csv',
  name,
});

/** What follows the first part of a file: lines alone. */
export const csvPart = (name: string, rows: readonly (readonly Cell[])[]): CsvFile => ({
  bytes: Buffer.from(rows.map((row) => `${csvLine(row)}\r\n`).join('')),
  type: 'text/csv',
  name,
});
