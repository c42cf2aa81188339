// The trades of one day in a history, below what they brought.
import { formatDay } from '@maru/client/format-date';
import type { ReactNode } from 'react';
import { useLanguage } from '../text/language.tsx';
import './day-section.css';
import { instantOf } from './history-range.ts';

interface Props {
  /** `2026-11-16` */
  readonly date: string;
  readonly profit: ReactNode;
  readonly children: ReactNode;
}

export function DaySection({ date, profit, children }: Props) {
  const { language } = useLanguage();
  const day = formatDay(instantOf(date), language);
  return (
    <section aria-label={day}>
      <p className="day-section__head">
        <span>{day}</span> {profit}
      </p>
      {children}
    </section>
  );
}
