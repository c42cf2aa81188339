// Every text of the site by its kind, and the way to its editor.

import type { ReceivedReply } from '@maru/client/call';
import { KINDS, officeContentList } from '@maru/contract/content/office';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { Chips, Tag } from '../parts/facts.tsx';
import { minuteOf } from '../parts/moments.ts';
import { Page } from '../parts/page.tsx';
import { Panel } from '../parts/panel.tsx';
import { useMay, useOffice } from '../shell/office-context.tsx';
import { useRead } from '../shell/use-read.ts';
import { words } from '../text/content.ts';
import './content.css';

type Row = ReceivedReply<typeof officeContentList>['content'][number];
type Kind = (typeof KINDS)[number];

const SIZE = 100;

export function Screen() {
  const office = useOffice();
  const may = useMay();
  const [kind, setKind] = useState<Kind | 'all'>('notice');
  const [size, setSize] = useState(SIZE);
  const [selected, setSelected] = useState<number>();
  const { data, isLoading } = useRead(officeContentList, {
    ...(kind === 'all' ? {} : { kind }),
    size,
  });
  const rows = data?.content ?? [];
  const open = (row: Row) => office.place.go(`/content/edit?id=${row.id}`);
  return (
    <Page
      title={words.title}
      tools={
        <>
          <Button size="small" onPress={() => office.place.go('/content/letters')}>
            {words.letters}
          </Button>
          <Button size="small" onPress={() => office.place.go('/content/indicators')}>
            {words.indicators}
          </Button>
          <Button size="small" onPress={() => office.place.go('/content/terms')}>
            {words.terms}
          </Button>
          {may('CONTENT_EDIT') && (
            <Button
              size="small"
              kind="primary"
              icon="plus"
              onPress={() => office.place.go(`/content/edit?kind=${kind === 'all' ? 'notice' : kind}`)}
            >
              {words.newText}
            </Button>
          )}
        </>
      }
    >
      <Chips
        label={words.kind}
        choices={[
          { value: 'all' as const, label: words.all },
          ...KINDS.map((each) => ({ value: each, label: words.kinds[each] })),
        ]}
        value={kind}
        onChange={(next) => {
          setKind(next);
          setSize(SIZE);
        }}
      />
      <Panel isFlush fills>
        <DataTable
          label={words.list}
          rows={rows}
          keyOf={({ id }) => id}
          selected={selected}
          onSelect={(row) => setSelected(row.id)}
          onOpen={open}
          isLoading={isLoading}
          empty={words.empty}
          columns={[
            {
              head: words.columns.id,
              cell: ({ id }) => <span className="figure">#{id}</span>,
              width: '72px',
            },
            {
              head: words.columns.name,
              cell: (row) => (
                <button type="button" className="content-list__open" onClick={() => open(row)}>
                  {row.titleKo}
                </button>
              ),
            },
            { head: words.kind, cell: (row) => words.kinds[row.kind], isExtra: true },
            { head: words.columns.status, cell: (row) => <Status row={row} now={office.timers.now()} /> },
            { head: words.columns.for, cell: audienceOf, isExtra: true },
            {
              head: words.columns.when,
              cell: ({ fromMillis }) => (fromMillis === null ? '—' : minuteOf(fromMillis)),
              isExtra: true,
            },
            {
              head: words.columns.changed,
              cell: ({ changedMillis }) => minuteOf(changedMillis),
              align: 'right',
            },
          ]}
          hasMore={rows.length < (data?.totalElements ?? 0) && size < 100}
          onMore={() => setSize(size + SIZE)}
        />
      </Panel>
    </Page>
  );
}

const audienceOf = ({ audience, partnerCode }: Row) =>
  audience === 'PARTNER' ? `${words.audience.PARTNER} ${partnerCode}` : words.audience[audience];

function Status({ row, now }: { readonly row: Row; readonly now: number }) {
  const { status, fromMillis, toMillis, version, shownVersion, isForced, isPushed, isPinned } = row;
  const isLater = status === 'PUBLISHED' && (fromMillis ?? 0) > now;
  const isOver = status === 'PUBLISHED' && toMillis !== null && toMillis <= now;
  return (
    <span className="content-list__tags">
      {isLater ? (
        <Tag tone="brass">{words.scheduled}</Tag>
      ) : isOver ? (
        <Tag>{words.ended}</Tag>
      ) : (
        <Tag tone={status === 'PUBLISHED' ? 'up' : 'plain'}>{words.statuses[status]}</Tag>
      )}
      {status === 'PUBLISHED' && version !== shownVersion && <Tag tone="warn">{words.edited}</Tag>}
      {isForced && <Tag tone="warn">{words.forced}</Tag>}
      {isPushed && <Tag>{words.pushed}</Tag>}
      {isPinned && <Tag>{words.pinned}</Tag>}
    </span>
  );
}
