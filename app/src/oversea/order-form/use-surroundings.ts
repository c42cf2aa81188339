import { overseaOptions, type WireOverseaOption } from '@maru/contract/oversea/instruments';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { usePlatform, useWatched } from '../../shell/platform.tsx';
import { useFreeMoney } from '../account/use-free-money.ts';
import { useOverseaAccount } from '../account/use-oversea-account.ts';
import type { LiveTick } from '../price/live-tick.ts';
import type { Surroundings } from './order-preview.ts';

/** The inputs of a preview, from the page's current data. */
export function useSurroundings(instrument: WireOverseaOption, tick: LiveTick | undefined): Surroundings {
  const { prices, clock, site } = usePlatform();
  const account = useOverseaAccount();
  const free = useFreeMoney(instrument.terms?.walletType);
  const stockPrefix = useWatched(site)?.overseaPrefix;
  // The same request as the page's own, which repeats it: here its answer is only read.
  const { reply: instruments = [] } = useAnswer(overseaOptions, {
    isPlay: '1',
    ...(stockPrefix ? { stockPrefix } : {}),
  });
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
