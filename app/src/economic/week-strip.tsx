// The days of the weeks around today: one week is seen, the others are a swipe away.
import { useLayoutEffect, useRef } from 'react';
import { economicWords } from '../text/economic.ts';
import { useWords } from '../text/language.tsx';
import { IconButton } from '../ui/buttons/button.tsx';
import { dayOfMonth, monthOf, weekdayOf } from './week.ts';
import './week-strip.css';

interface Props {
  readonly weeks: readonly (readonly number[])[];
  readonly today: number;
  readonly chosen: number;
  readonly onChoose: (date: number) => void;
}

export function WeekStrip({ weeks, today, chosen, onChoose }: Props) {
  const words = useWords(economicWords);
  const strip = useRef<HTMLDivElement>(null);
  const opened = useRef(chosen);
  // Where the reader was, before anything is drawn.
  useLayoutEffect(() => {
    const place = weeks.findIndex((week) => week.includes(opened.current));
    if (strip.current !== null) strip.current.scrollLeft = place * strip.current.clientWidth;
  }, [weeks]);
  const turn = (by: 1 | -1) => {
    const { current } = strip;
    current?.scrollBy?.({ left: by * current.clientWidth, behavior: 'smooth' });
  };
  return (
    <div className="week-strip">
      <span className="week-strip__turn">
        <IconButton icon="back" size={18} label={words.weekBefore} onPress={() => turn(-1)} />
      </span>
      <div className="week-strip__weeks" ref={strip}>
        {weeks.map((week) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset has a legend and its own layout rules.
          <div
            key={week[0]}
            className="week-strip__week"
            role="group"
            aria-label={words.weekFrom(monthOf(week[0]!), dayOfMonth(week[0]!))}
          >
            {week.map((date) => (
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
        ))}
      </div>
      <span className="week-strip__turn">
        <IconButton icon="chevron-right" size={18} label={words.weekAfter} onPress={() => turn(1)} />
      </span>
    </div>
  );
}
