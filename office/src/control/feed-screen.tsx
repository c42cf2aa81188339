// How well prices come in: fresh or not, where they were missing today, and a second source beside them.
import type { ReceivedReply } from '@maru/client/call';
import { feedHealth } from '@maru/contract/control/calls';
import { useState } from 'react';
import { DataTable } from '../parts/data-table.tsx';
import { Chips, Figure, Figures, Tag, type Tone } from '../parts/facts.tsx';
import { minuteOf, spanOf, timeOf } from '../parts/moments.ts';
import { Page } from '../parts/page.tsx';
import { Panel } from '../parts/panel.tsx';
import { useRead } from '../shell/use-read.ts';
import { words } from '../text/control.ts';
import { money, percent } from './figures.ts';

const text = words.feed;
const READ_EVERY_MS = 2_000;

type Row = ReceivedReply<typeof feedHealth>['content'][number];
type Filter = 'ALL' | 'OPEN' | 'PROBLEM';

const tones: Readonly<Record<Row['condition'], Tone>> = {
  OPEN: 'up',
  CLOSED: 'plain',
  WAITING: 'warn',
  STALE: 'danger',
  SUSPECT: 'danger',
};
const isProblem = ({ condition, gaps }: Row): boolean =>
  condition === 'STALE' || condition === 'SUSPECT' || condition === 'WAITING' || gaps > 0;

export function Screen() {
  const [filter, setFilter] = useState<Filter>('ALL');
  const health = useRead(feedHealth, {}, { everyMs: READ_EVERY_MS });
  const { data } = health;
  const all = data?.content ?? [];
  const open = all.filter(({ condition }) => condition !== 'CLOSED');
  const problems = all.filter(isProblem);
  const rows = filter === 'ALL' ? all : filter === 'OPEN' ? open : problems;
  const now = data?.nowMillis ?? 0;
  const count = (condition: Row['condition']): number =>
    all.filter((row) => row.condition === condition).length;
  const stale = count('STALE');
  const suspects = count('SUSPECT');
  return (
    <Page
      title={text.title}
      badge={data && text.since(minuteOf(data.countedSinceMillis))}
      tools={
        <Chips
          label={text.filter}
          value={filter}
          onChange={setFilter}
          choices={[
            { value: 'ALL', label: text.all, count: all.length },
            { value: 'OPEN', label: text.open, count: open.length },
            { value: 'PROBLEM', label: text.problem, count: problems.length },
          ]}
        />
      }
    >
      <Figures>
        <Figure label={text.source} value={text.sources[data?.source ?? ''] ?? data?.source ?? '–'} />
        <Figure label={text.stopped} value={stale} tone={stale > 0 ? 'danger' : 'plain'} />
        <Figure label={text.gapsToday} value={all.reduce((sum, { gaps }) => sum + gaps, 0)} />
        <Figure
          label={text.second}
          value={
            data?.secondSource == null
              ? text.noSecond
              : (text.sources[data.secondSource] ?? data.secondSource)
          }
          aside={data?.secondSource == null ? text.noSecondLine : `${text.suspects} ${suspects}`}
          tone={suspects > 0 ? 'danger' : 'plain'}
        />
      </Figures>
      <Panel isFlush fills>
        <DataTable
          label={text.list}
          rows={rows}
          keyOf={({ instrumentId }) => instrumentId}
          isLoading={health.isLoading}
          columns={[
            {
              head: text.stock,
              cell: (row) => (
                <span className="text-stack">
                  <b>{row.koName}</b>
                  <span className="market-board__quiet">{row.stock}</span>
                </span>
              ),
            },
            {
              head: text.state,
              cell: ({ condition }) => <Tag tone={tones[condition]}>{text.states[condition]}</Tag>,
            },
            {
              head: text.age,
              isExtra: true,
              cell: ({ tickMillis }) => (tickMillis === null ? '–' : text.ago(spanOf(now - tickMillis))),
            },
            {
              head: text.price,
              align: 'right',
              cell: ({ lastPrice }) => (lastPrice === null ? '–' : money(lastPrice)),
            },
            {
              head: text.ticks,
              align: 'right',
              isExtra: true,
              cell: ({ ticks }) => ticks.toLocaleString('ko-KR'),
            },
            {
              head: text.gaps,
              align: 'right',
              cell: ({ gaps }) => (gaps === 0 ? '0' : <span className="tone--warn">{gaps}</span>),
            },
            {
              head: text.longest,
              isExtra: true,
              cell: ({ longestGapMillis, lastGapMillis }) =>
                lastGapMillis === null
                  ? '–'
                  : `${longestGapMillis < 60_000 ? text.seconds(longestGapMillis) : spanOf(longestGapMillis)} · ${timeOf(lastGapMillis).slice(0, 5)}`,
            },
            { head: text.source, isExtra: true, cell: ({ source }) => text.sources[source] ?? source },
            {
              head: text.second,
              align: 'right',
              isExtra: true,
              cell: ({ second }) => (second === null ? '–' : money(second.price)),
            },
            {
              head: text.deviation,
              align: 'right',
              isExtra: true,
              cell: ({ second }) =>
                second?.deviation == null ? (
                  '–'
                ) : (
                  <span className={second.suspectSinceMillis === null ? undefined : 'tone--danger'}>
                    {percent(second.deviation)}
                  </span>
                ),
            },
          ]}
        />
      </Panel>
    </Page>
  );
}
