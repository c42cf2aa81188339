import type { ReceivedReply } from '@maru/client/call';
import { partnerStatement, partnerStatementCsv, partnerStatements } from '@maru/contract/books/calls';
import { useState } from 'react';
import { type Column, DataTable } from '../parts/data-table.tsx';
import { Notice } from '../parts/facts.tsx';
import { FileButton } from '../parts/file-button.tsx';
import { isNegative, moneyOf } from '../parts/money.ts';
import { Drawer, DrawerSection, Panel } from '../parts/panel.tsx';
import { usePages } from '../shell/use-pages.ts';
import { useRead } from '../shell/use-read.ts';
import { words } from '../text/books.ts';
import { type Period, PeriodFields, periodFault, usePeriod } from './period.tsx';

type Row = ReceivedReply<typeof partnerStatements>['content'][number];
type Sums = Pick<Row, 'currency' | 'deposits' | 'withdrawals' | 'betTurnover' | 'fees' | 'share' | 'result'>;

const sum = <Each extends Sums>(head: string, field: keyof Sums, isExtra = false): Column<Each> => ({
  head,
  align: 'right',
  isExtra,
  cell: (row) => (
    <span className={isNegative(row[field] ?? '0') ? 'figure tone--danger' : 'figure'}>
      {moneyOf(row[field] ?? '0')}
    </span>
  ),
});

const columns: readonly Column<Row>[] = [
  { head: words.partnerCode, cell: ({ code }) => <b className="figure">{code}</b> },
  { head: words.nick, cell: ({ nick }) => nick },
  { head: words.currency, cell: ({ currency }) => <span className="books-quiet">{currency}</span> },
  sum(words.deposits, 'deposits'),
  sum(words.withdrawals, 'withdrawals'),
  sum(words.betTurnover, 'betTurnover', true),
  sum(words.fees, 'fees', true),
  sum(words.share, 'share'),
  sum(words.dayResult, 'result'),
];

const PAGE = 20;

export function PartnersPage() {
  const [period, setPeriod] = usePeriod();
  const [chosen, setChosen] = useState<string>();
  const partners = usePages(partnerStatements, period, {
    size: PAGE,
    cursorOf: 'NEXT',
    cursorName: 'after',
  });
  const { rows, fault } = partners;
  const keyOf = ({ partnerId, currency }: Row): string => `${partnerId} ${currency}`;
  const row = rows.find((each) => keyOf(each) === chosen) ?? rows[0];
  return (
    <>
      <div className="books-filters">
        <PeriodFields period={period} onChange={setPeriod} />
      </div>
      {fault !== undefined && rows.length > 0 && <Notice tone="danger">{periodFault(fault)}</Notice>}
      <div className={row === undefined ? 'list-and-drawer' : 'list-and-drawer list-and-drawer--open'}>
        <Panel isFlush fills>
          <DataTable
            label={words.partners}
            columns={columns}
            rows={rows}
            keyOf={keyOf}
            selected={row === undefined ? undefined : keyOf(row)}
            onSelect={(each) => setChosen(keyOf(each))}
            isLoading={partners.isLoading}
            empty={periodFault(fault) ?? words.empty}
            hasMore={partners.hasMore}
            onMore={() => void partners.more()}
            foot={words.closedOnly}
          />
        </Panel>
        {row !== undefined && <PartnerDrawer partnerId={row.partnerId} period={period} />}
      </div>
    </>
  );
}

function PartnerDrawer({ partnerId, period }: { readonly partnerId: number; readonly period: Period }) {
  const { data, fault, isLoading } = useRead(partnerStatement, { partnerId, ...period });
  return (
    <Drawer
      label={words.partner}
      head={
        <h2 className="books-section__title">
          {data === undefined ? words.partner : `${data.code} · ${data.nick}`}
        </h2>
      }
      actions={<FileButton call={partnerStatementCsv} query={{ partnerId, ...period }} />}
    >
      <DrawerSection title={words.report}>
        <DataTable
          label={words.partner}
          isSmall
          rows={data?.content ?? []}
          keyOf={({ date, currency }) => `${date} ${currency}`}
          isLoading={isLoading}
          empty={periodFault(fault) ?? words.empty}
          columns={[
            { head: words.day, cell: ({ date }) => <span className="figure">{date}</span> },
            { head: words.currency, cell: ({ currency }) => <span className="books-quiet">{currency}</span> },
            {
              head: words.active,
              align: 'right',
              cell: ({ active }) => <span className="figure">{moneyOf(String(active))}</span>,
            },
            sum(words.fees, 'fees'),
            sum(words.share, 'share'),
            sum(words.dayResult, 'result'),
          ]}
        />
      </DrawerSection>
    </Drawer>
  );
}
