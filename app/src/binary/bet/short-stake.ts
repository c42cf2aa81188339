import { formatDecimal } from '@maru/client/format';
import { formatLarge } from '@maru/client/format-amount';
import { parseUnits } from '@maru/engine/amount';
import type { Language } from '../../text/language.tsx';

/** The step at which two decimal places are exact: `123.5만` is exact, `1.23M` of 1,235,000 would not be. */
const EXACT_STEPS: Readonly<Record<Language, readonly { readonly below: bigint; readonly step: bigint }[]>> =
  {
    ko: [{ below: 100_000_000n, step: 100n }],
    en: [
      { below: 1_000_000n, step: 10n },
      { below: 1_000_000_000n, step: 10_000n },
    ],
  };

/** A stake for a narrow place: `1만`, `10K`, and in full where that would round it. */
export function shortStake(stake: string, language: Language): string {
  const units = parseUnits(stake) ?? 0n;
  const one = parseUnits('1')!;
  const rule = EXACT_STEPS[language].find(({ below }) => units < below * one);
  const isExact = rule !== undefined && units % (rule.step * one) === 0n;
  return isExact ? formatLarge(stake, { language }) : formatDecimal(stake);
}
