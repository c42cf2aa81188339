import { memo } from 'react';
import { usePlatform, useWatched } from '../../shell/platform.tsx';
import { useLanguage, useWords } from '../../text/language.tsx';
import { marketWords } from '../../text/market.ts';
import type { Instrument } from '../instruments/instrument-order.ts';
import { nameOf } from '../instruments/instrument-words.ts';
import type { Match } from '../search/hangul-match.ts';
import type { Listing, Way } from './listing.ts';
import { ListingRow } from './listing-row.tsx';
import './listing-rows.css';
import { Star } from '../instruments/star.tsx';

export interface ListedRow {
  readonly listing: Listing;
  /** Which of its products the row opens; the first by default. */
  readonly way?: Way | undefined;
  readonly match?: Match | undefined;
  readonly alias?: string | undefined;
  readonly held?: string | undefined;
  readonly heldSide?: 'up' | 'down' | undefined;
}

export interface ListingRowsProps {
  readonly rows: readonly ListedRow[];
  readonly labelledBy?: string | undefined;
  /** If given, each row has a star, which is set for the stocks in it. */
  readonly favourites?: readonly string[] | undefined;
  readonly closesOf?: ((stock: string) => readonly number[]) | undefined;
  readonly onRest: (instrument: Instrument) => void;
  readonly onOpen?: ((stock: string) => void) | undefined;
  readonly onStar?: ((stock: string) => void) | undefined;
}

/** Rows of everything that can be traded, with a star each if favourites are given. */
export const ListingRows = memo(function ListingRows(props: ListingRowsProps) {
  const { rows, labelledBy, favourites, closesOf, onRest, onOpen, onStar } = props;
  const { language } = useLanguage();
  const marketText = useWords(marketWords);
  const isGuest = useWatched(usePlatform().member) === undefined;
  return (
    <ul aria-labelledby={labelledBy}>
      {rows.map(({ listing, way, ...details }) => (
        <li key={listing.stock} className={favourites && 'starred-row'}>
          <ListingRow
            listing={listing}
            way={way ?? listing.ways[0]!}
            isGuest={isGuest}
            closes={favourites ? undefined : closesOf?.(listing.stock)}
            onRest={onRest}
            onOpen={onOpen}
            {...details}
          />
          {favourites && (
            <Star
              label={marketText.star(nameOf(listing, language))}
              isSet={favourites.includes(listing.stock)}
              onPress={() => onStar?.(listing.stock)}
            />
          )}
        </li>
      ))}
    </ul>
  );
});
