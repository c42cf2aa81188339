// The order book of one instrument, for display. The server computes it for every request and has no topic for it, so
// it is requested when the price has moved, and at intervals when it has not; never faster than it can be read.
import type { Caller } from '@maru/client/call';
import type { Prices } from '@maru/client/prices';
import type { Watched } from '@maru/client/store';
import type { Timers } from '@maru/client/timers';
import { whileWatched } from '@maru/client/while-watched';
import { keyValue } from '@maru/contract/market';

export interface Level {
  readonly price: string;
  readonly size: string;
}

export interface Book {
  /** Best first on both sides. */
  readonly asks: readonly Level[];
  readonly bids: readonly Level[];
}

/** docs/design.md 6: a ladder changes six times a second at most. */
export const LADDER_PACE_MS = 250;
/** Sizes change without the price. */
export const REFRESH_AFTER_MS = 1_500;

export function createOrderBook({
  stock,
  call,
  prices,
  timers,
  mayAsk,
}: {
  readonly stock: string;
  readonly call: Caller;
  readonly prices: Prices;
  readonly timers: Timers;
  /** The page is visible and the connection is open. */
  readonly mayAsk: () => boolean;
}): Watched<Book | undefined> {
  return whileWatched<Book | undefined>(undefined, (book) => {
    let isRunning = true;
    let isAsking = false;
    let askedAt = Number.NEGATIVE_INFINITY;
    let stopWaiting = () => {};

    async function ask(): Promise<void> {
      stopWaiting();
      if (mayAsk()) {
        isAsking = true;
        askedAt = timers.now();
        const outcome = await call(keyValue, { query: { key: `ORDERBOOK_${stock}` } });
        isAsking = false;
        if (!isRunning) return;
        // A failed request is repeated; the old book stays until then.
        if (outcome.ok && isBook(outcome.reply)) book.set(readBook(outcome.reply));
      }
      stopWaiting = timers.after(REFRESH_AFTER_MS, () => void ask());
    }

    const stopPrices = prices.watch(stock, () => {
      if (isAsking) return;
      stopWaiting();
      stopWaiting = timers.after(Math.max(0, askedAt + LADDER_PACE_MS - timers.now()), () => void ask());
    });
    void ask();
    return () => {
      isRunning = false;
      stopPrices();
      stopWaiting();
    };
  });
}

interface WireBook {
  readonly bids: readonly (readonly [price: string, size: string])[];
  readonly asks: readonly (readonly [price: string, size: string])[];
}

const isBook = (reply: object): reply is WireBook =>
  'bids' in reply && Array.isArray(reply.bids) && 'asks' in reply && Array.isArray(reply.asks);

const readBook = ({ bids, asks }: WireBook): Book => {
  const level = ([price, size]: readonly [string, string]): Level => ({ price, size });
  return { bids: bids.map(level), asks: asks.map(level) };
};
