// Orders that wait for their price, exits of positions among them, in a table.
import { formatDecimal, formatPrice } from '@maru/client/format';
import { formatMoney } from '@maru/client/format-amount';
import { formatClock } from '@maru/client/format-date';
import { displayName } from '@maru/client/format-label';
import type { WireFuturesOption } from '@maru/contract/futures/instruments';
import type { WireFuturesOrder } from '@maru/contract/futures/wire';
import { LoadFailed } from '../../shell/connection/load-failed.tsx';
import { futuresOrdersWords } from '../../text/futures-orders.ts';
import { futuresWideWords } from '../../text/futures-wide.ts';
import { useWords } from '../../text/language.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { Badge } from '../../ui/figures/badge.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { qtyTextOf, walletCurrency } from '../account/unit-words.ts';
import { useFuturesAccount } from '../account/use-futures-account.ts';
import { useListedFutures } from '../account/use-futures-instruments.ts';
import { CancelAllOf } from '../orders/cancel-all.tsx';
import { conditionOf } from '../orders/order-condition.ts';
import { useCancel } from '../orders/use-cancel.ts';

export function WideOrders() {
  const words = useWords(futuresOrdersWords);
  const wideText = useWords(futuresWideWords);
  const { orders, state, reload } = useFuturesAccount();
  const { reply: instruments = [] } = useListedFutures();
  if (state === 'loading') return <SkeletonRows count={2} figures />;
  if (state === 'failed') return <LoadFailed title={words.accountFailed} onRetry={reload} />;
  if (orders.length === 0)
    return (
      <p className="wide-panel__none text-caption">
        {words.noOrders}. {words.noOrdersLead}
      </p>
    );
  return (
    <table className="wide-table futures-held">
      <thead>
        <tr>
          <th scope="col">{wideText.instrument}</th>
          <th scope="col">{wideText.kind}</th>
          <th scope="col">{wideText.qty}</th>
          <th scope="col">{wideText.price}</th>
          <th scope="col">{wideText.condition}</th>
          <th scope="col">{wideText.cost}</th>
          <th scope="col">{wideText.time}</th>
          <th scope="col">
            <span className="unseen">{wideText.action}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <Row
            key={order.id}
            order={order}
            instrument={instruments.find(({ id }) => id === order.futuresOptionId)}
          />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  readonly order: WireFuturesOrder;
  readonly instrument: WireFuturesOption | undefined;
}

function Row({ order, instrument }: RowProps) {
  const words = useWords(futuresOrdersWords);
  const wideText = useWords(futuresWideWords);
  const { busy, cancel } = useCancel(order.id);
  const qty = order.qty === null ? words.whole : qtyTextOf(order.qty, instrument);
  const shown = (text: string | null) => formatPrice(text ?? undefined, instrument?.precision ?? 2);
  const side = words.side[order.tradeType];
  const price = order.price === null ? wideText.atMarket : shown(order.price);
  return (
    <tr>
      <td>
        <Badge tone={order.tradeType === 'LONG' ? 'up' : 'down'}>{side}</Badge>{' '}
        <b className="figure">{displayName(order.stock)}</b>
      </td>
      <td>
        {words.type[order.marketType]}
        {order.reduceOnly && <span className="text-micro"> · {words.reduceOnly}</span>}
      </td>
      <td className="figure">{qty}</td>
      <td className="figure">{price}</td>
      <td className="figure">{conditionOf(order, shown(order.stopPrice), words)}</td>
      <td className="figure">
        {order.reduceOnly ? '' : formatMoney(order.cost, walletCurrency(instrument)).figure}
      </td>
      <td className="figure futures-held__quiet">{formatClock(order.createdMillis)}</td>
      <td>
        <div className="futures-held__acts">
          <Button
            kind="tonal"
            size="small"
            busy={busy}
            label={words.cancelOf(`${side} ${qty} ${shown(order.price ?? order.stopPrice)}`)}
            onPress={() => void cancel()}
          >
            {words.cancel}
          </Button>
        </div>
      </td>
    </tr>
  );
}

/** Those of the page's instrument: the call has one. */
export function CancelAll({ instrument }: { readonly instrument: WireFuturesOption }) {
  const wideText = useWords(futuresWideWords);
  const { orders } = useFuturesAccount();
  const count = orders.filter(({ futuresOptionId }) => futuresOptionId === instrument.id).length;
  if (count < 2) return null;
  return (
    <CancelAllOf futuresOptionId={instrument.id} count={count}>
      {wideText.cancelAllOf(displayName(instrument.stock), formatDecimal(String(count)))}
    </CancelAllOf>
  );
}
