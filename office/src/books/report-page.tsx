import { bookReport, bookReportCsv, type ReportDay, type TurnoverDay } from '@maru/contract/books/calls';
import { type ReactNode, useState } from 'react';
import { Line } from '../parts/charts.tsx';
import { type Column, DataTable } from '../parts/data-table.tsx';
import { Chips, Notice } from '../parts/facts.tsx';
import { FileButton } from '../parts/file-button.tsx';
import { isNegative, moneyOf } from '../parts/money.ts';
import { Panel } from '../parts/panel.tsx';
import { useRead } from '../shell/use-read.ts';
import { kindWord, words } from '../text/books.ts';
import { PeriodFields, periodFault, usePeriod } from './period.tsx';

const figure = (head: string, of: (day: ReportDay) => string, isExtra = false): Column<ReportDay> => ({
  head,
  align: 'right',
  isExtra,
  cell: (day) => (
    <span className={isNegative(of(day)) ? 'figure tone--danger' : 'figure'}>{moneyOf(of(day))}</span>
  ),
});

const columnsWith = (membersOn: (date: string) => string): readonly Column<ReportDay>[] => [
  { head: words.day, cell: ({ date }) => <span className="figure">{date}</span> },
  figure(words.deposits, ({ deposits }) => deposits),
  figure(words.withdrawals, ({ withdrawals }) => withdrawals),
  figure(words.practice, ({ practice }) => practice, true),
  figure(words.betTurnover, ({ betTurnover }) => betTurnover, true),
  figure(words.fees, ({ fees }) => fees),
  {
    head: words.profits,
    isExtra: true,
    cell: ({ profits }) => (
      <span className="figure books-quiet">
        {profits.map(({ kind, amount }) => `${kindWord(kind)} ${moneyOf(amount)}`).join(' · ')}
      </span>
    ),
  },
  figure(words.dayResult, ({ result }) => result),
  figure(words.active, ({ date }) => membersOn(date), true),
  figure(words.moves, ({ moves }) => String(moves), true),
];

/** Converted at a rate: what is less than a won says nothing. */
const wholeWon = (won: string): string => moneyOf(won.split('.')[0] ?? won);

/** What was traded in every product, a column for each and a row for each day. */
function Turnover({ rows, file }: { readonly rows: readonly TurnoverDay[]; readonly file: ReactNode }) {
  const products = [...new Map(rows.map(({ product, nameKo }) => [product, nameKo]))];
  const days = [...Map.groupBy(rows, ({ date }) => date)].map(([date, own]) => ({
    date,
    won: new Map(own.map((each) => [each.product, each.won])),
  }));
  return (
    <Panel title={words.turnover} isFlush tools={file}>
      <DataTable
        label={words.turnover}
        columns={[
          { head: words.day, cell: ({ date }) => <span className="figure">{date}</span> },
          ...products.map(
            ([product, head]): Column<(typeof days)[number]> => ({
              head,
              align: 'right',
              // A phone shows those in which something was traded.
              isExtra: days.every(({ won }) => Number(won.get(product) ?? '0') === 0),
              cell: ({ won }) => <span className="figure">{wholeWon(won.get(product) ?? '0')}</span>,
            }),
          ),
        ]}
        rows={days}
        keyOf={({ date }) => date}
      />
    </Panel>
  );
}

/** Which days a chart shows, and between which figures. */
function Ends({
  days,
  of,
}: {
  readonly days: readonly ReportDay[];
  readonly of: (day: ReportDay) => string;
}) {
  const values = days.map(of).toSorted((one, other) => Number(one) - Number(other));
  return (
    <p className="books-quiet">
      {days[0]?.date} – {days.at(-1)?.date} ·{' '}
      {words.between(moneyOf(values[0] ?? '0'), moneyOf(values.at(-1) ?? '0'))}
    </p>
  );
}

export function ReportPage() {
  const [period, setPeriod] = usePeriod();
  const [chosen, setChosen] = useState('');
  const { data, fault, isLoading } = useRead(bookReport, { ...period });
  // Won first: most of what happens is in it.
  const currencies = [...new Set(data?.content.map(({ currency }) => currency))].sort(
    (one, other) => Number(other === 'KRW') - Number(one === 'KRW') || (one < other ? -1 : 1),
  );
  const currency = currencies.includes(chosen) ? chosen : (currencies[0] ?? '');
  const days = data?.content.filter((day) => day.currency === currency) ?? [];
  const drawn = days.toReversed();
  /** Counted when the day is over. */
  function membersOn(date: string): string {
    const counted = data?.members.find((each) => each.date === date);
    if (counted === undefined) return '—';
    return words.activeOf(moneyOf(String(counted.active)), moneyOf(String(counted.members)));
  }
  return (
    <>
      <div className="books-filters">
        <PeriodFields period={period} onChange={setPeriod} />
        {currencies.length > 1 && (
          <Chips
            label={words.currency}
            choices={currencies.map((value) => ({ value, label: value }))}
            value={currency}
            onChange={setChosen}
          />
        )}
        <span className="books-filters__space" />
        <FileButton call={bookReportCsv} query={{ ...period }} />
      </div>
      {fault !== undefined && <Notice tone="danger">{periodFault(fault)}</Notice>}
      {drawn.length > 1 && (
        <div className="columns books-charts">
          <Panel title={words.resultChart(currency)}>
            <Line
              label={words.resultChart(currency)}
              values={drawn.map(({ result }) => Number(result))}
              marks={[0]}
              tone="brass"
            />
            <Ends days={drawn} of={({ result }) => result} />
          </Panel>
          <Panel title={words.turnoverChart(currency)}>
            <Line
              label={words.turnoverChart(currency)}
              values={drawn.map(({ betTurnover }) => Number(betTurnover))}
              marks={[0]}
            />
            <Ends days={drawn} of={({ betTurnover }) => betTurnover} />
          </Panel>
        </div>
      )}
      {data !== undefined && data.turnover.length > 0 && (
        <Turnover
          rows={data.turnover}
          file={<FileButton call={bookReportCsv} query={{ ...period, table: 'TURNOVER' }} />}
        />
      )}
      <Panel isFlush fills>
        <DataTable
          label={words.report}
          columns={columnsWith(membersOn)}
          rows={days}
          keyOf={({ date }) => date}
          isLoading={isLoading}
          empty={words.empty}
        />
      </Panel>
    </>
  );
}
