import { balanceSheet } from '@maru/contract/books/calls';
import { SECTIONS } from '@maru/contract/books/kinds';
import { amount, toDecimal } from '@maru/engine/amount';
import { useState } from 'react';
import { DataTable } from '../parts/data-table.tsx';
import { Notice, Tag } from '../parts/facts.tsx';
import { Field } from '../parts/form.tsx';
import { dayOf, secondOf } from '../parts/moments.ts';
import { isNegative, moneyOf } from '../parts/money.ts';
import { Panel } from '../parts/panel.tsx';
import { useOffice } from '../shell/office-context.tsx';
import { useRead } from '../shell/use-read.ts';
import { kindWord, words } from '../text/books.ts';

const plus = (one: string, other: string): string => toDecimal((amount(one) + amount(other)) as never);

export function SheetPage() {
  const { timers } = useOffice();
  const [date, setDate] = useState(dayOf(timers.now()));
  const { data, fault } = useRead(balanceSheet, { date });
  return (
    <div className="books-scroll">
      <div className="books-filters">
        <Field
          label={words.date}
          type="date"
          value={date}
          onChange={(next) => next !== '' && setDate(next)}
        />
        {data?.firstDate != null && <p className="books-quiet">{words.since(data.firstDate)}</p>}
      </div>
      {fault !== undefined && <Notice tone="danger">{fault.message}</Notice>}
      {data !== undefined && (
        <Notice tone={data.check.isEqual ? 'plain' : 'danger'}>
          <b>{data.check.isEqual ? words.equal : words.unequal}</b>{' '}
          {words.counted(secondOf(data.check.countedMillis), moneyOf(String(data.check.batch)))}
          {data.check.differences.map(({ currency, kind, books, purses }) => (
            <span key={`${currency} ${kind}`} className="books-difference figure">
              {currency} {kindWord(kind)}: {words.books} {moneyOf(books)} · {words.purses} {moneyOf(purses)}
            </span>
          ))}
        </Notice>
      )}
      {data?.currencies.length === 0 && <p className="books-quiet">{words.empty}</p>}
      <div className="books-grid">
        {data?.currencies.map(({ currency, lines, assets, members, escrow, result, difference }) => (
          <Panel
            key={currency}
            title={currency}
            aside={
              <Tag tone={difference === '0' ? 'plain' : 'danger'}>
                {difference === '0' ? words.balanced : words.unbalanced(moneyOf(difference))}
              </Tag>
            }
          >
            <p className="books-quiet figure">
              {words.equation(moneyOf(assets), moneyOf(plus(members, escrow)), moneyOf(result))}
            </p>
            {SECTIONS.map((section) => {
              const own = lines.filter((line) => line.section === section);
              if (own.length === 0) return null;
              return (
                <section key={section} className="books-section">
                  <h3 className="books-section__title">{words.sections[section]}</h3>
                  <DataTable
                    label={`${currency} ${words.sections[section]}`}
                    isSmall
                    rows={own}
                    keyOf={({ kind }) => kind}
                    columns={[
                      { head: words.item, cell: ({ kind }) => kindWord(kind) },
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
                </section>
              );
            })}
          </Panel>
        ))}
      </div>
    </div>
  );
}
