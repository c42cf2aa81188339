import { useMemo } from 'react';
import { usePlatform, useWatched } from '../../shell/platform.tsx';
import { type Book, createOrderBook } from './order-book.ts';

export function useBook(stock: string): Book | undefined {
  const { call, prices, timers, connection } = usePlatform();
  const orderBook = useMemo(
    () =>
      createOrderBook({
        stock,
        call,
        prices,
        timers,
        mayAsk: () => connection.get().kind === 'connected' && document.visibilityState !== 'hidden',
      }),
    [stock, call, prices, timers, connection],
  );
  // There is no need to react to a reconnect: the book is requested again within a moment.
  return useWatched(orderBook);
}
