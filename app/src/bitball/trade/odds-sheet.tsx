// Every market with its odds, its chance and its average return: the house's advantage is not hidden.
import { formatPrice } from '@maru/client/format';
import { rate } from '@maru/engine/amount';
import { MARKETS } from '@maru/engine/bitball/markets';
import { bitballWords } from '../../text/bitball.ts';
import { useWords } from '../../text/language.tsx';
import { BottomSheet } from '../../ui/overlays/bottom-sheet.tsx';
import { formatOdds, fullPickOf, rangeOf, sharesOf } from './market-words.ts';
import './odds-sheet.css';

interface Props {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly odds: Readonly<Record<string, string>>;
}

export function OddsSheet({ open, onClose, odds }: Props) {
  const words = useWords(bitballWords);
  return (
    <BottomSheet open={open} onClose={onClose} title={words.oddsTable} closeLabel={words.close}>
      <p className="text-note">{words.oddsLead}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard. */}
      <table className="odds-sheet" tabIndex={0}>
        <thead>
          <tr>
            <th scope="col">{words.pick}</th>
            <th scope="col">{words.odds}</th>
            <th scope="col">{words.chance}</th>
            <th scope="col">{words.returns}</th>
          </tr>
        </thead>
        <tbody>
          {MARKETS.flatMap((market) => {
            const own = odds[market];
            if (own === undefined) return [];
            const { chance, returns } = sharesOf(market, rate(own));
            return (
              <tr key={market}>
                <th scope="row">
                  {fullPickOf(market, words)}{' '}
                  <small className="text-micro figure">{rangeOf(market, words)}</small>
                </th>
                <td className="figure">{formatOdds(own)}</td>
                <td className="figure">{formatPrice(chance, 2)}%</td>
                <td className="figure">{formatPrice(returns, 1)}%</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </BottomSheet>
  );
}
