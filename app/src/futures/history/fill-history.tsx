// Trade history of coin futures (design 11): what was realised today, every close with its receipt, and the funding.
import { formatDecimal, formatPrice } from '@maru/client/format';
import { formatMoney } from '@maru/client/format-amount';
import { formatDateTime, formatDay } from '@maru/client/format-date';
import { displayName } from '@maru/client/format-label';
import type { Patches } from '@maru/client/live';
import { withItems } from '@maru/client/pages';
import { futuresFundings, futuresHistory, futuresRealised } from '@maru/contract/futures/history';
import type { WireFuturesFill } from '@maru/contract/futures/wire';
import { parseUnits, toDecimal } from '@maru/engine/amount';
import { useState } from 'react';
import { FilterChoice } from '../../receipt/filter-choice.tsx';
import { dateOf, FIRST_RANGE, instantOf, type Range, rangeOf } from '../../receipt/history-range.ts';
import { PagedList } from '../../receipt/paged-list.tsx';
import { PeriodChips } from '../../receipt/period-chips.tsx';
import { SummaryFacts, shareText } from '../../receipt/summary-facts.tsx';
import { TradeRow } from '../../receipt/trade-row.tsx';
import { usePages } from '../../receipt/use-pages.ts';
import { LoadFailed } from '../../shell/connection/load-failed.tsx';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { usePlatform } from '../../shell/platform.tsx';
import { useEntryState } from '../../shell/routing/entry-state.ts';
import { futuresHistoryWords } from '../../text/futures-history.ts';
import { useLanguage, useWords } from '../../text/language.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { Badge } from '../../ui/figures/badge.tsx';
import { MenuSheet } from '../../ui/overlays/menu-sheet.tsx';
import { SectionGap } from '../../ui/rows/list-row.tsx';
import { Skeleton, SkeletonRows } from '../../ui/states/skeleton.tsx';
import { StatePanel } from '../../ui/states/state-panel.tsx';
import { useListedFutures } from '../account/use-futures-instruments.ts';
import './fill-history.css';
import { CoinProfit, FillRows, isClosing, useFillNames } from './fill-rows.tsx';
import { fundingPath } from './receipt-path.ts';

interface Query {
  readonly startDate: string;
  readonly endDate: string;
  readonly futuresOptionId?: number;
}

const ANY = 'any';

export function FillHistory() {
  const words = useWords(futuresHistoryWords);
  const { clock } = usePlatform();
  const [openedAt] = useState(() => clock.now());
  const [range, setRange] = useEntryState<Range>('range', FIRST_RANGE);
  const [optionId, setOption] = useEntryState<number | undefined>('option', undefined);
  const [list, setList] = useEntryState<'fills' | 'fundings'>('list', 'fills');
  const [isMenu, setMenu] = useState(false);
  const instruments = useListedFutures().reply ?? [];
  const chosen = instruments.find(({ id }) => id === optionId);
  const query = {
    ...rangeOf(range, openedAt),
    ...(optionId === undefined ? {} : { futuresOptionId: optionId }),
  };
  return (
    <section className="futures-history" aria-label={words.history}>
      <Today />
      <SectionGap />
      <div className="futures-history__filters">
        <Segmented
          label={words.lists}
          size="small"
          options={(['fills', 'fundings'] as const).map((value) => ({ value, label: words[value] }))}
          value={list}
          onChange={setList}
        />
        <PeriodChips range={range} now={openedAt} onRange={setRange} />
        <FilterChoice
          label={words.instrument}
          value={chosen ? displayName(chosen.stock) : words.allInstruments}
          onPress={() => setMenu(true)}
        />
      </div>
      {list === 'fills' ? <Closes query={query} /> : <Fundings query={query} />}
      <MenuSheet<string>
        open={isMenu}
        onClose={() => setMenu(false)}
        closeLabel={words.close}
        title={words.instrument}
        choices={[
          { key: ANY, label: words.allInstruments },
          ...instruments.map(({ id, stock }) => ({ key: String(id), label: displayName(stock) })),
        ]}
        current={String(optionId ?? ANY)}
        onChoose={(key) => {
          setMenu(false);
          setOption(key === ANY ? undefined : Number(key));
        }}
      />
    </section>
  );
}

/** Sums that only the server computes are read again after every fill. */
const readAfterFills: Patches<unknown> = {
  queue: { futures: (sums, { data }) => (data.fills.length > 0 ? undefined : sums) },
};

