// The counts of the menu, by the path of the screen that shows what they count.
import { officeBadges } from '@maru/contract/staff/badges';
import { useOffice, useWatched } from './office-context.tsx';
import { useRead } from './use-read.ts';

const EVERY_MS = 10_000;
const NONE: Readonly<Record<string, number>> = {};

export function useBadges(): Readonly<Record<string, number>> {
  const site = useWatched(useOffice().site);
  // Those of another site are read as soon as it is chosen.
  const query = site === undefined ? {} : { siteInfoId: site };
  return useRead(officeBadges, query, { everyMs: EVERY_MS }).data?.waiting ?? NONE;
}
