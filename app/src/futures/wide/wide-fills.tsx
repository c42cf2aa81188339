// Fills of all instruments, newest first; each links to its receipt.
import { formatPrice } from '@maru/client/format';
import { formatMoney } from '@maru/client/format-amount';
import { formatClock } from '@maru/client/format-date';
import type { Patches } from '@maru/client/live';
import { withItems } from '@maru/client/pages';
import { futuresHistory } from '@maru/contract/futures/history';
import type { WireFuturesFill } from '@maru/contract/futures/wire';
import { MoreButton } from '../../receipt/more-button.tsx';
import { usePages } from '../../receipt/use-pages.ts';
import { WideList, WideTable } from '../../shell/layouts/wide-list.tsx';
import { Link } from '../../shell/routing/router.tsx';
import { futuresHistoryWords } from '../../text/futures-history.ts';
import { futuresOrdersWords } from '../../text/futures-orders.ts';
import { futuresWideWords } from '../../text/futures-wide.ts';
import { useWords } from '../../text/language.tsx';
import { Badge } from '../../ui/figures/badge.tsx';
import { qtyTextOf } from '../account/unit-words.ts';
import { CoinProfit, isClosing, useFillNames } from '../history/fill-rows.tsx';
import { receiptPath } from '../history/receipt-path.ts';

const patches: Patches<readonly WireFuturesFill[]> = {
  queue: {
    futures: (fills, { data }) => (data.fills.length === 0 ? fills : withItems(fills, data.fills)),
  },
};

export function WideFills() {
  const words = useWords(futuresHistoryWords);
  const wideText = useWords(futuresWideWords);
  const namesOf = useFillNames();
  const pages = usePages<WireFuturesFill, typeof futuresHistory>(futuresHistory, {}, patches);
  return (
    <WideList
      state={pages.state}
      failure={{ title: wideText.fillsFailed, message: pages.message }}
      onRetry={pages.reload}
      none={pages.items.length === 0 ? wideText.noFills : undefined}
    >
      <WideTable
        className="futures-held"
        columns={[
          wideText.instrument,
          wideText.kind,
          wideText.qty,
          wideText.price,
          words.fees,
          words.net,
          wideText.time,
        ]}
      >
        <tbody>
          {pages.items.map((fill) => (
            <Row key={fill.id} fill={fill} {...namesOf(fill)} />
          ))}
        </tbody>
      </WideTable>
      {pages.hasMore && (
        <div className="futures-held__more">
          <MoreButton pages={pages} size="small" />
        </div>
      )}
    </WideList>
  );
}

interface RowProps extends ReturnType<ReturnType<typeof useFillNames>> {
  readonly fill: WireFuturesFill;
}

/** Here the side is that of the order, as in the list of orders beside it. */
function Row({ fill, name, precision, instrument }: RowProps) {
  const words = useWords(futuresHistoryWords);
  const orders = useWords(futuresOrdersWords);
  return (
    <tr>
      <td>
        <Link to={receiptPath(fill.id)} className="futures-held__receipt">
          <Badge tone={fill.tradeType === 'LONG' ? 'up' : 'down'}>{orders.side[fill.tradeType]}</Badge>{' '}
          <b className="figure">{name}</b>
        </Link>
      </td>
      <td>{words.type[fill.marketType]}</td>
      <td className="figure">{qtyTextOf(fill.qty, instrument)}</td>
      <td className="figure">{formatPrice(fill.price, precision)}</td>
      <td className="figure">{formatMoney(fill.fee, fill.currency).figure}</td>
      <td>
        {isClosing(fill) ? (
          <CoinProfit value={fill.net} currency={fill.currency} />
        ) : (
          <span className="futures-held__quiet">{words.opened}</span>
        )}
      </td>
      <td className="figure futures-held__quiet">{formatClock(fill.createdMillis)}</td>
    </tr>
  );
}
