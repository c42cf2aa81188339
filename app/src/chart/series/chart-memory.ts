// A trader's settings for the charts of this device, and the drawings on each instrument's chart.
import { PERIODS } from '@maru/engine/market/candle';
import { fieldsOf, isOneOf, parseStored } from '../../shell/device/stored-json.ts';
import type { ChartPeriod } from './chart-source.ts';
import { DRAWING_TOOLS, type Drawing } from './drawing-tool.ts';
import { hasOwnPane, INDICATORS, type IndicatorName, MOST_PANES } from './indicator-choice.ts';

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

export function createChartMemory(storage: Pick<Storage, 'getItem' | 'setItem'>): ChartMemory {
  return {
    choices: () => readChoices(parseStored(storage.getItem(CHOICES_KEY))),
    saveChoices: (choices) => storage.setItem(CHOICES_KEY, JSON.stringify(choices)),
    drawings: (stock) => readDrawings(parseStored(storage.getItem(drawingsKey(stock)))),
    saveDrawings: (stock, drawings) =>
      storage.setItem(drawingsKey(stock), JSON.stringify(drawings.slice(-MOST_DRAWINGS))),
  };
}

function readChoices(stored: unknown): ChartChoices {
  const { period, kind, indicators } = fieldsOf(stored);
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

function isPoint(value: unknown): boolean {
  const { time, price } = fieldsOf(value);
  return Number.isFinite(time) && Number.isFinite(price);
}

function isDrawing(value: unknown): value is Drawing {
  const { tool, points } = fieldsOf(value);
  return (
    isOneOf(DRAWING_TOOLS, tool) &&
    Array.isArray(points) &&
    points.length > 0 &&
    points.length <= MOST_POINTS &&
    points.every(isPoint)
  );
}
