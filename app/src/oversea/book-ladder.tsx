// Five asks above the last price, five bids below: the best ones nearest to it. For the eye only.
import { directionOf, formatDecimal, formatPrice } from '@maru/client/format';
import type { Watched } from '@maru/client/store';
import { useEffect, useMemo } from 'react';
import { usePacedQuote } from '../market/live-price.tsx';
import { usePlatform, useWatched } from '../shell/platform.tsx';
import { useText } from '../text/language.tsx';
import { Ladder, LadderMid, LadderRow } from '../ui/ladder-row.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { LADDER_PACE_MS } from './order-book.ts';
import './book-ladder.css';
import { type Book, createOrderBook, type Level } from './order-book.ts';

interface Props {
  readonly stock: string;
  readonly precision: number;
}

const LEVELS = [0, 1, 2, 3, 4] as const;

function useBook(stock: string): Watched<Book | undefined> {
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
  useEffect(() => orderBook.start(), [orderBook]);
  // A line that comes back is not waited for: the loop above asks within a moment.
  return orderBook.book;
}

export function BookLadder({ stock, precision }: Props) {
  const text = useText();
  const book = useWatched(useBook(stock));
  const { quote } = useWatched(usePacedQuote(stock, LADDER_PACE_MS));
  if (book?.asks.length === 0 && book.bids.length === 0)
    return <p className="book-ladder__empty">{text.oversea.emptyBook}</p>;
  const deepest = largestSize(book);
  const row = (side: 'ask' | 'bid', level: Level | undefined, place: number) =>
    level ? (
      <LadderRow
        key={`${side}${place}`}
        side={side}
        price={formatPrice(level.price, precision)}
        size={formatDecimal(level.size)}
        depth={deepest === 0 ? 0 : (Number(level.size) / deepest) * 0.96}
      />
    ) : (
      <div key={`${side}${place}`} className="book-ladder__bone">
        {!book && <Skeleton width={64} height={12} />}
      </div>
    );
  return (
    <div className="book-ladder" aria-busy={book === undefined}>
      <Ladder label={text.oversea.book}>
        {LEVELS.toReversed().map((place) => row('ask', book?.asks[place], place))}
        <LadderMid
          price={formatPrice(quote?.lastPrice, precision)}
          direction={directionOf(quote?.priceChangePercent)}
        />
        {LEVELS.map((place) => row('bid', book?.bids[place], place))}
      </Ladder>
    </div>
  );
}

/** The bars are a drawing; plain numbers will do. */
const largestSize = (book: Book | undefined): number =>
  Math.max(
    0,
    ...LEVELS.flatMap((place) => [book?.asks[place], book?.bids[place]]).map((each) =>
      Number(each?.size ?? 0),
    ),
  );
