// What all members below a partner moved on each closed day, and what the partner earns of it.
import type { ReceivedReply } from '@maru/client/call';
import { partnerStatement, partnerStatementCsv } from '@maru/contract/books/calls';
import { PeriodFields, periodFault, usePeriod } from '../books/period.tsx';
import { type Column, DataTable } from '../parts/data-table.tsx';
import { Notice } from '../parts/facts.tsx';
import { FileButton } from '../parts/file-button.tsx';
import { moneyOf } from '../parts/money.ts';
import { DrawerSection } from '../parts/panel.tsx';
import { useRead } from '../shell/use-read.ts';
import { words } from '../text/partner.ts';
import { daysText } from './settlement-preview.tsx';

type Day = ReceivedReply<typeof partnerStatement>['content'][number];

const money = (head: string, field: 'betTurnover' | 'fees' | 'share'): Column<Day> => ({
  head,
  align: 'right',
  cell: (row) => <span className="figure">{moneyOf(row[field])}</span>,
});

const columns: readonly Column<Day>[] = [
  { head: words.day, cell: ({ date }) => <span className="figure">{daysText(date, date)}</span> },
  { head: words.currency, cell: ({ currency }) => currency },
  {
    head: words.active,
    align: 'right',
    cell: ({ active }) => <span className="figure">{moneyOf(String(active))}</span>,
  },
  money(words.turnover, 'betTurnover'),
  money(words.fees, 'fees'),
  money(words.share, 'share'),
];

export function Statement({ partnerId }: { readonly partnerId: number }) {
  const [period, setPeriod] = usePeriod();
  const { data, fault, isLoading } = useRead(partnerStatement, { partnerId, ...period });
  return (
    <DrawerSection title={words.statement}>
      <div className="books-filters">
        <PeriodFields period={period} onChange={setPeriod} />
        <FileButton call={partnerStatementCsv} query={{ partnerId, ...period }} />
      </div>
      {fault !== undefined && <Notice tone="danger">{periodFault(fault)}</Notice>}
      <DataTable
        label={words.statement}
        isSmall
        rows={data?.content ?? []}
        keyOf={({ date, currency }) => `${date} ${currency}`}
        isLoading={isLoading}
        empty={fault === undefined ? words.empty : words.notRead}
        columns={columns}
        foot={words.statementNote}
      />
    </DrawerSection>
  );
}
