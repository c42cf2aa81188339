// Where things stand on the round's chart: time to the right, price upward. Numbers here are pixels, never money.

export interface Box {
  readonly width: number;
  readonly height: number;
}

/** Room for the axis at the right, the times below, and a little air above. */
export const AXIS_WIDTH = 70;
export const TIMES_HEIGHT = 24;
export const AIR_ABOVE = 14;
/** The result stands so far before the axis. */
const RESULT_INSET = 16;
/** How many round lengths are seen, the future included. */
export const SEEN_LENGTHS = 1.75;

export interface TimeScale {
  readonly from: number;
  readonly to: number;
  readonly x: (at: number) => number;
}

/** The end of the round stands still while now walks towards it. */
export function timeScale(
  { width }: Box,
  { end, length }: { readonly end: number; readonly length: number },
): TimeScale {
  const right = Math.max(1, width - AXIS_WIDTH - RESULT_INSET);
  const span = length * SEEN_LENGTHS;
  const x = (at: number) => right - ((end - at) / span) * right;
  return { from: end - span, to: end + (RESULT_INSET / right) * span, x };
}

export interface Range {
  readonly low: number;
  readonly high: number;
}

const LEAST_SHARE = 0.00002;
const AIR_SHARE = 0.14;

/** All values with air around them; a market that stands still is drawn flat, not magnified into noise. */
export function rangeOf(values: Iterable<number>): Range | undefined {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (!Number.isFinite(low)) return undefined;
  const middle = (low + high) / 2;
  const half = Math.max((high - low) / 2, Math.abs(middle) * LEAST_SHARE, 1e-9) * (1 + 2 * AIR_SHARE);
  return { low: middle - half, high: middle + half };
}

export const priceScale =
  ({ height }: Box, { low, high }: Range) =>
  (value: number): number =>
    AIR_ABOVE + (height - AIR_ABOVE - TIMES_HEIGHT) * (1 - (value - low) / (high - low));

/** Three to five round figures inside the range. */
export function gridSteps({ low, high }: Range, precision: number): readonly number[] {
  const rough = (high - low) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(
    [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough) ?? rough,
    10 ** -precision,
  );
  const steps: number[] = [];
  for (let value = Math.ceil(low / step) * step; value <= high && steps.length < 8; value += step)
    steps.push(value);
  return steps;
}

/** Glides from one range or end to the next, so that a new extreme does not jerk the picture. */
export function glide(
  from: number,
  to: number,
  { elapsedMs, overMs }: { readonly elapsedMs: number; readonly overMs: number },
): number {
  if (overMs <= 0) return to;
  return from + (to - from) * (1 - Math.exp((-3 * elapsedMs) / overMs));
}
