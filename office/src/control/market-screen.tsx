// Every instrument with its state and its sessions, and what is done with the chosen one at the right.
import { calendarList, marketList } from '@maru/contract/control/calls';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { Chips, Tag, type Tone } from '../parts/facts.tsx';
import { dayOf } from '../parts/moments.ts';
import { Page, SearchBox } from '../parts/page.tsx';
import { Panel } from '../parts/panel.tsx';
import { useOffice } from '../shell/office-context.tsx';
import { useRead } from '../shell/use-read.ts';
import { words } from '../text/control.ts';
import { Coming } from './coming.tsx';
import { Gantt, GanttHead } from './gantt.tsx';
import { InstrumentDrawer } from './instrument-drawer.tsx';
import { isPartly, type MarketRow } from './market-row.ts';
import './market-screen.css';

const text = words.market;
const DAY_MS = 86_400_000;
const READ_EVERY_MS = 5_000;

type Range = 'THIS_WEEK' | 'NEXT_WEEK' | 'MONTH';

/** The Monday of the week in Korea. */
function mondayOf(now: number): number {
  const korean = now + 9 * 3_600_000;
  const weekday = new Date(korean).getUTCDay();
  return now - ((weekday + 6) % 7) * DAY_MS;
}

function queryOf(range: Range, now: number) {
  const monday = mondayOf(now);
  if (range === 'NEXT_WEEK') return { from: dayOf(monday + 7 * DAY_MS), days: '7' };
  return { from: dayOf(monday), days: range === 'MONTH' ? '28' : '7' };
}

export function Screen() {
  const { timers } = useOffice();
  const [range, setRange] = useState<Range>('THIS_WEEK');
  const [kind, setKind] = useState('ALL');
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<number>();
  const market = useRead(marketList, {}, { everyMs: READ_EVERY_MS });
  const now = market.data?.nowMillis ?? timers.now();
  const calendars = useRead(calendarList, queryOf(range, now));
  const all = market.data?.content ?? [];
  const sought = search.trim().toLowerCase();
  const rows = all.filter(
    (row) =>
      (kind === 'ALL' || row.kind === kind) &&
      (sought === '' ||
        row.koName.toLowerCase().includes(sought) ||
        row.stock.toLowerCase().includes(sought)),
  );
  const row = all.find(({ instrumentId }) => instrumentId === chosen) ?? rows[0];
  const kinds = ['FUTURES', 'CRYPTO', 'FOREX', 'STOCK', 'INDEX'];
  const sessions = calendars.data;
  return (
    <Page
      title={text.title}
      tools={
        <>
          <Chips
            label={text.range}
            value={range}
            onChange={setRange}
            choices={[
              { value: 'THIS_WEEK', label: text.thisWeek },
              { value: 'NEXT_WEEK', label: text.nextWeek },
              { value: 'MONTH', label: text.month },
            ]}
          />
          <SearchBox label={text.search} value={search} onChange={setSearch} />
          <RatesButton />
        </>
      }
    >
      <Chips
        label={text.kinds}
        value={kind}
        onChange={setKind}
        choices={[
          { value: 'ALL', label: text.all, count: all.length },
          ...kinds.map((each) => ({
            value: each,
            label: text.kind[each] ?? each,
            count: all.filter((one) => one.kind === each).length,
          })),
        ]}
      />
      <div className="market-board">
        <Panel isFlush fills>
          <DataTable
            label={text.list}
            rows={rows}
            keyOf={({ instrumentId }) => instrumentId}
            selected={row?.instrumentId}
            onSelect={({ instrumentId }) => setChosen(instrumentId)}
            isLoading={market.isLoading}
            foot={sessions && <Coming rows={all} calendars={sessions.calendars} now={now} />}
            columns={[
              { head: `${text.list} ${rows.length}`, cell: (each) => <Named row={each} />, width: '190px' },
              {
                head: text.most,
                width: '56px',
                align: 'right',
                isExtra: true,
                cell: ({ traded }) => traded.find(({ most }) => most !== null)?.most ?? '–',
              },
              { head: text.state, width: '84px', cell: (each) => <State row={each} /> },
              {
                head: text.sessions,
                isExtra: true,
                headCell: sessions && <GanttHead sessions={sessions} now={now} />,
                cell: (each) =>
                  sessions && (
                    <Gantt
                      sessions={sessions}
                      calendar={sessions.calendars.find(({ code }) => code === each.calendar)}
                      now={now}
                      isStopped={each.state === 'STOPPED' && !isPartly(each)}
                    />
                  ),
              },
            ]}
          />
        </Panel>
        {row !== undefined && (
          <InstrumentDrawer
            key={row.instrumentId}
            row={row}
            sessions={sessions}
            now={now}
            onChanged={() => {
              void market.reload();
              void calendars.reload();
            }}
          />
        )}
      </div>
    </Page>
  );
}

function RatesButton() {
  const { place } = useOffice();
  return (
    <Button size="small" onPress={() => place.go('/market/rates')}>
      {text.rates}
    </Button>
  );
}

const Named = ({ row }: { readonly row: MarketRow }) => (
  <span className="text-stack">
    <b>{row.koName}</b>
    <span className="market-board__quiet">
      {row.stock}
      {row.calendar !== null && ` · ${row.calendar}`}
    </span>
  </span>
);

const tones: Readonly<Record<MarketRow['state'], Tone>> = {
  NORMAL: 'plain',
  REDUCE_ONLY: 'warn',
  STOPPED: 'danger',
};

function State({ row }: { readonly row: MarketRow }) {
  if (row.state === 'NORMAL' && row.isRest) return <Tag>{text.rest}</Tag>;
  if (isPartly(row)) return <Tag tone="warn">{text.partly(text.states[row.state])}</Tag>;
  return <Tag tone={tones[row.state]}>{text.states[row.state]}</Tag>;
}
