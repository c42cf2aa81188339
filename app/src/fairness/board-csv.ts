// The rows of the board as a table: one line for each value, so that rows of all kinds fit into one file.
import type { FairnessRows } from '@maru/contract/fairness/calls';
import type { dayNumber } from '@maru/engine/market/calendar-date';
import { formatIsoDate } from '@maru/engine/market/calendar-date';
import { csvText } from '../receipt/csv-text.ts';

type Cell = string | number | null | undefined;

const cellOf = (value: Cell): string => (value === null || value === undefined ? '' : String(value));

const HEAD = ['table', 'date', 'product', 'of', 'name', 'value'];

const dateOf = (day: number): string => formatIsoDate(day as ReturnType<typeof dayNumber>);

export function boardCsv({ days, orders, speeds, payouts, up, voided, incidents }: FairnessRows): string {
  const valuesOf = (table: string, head: readonly Cell[], values: object): Cell[][] =>
    Object.entries(values).map(([name, value]) => [table, ...head, name, value as Cell]);
  const rows: readonly (readonly Cell[])[] = [
    HEAD,
    ...days.flatMap(({ day, product, ...values }) => valuesOf('days', [dateOf(day), product, ''], values)),
    ...orders.map((row) => ['orders', dateOf(row.day), row.product, row.side, row.outcome, row.orders]),
    ...speeds.map((row) => ['speeds', '', row.product, `${row.ms} ms`, 'orders', row.orders]),
    ...payouts.map((row) => ['payouts', '', '', `${row.minutes} min`, row.outcome, row.payouts]),
    ...up.flatMap(({ day, ...values }) => valuesOf('up', [dateOf(day), '', ''], values)),
    ...voided.flatMap(({ roundId, product, ...values }) =>
      valuesOf('voided', ['', product, `round ${roundId}`], values),
    ),
    ...incidents.flatMap(({ id, ...values }) => valuesOf('incidents', ['', '', `incident ${id}`], values)),
  ];
  return csvText(rows.map((row) => row.map(cellOf)));
}
