// The small line of a list row: the closes of the newest candles, and the price now at its end.

export interface SparkPath {
  readonly path: string;
  readonly end: { readonly x: number; readonly y: number };
}

export const SPARK_POINTS = 22;
export const SPARK_WIDTH = 64;
export const SPARK_HEIGHT = 26;
/** Room for half the stroke and for the dot at the end. */
const LEFT = 2;
const RIGHT = 4;
const VERTICAL = 3;

const tenth = (value: number): number => Math.round(value * 10) / 10;

/** A drawing, so plain numbers will do: nothing here is money. */
export function sparkPath(values: readonly number[]): SparkPath | undefined {
  const shown = values.filter(Number.isFinite).slice(-SPARK_POINTS);
  if (shown.length < 2) return undefined;
  const low = Math.min(...shown);
  const range = Math.max(...shown) - low;
  const step = (SPARK_WIDTH - LEFT - RIGHT) / (shown.length - 1);
  const points = shown.map((value, place) => ({
    x: tenth(LEFT + place * step),
    // A price that stood still is a line in the middle, not on the floor.
    y: tenth(VERTICAL + (SPARK_HEIGHT - 2 * VERTICAL) * (range === 0 ? 0.5 : 1 - (value - low) / range)),
  }));
  const end = points.at(-1);
  return end && { path: `M${points.map(({ x, y }) => `${x} ${y}`).join('L')}`, end };
}

/** The closes as they were fetched, ending at the price now. */
export function withLiveEnd(closes: readonly number[], lastPrice: string | undefined): readonly number[] {
  const now = Number(lastPrice);
  if (closes.length === 0 || lastPrice === undefined || !Number.isFinite(now)) return closes;
  return [...closes.slice(0, -1), now];
}
