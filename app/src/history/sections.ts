// The products of the wallet's pages, in the order in which they are shown.
import { betSection } from '../binary/history/bet-section.tsx';
import { futuresSection } from '../futures/history/fill-section.tsx';
import { fillSection } from '../oversea/history/fill-section.tsx';
import type { HistorySection } from '../receipt/history-section.ts';
import { usePlatform, useWatched } from '../shell/platform.tsx';

export const sections: readonly HistorySection[] = [fillSection, futuresSection, betSection];

/** Those that the site has not switched off; all of them until it is known. */
export function useOfferedSections(): readonly HistorySection[] {
  const features = useWatched(usePlatform().site)?.features;
  return sections.filter(({ name }) => features?.[name] !== false);
}
