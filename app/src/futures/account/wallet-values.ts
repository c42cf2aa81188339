// The wallets of coin futures as the page of all assets shows them, from the figures of the trade screen.
import type { WalletPoint } from '@maru/contract/fields';
import type { WireFuturesPosition } from '@maru/contract/futures/wire';
import { type Amount, amount, plus, sum, toDecimal, ZERO } from '@maru/engine/amount';
import type { ValueWallets, WalletFormula, WalletValue } from '../../shell/member/wallet-value.ts';
import { futuresWalletWords } from '../../text/futures-wallet.ts';
import { useWords } from '../../text/language.tsx';
import { useFuturesAccount, type WalletAccount } from './use-futures-account.ts';
import { walletPoint } from './wallet-point.ts';

/** The wallet that pays for nothing else. */
const OWN = 'FUTURES';

type Words = (typeof futuresWalletWords)['ko'];
type Margin = Pick<WireFuturesPosition, 'walletType' | 'margin'>;

export function useFuturesWallets(): ValueWallets {
  const words = useWords(futuresWalletWords);
  const { wallets, positions } = useFuturesAccount();
  return (points) =>
    new Map(
      points
        .filter(({ type }) => type === OWN || wallets.some(({ wallet }) => wallet === type))
        .map((point) => [point.type, valueWallet(point, { wallets, positions, words })]),
    );
}

/** Margin of isolated positions has left the free money and is still the member's. */
export function valueWallet(
  point: WalletPoint,
  known: {
    readonly wallets: readonly WalletAccount[];
    readonly positions: readonly Margin[];
    readonly words: Words;
  },
): WalletValue {
  const account = known.wallets.find(({ wallet }) => wallet === point.type);
  const setAside = known.positions
    .filter(({ walletType }) => walletType === point.type)
    .reduce<Amount>((total, { margin }) => plus(total, amount(margin)), ZERO);
  const shown = amount(walletPoint(point, account));
  const figure = toDecimal(sum([shown, setAside, amount(point.gameWaitPoint)]));
  return point.type === OWN ? { figure, live: formulaOf(point, account, setAside, known.words) } : { figure };
}

function formulaOf(
  { point }: WalletPoint,
  account: WalletAccount | undefined,
  setAside: Amount,
  words: Words,
): WalletFormula {
  const cash = toDecimal(plus(amount(account?.playerPoint ?? point), setAside));
  return {
    name: words.name,
    formula: words.formula,
    words: words.words,
    parts: [
      { name: words.cash, value: cash, kind: 'plain' },
      { name: words.funding, value: account?.minusFundingFee ?? '0', kind: 'signed' },
      { name: words.markPnl, value: account?.markPnl ?? '0', kind: 'profit' },
    ],
  };
}
