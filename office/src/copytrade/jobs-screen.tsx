// How copying does now, and every copy with its outcome: what was missed says why.
import { copyJobs, copyState } from '@maru/contract/copytrade/office';
import type { WireMissedReason } from '@maru/contract/copytrade/wire';
import { useState } from 'react';
import { Choice } from '../parts/choice.tsx';
import { type Column, DataTable } from '../parts/data-table.tsx';
import { Chips, Tag } from '../parts/facts.tsx';
import { Field } from '../parts/form.tsx';
import { timeOf } from '../parts/moments.ts';
import { Panel } from '../parts/panel.tsx';
import { useOffice, useWatched } from '../shell/office-context.tsx';
import { queryOf } from '../shell/place.ts';
import { usePages } from '../shell/use-pages.ts';
import { useRead } from '../shell/use-read.ts';
import { words } from '../text/copytrade.ts';
import { type Job, kindText, percentText, roundedText, toneOf } from './copy-words.ts';
import { CopytradePage } from './copytrade-page.tsx';
import { JobDrawer } from './job-drawer.tsx';
import { StateFigures } from './state-figures.tsx';

type Status = 'ALL' | Job['status'];
type Reason = WireMissedReason;

// The schema is not there in a browser.
const REASONS = Object.keys(words.reasons) as readonly Reason[];
const EVERY_MS = 5_000;
const NUMBER = /^[1-9]\d{0,14}$/;

const columns: readonly Column<Job>[] = [
  {
    head: words.at,
    cell: ({ atMillis }) => <span className="figure copytrade-quiet">{timeOf(atMillis)}</span>,
  },
  {
    head: words.follower,
    cell: ({ nick, playerId }) => (
      <>
        <b>{nick}</b> <span className="copytrade-quiet figure">#{playerId}</span>
      </>
    ),
  },
  {
    head: words.trader,
    isExtra: true,
    cell: ({ traderNick, traderId }) => (
      <>
        {traderNick} <span className="copytrade-quiet figure">#{traderId}</span>
      </>
    ),
  },
  {
    head: words.what,
    isExtra: true,
    cell: (job) => (
      <>
        <b>{job.stock}</b> {kindText(job)}
      </>
    ),
  },
  {
    head: words.slippage,
    align: 'right',
    isExtra: true,
    cell: ({ slippage }) => <span className="figure">{percentText(slippage)}</span>,
  },
  {
    head: words.net,
    align: 'right',
    isExtra: true,
    cell: ({ net, kind }) =>
      net === null || kind === 'OPEN' ? (
        <span className="copytrade-quiet">{words.none}</span>
      ) : (
        <span className={`figure tone--${toneOf(net)}`}>{roundedText(net)}</span>
      ),
  },
  {
    head: words.status,
    cell: ({ status, reason }) =>
      reason === null ? (
        <Tag>{words.statuses[status]}</Tag>
      ) : (
        <Tag tone={reason === 'FAILED' ? 'danger' : 'warn'}>{words.reasons[reason]}</Tag>
      ),
  },
];

export function Screen() {
  const { place } = useOffice();
  const asked = queryOf(useWatched(place.at));
  const [status, setStatus] = useState<Status>('ALL');
  const [reason, setReason] = useState<Reason | ''>('');
  const [trader, setTrader] = useState(asked.get('trader') ?? '');
  const [player, setPlayer] = useState(asked.get('player') ?? '');
  const [chosen, setChosen] = useState<number>();
  const state = useRead(copyState, {}, { everyMs: EVERY_MS });
  const jobs = usePages(
    copyJobs,
    {
      ...(status === 'ALL' ? {} : { statusStrs: status }),
      ...(reason === '' ? {} : { reasonStrs: reason }),
      ...(NUMBER.test(trader) ? { traderId: Number(trader) } : {}),
      ...(NUMBER.test(player) ? { playerId: Number(player) } : {}),
    },
    { cursorOf: 'NEXT', everyMs: EVERY_MS },
  );
  const job = jobs.rows.find(({ id }) => id === chosen);
  const counts = new Map(state.data?.missed.map(({ reason: of, count }) => [of, count]));
  return (
    <CopytradePage part="JOBS" waiting={state.data?.waitingApplications}>
      <div className="copytrade-jobs">
        <StateFigures state={state} />
        <div className="copytrade-filters">
          <Chips<Status>
            label={words.status}
            choices={[
              { value: 'ALL', label: words.all },
              { value: 'FILLED', label: words.statuses.FILLED },
              { value: 'MISSED', label: words.statuses.MISSED },
            ]}
            value={status}
            onChange={(value) => {
              setStatus(value);
              // What was filled has no reason.
              if (value === 'FILLED') setReason('');
            }}
          />
          <Choice<Reason | ''>
            label={words.reason}
            value={reason}
            choices={[
              ['', words.allReasons] as const,
              ...REASONS.map((each) => {
                const count = counts.get(each);
                const name = words.reasons[each];
                return [each, count === undefined ? name : words.reasonCount(name, count)] as const;
              }),
            ]}
            onChange={(value) => {
              setReason(value);
              if (value !== '' && status === 'FILLED') setStatus('MISSED');
            }}
          />
          <Field
            label={words.traderNumber}
            value={trader}
            inputMode="numeric"
            maxLength={15}
            onChange={setTrader}
          />
          <Field
            label={words.memberNumber}
            value={player}
            inputMode="numeric"
            maxLength={15}
            onChange={setPlayer}
          />
        </div>
        <div className={job === undefined ? 'list-and-drawer' : 'list-and-drawer list-and-drawer--open'}>
          <Panel isFlush fills>
            <DataTable
              label={words.jobs}
              rows={jobs.rows}
              keyOf={({ id }) => id}
              selected={job?.id}
              onSelect={({ id }) => setChosen(id)}
              isLoading={jobs.isLoading}
              empty={jobs.fault?.message ?? words.noJobs}
              hasMore={jobs.hasMore}
              onMore={() => void jobs.more()}
              columns={columns}
            />
          </Panel>
          {job !== undefined && <JobDrawer key={job.id} job={job} onClose={() => setChosen(undefined)} />}
        </div>
      </div>
    </CopytradePage>
  );
}
