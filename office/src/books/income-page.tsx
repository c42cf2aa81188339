import { incomeStatement } from '@maru/contract/books/calls';
import { DataTable } from '../parts/data-table.tsx';
import { Notice } from '../parts/facts.tsx';
import { isNegative, moneyOf } from '../parts/money.ts';
import { Panel } from '../parts/panel.tsx';
import { useRead } from '../shell/use-read.ts';
import { kindWord, reasonWord, words } from '../text/books.ts';
import { PeriodFields, periodFault, usePeriod } from './period.tsx';

export function IncomePage() {
  const [period, setPeriod] = usePeriod();
  const { data, fault } = useRead(incomeStatement, { ...period });
  return (
    <div className="books-scroll">
      <div className="books-filters">
        <PeriodFields period={period} onChange={setPeriod} />
      </div>
      {fault !== undefined && <Notice tone="danger">{periodFault(fault)}</Notice>}
      {data?.totals.length === 0 && <p className="books-quiet">{words.empty}</p>}
      <div className="books-grid">
        {data?.totals.map(({ currency, amount }) => (
          <Panel
            key={currency}
            title={currency}
            aside={
              <span className={isNegative(amount) ? 'figure tone--danger' : 'figure'}>
                {words.net} {moneyOf(amount)}
              </span>
            }
          >
            <DataTable
              label={`${currency} ${words.income}`}
              isSmall
              rows={data.content.filter((line) => line.currency === currency)}
              keyOf={({ kind, reason }) => `${kind} ${reason}`}
              columns={[
                { head: words.item, cell: ({ kind }) => kindWord(kind) },
                { head: words.reason, cell: ({ reason }) => reasonWord(reason) },
                {
                  head: words.moves,
                  align: 'right',
                  cell: ({ moves }) => <span className="figure">{moneyOf(String(moves))}</span>,
                },
                {
                  head: words.amount,
                  align: 'right',
                  cell: ({ amount: shown }) => (
                    <span className={isNegative(shown) ? 'figure tone--danger' : 'figure'}>
                      {moneyOf(shown)}
                    </span>
                  ),
                },
              ]}
            />
          </Panel>
        ))}
      </div>
    </div>
  );
}
