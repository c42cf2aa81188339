// Asks above the last price, bids below: the best ones nearest to it. One spatial target (docs/design.md 11): a touch
// shows the row under the finger and fills in its price on release, and never sends an order.
import { directionOf, formatDecimal, formatPrice } from '@maru/client/format';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useId, useState } from 'react';
import { useWatched } from '../../shell/platform.tsx';
import { useWords } from '../../text/language.tsx';
import { marketWords } from '../../text/market.ts';
import { LadderMid } from '../../ui/rows/ladder-row.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { usePacedQuote } from '../prices/live-price.tsx';
import './book-ladder.css';
import { groupLevels, groupOf } from './group-levels.ts';
import { type Book, LADDER_PACE_MS, type Level } from './order-book.ts';
import { useBook } from './use-book.ts';

interface Props {
  readonly stock: string;
  readonly precision: number;
  /** Prices at which an order of the member rests, as the instrument's precision writes them. */
  readonly mine: ReadonlySet<string>;
  readonly onPick: (price: string) => void;
  /** How many rows each side has. */
  readonly depth?: number;
  /** Decimal places of the sizes; as they come without it. */
  readonly sizePlaces?: number | undefined;
  /** Levels within it are one row; each level is its own without it. */
  readonly step?: string | undefined;
  /** Above the rows. */
  readonly head?: ReactNode;
  /** Below the last price. */
  readonly mark?: ReactNode;
}

const USUAL_DEPTH = 5;

interface Row {
  readonly side: 'ask' | 'bid';
  readonly place: number;
  readonly level: Level | undefined;
}

const rowsOf = (book: Book | undefined, side: Row['side'], depth: number): readonly Row[] => {
  const rows = Array.from({ length: depth }, (_, place) => ({
    side,
    place,
    level: book?.[`${side}s`][place],
  }));
  return side === 'ask' ? rows.toReversed() : rows;
};

export function BookLadder({
  stock,
  precision,
  mine,
  onPick,
  depth = USUAL_DEPTH,
  sizePlaces,
  step,
  head,
  mark,
}: Props) {
  const words = useWords(marketWords);
  const id = useId();
  const levels = useBook(stock);
  const book = levels && step !== undefined ? groupLevels(levels, step) : levels;
  const { quote } = useWatched(usePacedQuote(stock, LADDER_PACE_MS));
  const [active, setActive] = useState<number>();
  if (book?.asks.length === 0 && book.bids.length === 0)
    return <p className="book-ladder__empty text-caption">{words.emptyBook}</p>;
  const [asks, bids] = [rowsOf(book, 'ask', depth), rowsOf(book, 'bid', depth)];
  const rows = [...asks, ...bids];
  const deepest = Math.max(0, ...rows.map(({ level }) => Number(level?.size ?? 0)));

  function steer(event: KeyboardEvent): void {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const from = active ?? (step === 1 ? depth - 1 : depth);
      setActive(Math.min(rows.length - 1, Math.max(0, from + step)));
      return;
    }
    const level = active === undefined ? undefined : rows[active]?.level;
    if ((event.key !== 'Enter' && event.key !== ' ') || !level) return;
    event.preventDefault();
    onPick(level.price);
  }

  function pick({ target }: MouseEvent): void {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-price]') : null;
    if (row?.dataset['price'] !== undefined) onPick(row.dataset['price']);
  }

  /** With a step, an own price marks the row that it is in, on its own side of the book. */
  const isMine = (side: Row['side'], { price }: Level): boolean => {
    if (step === undefined) return mine.has(formatPrice(price, precision));
    const best = Number(levels?.[`${side}s`][0]?.price);
    return [...mine].some((each) => {
      const own = each.replaceAll(',', '');
      return (
        (side === 'ask' ? Number(own) >= best : Number(own) <= best) && groupOf(own, step, side) === price
      );
    });
  };

  const draw = ({ side, place, level }: Row, index: number) =>
    level ? (
      <div
        key={`${side}${place}`}
        id={`${id}-${index}`}
        role="option"
        tabIndex={-1}
        aria-selected={active === index}
        data-price={level.price}
        className={`${rowClass(side, isMine(side, level))}${place === depth - 1 ? ' book-ladder__outermost' : ''}`}
      >
        <span
          className="ladder-row__depth"
          style={{ transform: `scaleX(${deepest === 0 ? 0 : (Number(level.size) / deepest) * 0.96})` }}
        />
        <span className="ladder-row__price figure">{formatPrice(level.price, precision)}</span>{' '}
        <span className="ladder-row__size figure">{sizeText(level.size)}</span>
      </div>
    ) : (
      <div
        key={`${side}${place}`}
        className={place === depth - 1 ? 'book-ladder__bone book-ladder__outermost' : 'book-ladder__bone'}
        role="presentation"
      >
        {!book && <Skeleton width={64} height={12} />}
      </div>
    );

  const sizeText = (size: string) =>
    sizePlaces === undefined ? formatDecimal(size) : formatPrice(size, sizePlaces);
  const mid = (
    <LadderMid
      price={formatPrice(quote?.lastPrice, precision)}
      direction={directionOf(quote?.priceChangePercent)}
    />
  );
  return (
    <div
      className="book-ladder ladder"
      role="listbox"
      aria-label={words.book}
      aria-description={words.bookKeys}
      aria-busy={book === undefined}
      aria-activedescendant={active === undefined ? undefined : `${id}-${active}`}
      tabIndex={0}
      onKeyDown={steer}
      onClick={pick}
      onBlur={() => setActive(undefined)}
    >
      {head !== undefined && <div role="presentation">{head}</div>}
      {asks.map(draw)}
      <div className="book-ladder__mid" role="presentation">
        {mid}
        {mark}
      </div>
      {bids.map((row, index) => draw(row, asks.length + index))}
    </div>
  );
}

const rowClass = (side: Row['side'], isMine: boolean): string =>
  `ladder-row ladder-row--${side}${isMine ? ' ladder-row--mine' : ''}`;
