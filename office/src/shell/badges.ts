// The counts of the menu, by the path of the screen that shows what they count.
import { officeBadges } from '@maru/contract/staff/badges';
import { useRead } from './use-read.ts';

const EVERY_MS = 10_000;
const NONE: Readonly<Record<string, number>> = {};

export const useBadges = (): Readonly<Record<string, number>> =>
  useRead(officeBadges, {}, { everyMs: EVERY_MS }).data?.waiting ?? NONE;
