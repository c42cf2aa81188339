import { memo } from 'react';
import { usePlatform, useWatched } from '../shell/platform.tsx';
import { useLanguage } from '../text/language.tsx';
import type { Match } from './hangul-match.ts';
import type { Instrument } from './instrument-order.ts';
import { InstrumentRow } from './instrument-row.tsx';
import { nameOf } from './instrument-words.ts';
import { Star } from './star.tsx';
import './starred-rows.css';

interface Props {
  readonly rows: readonly { readonly instrument: Instrument; readonly match?: Match | undefined }[];
  readonly favourites: readonly string[];
  readonly closesOf: (stock: string) => readonly number[];
  readonly onRest: (instrument: Instrument) => void;
  readonly onOpen: (stock: string) => void;
  readonly onStar: (stock: string) => void;
}

/** Rows of instruments, each with the star that keeps it at hand. */
export const StarredRows = memo(function StarredRows(props: Props) {
  const { rows, favourites, closesOf, onRest, onOpen, onStar } = props;
  const { text, language } = useLanguage();
  const isGuest = useWatched(usePlatform().member) === undefined;
  return (
    <ul>
      {rows.map(({ instrument, match }) => (
        <li key={instrument.stock} className="starred-row">
          <InstrumentRow
            instrument={instrument}
            closes={closesOf(instrument.stock)}
            to={`${isGuest ? '/overseaView' : '/oversea'}/${instrument.id}`}
            onRest={onRest}
            onOpen={onOpen}
            match={match}
          />
          <Star
            label={text.market.star(nameOf(instrument, language))}
            isSet={favourites.includes(instrument.stock)}
            onPress={() => onStar(instrument.stock)}
          />
        </li>
      ))}
    </ul>
  );
});
