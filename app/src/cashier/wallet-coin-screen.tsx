// Deposit, withdraw, convert, buy or sell one coin. The actions come with the cashier; the choice of the coin is here.
import { useState } from 'react';
import { CoinChooser } from '../market/instruments/coin-chooser.tsx';
import { usePlatform, useWatched } from '../shell/platform.tsx';
import { NotBuiltScreen } from '../shell/routing/not-built-screen.tsx';
import { useParams, useRouter } from '../shell/routing/router.tsx';
import { useText, useWords } from '../text/language.tsx';
import { marketWords } from '../text/market.ts';
import { Button } from '../ui/buttons/button.tsx';
import './wallet-coin-screen.css';

/** These are wallets of a product, not coins. */
const NOT_COINS: ReadonlySet<string> = new Set(['BINARY', 'FUTURES']);

export function WalletCoinScreen() {
  const { shell } = useText();
  const { coinNames } = useWords(marketWords);
  const { type = '', coin = '' } = useParams();
  const router = useRouter();
  const { site, wallets } = usePlatform();
  const coins = (useWatched(site)?.coins ?? []).filter((each) => !NOT_COINS.has(each));
  const held = useWatched(wallets);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <div className="wallet-coin">
        <Button kind="tonal" onPress={() => setIsOpen(true)}>
          {shell.chosenCoin(coin)}
        </Button>
      </div>
      <NotBuiltScreen />
      <CoinChooser
        open={isOpen}
        onClose={() => setIsOpen(false)}
        coins={coins.map((currency) => ({
          currency,
          name: coinNames[currency as keyof typeof coinNames] ?? currency,
          held: held.reply?.[currency]?.point,
        }))}
        onChoose={(chosen) => {
          setIsOpen(false);
          void router.navigate({ to: `/wallet/${type}/${chosen}` });
        }}
      />
    </>
  );
}
