import { formatDuration } from '@maru/client/format-date';
import { formatCountdown } from '@maru/client/format-time';
import { HOUR_MS } from '@maru/engine/time';

/** `14:20` below an hour, `01:23:20` from there on. */
export const heldText = (durationMs: number): string =>
  durationMs < HOUR_MS ? formatCountdown(durationMs) : formatDuration(durationMs);
