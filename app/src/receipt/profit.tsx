// Money as a receipt says it: won with its word, coins with their code, and a sign that goes with the colour.
import { formatMoney, formatSignedMoney, type MoneyParts } from '@maru/client/format-amount';
import { usePlatform, useWatched } from '../shell/platform.tsx';
import { useWords } from '../text/language.tsx';
import { receiptWords } from '../text/receipt.ts';
import './profit.css';

interface WonWord {
  readonly won: string;
}

const said = ({ figure, unit, gap }: MoneyParts, { won }: WonWord): string =>
  `${figure}${gap}${unit === 'KRW' ? won : unit}`;

export const moneyText = (text: string, currency: string, words: WonWord): string =>
  said(formatMoney(text, currency), words);

/** `+1,111,863원` */
export const signedMoneyText = (text: string, currency: string, words: WonWord): string =>
  said(formatSignedMoney(text, currency), words);

/** Bets are paid from the wallet of the site's own currency. */
export const useBetCurrency = (): string => useWatched(usePlatform().site)?.binaryCurrency ?? 'KRW';

interface Props {
  readonly value: string;
  readonly currency: string;
  readonly size?: 'row' | 'title' | 'hero';
}

/** Win and loss have the same size and weight. */
export function Profit({ value, currency, size = 'row' }: Props) {
  const words = useWords(receiptWords);
  const { figure, unit, gap } = formatSignedMoney(value, currency);
  return (
    <b className={`profit profit--${size} figure figure--${directionOf(value)}`}>
      {figure}
      <span className="profit__unit">
        {gap}
        {unit === 'KRW' ? words.won : unit}
      </span>
    </b>
  );
}

export function directionOf(value: string): 'up' | 'down' | 'flat' {
  if (!/[1-9]/.test(value)) return 'flat';
  return value.startsWith('-') ? 'down' : 'up';
}
