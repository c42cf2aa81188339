// Positions on the round's chart: time to the right, price upward. Numbers here are pixels, never money.

export interface Box {
  readonly width: number;
  readonly height: number;
}

/** Room for the axis at the right. */
export const AXIS_WIDTH = 70;

/** Room above the chart and, below it, for the times. */
export interface Margins {
  readonly above: number;
  readonly below: number;
}

export const ENTRY_MARGINS: Margins = { above: 14, below: 24 };
/** The numbers of the rounds are above the chart, and a waiting order is below it. */
export const RENT_MARGINS: Margins = { above: 34, below: 32 };

/** The instants at the left edge and at the axis. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface TimeScale extends Span {
  readonly x: (at: number) => number;
  readonly at: (x: number) => number;
}

export function timeScale({ width }: Box, { from, to }: Span): TimeScale {
  const right = Math.max(1, width - AXIS_WIDTH);
  return {
    from,
    to,
    x: (at) => ((at - from) / (to - from)) * right,
    at: (x) => from + (x / right) * (to - from),
  };
}

/** The distance of the result from the axis. */
const RESULT_INSET = 16;
const ENTRY_LENGTHS = 1.75;

/** For rounds that are bet on while they run: the end has a fixed place, and now moves towards it. */
export function entrySpan(
  { width }: Box,
  { end, length }: { readonly end: number; readonly length: number },
): Span {
  const right = Math.max(1, width - AXIS_WIDTH - RESULT_INSET);
  const seen = length * ENTRY_LENGTHS;
  return { from: end - seen, to: end + (RESULT_INSET / right) * seen };
}

/** Shares of the chart's width at which a round starts and ends. */
const WAITING = { start: 0.64, end: 0.978 };
const RUNNING = { start: 0.281, end: 0.75 };

/** For bets on the next round: before its start the past has most of the room, then the round itself. */
export function rentSpan({
  state,
  start,
  end,
}: {
  readonly state: 'waiting' | 'running';
  readonly start: number;
  readonly end: number;
}): Span {
  const at = state === 'waiting' ? WAITING : RUNNING;
  const whole = (end - start) / (at.end - at.start);
  const from = start - at.start * whole;
  return { from, to: from + whole };
}

/** The most round lengths before now that either chart shows. */
export const SEEN_LENGTHS = Math.max(ENTRY_LENGTHS, WAITING.start / (WAITING.end - WAITING.start));

export interface Range {
  readonly low: number;
  readonly high: number;
}

const LEAST_SHARE = 0.00002;
const AIR_SHARE = 0.14;

/** All values with a margin around them; a market that does not move is drawn flat, not magnified into noise. */
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
  ({ height }: Box, { low, high }: Range, { above, below }: Margins) =>
  (value: number): number =>
    above + (height - above - below) * (1 - (value - low) / (high - low));

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

/** Animates from one range or end to the next, so that a new extreme does not make the chart jump. */
export function glide(
  from: number,
  to: number,
  { elapsedMs, overMs }: { readonly elapsedMs: number; readonly overMs: number },
): number {
  if (overMs <= 0) return to;
  return from + (to - from) * (1 - Math.exp((-3 * elapsedMs) / overMs));
}
