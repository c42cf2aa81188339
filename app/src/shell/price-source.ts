import { indexRule } from '@maru/engine/market/index-path';
import { useText } from '../text/language.tsx';
import { usePlatform, useWatched } from './platform.tsx';

/**
 * Names the source of an instrument's prices, and states when this server simulates them. The indices are Maru's own,
 * whatever the feed.
 */
export function usePriceSource(): (code: string) => string {
  const isSimulated = useWatched(usePlatform().site)?.priceSource === 'SIMULATED';
  const { pricesOf, simulatedPricesOf, indexPricesOf } = useText().shell;
  return (code) => {
    if (indexRule(code) !== undefined) return indexPricesOf(code);
    return isSimulated ? simulatedPricesOf(code) : pricesOf(code);
  };
}
