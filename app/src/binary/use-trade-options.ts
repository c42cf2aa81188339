// The binary options of the site, their prices, and which of them this device used last.
import { tradeOptions } from '@maru/contract/market';
import { MINUTE_MS } from '@maru/engine/time';
import { useEffect } from 'react';
import { rememberOption } from '../market/last-option.ts';
import { useEvery } from '../market/use-every.ts';
import { useListedPrices, useLivePrices } from '../market/use-oversea-options.ts';
import { useDevice } from '../shell/device.tsx';
import { usePlatform, useWatched } from '../shell/platform.tsx';
import { useAnswer } from '../shell/use-answer.ts';

export function useTradeOptions() {
  const { site } = usePlatform();
  const stockPrefix = useWatched(site)?.stockPrefix;
  const answer = useAnswer(tradeOptions, { isPlay: '1', ...(stockPrefix ? { stockPrefix } : {}) });
  useLivePrices();
  useListedPrices(answer.reply);
  // Markets open and close while the page is looked at; the list says so.
  useEvery(MINUTE_MS, answer.reload);
  return answer;
}

export function useRememberedOption(id: number): void {
  const { storage } = useDevice();
  useEffect(() => rememberOption({ storage }, id), [storage, id]);
}
