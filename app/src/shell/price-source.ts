import { useText } from '../text/language.tsx';
import { usePlatform, useWatched } from './platform.tsx';

/** Names the source of an instrument's prices, and says so when this server simulates them. */
export function usePriceSource(): (code: string) => string {
  const isSimulated = useWatched(usePlatform().site)?.priceSource === 'SIMULATED';
  const { pricesOf, simulatedPricesOf } = useText().shell;
  return isSimulated ? simulatedPricesOf : pricesOf;
}
