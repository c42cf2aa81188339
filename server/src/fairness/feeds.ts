// How fresh the price of every instrument is, for the public page.
import type { WirePlatformStatus } from '@maru/contract/fairness/calls';
import type { FeedState } from '@maru/contract/fairness/words';
import type { Instrument } from '@maru/engine/market/instrument';
import type { Millis } from '@maru/engine/time';
import type { ProductParts } from '../product/server-product.ts';

export type Feeds = (now: Millis) => WirePlatformStatus['feeds'];

type Prices = Pick<ProductParts['prices'], 'latest' | 'condition'>;

function stateOf(prices: Prices, { code }: Instrument, now: Millis): FeedState {
  const condition = prices.condition(code, now);
  if (condition === 'OPEN') return 'GOOD';
  if (condition === 'CLOSED') return 'CLOSED';
  return prices.latest(code) === undefined ? 'DOWN' : 'LIMITED';
}

export const createFeeds =
  ({
    instruments,
    prices,
  }: {
    readonly instruments: readonly Instrument[];
    readonly prices: Prices;
  }): Feeds =>
  (now) =>
    instruments.map((instrument) => {
      const latest = prices.latest(instrument.code);
      return {
        stock: instrument.code,
        koName: instrument.koName,
        enName: instrument.enName,
        state: stateOf(prices, instrument, now),
        ageMillis: latest === undefined ? null : Math.max(0, now - latest.ts),
      };
    });
