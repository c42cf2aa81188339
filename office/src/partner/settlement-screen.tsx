// Shares of partners: the days as they add up, what two people confirmed, and what was paid (docs/rules.md 7.4).
import {
  settlementCsv,
  settlementDays,
  settlementRows,
  settlementShares,
} from '@maru/contract/partner/settlement';
import { amount, plus, toDecimal, ZERO } from '@maru/engine/amount';
import { useState } from 'react';
import { type Period, PeriodFields, periodFault, usePeriod } from '../books/period.tsx';
import { type Column, DataTable } from '../parts/data-table.tsx';
import { Chips, Figure, Figures, Notice, Tag } from '../parts/facts.tsx';
import { FileButton } from '../parts/file-button.tsx';
import { minuteOf } from '../parts/moments.ts';
import { amountOf, moneyOf } from '../parts/money.ts';
import { Page } from '../parts/page.tsx';
import { Panel } from '../parts/panel.tsx';
import { usePages } from '../shell/use-pages.ts';
import { useRead } from '../shell/use-read.ts';
import { words } from '../text/settlement.ts';
import '../books/books.css';
import { type Day, SettlementDay } from './settlement-day.tsx';
import { EVERY_MS, SettlementShares } from './settlement-shares.tsx';
import { computedOf, detailOf, type ShareRow, sumsText, TONES } from './settlement-words.ts';
import './settlement.css';

type View = keyof typeof words.views;

const WIDE = '(min-width: 1024px)';
const dayKey = ({ date, currency }: Day): string => `${date} ${currency}`;

/** By currency, in the order in which they come. */
function accruedIn(days: readonly Day[]): readonly { currency: string; amount: string }[] {
  const sums = new Map<string, string>();
  for (const { currency, accrued } of days)
    sums.set(currency, toDecimal(plus(amount(sums.get(currency) ?? toDecimal(ZERO)), amount(accrued))));
  return [...sums].map(([currency, each]) => ({ currency, amount: each }));
}

export function Screen() {
  const [view, setView] = useState<View>('DAYS');
  const [period, setPeriod] = usePeriod();
  const days = useRead(settlementDays, period, { everyMs: EVERY_MS });
  const unpaid = useRead(settlementShares, { statusStrs: 'CONFIRMED', size: 1 }, { everyMs: EVERY_MS });
  const changed = () => {
    void days.reload();
    void unpaid.reload();
  };
  // Both cards may fail for one reason.
  const faults = new Set([periodFault(days.fault), unpaid.fault?.message]);
  const { accruedDate = null, daysBehind = 0, nextMillis = 0 } = days.data ?? {};
  return (
    <Page title={words.title}>
      <Figures>
        <Figure
          label={words.accrued}
          value={sumsText(days.data && accruedIn(days.data.content))}
          tone="brass"
        >
          <p className="figure-card__aside">{words.accruedAside}</p>
        </Figure>
        <Figure label={words.unpaid} value={sumsText(unpaid.data?.unpaid)}>
          <p className="figure-card__aside">
            {unpaid.data !== undefined && words.unpaidAside(unpaid.data.unpaidPartners)}
          </p>
        </Figure>
        <Figure
          label={words.counted}
          value={days.data === undefined ? words.unknown : (accruedDate ?? words.never)}
        >
          <p className="figure-card__aside">{nextMillis > 0 && words.next(minuteOf(nextMillis))}</p>
        </Figure>
      </Figures>
      {daysBehind > 0 && <Notice tone="warn">{words.behind(daysBehind)}</Notice>}
      {[...faults].map(
        (fault) =>
          fault !== undefined && (
            <Notice key={fault} tone="danger">
              {fault}
            </Notice>
          ),
      )}
      <div className="books-filters">
        <Chips
          label={words.view}
          choices={(['DAYS', 'SHARES', 'ROWS'] as const).map((value) => ({
            value,
            label: words.views[value],
          }))}
          value={view}
          onChange={setView}
        />
        {view !== 'SHARES' && (
          <>
            <PeriodFields period={period} onChange={setPeriod} />
            <FileButton call={settlementCsv} query={period} />
          </>
        )}
      </div>
      {view === 'DAYS' && (
        <Days
          days={days.data?.content ?? []}
          isLoading={days.isLoading}
          empty={days.fault === undefined ? words.noDays : words.notRead}
          nextMillis={nextMillis}
          onChanged={changed}
        />
      )}
      {view === 'SHARES' && (
        <SettlementShares hasUnpaid={(unpaid.data?.unpaidPartners ?? 0) > 0} onPaid={changed} />
      )}
      {view === 'ROWS' && <Rows period={period} />}
    </Page>
  );
}

