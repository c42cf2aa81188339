// What staff allow a trader: how many followers, which share of their profit, which instruments.
import { parseUnits, toDecimal } from '@maru/engine/amount';
import { LEAST_RATE, MOST_QUOTA, MOST_RATE } from '@maru/engine/copytrade/terms';
import { useState } from 'react';
import { fractionOf, percentOf } from '../partner/rate-fields.tsx';
import { Choices } from '../parts/choices.tsx';
import { Field } from '../parts/form.tsx';
import { words } from '../text/copytrade.ts';
import type { Instruments } from './instruments.ts';

interface Terms {
  readonly quota: number;
  readonly shareRate: string;
  readonly followStock: readonly number[];
}

const leastPercent = percentOf(toDecimal(LEAST_RATE));
const mostPercent = percentOf(toDecimal(MOST_RATE));

const isQuota = (typed: string): boolean => /^\d{1,6}$/.test(typed) && Number(typed) <= MOST_QUOTA;

function rateOf(percent: string): string | undefined {
  const fraction = fractionOf(percent);
  const units = fraction === undefined ? undefined : parseUnits(fraction);
  return units !== undefined && units >= LEAST_RATE && units <= MOST_RATE ? fraction : undefined;
}

/** `terms` is what the call takes; undefined while something is wrong, which the fields then say. */
export function useTerms(initial: Terms, instruments: Instruments) {
  const [quota, setQuota] = useState(String(initial.quota));
  const [percent, setPercent] = useState(percentOf(initial.shareRate));
  const [chosen, setChosen] = useState<readonly number[]>(initial.followStock);
  const shareRate = rateOf(percent);
  const terms =
    isQuota(quota) && shareRate !== undefined && chosen.length > 0
      ? { quota: Number(quota), shareRate, followStock: [...chosen] }
      : undefined;
  const fields = (
    <>
      <Field
        label={words.quota}
        value={quota}
        inputMode="numeric"
        maxLength={6}
        error={isQuota(quota) ? undefined : words.quotaWrong(MOST_QUOTA)}
        onChange={setQuota}
      />
      <Field
        label={words.sharePercent}
        value={percent}
        inputMode="decimal"
        maxLength={10}
        error={shareRate === undefined ? words.shareWrong(leastPercent, mostPercent) : undefined}
        onChange={setPercent}
      />
      <Choices
        label={words.instruments}
        choices={instruments.choicesWith(initial.followStock)}
        chosen={chosen.map(String)}
        error={chosen.length === 0 ? words.instrumentsWrong : undefined}
        onChange={(ids) => setChosen(ids.map(Number))}
      />
    </>
  );
  return { terms, fields };
}
