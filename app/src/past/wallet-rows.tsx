// What lay in each wallet at the moment, and what it was worth with what was open.
import type { PastAccount, PastWallet } from '@maru/contract/past/calls';
import { amount, toDecimal } from '@maru/engine/amount';
import { useWalletNames } from '../products.ts';
import { useMoneyTexts } from '../shell/money-text.ts';
import { assetWords } from '../text/asset.ts';
import { useWords } from '../text/language.tsx';
import { marketWords } from '../text/market.ts';
import { pastWords } from '../text/past.ts';
import './past-rows.css';

const isZero = (text: string): boolean => !/[1-9]/.test(text);

/** An empty wallet of a coin says nothing. */
const isShown = ({ type, held, worth }: PastWallet): boolean =>
  type === 'BINARY' || type === 'FUTURES' || !isZero(held) || !isZero(worth);

export function WalletRows({ account }: { readonly account: PastAccount }) {
  const words = useWords(pastWords);
  const textOf = useMoneyTexts();
  const shown = account.wallets.filter(isShown);
  return (
    <section aria-label={words.balances}>
      <h2 className="past-rows__title">
        <span>
          {words.balances} <span className="figure">{shown.length}</span>
        </span>
        {account.rate && (
          <span className="past-rows__rate figure">
            {words.rate(`${trimmed(account.rate.rate)}${textOf('KRW').unit}`)}
          </span>
        )}
      </h2>
      <div className="past-rows">
        {shown.map((wallet) => (
          <WalletRow key={wallet.type} wallet={wallet} />
        ))}
      </div>
    </section>
  );
}

const trimmed = (rate: string): string => Number(rate).toLocaleString('en-US', { maximumFractionDigits: 2 });

function WalletRow({ wallet }: { readonly wallet: PastWallet }) {
  const words = useWords(pastWords);
  const { spot } = useWords(assetWords);
  const { coinNames } = useWords(marketWords);
  const textOf = useMoneyTexts();
  const productNames = useWalletNames();
  const { type, currency, worth } = wallet;
  const name = productNames(type) ?? spot(coinNames[type as keyof typeof coinNames] ?? type);
  const { money, unit } = textOf(currency);
  return (
    <div className="past-rows__row">
      <span className="past-rows__words">
        <b>{name}</b>
        <span className="text-micro">{partsOf(wallet, words, textOf).join(' · ')}</span>
      </span>
      <b className="figure">
        {money(worth).slice(0, -unit.length)}
        <small>{unit}</small>
      </b>
    </div>
  );
}

type Words = ReturnType<typeof useWords<(typeof pastWords)['ko']>>;

/** Only what there was. */
function partsOf(
  { purses, profit, funding, currency }: PastWallet,
  words: Words,
  textOf: ReturnType<typeof useMoneyTexts>,
): readonly string[] {
  const { money, signedFigure, unit } = textOf(currency);
  const figure = (text: string) => money(text).slice(0, -unit.length);
  const some = (text: string, write: (figure: string) => string) =>
    isZero(text) ? [] : [write(figure(text))];
  const withdrawn = toDecimal(
    amount(purses.withdrawHold) + amount(purses.convertHold) + amount(purses.share),
  );
  return [
    words.held(figure(purses.free)),
    ...(profit === null ? [words.noPrice] : isZero(profit) ? [] : [words.profit(signedFigure(profit))]),
    ...(isZero(funding) ? [] : [words.funding(signedFigure(funding))]),
    ...some(purses.wait, words.waiting),
    ...some(purses.posMargin, words.setAside),
    ...some(withdrawn, words.onHold),
    ...some(purses.debt, words.owed),
  ];
}
