// Doubles of what the time machine needs: a fold without its thread, one instrument, and prices and rates by hand.
import { price, qty, rate } from '@maru/engine/amount';
import { BTC } from '@maru/engine/futures/testing';
import { pnlOf } from '@maru/engine/futures/value';
import type { QuoteOf } from '@maru/engine/rates/exchange-rate';
import type { Millis } from '@maru/engine/time';
import { bitcoin } from '../market/testing.ts';
import type { PastView } from '../product/server-product.ts';
import type { FoldThread } from './fold-thread.ts';
import { createFolding } from './folding.ts';
import type { createPastAccounts } from './past.ts';
import type { PricesThen } from './prices-then.ts';

type PastParts = Parameters<typeof createPastAccounts>[0];

const instrument = { ...bitcoin, id: BTC.instrument };

/** Starting one for each test would take longer than the tests; `fold-thread.test.ts` has a real one. */
export function inThisThread(): FoldThread {
  const answerTo = createFolding();
  return {
    async ask(question) {
      const answer = await answerTo(question);
      if (!answer.ok) throw new Error(answer.message);
      return answer;
    },
    close: async () => undefined,
  };
}

const futuresView: PastView = {
  products: ['futures'],
  positions: {
    priceOf: 'MARK',
    profitAt: ({ side, qty: held, entry }, { price: at, unit }) =>
      pnlOf({ side, qty: qty(held), entry }, at, BTC, unit),
  },
};

/** Won have a rate from `since` on; the coin has the last of these prices. */
export function pastParts({
  since,
  priceAt,
}: {
  readonly since: Millis;
  readonly priceAt: (at: Millis) => string | undefined;
}): Omit<PastParts, 'database' | 'foldAccount'> {
  const prices: PricesThen = {
    async at(_, of, at) {
      const found = priceAt(at);
      return found === undefined ? undefined : { price: price(found), of };
    },
    line: async () => (_, at) => {
      const found = priceAt(at);
      return found === undefined ? undefined : price(found);
    },
  };
  const quoteOf =
    (at: Millis): QuoteOf =>
    (currency) =>
      currency === 'USDT' && at >= since ? { rate: rate('1400'), source: 'SIMULATED', at: since } : undefined;
  return {
    instruments: [instrument],
    prices,
    rates: {
      currencies: ['KRW', 'USDT'],
      quotesAt: async (at) => quoteOf(at),
      quotesWithin: async () => quoteOf,
    },
    views: [futuresView],
  };
}
