import { formatDate } from '@maru/client/format-date';

/** `11.14`: under a line. */
export const shortDate = (at: number): string => formatDate(at).slice(5);
