import { formatTimeOfDay } from '@maru/client/format-time';

/** `22:00:18.204` */
export const timeWithMillis = (at: number): string =>
  `${formatTimeOfDay(at)}.${String(at % 1_000).padStart(3, '0')}`;
