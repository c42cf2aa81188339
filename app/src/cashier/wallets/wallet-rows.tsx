// Wallets as rows with what is in them; a tap opens what can be done with one.
import { useState } from 'react';
import { useMoneyTexts } from '../../shell/money-text.ts';
import { usePlatform, useWatched } from '../../shell/platform.tsx';
import { ListRow } from '../../ui/rows/list-row.tsx';
import { Tile } from '../../ui/rows/tile.tsx';
import { ActionSheet } from './action-sheet.tsx';
import { useCurrencyOf, useWalletName } from './wallet-names.ts';

export function WalletRows({ wallets }: { readonly wallets: readonly string[] }) {
  const walletName = useWalletName();
  const currencyOf = useCurrencyOf();
  const moneyIn = useMoneyTexts();
  const held = useWatched(usePlatform().wallets).reply;
  const [chosen, setChosen] = useState<string>();
  return (
    <>
      <ul>
        {wallets.map((wallet) => {
          const currency = currencyOf(wallet);
          return (
            <li key={wallet}>
              <ListRow
                height={64}
                tile={<Tile shape="round">{currency.slice(0, 4)}</Tile>}
                title={walletName(wallet)}
                meta={currency}
                value={moneyIn(currency).money(held === undefined ? undefined : (held[wallet]?.point ?? '0'))}
                chevron
                onPress={() => setChosen(wallet)}
              />
            </li>
          );
        })}
      </ul>
      <ActionSheet wallet={chosen} onClose={() => setChosen(undefined)} />
    </>
  );
}
