// The wallet of overseas futures as the page of all assets shows it, from the figures of the trade screen.
import type { WalletPoint } from '@maru/contract/fields';
import type { OverseaCross } from '@maru/contract/realtime';
import { amount, plus, toDecimal } from '@maru/engine/amount';
import type { ValueWallets, WalletValue } from '../../shell/member/wallet-value.ts';
import { useWords } from '../../text/language.tsx';
import { overseaWalletWords } from '../../text/oversea-wallet.ts';
import { useOverseaAccount } from './use-oversea-account.ts';
import { walletPoint } from './wallet-point.ts';

const OWN = 'BINARY';

type Words = (typeof overseaWalletWords)['ko'];

export function useOverseaWallets(): ValueWallets {
  const words = useWords(overseaWalletWords);
  const { cross } = useOverseaAccount();
  return (points) =>
    new Map(
      points.filter(({ type }) => type === OWN).map((point) => [OWN, valueWallet(point, cross, words)]),
    );
}

/** Until the profit of positions was sent, what is locked for them counts in full. */
export function valueWallet(wallet: WalletPoint, cross: OverseaCross | undefined, words: Words): WalletValue {
  const point = toDecimal(plus(amount(wallet.point), amount(wallet.gameWaitPoint)));
  return {
    figure: walletPoint({ point }, cross),
    live: {
      name: words.name,
      formula: words.formula,
      words: words.words,
      parts: [
        { name: words.cash, value: cross?.playerPoint ?? wallet.point, kind: 'plain' },
        { name: words.lastPnl, value: cross?.lastPnl ?? '0', kind: 'profit' },
        { name: words.waiting, value: cross?.playerGameWaitPoint ?? wallet.gameWaitPoint, kind: 'plain' },
      ],
    },
  };
}
