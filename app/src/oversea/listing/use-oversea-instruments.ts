// The instruments of the site and their prices, for every screen that lists or shows them.
import { overseaOptions } from '@maru/contract/oversea/instruments';
import { useEffect } from 'react';
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
  const { realtime } = usePlatform();
  const listed = useListedOptions();
  const { reload } = listed;
  // What staff stopped must not wait for the next reading: an order form may be open.
  useEffect(
    () =>
      realtime.followTopic('oversea', ({ type }) => {
        if (type === 'OVERSEA_OPTION_MODE') reload();
      }),
    [realtime, reload],
  );
  return useInstrumentList(listed);
}
