// The instruments of the site and their prices, for every screen that lists or shows them.
import { overseaOptions } from '@maru/contract/oversea/instruments';
import {
  offeredUnder,
  useInstrumentList,
  useLivePrices,
} from '../../market/instruments/use-instrument-list.ts';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { usePlatform, useWatched } from '../../shell/platform.tsx';

/** The list as it was last read: `useInstrumentList` reads it again. */
export function useListedOptions() {
  const prefix = useWatched(usePlatform().site)?.overseaPrefix;
  return useAnswer(overseaOptions, offeredUnder(prefix));
}

export function useOverseaInstruments() {
  useLivePrices();
  return useInstrumentList(useListedOptions());
}
