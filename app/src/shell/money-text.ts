// Money as every screen shows it: won with their word, coins with their code.
import { formatMoney, formatSignedMoney, type MoneyParts } from '@maru/client/format-amount';
import { useCallback, useMemo } from 'react';
import { useWords } from '../text/language.tsx';
import { type MoneyWords, moneyWords } from '../text/money.ts';

export interface MoneyText {
  /** `300,000원` */
  money(text: string | undefined): string;
  /** `+7,300원`, `−7,300원` */
  signed(text: string | undefined): string;
  /** `+7,300`, where the unit is shown beside it. */
  signedFigure(text: string | undefined): string;
  /** The unit after a figure: `원`, or the code of a coin after a space that needs an element of its own. */
  readonly unit: string;
}

const NO_BREAK_SPACE = '\u00a0';

export function moneyTextOf(currency: string, { won }: MoneyWords): MoneyText {
  const { gap } = formatMoney('0', currency);
  const unit = currency === 'KRW' ? won : `${gap}${currency}`;
  const whole = ({ figure }: MoneyParts) => `${figure}${unit}`;
  return {
    money: (text) => whole(formatMoney(text, currency)),
    signed: (text) => whole(formatSignedMoney(text, currency)),
    signedFigure: (text) => formatSignedMoney(text, currency).figure,
    unit: unit.replace(' ', NO_BREAK_SPACE),
  };
}

export function useMoneyText(currency: string): MoneyText {
  const words = useWords(moneyWords);
  return useMemo(() => moneyTextOf(currency, words), [currency, words]);
}

/** For amounts whose currency is known only when they arrive. */
export function useMoneyTexts(): (currency: string) => MoneyText {
  const words = useWords(moneyWords);
  return useCallback((currency: string) => moneyTextOf(currency, words), [words]);
}
