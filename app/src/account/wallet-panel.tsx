import { formatBalance } from '@maru/client/format';
import type { WalletPoint } from '@maru/contract/realtime';
import { useEffect, useState } from 'react';
import { usePlatform, useWatched } from '../shell/platform.tsx';
import { useText } from '../text/language.tsx';
import { Button } from '../ui/button.tsx';
import { RefillButtons } from './refill-buttons.tsx';
import './wallet-panel.css';
import { createWallets } from '../shell/wallets.ts';

/** The hero figure of the page is the wallet in won; it changes by push alone. */
const HERO = 'BINARY';

export function WalletPanel() {
  const { call, realtime } = usePlatform();
  const [wallets] = useState(() => createWallets({ call, realtime }));
  useEffect(() => wallets.start(), [wallets]);
  const state = useWatched(wallets.state);
  const text = useText();

  if (state.kind === 'failed')
    return (
      <section className="wallet" aria-label={text.account.practiceMoney}>
        <p role="alert">{text.account.walletFailed}</p>
        <p className="wallet__meta">{state.message}</p>
        <Button kind="tonal" size="medium" onPress={() => void wallets.load()}>
          {text.shell.retry}
        </Button>
      </section>
    );

  const hero = state.kind === 'ready' ? state.wallets[HERO] : undefined;
  const others =
    state.kind === 'ready' ? Object.values(state.wallets).filter(({ type }) => type !== HERO) : [];
  return (
    <section className="wallet" aria-label={text.account.practiceMoney} aria-busy={state.kind === 'loading'}>
      <h2 className="wallet__label">{text.account.practiceMoney}</h2>
      {hero ? <Hero wallet={hero} /> : <span className="skeleton wallet__bone" />}
      {hero ? <Others wallets={others} /> : <span className="skeleton wallet__bone wallet__bone--small" />}
      <RefillButtons walletType={HERO} />
    </section>
  );
}

function Hero({ wallet }: { readonly wallet: WalletPoint }) {
  const text = useText();
  const unit = wallet.currency === 'KRW' ? text.account.won : wallet.currency;
  const isInUse = wallet.gameWaitPoint !== '0';
  return (
    <>
      {/* A new balance is worth saying aloud; prices are not. */}
      <output className="wallet__balance figure">
        {formatBalance(wallet.point, wallet.currency)}
        <span className={unit.length > 1 ? 'wallet__unit wallet__unit--word' : 'wallet__unit'}>{unit}</span>
      </output>
      {isInUse && (
        <p className="wallet__meta">
          {text.account.inUse(`${formatBalance(wallet.gameWaitPoint, wallet.currency)}${unit}`)}
        </p>
      )}
    </>
  );
}

/** Only those that hold something: eight zeros tell nobody anything. */
function Others({ wallets }: { readonly wallets: readonly WalletPoint[] }) {
  const text = useText();
  const filled = wallets.filter(({ point }) => point !== '0');
  if (filled.length === 0) return null;
  return (
    <ul className="wallet__others figure" aria-label={text.account.otherWallets}>
      {filled.map(({ type, currency, point }) => (
        <li key={type}>
          {type === 'FUTURES' ? text.account.coinFutures : type} <b>{formatBalance(point, currency)}</b>
          {type === currency ? '' : ` ${currency}`}
        </li>
      ))}
    </ul>
  );
}
