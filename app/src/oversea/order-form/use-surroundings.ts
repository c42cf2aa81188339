import type { WireOverseaOption } from '@maru/contract/oversea/instruments';
import { usePlatform } from '../../shell/platform.tsx';
import { useFreeMoney } from '../account/use-free-money.ts';
import { useOverseaAccount } from '../account/use-oversea-account.ts';
import { useListedOptions } from '../listing/use-oversea-instruments.ts';
import type { LiveTick } from '../price/live-tick.ts';
import type { Surroundings } from './order-preview.ts';

/** The inputs of a preview, from the page's current data. */
export function useSurroundings(instrument: WireOverseaOption, tick: LiveTick | undefined): Surroundings {
  const { prices, clock } = usePlatform();
  const account = useOverseaAccount();
  const free = useFreeMoney(instrument.terms?.walletType);
  // The page itself repeats this request: here its answer is only read.
  const { reply: instruments = [] } = useListedOptions();
  return {
    instrument,
    instruments,
    lastOf: ({ stock, lastPrice }) => prices.of(stock)?.lastPrice ?? lastPrice ?? undefined,
    account,
    free,
    tick,
    now: clock.now(),
  };
}
