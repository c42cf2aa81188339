// The list of the futures drawer (spec 4): once the socket is connected the list is fetched, then the current prices,
// then the pushes are followed. Refusals are ignored silently.
import { futuresOptions, type WireFuturesOption } from '@maru/contract/futures/instruments';
import { FUTURES_PRICES_KEY, type FuturesPrice, keyValue } from '@maru/contract/market';
import { useEffect, useState } from 'react';
import { usePlatform, useWatched } from '../../shell/platform.tsx';

export type FuturesPrices = Readonly<Record<string, FuturesPrice>>;

export function useFutures(
  isOpen: boolean,
  onPrices: ((prices: FuturesPrices) => void) | undefined,
): readonly WireFuturesOption[] | undefined {
  const { call, realtime, connection, prices, site } = usePlatform();
  const isConnected = useWatched(connection).kind === 'connected';
  const stockPrefix = useWatched(site)?.stockPrefix ?? '';
  const [instruments, setInstruments] = useState<readonly WireFuturesOption[]>();

  useEffect(() => {
    if (!isOpen || !isConnected) return;
    let isHere = true;
    let stop = () => {};

    async function follow(): Promise<void> {
      const listed = await call(futuresOptions, { query: { isPlay: '1', stockPrefix } });
      if (!isHere) return;
      const known = new Set(listed.ok ? listed.reply.map(({ stock }) => stock) : []);
      const showPrices = (pushed: FuturesPrices) => {
        const ours = Object.entries(pushed).filter(([stock]) => known.has(stock));
        for (const [stock, price] of ours) prices.tick(stock, price);
        if (ours.length > 0) onPrices?.(Object.fromEntries(ours));
      };
      if (listed.ok) {
        for (const { stock, lastPrice, rateChange } of listed.reply)
          if (lastPrice !== null && prices.of(stock) === undefined)
            prices.tick(stock, { lastPrice, priceChangePercent: rateChange });
        setInstruments(listed.reply);
      }
      const first = await call(keyValue, { query: { key: FUTURES_PRICES_KEY } });
      if (!isHere) return;
      if (first.ok) showPrices(first.reply as FuturesPrices);
      stop = realtime.followTopic('futuresPrices', showPrices);
    }

    void follow();
    return () => {
      isHere = false;
      stop();
    };
  }, [isOpen, isConnected, stockPrefix, call, realtime, prices, onPrices]);
  return instruments;
}
