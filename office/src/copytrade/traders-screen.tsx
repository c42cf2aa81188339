// Every trader of the site with followers, share, what waits, and how trader and followers do.
import { copyState, officeTraders } from '@maru/contract/copytrade/office';
import { useState } from 'react';
import { type Column, DataTable } from '../parts/data-table.tsx';
import { Chips, Tag } from '../parts/facts.tsx';
import { spanOf } from '../parts/moments.ts';
import { SearchBox } from '../parts/page.tsx';
import { Panel } from '../parts/panel.tsx';
import { useOffice, useWatched } from '../shell/office-context.tsx';
import { pathOf, queryOf } from '../shell/place.ts';
import { usePages } from '../shell/use-pages.ts';
import { useRead } from '../shell/use-read.ts';
import { words } from '../text/copytrade.ts';
import {
  gainText,
  gainTone,
  percentText,
  roundedText,
  shareText,
  TRADER_TONES,
  type Trader,
  toneOf,
} from './copy-words.ts';
import { CopytradePage } from './copytrade-page.tsx';
import { TraderDrawer } from './trader-drawer.tsx';

type Shown = 'ALL' | Trader['status'];

const EVERY_MS = 15_000;

/** Whether somebody could follow now. */
function openTag({ status, isAccepting, isHeld, followers, quota }: Trader) {
  if (isHeld) return <Tag tone="warn">{words.held}</Tag>;
  if (status !== 'ACTIVE') return undefined;
  if (!isAccepting) return <Tag>{words.closed}</Tag>;
  return followers >= quota ? <Tag tone="warn">{words.full}</Tag> : <Tag>{words.open}</Tag>;
}

const columnsAt = (now: number): readonly Column<Trader>[] => [
  {
    head: words.trader,
    cell: ({ nick, traderId }) => (
      <>
        <b>{nick}</b> <span className="copytrade-quiet figure">#{traderId}</span>
      </>
    ),
  },
  {
    head: words.state,
    cell: (row) => (
      <>
        <Tag tone={TRADER_TONES[row.status]}>{words.traderStates[row.status]}</Tag> {openTag(row)}
      </>
    ),
  },
  {
    head: words.followers,
    align: 'right',
    cell: ({ followers, quota }) => <span className="figure">{words.ofQuota(followers, quota)}</span>,
  },
  {
    head: words.shareShort,
    align: 'right',
    isExtra: true,
    cell: ({ shareRate }) => <span className="figure">{shareText(shareRate)}</span>,
  },
  {
    head: words.pending,
    align: 'right',
    isExtra: true,
    cell: ({ pending }) => (
      <span className={pending > 0 ? 'figure tone--warn' : 'figure copytrade-quiet'}>
        {words.count(pending)}
      </span>
    ),
  },
  {
    head: words.return30,
    align: 'right',
    isExtra: true,
    cell: ({ statistics: { return30, maxDrawdown30 } }) => (
      <span className="text-stack">
        <b className={`figure tone--${gainTone(return30)}`}>{gainText(return30)}</b>
        <span className="copytrade-quiet figure">{words.drawdown(percentText(maxDrawdown30))}</span>
      </span>
    ),
  },
  {
    head: words.followerProfit30,
    align: 'right',
    isExtra: true,
    cell: ({ statistics: { followerProfit30 } }) => (
      <span className={`figure tone--${toneOf(followerProfit30)}`}>{roundedText(followerProfit30)}</span>
    ),
  },
  {
    head: words.asOf,
    align: 'right',
    isExtra: true,
    cell: ({ statistics: { asOfMillis } }) => (
      <span className="copytrade-quiet figure">
        {asOfMillis === null ? words.none : words.ago(spanOf(now - asOfMillis))}
      </span>
    ),
  },
];

export function Screen() {
  const office = useOffice();
  const at = useWatched(office.place.at);
  const chosen = Number(queryOf(at).get('trader')) || undefined;
  const [shown, setShown] = useState<Shown>('ALL');
  const [search, setSearch] = useState('');
  const name = search.trim();
  const state = useRead(copyState, {}, { everyMs: EVERY_MS });
  const traders = usePages(
    officeTraders,
    { ...(shown === 'ALL' ? {} : { statusStrs: shown }), ...(name === '' ? {} : { name }) },
    { cursorOf: 'NEXT', everyMs: EVERY_MS },
  );
  const choose = (id: number | undefined) =>
    office.place.replace(id === undefined ? pathOf(at) : `${pathOf(at)}?trader=${id}`);
  const row = traders.rows.find(({ traderId }) => traderId === chosen);
  return (
    <CopytradePage
      part="TRADERS"
      waiting={state.data?.waitingApplications}
      tools={<SearchBox label={words.search} value={search} onChange={setSearch} />}
    >
      <div className={row === undefined ? 'list-and-drawer' : 'list-and-drawer list-and-drawer--open'}>
        <Panel isFlush fills>
          <div className="panel__tools">
            <Chips<Shown>
              label={words.state}
              choices={[
                { value: 'ALL', label: words.all },
                ...(['ACTIVE', 'OFF', 'DELETED'] as const).map((value) => ({
                  value,
                  label: words.traderStates[value],
                })),
              ]}
              value={shown}
              onChange={setShown}
            />
          </div>
          <DataTable
            label={words.traders}
            rows={traders.rows}
            keyOf={({ traderId }) => traderId}
            selected={row?.traderId}
            onSelect={({ traderId }) => choose(traderId)}
            isLoading={traders.isLoading}
            empty={traders.fault?.message ?? words.noTraders}
            hasMore={traders.hasMore}
            onMore={() => void traders.more()}
            columns={columnsAt(office.timers.now())}
          />
        </Panel>
        {row !== undefined && (
          <TraderDrawer
            key={row.traderId}
            trader={row}
            onClose={() => choose(undefined)}
            onChanged={() => void traders.reload()}
          />
        )}
      </div>
    </CopytradePage>
  );
}
