import type { Market } from '@maru/engine/bitball/markets';
import type { CSSProperties } from 'react';
import { bitballWords } from '../../text/bitball.ts';
import { useWords } from '../../text/language.tsx';
import { formatOdds, MARKET_TABS, type MarketTab, meaningOf, pickOf, rangeOf } from './market-words.ts';
import './market-grid.css';

interface Props {
  readonly tab: MarketTab;
  /** The server's current odds; a market without odds cannot be picked. */
  readonly odds: Readonly<Record<string, string>>;
  readonly chosen: Market;
  readonly onChoose: (market: Market) => void;
}

export function MarketGrid({ tab, odds, chosen, onChoose }: Props) {
  const words = useWords(bitballWords);
  return (
    <div className="market-grid">
      {MARKET_TABS[tab].map(({ columns, markets }) => (
        <div key={markets[0]} className="market-grid__row" style={{ '--columns': columns } as CSSProperties}>
          {markets
            .filter((market) => odds[market] !== undefined)
            .map((market) => (
              <button
                key={market}
                type="button"
                className="market-grid__cell"
                aria-pressed={market === chosen}
                onClick={() => onChoose(market)}
              >
                <span className="market-grid__pick">
                  {pickOf(market, words)}
                  {columns < 6 && rangeOf(market, words) !== undefined && (
                    <small className="market-grid__range figure">{rangeOf(market, words)}</small>
                  )}
                </span>
                <small className="market-grid__odds figure"> {formatOdds(odds[market] ?? '')}</small>
                <span className="unseen">{` ${meaningOf(market, words)}`}</span>
              </button>
            ))}
        </div>
      ))}
    </div>
  );
}
