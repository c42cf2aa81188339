// The calendar of economic indicators: a week of days, and what is released on the chosen one (picture 17).
import { DAY_BEGINS_HOUR, economicList } from '@maru/contract/economic/calls';
import { HOUR_MS, koreanDate, MINUTE_MS } from '@maru/engine/time';
import { useMemo, useState } from 'react';
import { LoadFailed } from '../shell/connection/load-failed.tsx';
import { useAnswer } from '../shell/connection/use-answer.ts';
import { useServerSecond } from '../shell/connection/use-server-second.ts';
import { HeaderEnd } from '../shell/layouts/header-end.tsx';
import { usePlatform, useWatched } from '../shell/platform.tsx';
import { useEntryState } from '../shell/routing/entry-state.ts';
import { economicWords } from '../text/economic.ts';
import { useWords } from '../text/language.tsx';
import { IconButton } from '../ui/buttons/button.tsx';
import { MenuSheet } from '../ui/overlays/menu-sheet.tsx';
import { Note } from '../ui/states/note.tsx';
import { SkeletonRows } from '../ui/states/skeleton.tsx';
import { StatePanel } from '../ui/states/state-panel.tsx';
import './economic-screen.css';
import { ImportanceBars } from './importance-bars.tsx';
import { IndicatorRow } from './indicator-row.tsx';
import { dateText, weeksAround } from './week.ts';
import { WeekStrip } from './week-strip.tsx';

export type Importance = 1 | 2 | 3;

export function EconomicScreen() {
  const words = useWords(economicWords);
  const { clock } = usePlatform();
  // Nights belong to the evening before them.
  const [today] = useState(() => koreanDate(clock.now() - DAY_BEGINS_HOUR * HOUR_MS));
  const [date, setDate] = useEntryState<number>('date', today);
  const [importance, setImportance] = useEntryState<Importance>('importance', 1);
  const [isFiltering, setFiltering] = useState(false);
  const weeks = useMemo(() => weeksAround(today), [today]);
  return (
    <section className="economic">
      <HeaderEnd>
        <IconButton icon="filter" size={22} label={words.filter} onPress={() => setFiltering(true)} />
      </HeaderEnd>
      <WeekStrip weeks={weeks} today={today} chosen={date} onChoose={setDate} />
      <p className="economic__legend text-caption">
        <span>{words.seoulTime}</span>
        <span className="economic__key">
          <ImportanceBars importance={3} /> {words.high}
        </span>
        <span className="economic__key">
          <ImportanceBars importance={1} /> {words.low}
        </span>
      </p>
      <Day date={date} importance={importance} onShowAll={() => setImportance(1)} />
      <MenuSheet<'1' | '2' | '3'>
        open={isFiltering}
        onClose={() => setFiltering(false)}
        closeLabel={words.close}
        title={words.filter}
        choices={(['1', '2', '3'] as const).map((key) => ({ key, label: words.filters[key] }))}
        current={`${importance}`}
        onChoose={(key) => {
          setFiltering(false);
          setImportance(Number(key) as Importance);
        }}
      />
    </section>
  );
}

interface DayProps {
  readonly date: number;
  readonly importance: Importance;
  readonly onShowAll: () => void;
}

function Day({ date, importance, onShowAll }: DayProps) {
  const words = useWords(economicWords);
  const isMember = useWatched(usePlatform().member) !== undefined;
  const minute = Math.floor(useServerSecond() / MINUTE_MS);
  const answer = useAnswer(economicList, { date: dateText(date), importance });
  if (answer.state === 'failed')
    return <LoadFailed title={words.failed} message={answer.message} onRetry={answer.reload} />;
  if (answer.reply === undefined) return <SkeletonRows count={7} height={72} tile={false} />;
  const { content, isSample } = answer.reply;
  if (content.length === 0)
    return importance === 1 ? (
      <StatePanel kind="empty" title={words.empty} />
    ) : (
      <StatePanel
        kind="empty"
        title={words.emptyFiltered}
        action={{ label: words.showAll, onPress: onShowAll }}
      />
    );
  const next = content.find(({ atMillis }) => atMillis > minute * MINUTE_MS);
  return (
    <>
      {isSample && (
        <div className="economic__sample">
          <Note>{words.sample}</Note>
        </div>
      )}
      <ul>
        {content.map((each) => (
          <IndicatorRow
            key={`${each.atMillis} ${each.country} ${each.code}`}
            indicator={each}
            minutesLeft={each === next ? Math.ceil(each.atMillis / MINUTE_MS) - minute : undefined}
            isAhead={each.atMillis > minute * MINUTE_MS}
            hasBell={isMember && each.atMillis > minute * MINUTE_MS}
          />
        ))}
      </ul>
    </>
  );
}
