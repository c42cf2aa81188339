// Every seal and every seed so far, newest first; seals of future days are listed before those days begin.

import { formatDay } from '@maru/client/format-date';
import { indexDays, MOST_INDEX_DAYS, type WireIndexSeal } from '@maru/contract/indices';
import { DAY_MS } from '@maru/engine/time';
import { useState } from 'react';
import { LoadFailed } from '../shell/connection/load-failed.tsx';
import { useAnswer } from '../shell/connection/use-answer.ts';
import { indexWords } from '../text/indices.ts';
import { useLanguage, useWords } from '../text/language.tsx';
import { Button } from '../ui/buttons/button.tsx';
import { HashText } from '../ui/figures/hash-text.tsx';
import { Card } from '../ui/layout/card.tsx';
import { FullScreenPanel } from '../ui/overlays/full-screen-panel.tsx';
import { KeyValue, KeyValueList } from '../ui/rows/key-value.tsx';
import { LoadingBar } from '../ui/states/loading-bar.tsx';
import { publishedWhen, startOf } from './when.ts';

interface Props {
  readonly open: boolean;
  readonly now: number;
  readonly onClose: () => void;
  readonly onCheck: (date: string) => void;
}

export function IndexDaysPanel({ open, onClose, ...rest }: Props) {
  const words = useWords(indexWords);
  return (
    <FullScreenPanel open={open} onClose={onClose} title={words.pastDays} closeLabel={words.close}>
      {open && <Days {...rest} />}
    </FullScreenPanel>
  );
}

type PageProps = Pick<Props, 'now' | 'onCheck'>;

function Days(props: PageProps) {
  const [pages, setPages] = useState<readonly (string | undefined)[]>([undefined]);
  return (
    <div className="index-proof__days">
      {pages.map((before, place) => (
        <Page
          key={before ?? ''}
          {...props}
          before={before}
          onOlder={place === pages.length - 1 ? (date) => setPages([...pages, date]) : undefined}
        />
      ))}
    </div>
  );
}

interface OnePageProps extends PageProps {
  readonly before: string | undefined;
  readonly onOlder: ((before: string) => void) | undefined;
}

function Page({ before, now, onCheck, onOlder }: OnePageProps) {
  const words = useWords(indexWords);
  const { state, reply, message, reload } = useAnswer(indexDays, { beforeDate: before });
  if (state === 'loading') return <LoadingBar label={words.loading} />;
  if (state === 'failed') return <LoadFailed title={words.loadFailed} message={message} onRetry={reload} />;
  const last = reply.days.at(-1);
  return (
    <>
      {reply.days.map((day) => (
        <Day key={day.date} day={day} now={now} onCheck={onCheck} />
      ))}
      {onOlder && last && reply.days.length === MOST_INDEX_DAYS && (
        <Button kind="tonal" onPress={() => onOlder(last.date)}>
          {words.older}
        </Button>
      )}
    </>
  );
}

interface DayProps extends PageProps {
  readonly day: WireIndexSeal;
}

function Day({ day, now, onCheck }: DayProps) {
  const { language } = useLanguage();
  const words = useWords(indexWords);
  const start = startOf(day.date);
  const isRunning = now >= start && now < start + DAY_MS;
  return (
    <Card className="index-proof__day">
      <h3 className="text-strong">{formatDay(start, language)}</h3>
      <small className="text-micro">{`${words.seal} ${publishedWhen(day, { now, words, language })}`}</small>
      <KeyValueList>
        <KeyValue name={words.seal}>
          <HashText value={day.seal} />
        </KeyValue>
        <KeyValue name={words.seed}>
          {day.seed !== null ? (
            <HashText value={day.seed} />
          ) : (
            <span className="text-caption">
              {isRunning
                ? words.runningDay
                : now < start
                  ? words.toCome
                  : day.isLost
                    ? words.lost
                    : words.after({ hours: 0, minutes: 0 })}
            </span>
          )}
        </KeyValue>
      </KeyValueList>
      {day.seed !== null && (
        <div className="index-proof__run">
          <Button kind="tonal" size="medium" onPress={() => onCheck(day.date)}>
            {words.check}
          </Button>
        </div>
      )}
    </Card>
  );
}
