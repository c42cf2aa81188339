import { formatClock } from '@maru/client/format-date';
import type { WireIndicator } from '@maru/contract/economic/calls';
import { economicWords } from '../text/economic.ts';
import { useLanguage, useWords } from '../text/language.tsx';
import { figureText } from './figure-text.ts';
import { ImportanceBars } from './importance-bars.tsx';
import './indicator-row.css';
import { ReminderBell } from './reminder-bell.tsx';

interface Props {
  readonly indicator: WireIndicator;
  /** Only of the next one. */
  readonly minutesLeft: number | undefined;
  readonly isAhead: boolean;
  /** A member can be reminded of what is still to come. */
  readonly hasBell: boolean;
}

export function IndicatorRow({ indicator, minutesLeft, isAhead, hasBell }: Props) {
  const words = useWords(economicWords);
  const { language } = useLanguage();
  const { atMillis, country, nameKo, nameEn, importance, unit } = indicator;
  const isNext = minutesLeft !== undefined;
  const name = language === 'en' ? nameEn : nameKo;
  return (
    <li
      className={['indicator-row', isAhead && 'indicator-row--ahead', isNext && 'indicator-row--next']
        .filter(Boolean)
        .join(' ')}
    >
      <span className="indicator-row__when">
        <time className="indicator-row__time figure" dateTime={new Date(atMillis).toISOString()}>
          {formatClock(atMillis)}
        </time>
        {isNext ? (
          <span className="indicator-row__left">
            {minutesLeft < 60 ? words.inMinutes(minutesLeft) : words.inHours(Math.floor(minutesLeft / 60))}
          </span>
        ) : (
          <ImportanceBars importance={importance} />
        )}
      </span>
      <span className="indicator-row__words">
        <span className="indicator-row__head">
          <span className="indicator-row__country">{country}</span>
          <span className="indicator-row__name">{name}</span>
        </span>
        <span className="indicator-row__figures">
          {(['actual', 'forecast', 'previous'] as const).map((name) => (
            <span key={name}>
              {words[name]} <b className="figure">{figureText(indicator[name], unit)}</b>
            </span>
          ))}
        </span>
      </span>
      {hasBell && <ReminderBell atMillis={atMillis} country={country} code={indicator.code} name={name} />}
    </li>
  );
}
