import { formatDecimal } from '@maru/client/format';
import { formatLarge, formatMoney, formatSignedMoney } from '@maru/client/format-amount';
import { parseUnits } from '@maru/engine/amount';
import { unitOf } from '../../market/instruments/instrument-words.ts';
import { type Language, useWords } from '../../text/language.tsx';
import { marketWords } from '../../text/market.ts';

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
  const text = useWords(marketWords);
  const whole = (parts: ReturnType<typeof formatMoney>) => `${parts.figure}${unitOf(parts, text)}`;
  return {
    money: (amount) => whole(formatMoney(amount, currency)),
    signed: (amount) => whole(formatSignedMoney(amount, currency)),
    unit: unitOf(formatMoney('0', currency), text).replace(' ', NO_BREAK),
  };
}

/** How much of a stake two places of a step can say: `123.5만` is exact, `1.23M` of 1,235,000 would not be. */
const EXACT_STEPS: Readonly<Record<Language, readonly { readonly below: bigint; readonly step: bigint }[]>> =
  {
    ko: [{ below: 100_000_000n, step: 100n }],
    en: [
      { below: 1_000_000n, step: 10n },
      { below: 1_000_000_000n, step: 10_000n },
    ],
  };

/** A stake for a narrow place: `1만`, `10K`, and whole where that would round it. */
export function shortStake(stake: string, language: Language): string {
  const units = parseUnits(stake) ?? 0n;
  const one = parseUnits('1')!;
  const rule = EXACT_STEPS[language].find(({ below }) => units < below * one);
  const isExact = rule !== undefined && units % (rule.step * one) === 0n;
  return isExact ? formatLarge(stake, { language }) : formatDecimal(stake);
}
