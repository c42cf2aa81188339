// A row of a list of everything that can be traded. It renders when the list changes; its figures render themselves.

import { formatDay } from '@maru/client/format-date';
import { openingOf } from '@maru/client/format-time';
import { DAY_MS } from '@maru/engine/time';
import { memo, type ReactNode } from 'react';
import { usePlatform } from '../../shell/platform.tsx';
import { Link } from '../../shell/routing/router.tsx';
import { useLanguage, useWords } from '../../text/language.tsx';
import { listingWords } from '../../text/listing.ts';
import { marketWords } from '../../text/market.ts';
import { Badge } from '../../ui/figures/badge.tsx';
import { ListRow } from '../../ui/rows/list-row.tsx';
import { Tile } from '../../ui/rows/tile.tsx';
import { type Instrument, tradingState } from '../instruments/instrument-order.ts';
import { monogramOf, nameOf } from '../instruments/instrument-words.ts';
import type { Match } from '../search/hangul-match.ts';
import { type Listing, pathOfWay, type Way } from './listing.ts';
import './listing-row.css';
import { LiveChange, LivePrice, LiveSpark, usePacedQuote } from '../prices/live-price.tsx';
import { rowPaceOf } from '../prices/paced-quote.ts';

interface Props {
  readonly listing: Listing;
  /** Which of its products the row opens. */
  readonly way: Way;
  readonly isGuest: boolean;
  /** The closes for the spark; a row without them leaves the space to the text. */
  readonly closes?: readonly number[] | undefined;
  /** Called instead of opening a market that rests today. */
  readonly onRest: (instrument: Instrument) => void;
  readonly onOpen?: ((stock: string) => void) | undefined;
  /** The part of the name that was searched for. */
  readonly match?: Match | undefined;
  /** The nickname by which it was found. */
  readonly alias?: string | undefined;
  /** What the member holds of it: `매수 3`. */
  readonly held?: string | undefined;
  readonly heldSide?: 'up' | 'down' | undefined;
}

/** Its props stay the same until the list is fetched again, so a tick never renders it. */
export const ListingRow = memo(function ListingRow(props: Props) {
  const { listing, way, isGuest, closes, onRest, onOpen, match, ...details } = props;
  const { language } = useLanguage();
  const marketText = useWords(marketWords);
  const paced = usePacedQuote(listing.stock, rowPaceOf(listing.stock));
  const state = tradingState(listing);
  const resting = listing.isOpen === 0;
  const name = nameOf(listing, language);
  const price = <LivePrice paced={paced} precision={listing.precision} />;
  const goesTo =
    state === 'rest'
      ? { onPress: () => onRest(listing) }
      : {
          renderLink: (link: object) => (
            <Link to={pathOfWay(way, isGuest)} {...link} onClick={() => onOpen?.(listing.stock)} />
          ),
        };
  return (
    <div className="listing-row" data-stock={listing.stock}>
      <ListRow
        height={60}
        tile={
          <Tile shape={listing.kind === 'CRYPTO' ? 'round' : 'square'} tone={resting ? 'faint' : 'plain'}>
            {monogramOf(listing, language)}
          </Tile>
        }
        title={match && language === 'ko' ? <Marked name={name} match={match} /> : name}
        mark={state === 'halted' && <Badge>{marketText.halted}</Badge>}
        meta={<Meta listing={listing} {...details} />}
        // The spark of a closed market is left out, which makes room for the name beside a long badge.
        middle={closes && state === 'open' ? <LiveSpark paced={paced} closes={closes} /> : undefined}
        value={resting ? <Opening at={listing.nextOpenMillis} /> : price}
        sub={resting ? price : <LiveChange paced={paced} />}
        resting={resting}
        {...goesTo}
      />
    </div>
  );
});

/** When a closed market opens, in few words; a week away its day is enough. */
function Opening({ at }: { readonly at: number | null }): ReactNode {
  const words = useWords(listingWords);
  const { language } = useLanguage();
  const { clock } = usePlatform();
  if (at === null) return words.noOpening;
  return at - clock.now() < 7 * DAY_MS
    ? words.opensAtDay(openingOf(at))
    : words.opensOnDate(formatDay(at, language));
}

type MetaProps = Pick<Props, 'listing' | 'alias' | 'held' | 'heldSide'>;

/** In which products it is traded, and what else is known. What the member holds replaces the contract month. */
function Meta({ listing: { ways, month }, alias, held, heldSide }: MetaProps) {
  const words = useWords(listingWords);
  const { language } = useLanguage();
  const shownMonth = month && words.contractMonth(String(Number(month.slice(5))));
  return (
    <span className="listing-row__meta">
      {(held === undefined ? ways : ways.slice(0, 1)).map(({ product }) => (
        <Badge key={product.name}>{product.titleIn(language)}</Badge>
      ))}
      {held === undefined ? (
        (alias ?? shownMonth) && (
          <span className="listing-row__detail">
            {alias && <mark className="listing-row__match">{alias}</mark>}
            {alias && shownMonth && ' · '}
            {shownMonth}
          </span>
        )
      ) : (
        <b className={`listing-row__held figure--${heldSide ?? 'flat'}`}>{held}</b>
      )}
    </span>
  );
}

/** The match in brass, the colour of what is being typed. */
const Marked = ({ name, match }: { readonly name: string; readonly match: Match }): ReactNode => (
  <>
    {name.slice(0, match.from)}
    <mark className="listing-row__match">{name.slice(match.from, match.to)}</mark>
    {name.slice(match.to)}
  </>
);
