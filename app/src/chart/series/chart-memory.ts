// A trader's settings for the charts of this device, and the drawings on each instrument's chart.
import { PERIODS } from '@maru/engine/market/candle';
import type { ChartPeriod } from './chart-source.ts';
import { DRAWING_TOOLS, type Drawing } from './drawing-tool.ts';
import { hasOwnPane, INDICATORS, type IndicatorName, MOST_PANES } from './indicator-choice.ts';

export type ChartStorage = Pick<Storage, 'getItem' | 'setItem'>;

export type ChartKind = 'candle' | 'line';

export interface ChartChoices {
  readonly period: ChartPeriod;
  readonly kind: ChartKind;
  readonly indicators: readonly IndicatorName[];
}

export interface ChartMemory {
  choices(): ChartChoices;
  saveChoices(choices: ChartChoices): void;
  drawings(stock: string): readonly Drawing[];
  saveDrawings(stock: string, drawings: readonly Drawing[]): void;
}

export const SHOWN_PERIODS = [
  'tick',
  '1m',
  '5m',
  '15m',
  '1h',
  '1d',
] as const satisfies readonly ChartPeriod[];
const FIRST_CHOICES: ChartChoices = { period: '5m', kind: 'candle', indicators: ['MA', 'VOL'] };
const MOST_DRAWINGS = 50;
const MOST_POINTS = 500;

const CHOICES_KEY = 'chart';
const drawingsKey = (stock: string): string => `chart.drawings.${stock}`;

export function createChartMemory(storage: ChartStorage): ChartMemory {
  return {
    choices: () => readChoices(parse(storage.getItem(CHOICES_KEY))),
    saveChoices: (choices) => storage.setItem(CHOICES_KEY, JSON.stringify(choices)),
    drawings: (stock) => readDrawings(parse(storage.getItem(drawingsKey(stock)))),
    saveDrawings: (stock, drawings) =>
      storage.setItem(drawingsKey(stock), JSON.stringify(drawings.slice(-MOST_DRAWINGS))),
  };
}

/** A browser's storage may hold anything, also data of an older version of ours. */
function parse(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const isOneOf = <Value extends string>(values: readonly Value[], value: unknown): value is Value =>
  (values as readonly unknown[]).includes(value);

function readChoices(stored: unknown): ChartChoices {
  if (!isRecord(stored)) return FIRST_CHOICES;
  const { period, kind, indicators } = stored;
  return {
    period: isOneOf(['tick', ...PERIODS] as const, period) ? period : FIRST_CHOICES.period,
    kind: isOneOf(['candle', 'line'] as const, kind) ? kind : FIRST_CHOICES.kind,
    indicators: Array.isArray(indicators) ? readIndicators(indicators) : FIRST_CHOICES.indicators,
  };
}

function readIndicators(stored: readonly unknown[]): readonly IndicatorName[] {
  const known = INDICATORS.filter((name) => stored.includes(name));
  const surplus = known.filter(hasOwnPane).slice(MOST_PANES);
  return known.filter((name) => !surplus.includes(name));
}

function readDrawings(stored: unknown): readonly Drawing[] {
  return Array.isArray(stored) ? stored.filter(isDrawing).slice(-MOST_DRAWINGS) : [];
}

const isPoint = (point: unknown): boolean =>
  isRecord(point) && Number.isFinite(point['time']) && Number.isFinite(point['price']);

const isDrawing = (value: unknown): value is Drawing =>
  isRecord(value) &&
  isOneOf(DRAWING_TOOLS, value['tool']) &&
  Array.isArray(value['points']) &&
  value['points'].length > 0 &&
  value['points'].length <= MOST_POINTS &&
  value['points'].every(isPoint);
