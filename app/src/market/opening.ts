// When a closed market opens again, by the calendar of Korea, wherever the phone is.
import { openingOf } from '@maru/client/format';
import { DAY_MS, KST_OFFSET_MS } from '@maru/engine/time';

/** A month from 1, a day from 1, a weekday from Sunday at 0, and `10:15`. */
export interface Opening {
  readonly month: number;
  readonly day: number;
  readonly weekday: number;
  readonly time: string;
  /** Less than a week away, so that the weekday alone names the day. */
  readonly isNear: boolean;
}

export function openingAt(opensAt: number, now: number): Opening {
  // Shifted by Korea's offset, the calendar of UTC reads as Korea's.
  const local = new Date(opensAt + KST_OFFSET_MS);
  return {
    month: local.getUTCMonth() + 1,
    day: local.getUTCDate(),
    ...openingOf(opensAt),
    isNear: opensAt - now < 7 * DAY_MS,
  };
}
