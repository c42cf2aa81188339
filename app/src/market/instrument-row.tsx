// A row of a list of instruments. It is painted when the list changes; its figures paint themselves.
import { memo, type ReactNode } from 'react';
import { usePlatform } from '../shell/platform.tsx';
import { Link } from '../shell/router.tsx';
import { useLanguage } from '../text/language.tsx';
import { Badge } from '../ui/badge.tsx';
import { ListRow } from '../ui/list-row.tsx';
import { Tile } from '../ui/tile.tsx';
import type { Match } from './hangul-match.ts';
import { type Instrument, tradingState } from './instrument-order.ts';
import './instrument-row.css';
import { metaOf, monogramOf, nameOf, stateBadge } from './instrument-words.ts';
import { LiveChange, LivePrice, LiveSpark, usePacedQuote } from './live-price.tsx';
import { rowPaceOf } from './paced-quote.ts';

interface Props {
  readonly instrument: Instrument;
  readonly closes: readonly number[];
  /** Where the row leads; a market that rests today leads nowhere. */
  readonly to: string;
  readonly onRest: (instrument: Instrument) => void;
  readonly onOpen?: ((stock: string) => void) | undefined;
  /** The part of the name that was searched for. */
  readonly match?: Match | undefined;
  /** What it is, where the list knows more than its currency. */
  readonly detail?: string | undefined;
  /** What I hold of it: `매수 3`. */
  readonly held?: string | undefined;
  readonly heldSide?: 'up' | 'down' | undefined;
}

/** Everything it is given stays the same until the list is fetched anew, so a tick never paints it. */
export const InstrumentRow = memo(function InstrumentRow(props: Props) {
  const { instrument, closes, to, onRest, onOpen, match, detail, held, heldSide } = props;
  const { text, language } = useLanguage();
  const { clock } = usePlatform();
  const paced = usePacedQuote(instrument.stock, rowPaceOf(instrument.stock));
  const state = tradingState(instrument);
  const resting = instrument.isOpen === 0;
  const badge = stateBadge(state, text);
  const name = nameOf(instrument, language);
  const way =
    state === 'rest'
      ? { onPress: () => onRest(instrument) }
      : {
          renderLink: (link: object) => <Link to={to} {...link} onClick={() => onOpen?.(instrument.stock)} />,
        };
  return (
    <div className="instrument-row" data-stock={instrument.stock}>
      <ListRow
        height={60}
        tile={<Tile tone={resting ? 'faint' : 'plain'}>{monogramOf(instrument, language)}</Tile>}
        title={match && language === 'ko' ? <Marked name={name} match={match} /> : name}
        mark={badge && <Badge>{badge}</Badge>}
        meta={
          <>
            {metaOf(instrument, { text, language, now: clock.now() }, detail)}
            {held && (
              <>
                {' · '}
                <b className={`instrument-row__held figure--${heldSide ?? 'flat'}`}>{held}</b>
              </>
            )}
          </>
        }
        // A line that stands still gives its room to the name beside a long badge.
        middle={
          state === 'halted' ? undefined : <LiveSpark paced={paced} closes={closes} resting={resting} />
        }
        value={<LivePrice paced={paced} precision={instrument.precision} />}
        sub={<LiveChange paced={paced} resting={resting} />}
        resting={resting}
        {...way}
      />
    </div>
  );
});

/** The match in brass: it is what the thumb is at now. */
export const Marked = ({ name, match }: { readonly name: string; readonly match: Match }): ReactNode => (
  <>
    {name.slice(0, match.from)}
    <mark className="instrument-row__match">{name.slice(match.from, match.to)}</mark>
    {name.slice(match.to)}
  </>
);
