// Reads the CSV that staff import: line by line, strictly, all or nothing. What could be a formula in a spreadsheet that
// exports these rows again is refused.
import { DAY_MS, KST_OFFSET_MS } from '@maru/engine/time';
import type { Indicator } from './store.ts';

const COLUMNS = [
  'time',
  'country',
  'code',
  'importance',
  'name_ko',
  'name_en',
  'previous',
  'forecast',
  'actual',
  'unit',
] as const;
type Column = (typeof COLUMNS)[number];

export const MOST_LINES = 500;
/** Before and after now: a date beyond is a typing error. */
export const WITHIN_MS = 400 * DAY_MS;

const FIGURE = /^([+-]?\d{1,12}(\.\d{1,6})?)?$/;
const patterns: Readonly<Record<Exclude<Column, 'time'>, RegExp>> = {
  country: /^[A-Z]{2}$/,
  code: /^[A-Z0-9_]{2,24}$/,
  importance: /^[123]$/,
  name_ko: /^(?![=+\-@\s])[^\p{C}]{1,60}$/u,
  name_en: /^(?![=+\-@\s])[^\p{C}]{1,60}$/u,
  previous: FIGURE,
  forecast: FIGURE,
  actual: FIGURE,
  unit: /^[%‰$€£¥₩A-Za-z]{0,6}$/,
};

/** With an offset, or without one in Korean time. */
const TIME =
  /^(\d{4})-(\d{2})-(\d{2})[T ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?(Z|[+-](?:0\d|1[0-4]):[0-5]\d)?$/;

export type ReadCsv =
  | { readonly ok: true; readonly rows: readonly Indicator[] }
  /** The line counts from 1 with the header. */
  | { readonly ok: false; readonly line: number; readonly column: Column | 'line' };

export function readCsv(text: string, now: number): ReadCsv {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n/);
  while (lines.at(-1)?.trim() === '') lines.pop();
  if (lines[0]?.trim() !== COLUMNS.join(',') || lines.length < 2)
    return { ok: false, line: 1, column: 'line' };
  const rows: Indicator[] = [];
  const seen = new Set<string>();
  for (const [place, line] of lines.entries()) {
    if (place === 0) continue;
    const read = place > MOST_LINES ? 'line' : readLine(line, now);
    if (typeof read === 'string') return { ok: false, line: place + 1, column: read };
    const key = `${read.at} ${read.country} ${read.code}`;
    if (seen.has(key)) return { ok: false, line: place + 1, column: 'line' };
    seen.add(key);
    rows.push(read);
  }
  return { ok: true, rows };
}

/** The first column that cannot be read. */
function readLine(line: string, now: number): Indicator | Column | 'line' {
  const cells = cellsOf(line);
  if (cells?.length !== COLUMNS.length) return 'line';
  const value = Object.fromEntries(COLUMNS.map((name, place) => [name, cells[place] ?? ''])) as Record<
    Column,
    string
  >;
  const at = timeOf(value.time);
  if (at === undefined || Math.abs(at - now) > WITHIN_MS) return 'time';
  for (const [name, pattern] of Object.entries(patterns))
    if (!pattern.test(value[name as Column])) return name as Column;
  return {
    at,
    country: value.country,
    code: value.code,
    nameKo: value.name_ko,
    nameEn: value.name_en,
    importance: Number(value.importance),
    previous: value.previous || null,
    forecast: value.forecast || null,
    actual: value.actual || null,
    unit: value.unit,
  };
}

/** Undefined for quotes that are not closed or stand inside a cell. */
function cellsOf(line: string): readonly string[] | undefined {
  const cells: string[] = [];
  let rest = line;
  for (;;) {
    const match = /^(?:"((?:[^"]|"")*)"|([^",]*))(,|$)/.exec(rest);
    if (match === null) return undefined;
    const [whole, quoted, plain = '', end] = match;
    cells.push((quoted === undefined ? plain : quoted.replaceAll('""', '"')).trim());
    if (end === '') return cells;
    rest = rest.slice(whole.length);
  }
}

function timeOf(text: string): number | undefined {
  const match = TIME.exec(text);
  if (match === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number);
  const at = Date.UTC(year, month - 1, day, hour, minute, Number.isNaN(second) ? 0 : second);
  // The thirtieth of February is no date.
  if (new Date(at).getUTCDate() !== day || new Date(at).getUTCMonth() !== month - 1) return undefined;
  const zone = match[7];
  if (zone === undefined) return at - KST_OFFSET_MS;
  if (zone === 'Z') return at;
  const [hours = 0, minutes = 0] = zone.slice(1).split(':').map(Number);
  return at - (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}
