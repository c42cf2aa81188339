// Trade history of overseas futures (design 11): what a month brought, day by day, and every close with its receipt.
import { formatDecimal, formatPrice, MISSING } from '@maru/client/format';
import { formatMoney } from '@maru/client/format-amount';
import { formatDay } from '@maru/client/format-date';
import { overseaHistory, type WireOverseaFill } from '@maru/contract/oversea';
import { divide, ONE, print } from '@maru/engine/amount';
import { useState } from 'react';
import { usePlatform } from '../../shell/platform.tsx';
import { useEntryState } from '../../shell/routing/entry-state.ts';
import { useLanguage, useWords } from '../../text/language.tsx';
import { overseaAccountWords } from '../../text/oversea-account.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { SectionGap } from '../../ui/rows/list-row.tsx';
import { Skeleton, SkeletonRows } from '../../ui/states/skeleton.tsx';
import { StatePanel } from '../../ui/states/state-panel.tsx';
import { OverseaFilters } from './fill-filters.tsx';
import { OverseaFillRows } from './fill-rows.tsx';
import { GrossAndFees } from './gross-and-fees.tsx';
import { instantOf, type OverseaDay, type Sums, sumOf } from './profit-days.ts';
import './fill-history.css';
import { Profit, useBetCurrency } from '../../receipt/profit.tsx';
import { usePages } from '../../receipt/use-pages.ts';
import { heldText } from '../receipt/holding-time.ts';
import { fillPatches } from './fill-patches.ts';
import { FIRST_RANGE, type Range, rangeOf } from './history-range.ts';
import { OverseaProfitChart } from './profit-chart.tsx';
import { useProfitDays } from './use-profit-days.ts';

const NO_DAYS: readonly OverseaDay[] = [];

export function OverseaHistory() {
  const words = useWords(overseaAccountWords);
  const { clock } = usePlatform();
  const [openedAt] = useState(() => clock.now());
  const [range, setRange] = useEntryState<Range>('range', FIRST_RANGE);
  const [overseaOptionId, setOption] = useEntryState<number | undefined>('option', undefined);
  const [day, setDay] = useEntryState<string | undefined>('day', undefined);
  const dates = rangeOf(range, openedAt);
  const profit = useProfitDays({ overseaOptionId, ...dates });
  const days = profit.reply ?? NO_DAYS;
  return (
    <section className="oversea-history" aria-label={words.overseaHistory}>
      <Summary
        title={words.realised(
          range.kind === 'own' ? `${dates.startDate} – ${dates.endDate}` : words.period[range.kind],
        )}
        profit={profit}
      />
      {days.length > 0 && (
        <div className="oversea-history__chart">
          <OverseaProfitChart days={days} {...dates} chosen={day} onChoose={setDay} />
        </div>
      )}
      {profit.state === 'ready' && <Facts sums={sumOf(days)} />}
      <SectionGap />
      <OverseaFilters
        range={range}
        overseaOptionId={overseaOptionId}
        day={day}
        now={openedAt}
        onRange={(next) => {
          setRange(next);
          setDay(undefined);
        }}
        onOption={setOption}
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
      <p className="oversea-history__title">
        <span>{title}</span>
        <span className="oversea-history__legend">
          <i aria-hidden="true" />
          {words.cumulative}
        </span>
      </p>
      {profit.state === 'loading' && <Skeleton width={200} height={40} radius={8} />}
      {profit.state === 'ready' && (
        <>
          <Profit size="hero" value={total.net} currency={currency} />
          <p className="oversea-history__parts">
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

const HUNDRED = 100n;

function winRate({ wins, trades }: Sums): string {
  if (trades === 0) return MISSING;
  return `${formatPrice(print(divide(BigInt(wins) * HUNDRED * ONE, BigInt(trades), 'down')), 1)}%`;
}

function Facts({ sums }: { readonly sums: Sums }) {
  const words = useWords(overseaAccountWords);
  const currency = useBetCurrency();
  return (
    <>
      <dl className="oversea-history__facts">
        <Fact name={words.winRate} value={winRate(sums)} />
        <Fact name={words.trades} value={words.times(formatDecimal(String(sums.trades)))} />
        <Fact
          name={words.meanHeld}
          value={sums.trades === 0 ? MISSING : heldText(sums.heldMillis / sums.trades)}
        />
        <Fact name={words.commission} value={formatMoney(sums.commission, currency).figure} />
      </dl>
      <p className="oversea-history__net">{words.netMeaning}</p>
    </>
  );
}

const Fact = ({ name, value }: { readonly name: string; readonly value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd className="figure">{value}</dd>
  </div>
);

interface ClosesProps {
  readonly days: readonly OverseaDay[];
  readonly day: string | undefined;
  readonly query: { readonly startDate: string; readonly endDate: string; readonly overseaOptionId?: number };
}

function Closes({ days, day, query }: ClosesProps) {
  const words = useWords(overseaAccountWords);
  // A trade date ends in the morning of the next Korean day: both are asked for, and the date itself chooses.
  const range = day === undefined ? query : { ...query, startDate: day, endDate: nextDay(day) };
  const asked = { ...range, closed: '1' } as const;
  const pages = usePages<WireOverseaFill, typeof overseaHistory>(overseaHistory, asked, fillPatches(asked));
  const items = day === undefined ? pages.items : pages.items.filter(({ tradeDate }) => tradeDate === day);
  if (pages.state === 'loading') return <SkeletonRows count={6} height={72} figures />;
  if (pages.state === 'failed')
    return (
      <StatePanel
        kind="error"
        title={words.fillsFailed}
        sentence={pages.message}
        action={{ label: words.retry, onPress: pages.reload }}
      />
    );
  if (items.length === 0 && !pages.hasMore)
    return <StatePanel kind="empty" title={words.noTrades} sentence={words.noTradesLead} />;
  return (
    <>
      <Days items={items} days={days} />
      <div className="oversea-history__end">
        {pages.hasMore ? (
          <Button kind="tonal" size="medium" busy={pages.isFetching} onPress={pages.more}>
            {words.more}
          </Button>
        ) : (
          <p>{words.allSeen}</p>
        )}
      </div>
    </>
  );
}

const nextDay = (date: string): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

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
    const said = formatDay(instantOf(tradeDate), language);
    const sums = days.find((each) => each.tradeDate === tradeDate);
    return (
      <section key={tradeDate} aria-label={said}>
        <p className="oversea-history__day">
          <span>{said}</span> {sums && <Profit value={sums.net} currency={currency} />}
        </p>
        <OverseaFillRows fills={own} />
      </section>
    );
  });
}
