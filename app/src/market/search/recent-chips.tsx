import { useWatched } from '../../shell/platform.tsx';
import { useWords } from '../../text/language.tsx';
import { marketWords } from '../../text/market.ts';
import { textLinkClass } from '../../ui/buttons/button.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { SectionTitle } from '../../ui/rows/list-row.tsx';
import type { SavedStocks } from '../instruments/saved-stocks.ts';
import './recent-chips.css';

interface Props {
  readonly saved: SavedStocks;
  /** Undefined for a stock that the site no longer offers. */
  readonly nameOfStock: (stock: string) => string | undefined;
  readonly onChoose: (name: string) => void;
}

/** Recent searches: a tap searches again, the cross removes it. */
export function RecentChips({ saved, nameOfStock, onChoose }: Props) {
  const marketText = useWords(marketWords);
  const recent = useWatched(saved.recent);
  const known = recent.flatMap((stock) => {
    const name = nameOfStock(stock);
    return name === undefined ? [] : { stock, name };
  });
  if (known.length === 0) return null;
  return (
    <section aria-label={marketText.recent}>
      <SectionTitle
        end={
          <button type="button" className={`${textLinkClass} recent-chips__all`} onClick={saved.forgetAll}>
            {marketText.forgetAll}
          </button>
        }
      >
        {marketText.recent}
      </SectionTitle>
      <ul className="recent-chips">
        {known.map(({ stock, name }) => (
          <li key={stock} className="recent-chips__chip">
            <button type="button" className="recent-chips__name" onClick={() => onChoose(name)}>
              {name}
            </button>
            <button
              type="button"
              className="recent-chips__forget"
              aria-label={marketText.forget(name)}
              onClick={() => saved.forget(stock)}
            >
              <Icon name="close" size={14} weight={2} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
