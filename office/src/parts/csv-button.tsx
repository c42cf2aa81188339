// A table as a file for a spreadsheet, made in the browser from rows that are here already.
import { words } from '../text/shell.ts';
import { Button } from './button.tsx';

/** A spreadsheet runs a cell that begins so as a formula; an apostrophe makes it a text. Numbers stay numbers. */
const FORMULA = /^[=+@\t\r-]/;
const NUMBER = /^-?\d+(\.\d+)?$/;

function cellText(value: string | number): string {
  const text = String(value);
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** With a mark at its beginning by which spreadsheets know that it is UTF-8. */
export const csvText = (rows: readonly (readonly (string | number)[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(cellText).join(',')).join('\r\n')}\r\n`;

interface Props {
  readonly name: string;
  readonly head: readonly string[];
  readonly rows: () => readonly (readonly (string | number)[])[];
  readonly disabled?: boolean;
}

export function CsvButton({ name, head, rows, disabled = false }: Props) {
  function save(): void {
    const url = URL.createObjectURL(new Blob([csvText([head, ...rows()])], { type: 'text/csv' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = `${name}.csv`;
    link.click();
    URL.revokeObjectURL(url);
  }
  return (
    <Button size="small" kind="quiet" icon="download" disabled={disabled} onPress={save}>
      {words.csv}
    </Button>
  );
}
