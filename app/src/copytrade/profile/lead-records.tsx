// Trades that the trader closed, newest first. Of another trader they have no amounts.
import { directionOf, formatMean, formatPrice } from '@maru/client/format';
import { displayName } from '@maru/client/format-label';
import type { Patches } from '@maru/client/live';
import { leadHistory } from '@maru/contract/copytrade/history';
import type { LeadRecord } from '@maru/contract/copytrade/wire';
import { copyPatches } from '../../futures/copied/use-my-copy.ts';
import { toneClass } from '../../market/prices/tone-class.ts';
import { PagedList } from '../../receipt/paged-list.tsx';
import { usePages } from '../../receipt/use-pages.ts';
import { copytradeWords } from '../../text/copytrade.ts';
import { useWords } from '../../text/language.tsx';
import { Badge } from '../../ui/figures/badge.tsx';
import { StatePanel } from '../../ui/states/state-panel.tsx';
import { profitText, shortTime, signedPercent } from '../figures.ts';
import type { Pairs } from '../use-pairs.ts';

interface Props {
  /** Undefined: my own. */
  readonly traderId: number | undefined;
  readonly pairs: Pairs;
}

/** A push has the fill and not the whole trade, and it comes to the trader alone. */
const ownPatches: Patches<readonly LeadRecord[]> = {
  queue: { futures: (records, { data }) => (data.fills.length > 0 ? undefined : records) },
  apartMs: copyPatches.apartMs,
};

export function LeadRecords({ traderId, pairs }: Props) {
  const words = useWords(copytradeWords);
  const isOwn = traderId === undefined;
  const pages = usePages<LeadRecord, typeof leadHistory>(
    leadHistory,
    isOwn ? {} : { traderId },
    isOwn ? ownPatches : undefined,
  );
  return (
    <PagedList
      pages={pages}
      skeleton={{ count: 5, height: 60 }}
      failedTitle={words.recordsFailed}
      saysEnd={false}
      empty={<StatePanel kind="empty" title={words.noRecords} sentence={words.noRecordsLead} />}
    >
      <ul className="copy-rows" aria-label={words.tabs.records}>
        {pages.items.map((record) => {
          const precision = pairs.find(record.futuresOptionId)?.precision ?? 2;
          return (
            <li key={record.id} className="copy-row">
              <span className="copy-row__words">
                <span className="copy-row__head">
                  <Badge tone={record.tradeType === 'LONG' ? 'solid-up' : 'solid-down'}>
                    {words.side[record.tradeType]}
                  </Badge>{' '}
                  <b>{displayName(record.stock)}</b>{' '}
                  <span className="text-caption figure">{words.leverage(String(record.leverage))}</span>
                  {record.isLiquidation && <Badge tone="danger">{words.liquidated}</Badge>}
                </span>{' '}
                <small className="figure">
                  {formatMean(record.entryPrice, precision)} → {formatPrice(record.price, precision)} ·{' '}
                  {shortTime(record.closedMillis)}
                </small>
              </span>{' '}
              <span className="copy-row__end">
                <b className={`figure${toneClass(directionOf(record.roe ?? undefined))}`}>
                  {signedPercent(record.roe)}
                </b>{' '}
                {record.net !== null && <small className="figure">{profitText(record.net)} USDT</small>}
              </span>
            </li>
          );
        })}
      </ul>
    </PagedList>
  );
}
