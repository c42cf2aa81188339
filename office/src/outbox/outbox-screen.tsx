// E-mail and text messages of the last week. Every look is in the audit log, so nothing is read before it is asked for.
import { outboxList } from '@maru/contract/outbox/calls';
import { useState } from 'react';
import { DataTable } from '../parts/data-table.tsx';
import { Notice, Tag } from '../parts/facts.tsx';
import { minuteOf } from '../parts/moments.ts';
import { Page, SearchBox } from '../parts/page.tsx';
import { Panel } from '../parts/panel.tsx';
import { usePages } from '../shell/use-pages.ts';
import { words } from '../text/outbox.ts';

export function Screen() {
  const [typed, setTyped] = useState('');
  const [recipient, setRecipient] = useState('');
  const query = recipient === '' ? {} : { recipient };
  const outbox = usePages(outboxList, query);
  return (
    <Page
      title={words.title}
      tools={
        <SearchBox
          label={words.search}
          value={typed}
          onChange={setTyped}
          onSubmit={() => setRecipient(typed.trim())}
        />
      }
    >
      <Notice>{words.watched}</Notice>
      <Panel isFlush fills>
        <DataTable
          label={words.table}
          rows={outbox.rows}
          keyOf={({ id }) => id}
          isLoading={outbox.isLoading}
          empty={words.empty}
          hasMore={outbox.hasMore}
          onMore={() => void outbox.more()}
          columns={[
            { head: words.columns.at, cell: ({ createdMillis }) => minuteOf(createdMillis) },
            { head: words.columns.channel, cell: ({ channel }) => <Tag>{words.channels[channel]}</Tag> },
            { head: words.columns.recipient, cell: ({ recipient: to }) => to },
            { head: words.columns.kind, isExtra: true, cell: ({ kind }) => words.kinds[kind] ?? kind },
            { head: words.columns.text, isExtra: true, cell: ({ text }) => text ?? words.hidden },
            {
              head: words.columns.delivered,
              isExtra: true,
              cell: ({ deliveredMillis }) =>
                deliveredMillis === null ? words.waits : minuteOf(deliveredMillis),
            },
          ]}
        />
      </Panel>
    </Page>
  );
}
