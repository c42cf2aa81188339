// The layout of a round's page above its dock, whichever type of round it is.
import { familyOf, lengthOf } from '@maru/engine/rounds/round';
import { useMode } from '../../shell/device/device.tsx';
import { RoundChart } from '../chart/round-chart.tsx';
import type { BoardLayoutProps } from './board.ts';
import { ResultBeads } from './result-beads.tsx';

export function BoardLayout({ board, figures, label, shown, bets, isRuled }: BoardLayoutProps) {
  const { offer, line, lengths, results, isGuest, rule } = board;
  const isSimple = useMode() === 'simple';
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
        {!isSimple && lengths}
      </div>
      <div className="trade-table__lines">
        {!isSimple && <ResultBeads results={results} />}
        {!isGuest && bets}
      </div>
      {isRuled && rule}
    </>
  );
}
