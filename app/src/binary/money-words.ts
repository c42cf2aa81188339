import { formatMoney, formatSignedMoney } from '@maru/client/format-amount';
import { unitOf } from '../market/instrument-words.ts';
import { useText } from '../text/language.tsx';

/** A box that holds the unit alone would lose a blank before it. */
const NO_BREAK = '\u00a0';

export interface MoneyWords {
  /** `100,000원` */
  money(text: string | undefined): string;
  /** `+47,500원`, `−50,000원` */
  signed(text: string | undefined): string;
  readonly unit: string;
}

export function useMoneyWords(currency: string): MoneyWords {
  const text = useText();
  const whole = (parts: ReturnType<typeof formatMoney>) => `${parts.figure}${unitOf(parts, text)}`;
  return {
    money: (amount) => whole(formatMoney(amount, currency)),
    signed: (amount) => whole(formatSignedMoney(amount, currency)),
    unit: unitOf(formatMoney('0', currency), text).replace(' ', NO_BREAK),
  };
}
