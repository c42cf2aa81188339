// Inquiries: those that wait longest first, and the chosen one beside the list.
import type { ReceivedReply } from '@maru/client/call';
import { officeContacts } from '@maru/contract/contact/calls';
import { useState } from 'react';
import { DataTable } from '../parts/data-table.tsx';
import { Chips, Tag } from '../parts/facts.tsx';
import { minuteOf, spanOf } from '../parts/moments.ts';
import { Page } from '../parts/page.tsx';
import { Panel } from '../parts/panel.tsx';
import { useOffice, useWatched } from '../shell/office-context.tsx';
import { pathOf } from '../shell/place.ts';
import { usePages } from '../shell/use-pages.ts';
import { words } from '../text/contact.ts';
import { InquiryDrawer } from './inquiry-drawer.tsx';

type Filter = keyof typeof words.filter;
type Inquiry = ReceivedReply<typeof officeContacts>['content'][number];

const EVERY_MS = 15_000;
const QUERIES = { WAITING: { isWaiting: '1' }, ALL: {}, CLOSED: { status: 'CLOSED' } } as const;

export function Screen() {
  const office = useOffice();
  const at = useWatched(office.place.at);
  const chosen = Number(new URLSearchParams(at.split('?')[1] ?? '').get('id')) || undefined;
  const [filter, setFilter] = useState<Filter>('WAITING');
  const list = usePages(officeContacts, QUERIES[filter], {
    everyMs: EVERY_MS,
    cursorOf: ({ id, waitingSinceMillis: since }) =>
      filter === 'WAITING' && since !== null ? `${since}-${id}` : String(id),
  });
  const now = office.timers.now();
  const choose = (id: number | undefined) =>
    office.place.replace(id === undefined ? pathOf(at) : `${pathOf(at)}?id=${id}`);
  const usual = list.reply?.usualAnswerMs ?? null;
  return (
    <Page title={words.title} badge={list.reply && words.waiting(list.reply.waiting)}>
      <div className={chosen === undefined ? 'list-and-drawer' : 'list-and-drawer list-and-drawer--open'}>
        <Panel isFlush fills>
          <div className="panel__tools">
            <Chips
              label={words.filters}
              choices={(['WAITING', 'ALL', 'CLOSED'] as const).map((value) => ({
                value,
                label: words.filter[value],
              }))}
              value={filter}
              onChange={setFilter}
            />
            <span className="panel__space" />
            <span className="inquiries__usual">
              {words.usual} {usual === null ? words.noUsual : spanOf(usual)}
            </span>
          </div>
          <DataTable<Inquiry>
            label={words.title}
            rows={list.rows}
            keyOf={({ id }) => id}
            selected={chosen}
            onSelect={({ id }) => choose(id)}
            isLoading={list.isLoading}
            empty={list.fault?.message ?? words.none}
            hasMore={list.hasMore}
            onMore={() => void list.more()}
            columns={[
              {
                head: words.since,
                cell: ({ waitingSinceMillis, updatedMillis }) => (
                  <span className="figure">
                    {waitingSinceMillis === null ? minuteOf(updatedMillis) : spanOf(now - waitingSinceMillis)}
                  </span>
                ),
              },
              { head: words.subject, cell: ({ title }) => title },
              { head: words.member, cell: ({ username }) => username },
              { head: words.assigned, cell: ({ assigned }) => assigned ?? words.nobody, isExtra: true },
              {
                head: words.state,
                cell: ({ status }) => (
                  <Tag tone={status === 'OPEN' ? 'warn' : 'plain'}>{words.status[status]}</Tag>
                ),
              },
            ]}
          />
        </Panel>
        {chosen !== undefined && (
          <InquiryDrawer
            key={chosen}
            id={chosen}
            onClose={() => choose(undefined)}
            onChanged={() => void list.reload()}
          />
        )}
      </div>
    </Page>
  );
}
