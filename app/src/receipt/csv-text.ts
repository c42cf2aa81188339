// Rows as a file for spreadsheets: UTF-8 with its mark, so that Korean is read, and no cell that a spreadsheet would run
// as a formula.
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

export const csvText = (lines: readonly (readonly string[])[]): string =>
  `${BYTE_ORDER_MARK}${lines.map((line) => line.map(csvCell).join(',')).join(LINE_END)}${LINE_END}`;
