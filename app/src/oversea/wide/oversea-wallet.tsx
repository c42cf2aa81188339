import { formatMoney } from '@maru/client/format-amount';
import type { WireOverseaOption } from '@maru/contract/oversea/instruments';
import { amount, plus, toDecimal } from '@maru/engine/amount';
import { WideWallet } from '../../shell/layouts/wide-wallet.tsx';
import { usePlatform, useWatched } from '../../shell/platform.tsx';
import { useWords } from '../../text/language.tsx';
import { overseaWords } from '../../text/oversea.ts';
import { useOverseaAccount } from '../account/use-oversea-account.ts';
import { useWalletMoney, walletCurrency } from '../account/wallet-money.ts';
import { walletPoint } from '../account/wallet-point.ts';

/** The value of the wallet that pays for the instrument, in the bar; a guest has none. */
export function OverseaWallet({ instrument }: { readonly instrument: WireOverseaOption }) {
  const overseaText = useWords(overseaWords);
  const balances = useWatched(usePlatform().wallets).reply;
  const { cross } = useOverseaAccount();
  const { unit } = useWalletMoney(instrument);
  const wallet = balances?.[instrument.terms?.walletType ?? 'BINARY'];
  if (wallet === undefined) return null;
  // Until the server has sent the positions' profit, the margin locked for them is counted in full.
  const point = toDecimal(plus(amount(wallet.point), amount(wallet.gameWaitPoint)));
  const { figure } = formatMoney(walletPoint({ point }, cross), walletCurrency(instrument));
  return <WideWallet name={overseaText.product} figure={figure} unit={unit} />;
}
