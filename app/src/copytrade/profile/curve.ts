// The cumulative return of a period, and how far below its highest value the equity was (picture 12b).

export type CurvePeriod = 'week' | 'month' | 'all';

export interface CurveDay {
  readonly date: string;
  readonly returnPercent: number;
}

export interface CurvePoint {
  readonly date: string;
  /** Percent since the first day of the period. */
  readonly percent: number;
  /** At or below zero: percent below the highest value of the period so far. */
  readonly drawdown: number;
}

/** Days before today, which is the last one and not over. */
const DAYS: Readonly<Record<CurvePeriod, number>> = { week: 7, month: 30, all: Number.POSITIVE_INFINITY };

/**
 * The last day before the period is its base. A trader of fewer days has none: the curve begins at nothing, so that what
 * the first day brought is in it. Nothing where a return has no base: the equity of that day was lost.
 */
export function curveOf(days: readonly CurveDay[], period: CurvePeriod): readonly CurvePoint[] {
  const isWhole = days.length <= DAYS[period];
  const [first] = days;
  const shown =
    isWhole && first !== undefined
      ? [{ ...first, returnPercent: 0 }, ...days]
      : days.slice(-DAYS[period] - 1);
  const base = 100 + (shown[0]?.returnPercent ?? 0);
  if (base <= 0) return [];
  let highest = 0;
  return shown.map(({ date, returnPercent }) => {
    const worth = Math.max(0, (100 + returnPercent) / base);
    highest = Math.max(highest, worth);
    return { date, percent: (worth - 1) * 100, drawdown: (worth / highest - 1) * 100 };
  });
}

export const deepestOf = (points: readonly CurvePoint[]): number =>
  points.reduce((deepest, { drawdown }) => Math.min(deepest, drawdown), 0);

/** Round percentages between the least and the most value, at most four: 20, 40. */
export function gridOf(least: number, most: number): readonly number[] {
  const span = Math.max(most - least, 0.01);
  const power = 10 ** Math.floor(Math.log10(span / 2));
  const step = [1, 2, 5, 10].map((times) => times * power).find((each) => span / each <= 4) ?? 10 * power;
  const lines: number[] = [];
  for (let count = Math.ceil(least / step); count * step <= most; count++)
    if (count !== 0) lines.push(count * step);
  return lines;
}
