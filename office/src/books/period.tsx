import type { Refused } from '@maru/client/call';
import { useState } from 'react';
import { Field } from '../parts/form.tsx';
import { dayOf } from '../parts/moments.ts';
import { useOffice } from '../shell/office-context.tsx';
import { words } from '../text/books.ts';

export interface Period {
  readonly fromDate: string;
  readonly toDate: string;
}

const DAY_MS = 86_400_000;
const USUAL_DAYS = 30;

/** The last thirty days unless somebody chooses others. */
export function usePeriod(): readonly [Period, (period: Period) => void] {
  const { timers } = useOffice();
  const [period, setPeriod] = useState<Period>(() => ({
    fromDate: dayOf(timers.now() - (USUAL_DAYS - 1) * DAY_MS),
    toDate: dayOf(timers.now()),
  }));
  return [period, setPeriod];
}

/** Why the days of a period could not be read; undefined where they were. */
export const periodFault = (fault: Refused | undefined): string | undefined =>
  fault?.field === 'toDate' ? words.tooLong : fault?.message;

export const PeriodFields = ({
  period,
  onChange,
}: {
  readonly period: Period;
  readonly onChange: (period: Period) => void;
}) => (
  <>
    <Field
      label={words.from}
      type="date"
      value={period.fromDate}
      onChange={(fromDate) => fromDate !== '' && onChange({ ...period, fromDate })}
    />
    <Field
      label={words.to}
      type="date"
      value={period.toDate}
      onChange={(toDate) => toDate !== '' && onChange({ ...period, toDate })}
    />
  </>
);
