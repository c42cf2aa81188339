// Members: found, filtered and listed; the chosen one is described beside the list.
import { MEMBER_FILTERS, type MemberRow, memberCounts, memberList } from '@maru/contract/members/calls';
import { useState } from 'react';
import { Choice } from '../parts/choice.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { Chips } from '../parts/facts.tsx';
import { Page, SearchBox } from '../parts/page.tsx';
import { Panel } from '../parts/panel.tsx';
import { useOffice, useWatched } from '../shell/office-context.tsx';
import { pathOf } from '../shell/place.ts';
import { usePages } from '../shell/use-pages.ts';
import { useRead } from '../shell/use-read.ts';
import { words } from '../text/members.ts';
import { shownAmount, shownSeen } from './figures.ts';
import { MemberDrawer } from './member-drawer.tsx';
import { ResultCell, useResults } from './member-results.tsx';
import { MemberTags } from './member-tags.tsx';
import './members.css';

type Filter = (typeof MEMBER_FILTERS)[number];
type Sort = keyof typeof words.sort;

const COUNTS_EVERY_MS = 30_000;
const COUNT_OF = {
  ONLINE: 'online',
  WAITING: 'waiting',
  ATTENTION: 'attention',
  BLOCKED: 'blocked',
} as const;

export function Screen() {
  const office = useOffice();
  const at = useWatched(office.place.at);
  const asked = new URLSearchParams(at.split('?')[1] ?? '');
  const chosen = Number(asked.get('id')) || undefined;
  const [text, setText] = useState(asked.get('q') ?? '');
  const [filter, setFilter] = useState<Filter>('ALL');
  const [sort, setSort] = useState<Sort>('SEEN');
  const find = text.trim();
  const members = usePages(memberList, find === '' ? { filter, sort } : { find });
  const counts = useRead(memberCounts, {}, { everyMs: COUNTS_EVERY_MS });
  const results = useResults(members.rows);
  const now = office.timers.now();

  const choose = (id: number | undefined) =>
    office.place.replace(id === undefined ? pathOf(at) : `${pathOf(at)}?id=${id}`);
  const countOf = (each: Filter): string | undefined =>
    each === 'ALL' || counts.data === undefined ? undefined : words.capped(counts.data[COUNT_OF[each]]);

  return (
    <Page
      title={words.title}
      badge={counts.data && words.all(counts.data.all)}
      tools={<SearchBox label={words.search} value={text} onChange={setText} />}
    >
      <div className={chosen === undefined ? 'list-and-drawer' : 'list-and-drawer list-and-drawer--open'}>
        <Panel isFlush fills>
          <div className="panel__tools">
            <Chips
              label={words.filters}
              choices={MEMBER_FILTERS.map((each) => ({
                value: each,
                label: words.filter[each],
                count: countOf(each),
              }))}
              value={find === '' ? filter : 'ALL'}
              onChange={(value) => {
                setText('');
                setFilter(value);
              }}
            />
            <span className="panel__space" />
            <Choice
              label={words.sortLabel}
              value={sort}
              choices={(['SEEN', 'JOINED'] as const).map((value) => [value, words.sort[value]] as const)}
              onChange={setSort}
            />
          </div>
          <DataTable<MemberRow>
            label={words.title}
            rows={members.rows}
            keyOf={({ id }) => id}
            selected={chosen}
            onSelect={({ id }) => choose(id)}
            isLoading={members.isLoading}
            empty={members.fault?.message ?? words.none}
            hasMore={members.hasMore}
            onMore={() => void members.more()}
            foot={words.heldNote}
            columns={[
              {
                head: words.member,
                cell: ({ name, username }) => (
                  <>
                    <b>{name}</b> <span className="members__quiet">{username}</span>
                  </>
                ),
              },
              {
                head: words.partner,
                cell: ({ partnerCode }) => <span className="members__quiet">{partnerCode ?? '–'}</span>,
                isExtra: true,
              },
              {
                head: words.held,
                cell: ({ heldWon }) => (
                  <b className="figure">{heldWon === null ? '–' : shownAmount(heldWon)}</b>
                ),
                align: 'right',
                isExtra: true,
              },
              {
                head: words.thirtyDaysNet,
                cell: ({ id }) => <ResultCell won={results.get(id)} />,
                align: 'right',
                isExtra: true,
              },
              { head: words.state, cell: ({ tags }) => <MemberTags tags={tags} now={now} /> },
              {
                head: words.seen,
                cell: ({ seenMillis, isOnline }) => (
                  <span className={isOnline ? 'tone--brass' : 'members__quiet'}>
                    {shownSeen(seenMillis, isOnline, now)}
                  </span>
                ),
                align: 'right',
              },
            ]}
          />
        </Panel>
        {chosen !== undefined && (
          <MemberDrawer
            key={chosen}
            playerId={chosen}
            onClose={() => choose(undefined)}
            onChanged={() => void members.reload()}
          />
        )}
      </div>
    </Page>
  );
}