const money = (
  head: string,
  field: 'accrued' | 'confirmed' | 'paid' | 'voided',
  isExtra = false,
): Column<Day> => ({
  head,
  align: 'right',
  isExtra,
  cell: (day) => (
    <span className={day[field] === '0' ? 'figure books-quiet' : 'figure'}>{moneyOf(day[field])}</span>
  ),
});

const dayColumns: readonly Column<Day>[] = [
  {
    head: words.date,
    cell: ({ date, isRunning }) => (
      <>
        <b className="figure">{date}</b> {isRunning && <Tag tone="brass">{words.running}</Tag>}
      </>
    ),
  },
  { head: words.currency, cell: ({ currency }) => <span className="books-quiet">{currency}</span> },
  {
    head: words.partners,
    align: 'right',
    isExtra: true,
    cell: ({ partners }) => <span className="figure">{moneyOf(String(partners))}</span>,
  },
  money(words.columns.accrued, 'accrued'),
  money(words.columns.confirmed, 'confirmed', true),
  money(words.columns.paid, 'paid', true),
  money(words.columns.voided, 'voided', true),
];

interface DaysProps {
  readonly days: readonly Day[];
  readonly isLoading: boolean;
  readonly empty: string;
  readonly nextMillis: number;
  readonly onChanged: () => void;
}

function Days({ days, isLoading, empty, nextMillis, onChanged }: DaysProps) {
  const [chosen, setChosen] = useState<string>();
  // On a phone the drawer covers the list.
  const [isOpen, setOpen] = useState(() => globalThis.matchMedia?.(WIDE).matches ?? true);
  // The newest day that is over: it is what there is to confirm.
  const first = days.find(({ isRunning }) => !isRunning) ?? days[0];
  const selected = isOpen ? (days.find((day) => dayKey(day) === chosen) ?? first) : undefined;
  return (
    <div className={selected === undefined ? 'list-and-drawer' : 'list-and-drawer list-and-drawer--open'}>
      <Panel isFlush fills>
        <DataTable
          label={words.daysTitle}
          rows={days}
          keyOf={dayKey}
          selected={selected === undefined ? undefined : dayKey(selected)}
          onSelect={(day) => {
            setChosen(dayKey(day));
            setOpen(true);
          }}
          isLoading={isLoading}
          empty={empty}
          columns={dayColumns}
        />
      </Panel>
      {selected !== undefined && (
        <SettlementDay
          key={selected.date}
          day={selected}
          nextMillis={nextMillis}
          onChanged={onChanged}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}

type RowState = 'ALL' | ShareRow['status'];

const rowColumns: readonly Column<ShareRow>[] = [
  { head: words.date, cell: ({ date }) => <span className="figure">{date}</span> },
  {
    head: words.partner,
    cell: ({ partnerCode, partnerName }) => (
      <>
        <b className="figure">{partnerCode}</b> {partnerName}
      </>
    ),
  },
  { head: words.detail, isExtra: true, cell: detailOf },
  {
    head: words.calculation,
    isExtra: true,
    align: 'right',
    cell: (row) => <span className="figure books-quiet">{computedOf(row)}</span>,
  },
  {
    head: words.amount,
    align: 'right',
    cell: ({ amount: of, currency }) => <b className="figure">{amountOf(of, currency)}</b>,
  },
  {
    head: words.state,
    cell: ({ status, voidReason }) => (
      <>
        <Tag tone={TONES[status]}>{words.states[status]}</Tag> {voidReason}
      </>
    ),
  },
];

function Rows({ period }: { readonly period: Period }) {
  const [state, setState] = useState<RowState>('ALL');
  const shown = state === 'ALL' ? period : { ...period, statusStrs: state };
  const rows = usePages(settlementRows, shown, { cursorOf: 'NEXT' });
  return (
    <>
      <Chips<RowState>
        label={words.state}
        choices={[
          { value: 'ALL', label: words.all },
          ...(['ACCRUED', 'CONFIRMED', 'PAID', 'VOID'] as const).map((value) => ({
            value,
            label: words.states[value],
          })),
        ]}
        value={state}
        onChange={setState}
      />
      <Panel isFlush fills>
        <DataTable
          label={words.rowsTitle}
          rows={rows.rows}
          keyOf={({ id }) => id}
          isLoading={rows.isLoading}
          empty={periodFault(rows.fault) ?? words.noDays}
          hasMore={rows.hasMore}
          onMore={() => void rows.more()}
          columns={rowColumns}
        />
      </Panel>
    </>
  );
}
