// Joins the Maru indices and the feed of all other prices into one source.
import { NO_CANDLES } from '@maru/contract/candle-text';
import type { Past } from '../market/past.ts';
import type { Source } from './source.ts';

interface Joined {
  readonly feed: Source;
  readonly index: Source & { readonly past: Past };
  readonly isIndex: (stock: string) => boolean;
}

export function joinIndices({ feed, index, isIndex }: Joined): Source {
  return {
    name: feed.name,
    async start(emit) {
      // No outside feed may set the price of an index.
      await feed.start((ticks) => emit(ticks.filter(({ stock }) => !isIndex(stock))));
      await index.start(emit);
    },
    async stop() {
      await index.stop();
      await feed.stop();
    },
    past: {
      knows: (stock) => isIndex(stock) || (feed.past !== undefined && (feed.past.knows?.(stock) ?? true)),
      priceAt: async (stock, at) => pastOf(stock)?.priceAt(stock, at),
      candles: async (stock, ...rest) => (await pastOf(stock)?.candles(stock, ...rest)) ?? [],
      candleText: async (stock, ...rest) => (await pastOf(stock)?.candleText(stock, ...rest)) ?? NO_CANDLES,
    },
    depth: (stock, at) => (isIndex(stock) ? index : feed).depth?.(stock, at),
  };

  function pastOf(stock: string): Past | undefined {
    return isIndex(stock) ? index.past : feed.past;
  }
}
