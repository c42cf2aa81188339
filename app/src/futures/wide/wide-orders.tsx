// Orders that wait for their price, exits of positions among them, in a table.
import { formatDecimal, formatPrice } from '@maru/client/format';
import { formatMoney } from '@maru/client/format-amount';
import { formatClock } from '@maru/client/format-date';
import { displayName } from '@maru/client/format-label';
import type { WireFuturesOption } from '@maru/contract/futures/instruments';
import type { WireFuturesOrder } from '@maru/contract/futures/wire';
import { WideList, WideTable } from '../../shell/layouts/wide-list.tsx';
import { futuresOrdersWords } from '../../text/futures-orders.ts';
import { futuresWideWords } from '../../text/futures-wide.ts';
import { useWords } from '../../text/language.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { Badge } from '../../ui/figures/badge.tsx';
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
  return (
    <WideList
      state={state}
      failure={{ title: words.accountFailed }}
      onRetry={reload}
      none={orders.length === 0 ? `${words.noOrders}. ${words.noOrdersLead}` : undefined}
    >
      <WideTable
        className="futures-held"
        columns={[
          wideText.instrument,
          wideText.kind,
          wideText.qty,
          wideText.price,
          wideText.condition,
          wideText.cost,
          wideText.time,
        ]}
        actions={wideText.action}
      >
        <tbody>
          {orders.map((order) => (
            <Row
              key={order.id}
              order={order}
              instrument={instruments.find(({ id }) => id === order.futuresOptionId)}
            />
          ))}
        </tbody>
      </WideTable>
    </WideList>
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
