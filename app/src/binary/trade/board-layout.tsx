// The layout of a round's page above its dock, whichever type of round it is.
import { familyOf, lengthOf } from '@maru/engine/rounds/round';
import type { ReactNode } from 'react';
import { type EntryShown, type RentShown, RoundChart } from '../chart/round-chart.tsx';
import type { BoardProps } from './board.ts';
import { ResultBeads } from './result-beads.tsx';

interface Props {
  readonly board: BoardProps;
  /** The price and the clock. */
  readonly figures: ReactNode;
  /** The text alternative of the chart. */
  readonly label: string;
  readonly shown: EntryShown | RentShown;
  /** The member's bets; a guest has none. */
  readonly bets: ReactNode;
  readonly isRuled: boolean;
}

export function BoardLayout({ board, figures, label, shown, bets, isRuled }: Props) {
  const { offer, line, lengths, results, isGuest, rule } = board;
  const isRent = familyOf(offer.type) === 'RENT';
  return (
    <>
      <section className="price-clock">{figures}</section>
      <div className={isRent ? 'trade-table__picture trade-table__picture--rent' : 'trade-table__picture'}>
        <RoundChart
          line={line}
          label={label}
          length={lengthOf(offer.type)}
          precision={offer.precision}
          shown={shown}
        />
        {lengths}
      </div>
      <div className="trade-table__lines">
        <ResultBeads results={results} />
        {!isGuest && bets}
      </div>
      {isRuled && rule}
    </>
  );
}
