// `/wallet/{action}/{coin}`: one action of one wallet; the wallet in the head leads to the same action of another.
import { useState } from 'react';
import { CoinChooser } from '../../market/instruments/coin-chooser.tsx';
import { HeaderEnd } from '../../shell/layouts/header-end.tsx';
import { useHeaderTitle } from '../../shell/layouts/header-title.ts';
import { usePlatform, useWatched } from '../../shell/platform.tsx';
import { Link, useNavigate, useParams } from '../../shell/routing/router.tsx';
import { cashierWords } from '../../text/cashier.ts';
import { useText, useWords } from '../../text/language.tsx';
import { IconButton, IconButtonFace, iconButtonClass } from '../../ui/buttons/button.tsx';
import { ConvertFrom } from '../convert/convert-screen.tsx';
import { DepositPanel } from '../dnw/deposit-panel.tsx';
import { WithdrawPanel } from '../dnw/withdraw-panel.tsx';
import { TransferPanel } from '../transfer/transfer-panel.tsx';
import { NoAction } from '../wallets/no-action.tsx';
import {
  isAction,
  pathOfAction,
  useCoinName,
  useWalletName,
  type WalletAction,
  WON_WALLET,
  walletsFor,
} from '../wallets/wallet-names.ts';
import { CoinDeposit } from './coin-deposit.tsx';
import { CoinBuy, CoinSell } from './coin-trade.tsx';

export function CoinScreen() {
  const { type = '', coin = '' } = useParams();
  const site = useWatched(usePlatform().site);
  if (!isAction(type) || (site !== undefined && !walletsFor(type, site).includes(coin))) return <NoAction />;
  if (type === 'convert') return <ConvertFrom coin={coin} />;
  return <CoinAction key={`${type} ${coin}`} action={type} coin={coin} />;
}

interface Props {
  readonly action: Exclude<WalletAction, 'convert'>;
  readonly coin: string;
}

function CoinAction({ action, coin }: Props) {
  const words = useWords(cashierWords);
  const coinName = useCoinName();
  const walletName = useWalletName();
  const name = coin === WON_WALLET ? walletName(coin) : coinName(coin);
  useHeaderTitle(words.titleOf(name, words.actions[action]));
  return (
    <>
      <HeaderEnd>
        <CoinChoice action={action} coin={coin} />
        <Link to="/wallet/dnw_history" className={iconButtonClass} aria-label={words.history}>
          <IconButtonFace icon="history" size={22} />
        </Link>
      </HeaderEnd>
      <ActionBody action={action} coin={coin} />
    </>
  );
}

function ActionBody({ action, coin }: Props) {
  switch (action) {
    case 'deposit':
      return coin === WON_WALLET ? <DepositPanel /> : <CoinDeposit coin={coin} />;
    case 'withdraw':
      return <WithdrawPanel wallet={coin} />;
    case 'transfer':
      return <TransferPanel wallet={coin} />;
    case 'buy':
      return <CoinBuy coin={coin} />;
    case 'sell':
      return <CoinSell coin={coin} />;
  }
}

/** The coins of this action; where there is only one, there is nothing to choose. */
function CoinChoice({ action, coin }: Props) {
  const { shell } = useText();
  const navigate = useNavigate();
  const platform = usePlatform();
  const walletName = useWalletName();
  const coins = walletsFor(action, useWatched(platform.site));
  const held = useWatched(platform.wallets).reply;
  const [isOpen, setOpen] = useState(false);
  if (coins.length < 2) return null;
  return (
    <>
      <IconButton icon="wallet" size={22} label={shell.chosenCoin(coin)} onPress={() => setOpen(true)} />
      <CoinChooser
        open={isOpen}
        onClose={() => setOpen(false)}
        coins={coins.map((currency) => ({
          currency,
          name: walletName(currency),
          held: held?.[currency]?.point,
        }))}
        onChoose={(chosen) => {
          setOpen(false);
          void navigate({ to: pathOfAction(action, chosen) });
        }}
      />
    </>
  );
}