/** Each wallet for itself: amounts of different currencies are not added. */
function Today() {
  const words = useWords(futuresHistoryWords);
  const { state, reply, reload } = useAnswer(futuresRealised, {}, readAfterFills as never);
  return (
    <div className="futures-history__head">
      <p className="text-lead">{words.today}</p>
      {state === 'loading' && <Skeleton width={200} height={40} radius={8} />}
      {state === 'failed' && <LoadFailed title={words.todayFailed} onRetry={reload} />}
      {state === 'ready' && reply.wallets.length === 0 && <p className="text-caption">{words.noToday}</p>}
      {reply?.wallets.map(({ walletType, currency, net, trades, wins, fees, funding }) => (
        <div key={walletType}>
          <CoinProfit size="hero" value={net} currency={currency} />
          <SummaryFacts
            spacing="month"
            facts={[
              { name: words.winRate, value: shareText(wins, trades) },
              { name: words.trades, value: words.times(formatDecimal(String(trades))) },
              { name: words.funding, value: formatMoney(funding, currency).figure },
              { name: words.fees, value: formatMoney(fees, currency).figure },
            ]}
          />
        </div>
      ))}
      <p className="text-micro">{words.netMeaning}</p>
    </div>
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

function Closes({ query }: { readonly query: Query }) {
  const words = useWords(futuresHistoryWords);
  const { language } = useLanguage();
  const pages = usePages<WireFuturesFill, typeof futuresHistory>(
    futuresHistory,
    { ...query, closed: '1' },
    closesIn(query),
  );
  const days = [...Map.groupBy(pages.items, ({ createdMillis }) => dateOf(createdMillis))];
  return (
    <PagedList
      pages={pages}
      skeleton={{ count: 6, height: 72 }}
      failedTitle={words.fillsFailed}
      empty={<StatePanel kind="empty" title={words.noFills} sentence={words.noFillsLead} />}
    >
      {days.map(([date, fills]) => {
        const day = formatDay(instantOf(date), language);
        return (
          <section key={date} aria-label={day}>
            <p className="futures-history__day">{day}</p>
            <FillRows fills={fills} />
          </section>
        );
      })}
    </PagedList>
  );
}

const PAGE_SIZE = 20;

/** Payments have no numbers of their own, so each page is read for itself. */
function Fundings({ query }: { readonly query: Query }) {
  const [pages, setPages] = useState(1);
  return (
    <>
      {Array.from({ length: pages }, (_, page) => (
        <FundingPage
          // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number.
          key={page}
          query={query}
          page={page}
          onMore={page === pages - 1 ? () => setPages(pages + 1) : undefined}
        />
      ))}
    </>
  );
}

interface PageProps {
  readonly query: Query;
  readonly page: number;
  readonly onMore: (() => void) | undefined;
}

function FundingPage({ query, page, onMore }: PageProps) {
  const words = useWords(futuresHistoryWords);
  const namesOf = useFillNames();
  const { state, reply, message, reload } = useAnswer(futuresFundings, { ...query, page, size: PAGE_SIZE });
  if (state === 'loading') return <SkeletonRows count={4} height={72} figures />;
  if (state === 'failed')
    return <LoadFailed title={words.fundingsFailed} message={message} onRetry={reload} />;
  if (reply.content.length === 0)
    return page > 0 ? null : (
      <StatePanel kind="empty" title={words.noFundings} sentence={words.noFundingsLead} />
    );
  return (
    <>
      <ul>
        {reply.content.map((payment) => {
          const { futuresPositionId, fundingMillis, tradeType, amount, currency, rate, markPrice } = payment;
          const { name, precision } = namesOf(payment);
          const percent = formatPrice(toDecimal((parseUnits(rate) ?? 0n) * 100n), 4);
          return (
            <li key={`${futuresPositionId} ${fundingMillis}`}>
              <TradeRow
                to={fundingPath(futuresPositionId, fundingMillis)}
                head={
                  <>
                    <Badge tone={tradeType === 'LONG' ? 'up' : 'down'}>{words.side[tradeType]}</Badge>{' '}
                    <b className="trade-row__name text-strong">{name}</b>
                  </>
                }
                prices={words.rateOf(percent, formatPrice(markPrice, precision))}
                figure={<CoinProfit value={amount} currency={currency} />}
                note={<span className="figure">{formatDateTime(fundingMillis)}</span>}
              />
            </li>
          );
        })}
      </ul>
      {onMore && page + 1 < reply.totalPages && (
        <div className="futures-history__more">
          <Button kind="tonal" size="medium" onPress={onMore}>
            {words.more}
          </Button>
        </div>
      )}
    </>
  );
}
