// The coin futures of the site and their prices, for every screen that lists or shows them.
import { futuresOptions } from '@maru/contract/futures/instruments';
import { useEffect } from 'react';
import {
  offeredUnder,
  useInstrumentList,
  useLivePrices,
} from '../../market/instruments/use-instrument-list.ts';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { usePlatform, useWatched } from '../../shell/platform.tsx';

/** The list as it was last read: `useInstrumentList` reads it again. */
export function useListedFutures() {
  const prefix = useWatched(usePlatform().site)?.stockPrefix;
  return useAnswer(futuresOptions, offeredUnder(prefix));
}

export function useFuturesInstruments() {
  useLivePrices();
  const { realtime } = usePlatform();
  const listed = useListedFutures();
  const { reload } = listed;
  // What staff stopped must not wait for the next reading: an order form may be open.
  useEffect(() => realtime.followTopic('futures', () => reload()), [realtime, reload]);
  return useInstrumentList(listed);
}
