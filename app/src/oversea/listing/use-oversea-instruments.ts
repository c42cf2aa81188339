// The instruments of the site and their prices, for every screen that lists or shows them.
import { overseaOptions } from '@maru/contract/oversea/instruments';
import {
  offeredUnder,
  useInstrumentList,
  useLivePrices,
} from '../../market/instruments/use-instrument-list.ts';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { usePlatform, useWatched } from '../../shell/platform.tsx';

export function useOverseaInstruments() {
  const prefix = useWatched(usePlatform().site)?.overseaPrefix;
  useLivePrices();
  return useInstrumentList(useAnswer(overseaOptions, offeredUnder(prefix)));
}
