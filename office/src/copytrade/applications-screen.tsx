// Applications to become a trader: those that wait with what speaks for or against them, and those that were decided.
import { copyState, traderApplications } from '@maru/contract/copytrade/office';
import { useState } from 'react';
import { type Column, DataTable } from '../parts/data-table.tsx';
import { Chips, Tag } from '../parts/facts.tsx';
import { minuteOf, spanOf } from '../parts/moments.ts';
import { Panel } from '../parts/panel.tsx';
import { useOffice } from '../shell/office-context.tsx';
import { usePages } from '../shell/use-pages.ts';
import { useRead } from '../shell/use-read.ts';
import { words } from '../text/copytrade.ts';
import { ApplicationDrawer } from './application-drawer.tsx';
import {
  APPLICATION_TONES,
  type Application,
  checkTags,
  roundedText,
  shareText,
  toneOf,
} from './copy-words.ts';
import { CopytradePage } from './copytrade-page.tsx';

type Shown = keyof typeof words.shown;

const EVERY_MS = 15_000;
const MOST_SHOWN = 100;
const WIDE = '(min-width: 1024px)';
const STATUSES: Readonly<Record<Shown, string>> = {
  WAITING: 'WAITING',
  DECIDED: 'APPROVED,REJECTED,WITHDRAWN',
};

const applicant: Column<Application> = {
  head: words.applicant,
  cell: ({ nick, playerId }) => (
    <>
      <b>{nick}</b> <span className="copytrade-quiet figure">#{playerId}</span>
    </>
  ),
};

const columnsOf: Readonly<Record<Shown, (now: number) => readonly Column<Application>[]>> = {
  WAITING: (now) => [
    applicant,
    {
      head: words.waited,
      align: 'right',
      cell: ({ askedMillis }) => <span className="figure">{spanOf(now - askedMillis)}</span>,
    },
    {
      head: words.trades30,
      align: 'right',
      isExtra: true,
      cell: ({ trades30 }) => <span className="figure">{words.times(trades30)}</span>,
    },
    {
      head: words.net30,
      align: 'right',
      isExtra: true,
      cell: ({ net30 }) => <span className={`figure tone--${toneOf(net30)}`}>{roundedText(net30)}</span>,
    },
    {
      head: words.shareShort,
      align: 'right',
      isExtra: true,
      cell: ({ shareRate }) => <span className="figure">{shareText(shareRate)}</span>,
    },
    {
      head: words.checks,
      cell: (row) => {
        const tags = checkTags(row);
        if (tags.length === 0) return <span className="copytrade-quiet">{words.check.good}</span>;
        return tags.map(({ tone, tag }) => (
          <Tag key={tag} tone={tone}>
            {tag}
          </Tag>
        ));
      },
    },
  ],
  DECIDED: () => [
    applicant,
    {
      head: words.state,
      cell: ({ status }) => <Tag tone={APPLICATION_TONES[status]}>{words.applicationStates[status]}</Tag>,
    },
    {
      head: words.decided,
      cell: ({ decidedMillis }) => (
        <span className="figure">{decidedMillis === null ? words.none : minuteOf(decidedMillis)}</span>
      ),
    },
    {
      head: words.decidedBy,
      isExtra: true,
      cell: ({ decidedBy }) => (decidedBy === null ? words.none : words.person(decidedBy)),
    },
    { head: words.decisionReason, isExtra: true, cell: ({ reason }) => reason ?? words.none },
  ],
};

export function Screen() {
  const { timers } = useOffice();
  const [shown, setShown] = useState<Shown>('WAITING');
  const [chosen, setChosen] = useState<number>();
  // On a phone the drawer covers the list.
  const [isOpen, setOpen] = useState(() => globalThis.matchMedia?.(WIDE).matches ?? true);
  const state = useRead(copyState, {}, { everyMs: EVERY_MS });
  const applications = usePages(
    traderApplications,
    { statusStrs: STATUSES[shown] },
    // Who waits longest comes first: with more than these, the next ones follow as the first are decided.
    { size: MOST_SHOWN, cursorOf: 'NEXT', everyMs: EVERY_MS },
  );
  const { rows, fault } = applications;
  const row = isOpen ? (rows.find(({ id }) => id === chosen) ?? rows[0]) : undefined;
  return (
    <CopytradePage part="APPLICATIONS" waiting={state.data?.waitingApplications}>
      <div className={row === undefined ? 'list-and-drawer' : 'list-and-drawer list-and-drawer--open'}>
        <Panel isFlush fills>
          <div className="panel__tools">
            <Chips
              label={words.state}
              choices={(['WAITING', 'DECIDED'] as const).map((value) => ({
                value,
                label: words.shown[value],
              }))}
              value={shown}
              onChange={setShown}
            />
          </div>
          <DataTable
            label={words.applications}
            rows={rows}
            keyOf={({ id }) => id}
            selected={row?.id}
            onSelect={({ id }) => {
              setChosen(id);
              setOpen(true);
            }}
            isLoading={applications.isLoading}
            empty={fault?.message ?? (shown === 'WAITING' ? words.noApplications : words.noDecided)}
            hasMore={applications.hasMore}
            onMore={() => void applications.more()}
            columns={columnsOf[shown](timers.now())}
          />
        </Panel>
        {row !== undefined && (
          <ApplicationDrawer
            key={row.id}
            application={row}
            onClose={() => setOpen(false)}
            onDecided={() => {
              void applications.reload();
              void state.reload();
            }}
          />
        )}
      </div>
    </CopytradePage>
  );
}
