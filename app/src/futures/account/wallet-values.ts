// The wallets of coin futures as the page of all assets shows them, from the figures of the trade screen.
import type { WalletPoint } from '@maru/contract/fields';
import { amount, plus, toDecimal, ZERO } from '@maru/engine/amount';
import { isIsolated, UNIT } from '@maru/engine/futures/value';
import { type MarkedIsolated, profitOf, type WalletWorth, walletWorth } from '@maru/engine/futures/worth';
import type { ValueWallets, WalletFormula, WalletValue } from '../../shell/member/wallet-value.ts';
import { futuresWalletWords } from '../../text/futures-wallet.ts';
import { useWords } from '../../text/language.tsx';
import { heldOf } from './engine-view.ts';
import { useFuturesAccount, type WalletAccount } from './use-futures-account.ts';
import { useFuturesInstruments } from './use-futures-instruments.ts';
import { useMarks } from './use-marks.ts';
import { pricedIn } from './use-surroundings.ts';

/** The wallet that pays for nothing else. */
const OWN = 'FUTURES';

type Words = (typeof futuresWalletWords)['ko'];
type Isolated = MarkedIsolated & { readonly wallet: string };

export function useFuturesWallets(): ValueWallets {
  const words = useWords(futuresWalletWords);
  const { wallets } = useFuturesAccount();
  const isolated = useIsolated();
  return (points) =>
    new Map(
      points
        .filter(({ type }) => type === OWN || wallets.some(({ wallet }) => wallet === type))
        .map((point) => [point.type, valueWallet(point, { wallets, isolated, words })]),
    );
}

/** At the marks that every screen follows; until the first one comes, what is set aside counts in full. */
function useIsolated(): readonly Isolated[] {
  const { positions } = useFuturesAccount();
  const { reply: instruments = [] } = useFuturesInstruments();
  const held = positions.filter(isIsolated);
  const priced = pricedIn(instruments, useMarks(held.map(({ stock }) => stock)));
  return held.map((position) => {
    const own = heldOf(position);
    const at = priced.get(own.instrument);
    return { ...own, profit: at === undefined ? ZERO : profitOf(own, at.quote.mark, at.terms, UNIT) };
  });
}

export function valueWallet(
  point: WalletPoint,
  known: {
    readonly wallets: readonly WalletAccount[];
    readonly isolated: readonly Isolated[];
    readonly words: Words;
  },
): WalletValue {
  const account = known.wallets.find(({ wallet }) => wallet === point.type);
  // Without an account of the product there is no cross position that could move the wallet.
  const cross = {
    playerPoint: amount(account?.playerPoint ?? point.point),
    minusFundingFee: amount(account?.minusFundingFee ?? '0'),
    markPnl: amount(account?.markPnl ?? '0'),
  };
  const value = walletWorth(
    cross,
    known.isolated.filter(({ wallet }) => wallet === point.type),
  );
  const figure = toDecimal(plus(value.worth, amount(point.gameWaitPoint)));
  return point.type === OWN ? { figure, live: formulaOf(value, known.words) } : { figure };
}

const formulaOf = ({ cash, funding, profit }: WalletWorth, words: Words): WalletFormula => ({
  name: words.name,
  formula: words.formula,
  words: words.words,
  parts: [
    { name: words.cash, value: toDecimal(cash), kind: 'plain' },
    { name: words.funding, value: toDecimal(funding), kind: 'signed' },
    { name: words.markPnl, value: toDecimal(profit), kind: 'profit' },
  ],
});
