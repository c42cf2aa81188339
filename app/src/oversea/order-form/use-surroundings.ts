import type { WireOverseaOption } from '@maru/contract/oversea/instruments';
import type { LiveTick } from '../../market/prices/use-live-tick.ts';
import { usePlatform, useWatched } from '../../shell/platform.tsx';
import { useOverseaAccount } from '../account/use-oversea-account.ts';
import { useListedOptions } from '../listing/use-oversea-instruments.ts';
import type { Surroundings } from './order-preview.ts';

/** The inputs of a preview, from the page's current data. */
export function useSurroundings(instrument: WireOverseaOption, tick: LiveTick | undefined): Surroundings {
  const { prices, clock, wallets } = usePlatform();
  const { terms } = instrument;
  const account = useOverseaAccount();
  const balances = useWatched(wallets).reply;
  // The page itself repeats this request: here its answer is only read.
  const { reply: instruments = [] } = useListedOptions();
  return {
    instrument,
    instruments,
    lastOf: ({ stock, lastPrice }) => prices.of(stock)?.lastPrice ?? lastPrice ?? undefined,
    account,
    free: (terms && balances?.[terms.walletType]?.point) ?? '0',
    tick,
    now: clock.now(),
  };
}
