// Times are counted by steps, rounded up: fine where figures are small, and few rows whatever happens.

/** To 1 ms up to 100 ms, to 10 ms up to a second, to 100 ms up to ten, and at most a minute. */
export function speedStep(ms: number): number {
  const whole = Math.max(1, Math.ceil(ms));
  const step = whole <= 100 ? 1 : whole <= 1_000 ? 10 : whole <= 10_000 ? 100 : 1_000;
  return Math.min(60_000, Math.ceil(whole / step) * step);
}

const MOST_MINUTES = 7 * 24 * 60;

/** To a minute up to two hours, to ten minutes up to two days, to an hour after that, and at most a week. */
export function payoutStep(ms: number): number {
  const minutes = Math.max(1, Math.ceil(ms / 60_000));
  const step = minutes <= 120 ? 1 : minutes <= 2_880 ? 10 : 60;
  return Math.min(MOST_MINUTES, Math.ceil(minutes / step) * step);
}
