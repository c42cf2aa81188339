// The ticks of the last minutes, as the chart draws them and the engine judges them. Outside React: a tick repaints
// nothing but the canvas.

import { parseUnits, priceOfUnits } from '@maru/engine/amount';
import type { TickRef } from '@maru/engine/market/tick';
import { MINUTE_MS, type Millis } from '@maru/engine/time';

export interface LinePoint extends TickRef {
  /** For drawing only; comparisons and texts use the price. */
  readonly value: number;
  /** The first one after the connection was cut: there may have been ticks before it that were not received. */
  readonly isAfterCut?: true;
}

export interface SecondClose {
  readonly at: number;
  readonly close: string;
}

export interface TickLine {
  /** In the order of their time. */
  points(): readonly LinePoint[];
  /** Ticks that were received one by one: a strike can be taken from them, and from no second's close. */
  liveTicks(): readonly LinePoint[];
  last(): LinePoint | undefined;
  add(tick: { readonly time: number; readonly lastPrice: string }): void;
  /** Marks that the connection is cut: ticks may be missed until the next one is added. */
  cut(): void;
  /** Adds the closes of seconds in which no tick was received. */
  fill(seconds: readonly SecondClose[]): void;
}

/** Longer than the longest round's chart. */
const RETAINED_MS = 15 * MINUTE_MS;
const TRIM_EVERY = 512;

function pointOf(at: number, text: string, seq: number): LinePoint | undefined {
  const units = parseUnits(text);
  if (units === undefined) return undefined;
  return { ts: at as Millis, seq, price: priceOfUnits(units), value: Number(text) };
}

const secondOf = (at: number): number => Math.floor(at / 1_000);

export function createTickLine(): TickLine {
  let liveTicks: LinePoint[] = [];
  let filled: LinePoint[] = [];
  let all: LinePoint[] = [];
  let count = 0;
  let isCut = false;

  function trim(newest: number): void {
    const isRetained = ({ ts }: LinePoint) => newest - ts <= RETAINED_MS;
    liveTicks = liveTicks.filter(isRetained);
    filled = filled.filter(isRetained);
    merge();
  }

  function merge(): void {
    const seconds = new Set(liveTicks.map(({ ts }) => secondOf(ts)));
    const gaps = filled.filter(({ ts }) => !seconds.has(secondOf(ts)));
    all = [...gaps, ...liveTicks].sort((a, b) => a.ts - b.ts || a.seq - b.seq);
  }

  return {
    points: () => all,
    liveTicks: () => liveTicks,
    last: () => all.at(-1),
    add({ time, lastPrice }) {
      const read = pointOf(time, lastPrice, ++count);
      if (read === undefined) return;
      const point: LinePoint = isCut ? { ...read, isAfterCut: true } : read;
      isCut = false;
      const before = liveTicks.at(-1);
      liveTicks.push(point);
      if (before !== undefined && before.ts > point.ts)
        liveTicks.sort((a, b) => a.ts - b.ts || a.seq - b.seq);
      const newest = all.at(-1);
      if (newest === undefined || newest.ts <= point.ts) all.push(point);
      else merge();
      if (count % TRIM_EVERY === 0) trim(point.ts);
    },
    cut() {
      isCut = liveTicks.length > 0;
    },
    fill(seconds) {
      filled = seconds.flatMap(({ at, close }) => pointOf(at, close, 0) ?? []);
      merge();
    },
  };
}
