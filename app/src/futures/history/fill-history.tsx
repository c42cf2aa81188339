// Trade history of coin futures (design 11): the profit of a period, day by day, every close with its receipt, and the
// funding.
import { formatDecimal } from '@maru/client/format';
import { formatMoney } from '@maru/client/format-amount';
import { displayName } from '@maru/client/format-label';
import type { Patches } from '@maru/client/live';
import { withItems } from '@maru/client/pages';
import { futuresDailyProfit, futuresHistory } from '@maru/contract/futures/history';
import type { WireFuturesFill } from '@maru/contract/futures/wire';
import { Fragment, useState } from 'react';
import { DaySection } from '../../receipt/day-section.tsx';
import { HistoryFilters } from '../../receipt/history-filters.tsx';
import { type Dates, dateOf, FIRST_RANGE, type Range, rangeOf } from '../../receipt/history-range.ts';
import { PagedList } from '../../receipt/paged-list.tsx';
import { ProfitChart } from '../../receipt/profit-chart.tsx';
import { ProfitHead } from '../../receipt/profit-head.tsx';
import { SummaryFacts, shareText } from '../../receipt/summary-facts.tsx';
import { usePages } from '../../receipt/use-pages.ts';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { usePlatform } from '../../shell/platform.tsx';
import { useEntryState } from '../../shell/routing/entry-state.ts';
import { futuresHistoryWords } from '../../text/futures-history.ts';
import { useWords } from '../../text/language.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { SectionGap } from '../../ui/rows/list-row.tsx';
import { StatePanel } from '../../ui/states/state-panel.tsx';
import { useListedFutures } from '../account/use-futures-instruments.ts';
import './fill-history.css';
import { CoinProfit, FillRows, isClosing } from './fill-rows.tsx';
import { FundingList } from './funding-list.tsx';
import { type RealisedDay, walletsOf } from './realised-days.ts';

interface Query extends Dates {
  readonly futuresOptionId?: number;
}

/** Sums that only the server computes are read again after every fill. */
const readAfterFills: Patches<RealisedDay[]> = {
  queue: { futures: (days, { data }) => (data.fills.length > 0 ? undefined : days) },
};

export function FillHistory() {
  const words = useWords(futuresHistoryWords);
  const { clock } = usePlatform();
  const [openedAt] = useState(() => clock.now());
  const [range, setRange] = useEntryState<Range>('range', FIRST_RANGE);
  const [optionId, setOption] = useEntryState<number | undefined>('option', undefined);
  const [list, setList] = useEntryState<'fills' | 'fundings'>('list', 'fills');
  const [day, setDay] = useEntryState<string | undefined>('day', undefined);
  const instruments = useListedFutures().reply ?? [];
  const dates = rangeOf(range, openedAt);
  const ofInstrument = optionId === undefined ? {} : { futuresOptionId: optionId };
  const { state, reply, reload } = useAnswer(
    futuresDailyProfit,
    { ...dates, ...ofInstrument },
    readAfterFills,
  );
  const days = reply ?? [];
  const shown = day === undefined ? dates : { startDate: day, endDate: day };
  return (
    <section aria-label={words.history}>
      <ProfitHead range={range} dates={dates} state={state} onRetry={reload}>
        {days.length === 0 && <CoinProfit size="hero" value="0" currency="USDT" />}
      </ProfitHead>
      {walletsOf(days).map((wallet) => (
        <Fragment key={wallet.walletType}>
          <div className="futures-history__sum">
            <CoinProfit size="hero" value={wallet.net} currency={wallet.currency} />
          </div>
          <ProfitChart
            days={wallet.days}
            currency={wallet.currency}
            hasWeekends
            {...dates}
            chosen={day}
            onChoose={setDay}
          />
          <SummaryFacts
            spacing="month"
            facts={[
              { name: words.winRate, value: shareText(wallet.wins, wallet.trades) },
              { name: words.trades, value: words.times(formatDecimal(String(wallet.trades))) },
              { name: words.funding, value: formatMoney(wallet.funding, wallet.currency).figure },
              { name: words.fees, value: formatMoney(wallet.fees, wallet.currency).figure },
            ]}
          />
        </Fragment>
      ))}
      <p className="profit-head__meaning text-micro">{words.netMeaning}</p>
      <SectionGap />
      <div className="futures-history__lists">
        <Segmented
          label={words.lists}
          size="small"
          options={(['fills', 'fundings'] as const).map((value) => ({ value, label: words[value] }))}
          value={list}
          onChange={setList}
        />
      </div>
      <HistoryFilters
        range={range}
        instruments={instruments.map(({ id, stock }) => ({ id, name: displayName(stock) }))}
        instrument={optionId}
        day={day}
        now={openedAt}
        onRange={(next) => {
          setRange(next);
          setDay(undefined);
        }}
        onInstrument={setOption}
        onClearDay={() => setDay(undefined)}
      />
      {list === 'fills' ? (
        <Closes query={{ ...shown, ...ofInstrument }} days={days} />
      ) : (
        <FundingList query={{ ...shown, ...ofInstrument }} />
      )}
    </section>
  );
}

const closesIn = ({ startDate, endDate, futuresOptionId }: Query): Patches<readonly WireFuturesFill[]> => ({
  queue: {
    futures(fills, { data }) {
      const added = data.fills.filter((fill) => {
        const day = dateOf(fill.createdMillis);
        const isOfIt = futuresOptionId === undefined || fill.futuresOptionId === futuresOptionId;
        return isOfIt && isClosing(fill) && day >= startDate && day <= endDate;
      });
      return added.length === 0 ? fills : withItems(fills, added);
    },
  },
});

interface ClosesProps {
  readonly query: Query;
  readonly days: readonly RealisedDay[];
}

function Closes({ query, days }: ClosesProps) {
  const words = useWords(futuresHistoryWords);
  const pages = usePages<WireFuturesFill, typeof futuresHistory>(
    futuresHistory,
    { ...query, closed: '1' },
    closesIn(query),
  );
  return (
    <PagedList
      pages={pages}
      skeleton={{ count: 6, height: 72 }}
      failedTitle={words.fillsFailed}
      empty={<StatePanel kind="empty" title={words.noFills} sentence={words.noFillsLead} />}
    >
      {[...Map.groupBy(pages.items, ({ createdMillis }) => dateOf(createdMillis))].map(([date, fills]) => (
        <DaySection
          key={date}
          date={date}
          profit={<DaySums days={days.filter((each) => each.date === date)} />}
        >
          <FillRows fills={fills} />
        </DaySection>
      ))}
    </PagedList>
  );
}

const DaySums = ({ days }: { readonly days: readonly RealisedDay[] }) => (
  <span className="futures-history__day">
    {days.map(({ walletType, net, currency }) => (
      <CoinProfit
        key={walletType}
        value={net}
        currency={currency}
        {...(days.length > 1 ? { hasUnit: true } : {})}
      />
    ))}
  </span>
);
