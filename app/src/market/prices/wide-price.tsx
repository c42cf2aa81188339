// Name, price and facts above the chart of a wide trade screen. It is no live region: reading every tick aloud would be
// useless.
import { directionOf, formatPercent, formatPrice } from '@maru/client/format';
import type { ReactNode } from 'react';
import { type WideFact, WideHead } from '../../shell/layouts/wide-grid.tsx';
import { useWatched } from '../../shell/platform.tsx';
import { useLanguage, useWords } from '../../text/language.tsx';
import { marketWords } from '../../text/market.ts';
import type { Instrument } from '../instruments/instrument-order.ts';
import { nameOf } from '../instruments/instrument-words.ts';
import { Star } from '../instruments/star.tsx';
import { useSavedStocks } from '../instruments/use-saved-stocks.ts';
import { toneClass } from './tone-class.ts';
import type { Day } from './use-day.ts';
import './wide-price.css';

interface Props {
  readonly instrument: Instrument;
  readonly title: string;
  readonly detail: string;
  readonly day: Day;
  readonly facts: readonly WideFact[];
  /** Icon buttons after the star. */
  readonly children: ReactNode;
}

export function WidePrice({ instrument, title, detail, day, facts, children }: Props) {
  const words = useWords(marketWords);
  const { language } = useLanguage();
  const saved = useSavedStocks();
  const isStarred = useWatched(saved.favourites).includes(instrument.stock);
  const tone = toneClass(instrument.isOpen === 0 ? 'flat' : directionOf(day.priceChangePercent));
  return (
    <WideHead
      title={title}
      detail={detail}
      mark={
        <span className="wide-price__marks">
          <Star
            label={words.star(nameOf(instrument, language))}
            isSet={isStarred}
            onPress={() => saved.toggleFavourite(instrument.stock)}
          />
          {children}
        </span>
      }
      facts={facts}
    >
      <div className={`wide-price figure${tone}`}>
        <span>{formatPrice(day.lastPrice, instrument.precision)}</span>
        <b>{formatPercent(day.priceChangePercent)}</b>
      </div>
    </WideHead>
  );
}
