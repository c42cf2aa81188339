// Trade history of overseas futures (design 11): the profit of a month, day by day, and every close with its receipt.

import { formatDecimal, MISSING } from '@maru/client/format';
import { formatMoney } from '@maru/client/format-amount';
import { formatDay } from '@maru/client/format-date';
import { overseaHistory, type WireOverseaFill } from '@maru/contract/oversea/calls';
import { DAY_MS } from '@maru/engine/time';
import { useState } from 'react';
import { PagedList } from '../../receipt/paged-list.tsx';
import { SummaryFacts, shareText } from '../../receipt/summary-facts.tsx';
import { usePlatform } from '../../shell/platform.tsx';
import { useEntryState } from '../../shell/routing/entry-state.ts';
import { useLanguage, useWords } from '../../text/language.tsx';
import { overseaAccountWords } from '../../text/oversea-account.ts';
import { receiptWords } from '../../text/receipt.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { SectionGap } from '../../ui/rows/list-row.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { StatePanel } from '../../ui/states/state-panel.tsx';
import { FillFilters } from './fill-filters.tsx';
import { FillRows } from './fill-rows.tsx';
import { GrossAndFees } from './gross-and-fees.tsx';
import { type OverseaDay, type Sums, sumOf } from './profit-days.ts';
import './fill-history.css';
import { dateOf, FIRST_RANGE, instantOf, type Range, rangeOf } from '../../receipt/history-range.ts';
import { Profit, useBetCurrency } from '../../receipt/profit.tsx';
import { usePages } from '../../receipt/use-pages.ts';
import { heldText } from '../receipt/holding-time.ts';
import { fillPatches } from './fill-patches.ts';
import { ProfitChart } from './profit-chart.tsx';
import { useProfitDays } from './use-profit-days.ts';

const NO_DAYS: readonly OverseaDay[] = [];

export function FillHistory() {
  const words = useWords(overseaAccountWords);
  const shared = useWords(receiptWords);
  const { clock } = usePlatform();
  const [openedAt] = useState(() => clock.now());
  const [range, setRange] = useEntryState<Range>('range', FIRST_RANGE);
  const [overseaOptionId, setInstrument] = useEntryState<number | undefined>('option', undefined);
  const [day, setDay] = useEntryState<string | undefined>('day', undefined);
  const dates = rangeOf(range, openedAt);
  const profit = useProfitDays({ overseaOptionId, ...dates });
  const days = profit.reply ?? NO_DAYS;
  return (
    <section className="oversea-history" aria-label={words.overseaHistory}>
      <Summary
        title={words.realised(
          range.kind === 'own' ? `${dates.startDate} – ${dates.endDate}` : shared.recent[range.kind],
        )}
        profit={profit}
      />
      {days.length > 0 && (
        <div className="oversea-history__chart">
          <ProfitChart days={days} {...dates} chosen={day} onChoose={setDay} />
        </div>
      )}
      {profit.state === 'ready' && <Facts sums={sumOf(days)} />}
      <SectionGap />
      <FillFilters
        range={range}
        overseaOptionId={overseaOptionId}
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

function Summary({
  title,
  profit,
}: {
  readonly title: string;
  readonly profit: ReturnType<typeof useProfitDays>;
}) {
  const words = useWords(overseaAccountWords);
  const currency = useBetCurrency();
  const total = sumOf(profit.reply ?? NO_DAYS);
  return (
    <div className="oversea-history__head">
      <p className="oversea-history__title text-lead">
        <span>{title}</span>
        <span className="oversea-history__legend text-caption">
          <i aria-hidden="true" />
          {words.cumulative}
        </span>
      </p>
      {profit.state === 'loading' && <Skeleton width={200} height={40} radius={8} />}
      {profit.state === 'ready' && (
        <>
          <Profit size="hero" value={total.net} currency={currency} />
          <p className="text-micro">
            <GrossAndFees gross={total.gross} fees={total.commission} currency={currency} />
          </p>
        </>
      )}
      {profit.state === 'failed' && (
        <p className="oversea-history__failed">
          {words.profitFailed}
          <Button kind="tonal" size="small" onPress={profit.reload}>
            {words.retry}
          </Button>
        </p>
      )}
    </div>
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
      <p className="oversea-history__net text-micro">{words.netMeaning}</p>
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
  const { language } = useLanguage();
  const currency = useBetCurrency();
  return [...Map.groupBy(items, ({ tradeDate }) => tradeDate)].map(([tradeDate, own]) => {
    const dayText = formatDay(instantOf(tradeDate), language);
    const sums = days.find((each) => each.tradeDate === tradeDate);
    return (
      <section key={tradeDate} aria-label={dayText}>
        <p className="oversea-history__day">
          <span>{dayText}</span> {sums && <Profit value={sums.net} currency={currency} />}
        </p>
        <FillRows fills={own} />
      </section>
    );
  });
}
