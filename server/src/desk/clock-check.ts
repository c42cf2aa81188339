// A book whose newest event lies ahead of the machine's clock: the clock was wrong when that event was written, or it
// is wrong now. Engine time cannot go back, so until the clock has passed that event the time of every decision would
// stand still. New commands are refused meanwhile, and the log repeats it.
import type { Book } from '@maru/engine/book';
import type { Millis } from '@maru/engine/time';

/** A synchronised clock is set back by less than this; for so long time may stand still without a report. */
export const CLOCK_TOLERANCE_MS = 2_000;
const REPORT_AGAIN_MS = 10_000;

export const isAheadOfClock = (book: Pick<Book, 'lastAt'>, clock: Millis, toleranceMs: number): boolean =>
  book.lastAt - clock > toleranceMs;

export class ClockBehind extends Error {
  override name = 'ClockBehind';
  constructor(lastAt: Millis, clock: Millis) {
    super(
      `the machine's clock (${isoOf(clock)}) is ${Math.ceil((lastAt - clock) / 1_000)} s behind the newest event of the ` +
        `journal (${isoOf(lastAt)}): new commands are refused until the clock has passed it, see docs/operating.md, "The clock"`,
    );
  }
}

const isoOf = (at: Millis): string => new Date(at).toISOString();

export interface ClockCheck {
  /** Compares once, and reports a clock that is behind: at once, then every ten seconds while it is. */
  check(book: Pick<Book, 'lastAt'> | undefined): void;
}

export function createClockCheck(parts: {
  readonly clock: () => Millis;
  readonly steadyMs: () => number;
  readonly toleranceMs: number;
  readonly report: (fault: ClockBehind) => void;
}): ClockCheck {
  const { clock, steadyMs, toleranceMs, report } = parts;
  let reportedAt: number | undefined;
  return {
    check(book) {
      const now = clock();
      if (book === undefined || !isAheadOfClock(book, now, toleranceMs)) {
        reportedAt = undefined;
        return;
      }
      if (reportedAt !== undefined && steadyMs() - reportedAt < REPORT_AGAIN_MS) return;
      reportedAt = steadyMs();
      report(new ClockBehind(book.lastAt, now));
    },
  };
}
