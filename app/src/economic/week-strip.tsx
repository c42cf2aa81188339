import { economicWords } from '../text/economic.ts';
import { useWords } from '../text/language.tsx';
import { dayOfMonth, weekdayOf } from './week.ts';
import './week-strip.css';

interface Props {
  readonly dates: readonly number[];
  readonly today: number;
  readonly chosen: number;
  readonly onChoose: (date: number) => void;
}

export function WeekStrip({ dates, today, chosen, onChoose }: Props) {
  const words = useWords(economicWords);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a legend and its own layout rules.
    <div className="week-strip" role="group" aria-label={words.week}>
      {dates.map((date) => (
        <button
          key={date}
          type="button"
          className="week-strip__day"
          aria-pressed={date === chosen}
          aria-current={date === today ? 'date' : undefined}
          onClick={() => onChoose(date)}
        >
          <span className="week-strip__name">{words.weekdays[weekdayOf(date)]}</span>
          <span className="week-strip__number figure">{dayOfMonth(date)}</span>
        </button>
      ))}
    </div>
  );
}
