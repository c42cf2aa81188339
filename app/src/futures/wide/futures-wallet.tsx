import { formatMoney } from '@maru/client/format-amount';
import type { WireFuturesOption } from '@maru/contract/futures/instruments';
import { WideWallet } from '../../shell/layouts/wide-wallet.tsx';
import { usePlatform, useWatched } from '../../shell/platform.tsx';
import { futuresWideWords } from '../../text/futures-wide.ts';
import { useWords } from '../../text/language.tsx';
import { walletCurrency } from '../account/unit-words.ts';
import { useFuturesAccount } from '../account/use-futures-account.ts';
import { walletPoint } from '../account/wallet-point.ts';

/** The value of the wallet that pays for the instrument, in the bar; a guest has none. */
export function FuturesWallet({ instrument }: { readonly instrument: WireFuturesOption }) {
  const words = useWords(futuresWideWords);
  const balances = useWatched(usePlatform().wallets).reply;
  const { wallets } = useFuturesAccount();
  const type = instrument.terms?.walletType ?? 'FUTURES';
  const wallet = balances?.[type];
  if (wallet === undefined) return null;
  const currency = walletCurrency(instrument);
  const cross = wallets.find((each) => each.wallet === type);
  const { figure } = formatMoney(walletPoint(wallet, cross), currency);
  return <WideWallet name={words.wallet} figure={figure} unit={currency} />;
}
