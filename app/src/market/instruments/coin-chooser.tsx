// The coin chooser of the spec: a full screen of coins with a drawn logo and their currency.
import { formatCoin } from '@maru/client/format-amount';
import { useWords } from '../../text/language.tsx';
import { marketWords } from '../../text/market.ts';
import { Badge } from '../../ui/figures/badge.tsx';
import { FullScreenPanel } from '../../ui/overlays/full-screen-panel.tsx';
import { ListRow } from '../../ui/rows/list-row.tsx';
import { Tile } from '../../ui/rows/tile.tsx';
import { StatePanel } from '../../ui/states/state-panel.tsx';

export interface Coin {
  readonly currency: string;
  readonly name: string;
  /** What the member has of it, as a decimal text. */
  readonly held?: string | undefined;
}

interface Props {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly coins: readonly Coin[];
  readonly onChoose: (currency: string) => void;
}

export function CoinChooser({ open, onClose, coins, onChoose }: Props) {
  const marketText = useWords(marketWords);
  return (
    <FullScreenPanel
      open={open}
      onClose={onClose}
      title={marketText.chooseCoin}
      closeLabel={marketText.close}
    >
      {coins.length === 0 && <StatePanel kind="empty" title={marketText.noCoins} />}
      <ul>
        {coins.map(({ currency, name, held }) => (
          <li key={currency}>
            <ListRow
              height={56}
              tile={<Tile shape="round">{currency.slice(0, 4)}</Tile>}
              title={name}
              meta={currency}
              end={
                held !== undefined &&
                /[1-9]/.test(held) && (
                  <Badge tone="brass">
                    {marketText.coinHeld} {formatCoin(held, currency)}
                  </Badge>
                )
              }
              chevron
              onPress={() => onChoose(currency)}
            />
          </li>
        ))}
      </ul>
    </FullScreenPanel>
  );
}
