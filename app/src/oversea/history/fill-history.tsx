// Trade history of overseas futures (design 11): the profit of a month, day by day, and every close with its receipt.

import { formatDecimal, MISSING } from '@maru/client/format';
import { formatMoney } from '@maru/client/format-amount';
import { overseaHistory, type WireOverseaFill } from '@maru/contract/oversea/calls';
import { overseaOptions } from '@maru/contract/oversea/instruments';
import { DAY_MS } from '@maru/engine/time';
import { useState } from 'react';
import { nameOf } from '../../market/instruments/instrument-words.ts';
import { DaySection } from '../../receipt/day-section.tsx';
import { HistoryFilters } from '../../receipt/history-filters.tsx';
import { dateOf, FIRST_RANGE, instantOf, type Range, rangeOf } from '../../receipt/history-range.ts';
import { PagedList } from '../../receipt/paged-list.tsx';
import { Profit, useBetCurrency } from '../../receipt/profit.tsx';
import { ProfitChart } from '../../receipt/profit-chart.tsx';
import { ProfitHead } from '../../receipt/profit-head.tsx';
import { SummaryFacts, shareText } from '../../receipt/summary-facts.tsx';
import { usePages } from '../../receipt/use-pages.ts';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { usePlatform } from '../../shell/platform.tsx';
import { useEntryState } from '../../shell/routing/entry-state.ts';
import { useLanguage, useWords } from '../../text/language.tsx';
import { overseaAccountWords } from '../../text/oversea-account.ts';
import { SectionGap } from '../../ui/rows/list-row.tsx';
import { StatePanel } from '../../ui/states/state-panel.tsx';
import { heldText } from '../receipt/holding-time.ts';
import { fillPatches } from './fill-patches.ts';
import { FillRows } from './fill-rows.tsx';
import { GrossAndFees } from './gross-and-fees.tsx';
import { type OverseaDay, type Sums, sumOf } from './profit-days.ts';
import { useProfitDays } from './use-profit-days.ts';

const NO_DAYS: readonly OverseaDay[] = [];

export function FillHistory() {
  const words = useWords(overseaAccountWords);
  const { language } = useLanguage();
  const { clock } = usePlatform();
  const [openedAt] = useState(() => clock.now());
  const [range, setRange] = useEntryState<Range>('range', FIRST_RANGE);
  const [overseaOptionId, setInstrument] = useEntryState<number | undefined>('option', undefined);
  const [day, setDay] = useEntryState<string | undefined>('day', undefined);
  const dates = rangeOf(range, openedAt);
  const profit = useProfitDays({ overseaOptionId, ...dates });
  const days = profit.reply ?? NO_DAYS;
  const total = sumOf(days);
  const currency = useBetCurrency();
  const instruments = useAnswer(overseaOptions, {}).reply ?? [];
  return (
    <section className="oversea-history" aria-label={words.overseaHistory}>
      <ProfitHead range={range} dates={dates} state={profit.state} onRetry={profit.reload}>
        <Profit size="hero" value={total.net} currency={currency} />
        <p className="text-micro">
          <GrossAndFees gross={total.gross} fees={total.commission} currency={currency} />
        </p>
      </ProfitHead>
      {days.length > 0 && (
        <ProfitChart
          days={days.map(({ tradeDate, net }) => ({ date: tradeDate, net }))}
          currency={currency}
          {...dates}
          chosen={day}
          onChoose={setDay}
        />
      )}
      {profit.state === 'ready' && <Facts sums={total} />}
      <SectionGap />
      <HistoryFilters
        range={range}
        instruments={instruments.map((each) => ({ id: each.id, name: nameOf(each, language) }))}
        instrument={overseaOptionId}
        day={day}
        now={openedAt}
        onRange={(next) => {
          setRange(next);
          setDay(undefined);
        }}
        onInstrument={setInstrument}
        onClearDay={() => setDay(undefined)}
      />
      <Closes
        days={days}
        day={day}
        query={{ ...dates, ...(overseaOptionId === undefined ? {} : { overseaOptionId }) }}
      />
    </section>
  );
}

function Facts({ sums }: { readonly sums: Sums }) {
  const words = useWords(overseaAccountWords);
  const currency = useBetCurrency();
  return (
    <>
      <SummaryFacts
        spacing="month"
        facts={[
          { name: words.winRate, value: shareText(sums.wins, sums.trades) },
          { name: words.trades, value: words.times(formatDecimal(String(sums.trades))) },
          {
            name: words.meanHeld,
            value: sums.trades === 0 ? MISSING : heldText(sums.heldMillis / sums.trades),
          },
          { name: words.commission, value: formatMoney(sums.commission, currency).figure },
        ]}
      />
      <p className="profit-head__meaning text-micro">{words.netMeaning}</p>
    </>
  );
}

interface ClosesProps {
  readonly days: readonly OverseaDay[];
  readonly day: string | undefined;
  readonly query: { readonly startDate: string; readonly endDate: string; readonly overseaOptionId?: number };
}

function Closes({ days, day, query }: ClosesProps) {
  const words = useWords(overseaAccountWords);
  // A trade date ends in the morning of the next Korean day: both days are requested, then filtered by trade date.
  const range =
    day === undefined ? query : { ...query, startDate: day, endDate: dateOf(instantOf(day) + DAY_MS) };
  const asked = { ...range, closed: '1' } as const;
  const pages = usePages<WireOverseaFill, typeof overseaHistory>(overseaHistory, asked, fillPatches(asked));
  const items = day === undefined ? pages.items : pages.items.filter(({ tradeDate }) => tradeDate === day);
  return (
    <PagedList
      pages={pages}
      skeleton={{ count: 6, height: 72 }}
      failedTitle={words.fillsFailed}
      isEmpty={items.length === 0 && !pages.hasMore}
      empty={<StatePanel kind="empty" title={words.noTrades} sentence={words.noTradesLead} />}
    >
      <Days items={items} days={days} />
    </PagedList>
  );
}

function Days({
  items,
  days,
}: {
  readonly items: readonly WireOverseaFill[];
  readonly days: readonly OverseaDay[];
}) {
  const currency = useBetCurrency();
  return [...Map.groupBy(items, ({ tradeDate }) => tradeDate)].map(([tradeDate, own]) => {
    const sums = days.find((each) => each.tradeDate === tradeDate);
    return (
      <DaySection
        key={tradeDate}
        date={tradeDate}
        profit={sums && <Profit value={sums.net} currency={currency} />}
      >
        <FillRows fills={own} />
      </DaySection>
    );
  });
}
