import { formatMoney, formatSignedMoney } from '@maru/client/format-amount';
import { useMemo } from 'react';
import { unitOf } from '../../market/instruments/instrument-words.ts';
import { useWords } from '../../text/language.tsx';
import { marketWords } from '../../text/market.ts';

export interface MoneyWords {
  /** `300,000원` */
  money(text: string | undefined): string;
  /** `+7,300원`, `−7,300원` */
  signed(text: string | undefined): string;
  /** `+124,100`, where the unit is known from beside it. */
  bare(text: string | undefined): string;
}

export function useMoneyWords(currency: string): MoneyWords {
  const text = useWords(marketWords);
  return useMemo(() => {
    const whole = (parts: ReturnType<typeof formatMoney>) => `${parts.figure}${unitOf(parts, text)}`;
    return {
      money: (amount) => whole(formatMoney(amount, currency)),
      signed: (amount) => whole(formatSignedMoney(amount, currency)),
      bare: (amount) => formatSignedMoney(amount, currency).figure,
    };
  }, [text, currency]);
}
