// The instruments of one product, in the left column of a wide trade screen.
import { readableCode } from '@maru/client/format';
import { memo, type ReactNode, useState } from 'react';
import { WidePanel } from '../../shell/layouts/wide-grid.tsx';
import { useWatched } from '../../shell/platform.tsx';
import { Link } from '../../shell/routing/router.tsx';
import { useLanguage, useWords } from '../../text/language.tsx';
import { marketWords } from '../../text/market.ts';
import { IconButton } from '../../ui/buttons/button.tsx';
import { type Instrument, tradingState } from '../instruments/instrument-order.ts';
import { nameOf, stateBadge } from '../instruments/instrument-words.ts';
import { useSavedStocks } from '../instruments/use-saved-stocks.ts';
import { LiveChange, LivePrice, LiveSpark, usePacedQuote } from '../prices/live-price.tsx';
import { rowPaceOf } from '../prices/paced-quote.ts';
import { useSparks } from '../prices/use-sparks.ts';
import './product-column.css';
import { useRestAlert } from './rest-alert.tsx';

interface Props<Each extends Instrument> {
  readonly title: string;
  readonly instruments: readonly Each[];
  readonly currentStock: string;
  readonly pathOf: (instrument: Each) => string;
}

export function ProductColumn<Each extends Instrument>({
  title,
  instruments,
  currentStock,
  pathOf,
}: Props<Each>) {
  const words = useWords(marketWords);
  const saved = useSavedStocks();
  const favourites = useWatched(saved.favourites);
  const [isFiltered, setFiltered] = useState(false);
  const { showRest, alert } = useRestAlert();
  const closesOf = useSparks(instruments.map(({ stock }) => stock));
  const shown = isFiltered ? instruments.filter(({ stock }) => favourites.includes(stock)) : instruments;
  return (
    <WidePanel
      label={title}
      className="product-column"
      title={title}
      end={
        <span
          className={isFiltered ? 'product-column__star product-column__star--on' : 'product-column__star'}
        >
          <IconButton
            icon="star"
            size={18}
            label={words.favourites}
            pressed={isFiltered}
            quiet
            onPress={() => setFiltered(!isFiltered)}
          />
        </span>
      }
    >
      <div className="wide-panel__scroller">
        {shown.length === 0 && <p className="wide-panel__none text-caption">{words.noFavourites}</p>}
        <ul>
          {shown.map((instrument) => (
            <li key={instrument.stock}>
              <Row
                instrument={instrument}
                to={pathOf(instrument)}
                isCurrent={instrument.stock === currentStock}
                closes={closesOf(instrument.stock)}
                onRest={showRest}
              />
            </li>
          ))}
        </ul>
      </div>
      {alert}
    </WidePanel>
  );
}

interface RowProps {
  readonly instrument: Instrument;
  readonly to: string;
  readonly isCurrent: boolean;
  readonly closes: readonly number[];
  readonly onRest: (instrument: Instrument) => void;
}

const Row = memo(function Row({ instrument, to, isCurrent, closes, onRest }: RowProps) {
  const words = useWords(marketWords);
  const { language } = useLanguage();
  const paced = usePacedQuote(instrument.stock, rowPaceOf(instrument.stock));
  const state = tradingState(instrument);
  const badge = stateBadge(state, words);
  const isClosed = instrument.isOpen === 0;
  const face: ReactNode = (
    <>
      <span className="text-stack">
        <b className="figure">{readableCode(instrument.stock)}</b>{' '}
        <span className="product-column__name text-micro text-cut">{nameOf(instrument, language)}</span>
      </span>
      {!isClosed && <LiveSpark paced={paced} closes={closes} />}
      <span className="product-column__figures">
        <b className="figure">
          <LivePrice paced={paced} precision={instrument.precision} />
        </b>{' '}
        <span className="text-micro figure">{badge ?? <LiveChange paced={paced} />}</span>
      </span>
    </>
  );
  const className = isClosed ? 'product-column__row product-column__row--closed' : 'product-column__row';
  if (state === 'rest' && !isCurrent)
    return (
      <button type="button" className={className} onClick={() => onRest(instrument)}>
        {face}
      </button>
    );
  return (
    <Link to={to} className={className} aria-current={isCurrent ? 'true' : undefined}>
      {face}
    </Link>
  );
});
