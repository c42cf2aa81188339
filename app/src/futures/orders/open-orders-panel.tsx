// Orders that wait for their price, exits of positions among them: of this instrument first, then the others.
import { formatDecimal, formatPrice, readableCode } from '@maru/client/format';
import { formatClock } from '@maru/client/format-date';
import { displayName } from '@maru/client/format-label';
import type { WireFuturesOption } from '@maru/contract/futures/instruments';
import type { WireFuturesOrder } from '@maru/contract/futures/wire';
import { parseUnits, toDecimal } from '@maru/engine/amount';
import { LoadFailed } from '../../shell/connection/load-failed.tsx';
import { useMoneyText } from '../../shell/money-text.ts';
import { futuresOrdersWords } from '../../text/futures-orders.ts';
import { useWords } from '../../text/language.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { Badge } from '../../ui/figures/badge.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { StatePanel } from '../../ui/states/state-panel.tsx';
import { qtyTextOf, walletCurrency } from '../account/unit-words.ts';
import { useFuturesAccount } from '../account/use-futures-account.ts';
import { useListedFutures } from '../account/use-futures-instruments.ts';
import './open-orders-panel.css';
import { CancelAllOf } from './cancel-all.tsx';
import { conditionOf } from './order-condition.ts';
import { useCancel } from './use-cancel.ts';

interface Props {
  readonly instrument: WireFuturesOption;
}

export function OpenOrdersPanel({ instrument }: Props) {
  const words = useWords(futuresOrdersWords);
  const { orders, state, reload } = useFuturesAccount();
  const instruments = useListedFutures().reply ?? [];
  if (state === 'loading') return <SkeletonRows count={3} figures />;
  if (state === 'failed') return <LoadFailed title={words.accountFailed} onRetry={reload} />;
  if (orders.length === 0)
    return <StatePanel kind="empty" title={words.noOrders} sentence={words.noOrdersLead} />;
  const isMine = ({ futuresOptionId }: WireFuturesOrder) => futuresOptionId === instrument.id;
  const instrumentOf = (order: WireFuturesOrder) =>
    isMine(order) ? instrument : instruments.find(({ id }) => id === order.futuresOptionId);
  return (
    <div className="futures-orders">
      <Orders
        title={words.openOrders}
        orders={orders.filter(isMine)}
        instrumentOf={instrumentOf}
        futuresOptionId={instrument.id}
      />
      <Orders
        title={words.otherOrders}
        orders={orders.filter((order) => !isMine(order))}
        instrumentOf={instrumentOf}
      />
    </div>
  );
}

interface OrdersProps {
  readonly title: string;
  readonly orders: readonly WireFuturesOrder[];
  readonly instrumentOf: (order: WireFuturesOrder) => WireFuturesOption | undefined;
  /** With it all orders of the instrument can be cancelled at once. */
  readonly futuresOptionId?: number;
}

function Orders({ title, orders, instrumentOf, futuresOptionId }: OrdersProps) {
  if (orders.length === 0) return null;
  return (
    <section aria-label={title}>
      <div className="futures-orders__head">
        <h2>{title}</h2>
        {futuresOptionId !== undefined && orders.length > 1 && (
          <CancelAllOf futuresOptionId={futuresOptionId} count={orders.length} />
        )}
      </div>
      <ul>
        {orders.map((order) => (
          <li key={order.id}>
            <OrderRow
              order={order}
              instrument={instrumentOf(order)}
              isNamed={futuresOptionId === undefined}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface RowProps {
  readonly order: WireFuturesOrder;
  readonly instrument: WireFuturesOption | undefined;
  readonly isNamed: boolean;
}

function OrderRow({ order, instrument, isNamed }: RowProps) {
  const words = useWords(futuresOrdersWords);
  const { money } = useMoneyText(walletCurrency(instrument));
  const { busy, cancel } = useCancel(order.id);
  const qty = order.qty === null ? words.whole : qtyTextOf(order.qty, instrument);
  const shown = (text: string | null) => formatPrice(text ?? undefined, instrument?.precision ?? 2);
  // A trailing stop has no price before its start: what it waits for is how far the price comes back.
  const price = order.trailing
    ? words.trailing(formatDecimal(toDecimal((parseUnits(order.trailing.callbackRate) ?? 0n) * 100n)))
    : shown(order.price ?? order.stopPrice);
  const side = words.side[order.tradeType];
  const name = instrument ? displayName(instrument.stock) : readableCode(order.stock);

  return (
    <div className="futures-order">
      <div className="text-stack">
        <p className="futures-order__head text-caption">
          <Badge tone={order.tradeType === 'LONG' ? 'up' : 'down'}>{side}</Badge>{' '}
          <b className="figure">{price}</b> <span className="figure">{qty}</span>
        </p>
        <p className="futures-order__meta text-micro">
          {[
            isNamed && name,
            words.type[order.marketType],
            conditionOf(order, shown(order.stopPrice), words),
            order.reduceOnly ? words.reduceOnly : `${words.cost} ${money(order.cost)}`,
            formatClock(order.createdMillis),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <Button
        kind="tonal"
        size="small"
        busy={busy}
        label={words.cancelOf(`${side} ${qty} ${price}`)}
        onPress={() => void cancel()}
      >
        {words.cancel}
      </Button>
    </div>
  );
}
