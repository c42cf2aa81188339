// What was paid or received for holding positions, newest first; each payment has its receipt.
import { formatPrice } from '@maru/client/format';
import { formatDateTime } from '@maru/client/format-date';
import { futuresFundings } from '@maru/contract/futures/history';
import { parseUnits, toDecimal } from '@maru/engine/amount';
import { useState } from 'react';
import type { Dates } from '../../receipt/history-range.ts';
import { TradeRow } from '../../receipt/trade-row.tsx';
import { LoadFailed } from '../../shell/connection/load-failed.tsx';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { futuresHistoryWords } from '../../text/futures-history.ts';
import { useWords } from '../../text/language.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { Badge } from '../../ui/figures/badge.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { StatePanel } from '../../ui/states/state-panel.tsx';
import './fill-history.css';
import { CoinProfit, useFillNames } from './fill-rows.tsx';
import { fundingPath } from './receipt-path.ts';

interface Query extends Dates {
  readonly futuresOptionId?: number;
}

const PAGE_SIZE = 20;

/** Payments have no numbers of their own, so each page is read for itself. */
export function FundingList({ query }: { readonly query: Query }) {
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
