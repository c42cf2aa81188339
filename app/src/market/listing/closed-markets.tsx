// Markets that are closed now: one line each with its opening time, which expands to their instruments.

import { isSameDay } from '@maru/client/format-date';
import { openingOf } from '@maru/client/format-time';
import { DAY_MS } from '@maru/engine/time';
import { type ReactNode, useId, useState } from 'react';
import { usePlatform } from '../../shell/platform.tsx';
import { useLanguage, useWords } from '../../text/language.tsx';
import { listingWords } from '../../text/listing.ts';
import { marketWords } from '../../text/market.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import './closed-markets.css';
import { openingLine } from '../instruments/instrument-words.ts';
import type { Listing } from './listing.ts';
import { type ClosedMarket, openingDayOf } from './listing-sections.ts';

interface Props {
  readonly closed: readonly ClosedMarket<Listing>[];
  readonly rowsOf: (listings: readonly Listing[], labelledBy: string) => ReactNode;
}

export function ClosedMarkets({ closed, rowsOf }: Props) {
  const words = useWords(listingWords);
  const { clock } = usePlatform();
  const id = useId();
  if (closed.length === 0) return null;
  const now = clock.now();
  const common = openingDayOf(closed);
  // A week away the weekday alone does not name the day.
  const day = common !== undefined && common - now < 7 * DAY_MS ? common : undefined;
  const heading =
    day === undefined
      ? words.closedMarkets
      : isSameDay(day, now)
        ? words.opensToday
        : words.opensOnDay(openingOf(day).weekday);
  return (
    <section className="closed-markets" aria-labelledby={id}>
      <h2 id={id} className="closed-markets__title">
        {heading}
      </h2>
      <ul className="closed-markets__card" aria-labelledby={id}>
        {closed.map((each) => (
          <li key={each.market}>
            <Market market={each} isOneDay={day !== undefined} rowsOf={rowsOf} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface MarketProps extends Pick<Props, 'rowsOf'> {
  readonly market: ClosedMarket<Listing>;
  /** All markets open on the day that the heading shows. */
  readonly isOneDay: boolean;
}

function Market({ market, isOneDay, rowsOf }: MarketProps) {
  const words = useWords(listingWords);
  const id = useId();
  const [isShown, setShown] = useState(false);
  return (
    <>
      <button
        type="button"
        id={id}
        className="closed-markets__market"
        aria-expanded={isShown}
        onClick={() => setShown(!isShown)}
      >
        <span className="closed-markets__name">
          {words.markets[market.market]}
          <span className="closed-markets__count text-caption figure">{market.listings.length}</span>
        </span>
        <Opening market={market} isOneDay={isOneDay} />
        <Icon name={isShown ? 'chevron-up' : 'chevron-down'} size={18} />
      </button>
      {isShown && <div className="closed-markets__rows">{rowsOf(market.listings, id)}</div>}
    </>
  );
}

function Opening({ market: { opensAt, isTogether }, isOneDay }: Omit<MarketProps, 'rowsOf'>) {
  const words = useWords(listingWords);
  const text = useWords(marketWords);
  const { language } = useLanguage();
  const { clock } = usePlatform();
  if (opensAt === null) return <span className="closed-markets__opening text-note">{words.noOpening}</span>;
  const at = openingOf(opensAt);
  const line = isOneDay
    ? isTogether
      ? words.opensAtTime(at.time)
      : words.opensFrom(at.time)
    : openingLine(opensAt, { text, language, now: clock.now() });
  return <span className="closed-markets__opening text-note figure">{line}</span>;
}
