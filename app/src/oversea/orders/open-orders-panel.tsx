// Orders that wait for their price: of this instrument first, then the others. One tap cancels one.

import { formatDecimal, formatPrice, readableCode } from '@maru/client/format';
import { formatClock } from '@maru/client/format-date';
import type { WireOverseaOrder } from '@maru/contract/oversea/calls';
import type { WireOverseaOption } from '@maru/contract/oversea/instruments';
import { nameOf } from '../../market/instruments/instrument-words.ts';
import { LoadFailed } from '../../shell/connection/load-failed.tsx';
import { useLanguage, useWords } from '../../text/language.tsx';
import { overseaAccountWords } from '../../text/oversea-account.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Badge } from '../../ui/figures/badge.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { StatePanel } from '../../ui/states/state-panel.tsx';
import { useWalletMoney } from '../account/wallet-money.ts';
import { useOverseaInstruments } from '../listing/use-oversea-instruments.ts';
import './open-orders-panel.css';
import { useOverseaAccount } from '../account/use-oversea-account.ts';
import { useCancel, useCancelAll } from './use-cancel.ts';

interface Props {
  readonly instrument: WireOverseaOption;
}

export function OpenOrdersPanel({ instrument }: Props) {
  const words = useWords(overseaAccountWords);
  const { orders, state, reload } = useOverseaAccount();
  const instruments = useOverseaInstruments().reply ?? [];
  if (state === 'loading') return <SkeletonRows count={3} figures />;
  if (state === 'failed') return <LoadFailed title={words.accountFailed} onRetry={reload} />;
  if (orders.length === 0)
    return <StatePanel kind="empty" title={words.noOrders} sentence={words.noOrdersLead} />;
  const mine = orders.filter(({ overseaOptionId }) => overseaOptionId === instrument.id);
  const others = orders.filter(({ overseaOptionId }) => overseaOptionId !== instrument.id);
  const instrumentOf = (order: WireOverseaOrder) =>
    instruments.find(({ id }) => id === order.overseaOptionId) ??
    (order.overseaOptionId === instrument.id ? instrument : undefined);
  return (
    <div className="open-orders">
      <Orders
        title={words.openOrders}
        orders={mine}
        instrumentOf={instrumentOf}
        overseaOptionId={instrument.id}
      />
      <Orders title={words.otherOrders} orders={others} instrumentOf={instrumentOf} />
    </div>
  );
}

interface OrdersProps {
  readonly title: string;
  readonly orders: readonly WireOverseaOrder[];
  readonly instrumentOf: (order: WireOverseaOrder) => WireOverseaOption | undefined;
  /** With it all orders of the instrument can be cancelled at once. */
  readonly overseaOptionId?: number;
}

function Orders({ title, orders, instrumentOf, overseaOptionId }: OrdersProps) {
  if (orders.length === 0) return null;
  return (
    <section aria-label={title}>
      <div className="open-orders__head">
        <h2>{title}</h2>
        {overseaOptionId !== undefined && orders.length > 1 && (
          <CancelAll overseaOptionId={overseaOptionId} count={orders.length} />
        )}
      </div>
      <ul>
        {orders.map((order) => (
          <li key={order.id}>
            <OrderRow
              order={order}
              instrument={instrumentOf(order)}
              isNamed={overseaOptionId === undefined}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function CancelAll({ overseaOptionId, count }: { readonly overseaOptionId: number; readonly count: number }) {
  const words = useWords(overseaAccountWords);
  const { busy, cancelAll } = useCancelAll(count, overseaOptionId);
  return (
    <Button kind="tonal" size="small" busy={busy} onPress={() => void cancelAll()}>
      {words.cancelAll}
    </Button>
  );
}

interface RowProps {
  readonly order: WireOverseaOrder;
  readonly instrument: WireOverseaOption | undefined;
  readonly isNamed: boolean;
}

function OrderRow({ order, instrument, isNamed }: RowProps) {
  const words = useWords(overseaAccountWords);
  const { language } = useLanguage();
  const { money } = useWalletMoney(instrument);
  const { busy, cancel } = useCancel(order.id);
  const contracts = words.contracts(formatDecimal(String(order.qty)));
  const price = formatPrice(order.price ?? undefined, instrument?.precision ?? 2);
  const name = instrument ? nameOf(instrument, language) : readableCode(order.stock);
  const orderText = `${words.side[order.tradeType]} ${contracts} ${price}`;

  // A trigger may be on either side of the market, so its side is shown.
  const fires = { AT_OR_ABOVE: words.firesAbove, AT_OR_BELOW: words.firesBelow };
  const condition = order.fires !== null && fires[order.fires](price);
  // An order that would only reduce the position locks nothing.
  const margin = Number(order.margin) !== 0 && `${words.margin} ${money(order.margin)}`;

  return (
    <div className="open-order">
      <div className="text-stack">
        <p className="open-order__head text-caption">
          <Badge tone={order.tradeType === 'LONG' ? 'up' : 'down'}>{words.side[order.tradeType]}</Badge>{' '}
          <b className="figure">{price}</b> <span className="figure">{contracts}</span>
        </p>
        <p className="open-order__meta text-micro">
          {[
            isNamed && name,
            words.type[order.marketType],
            order.marketType !== 'LIMIT' && condition,
            order.reduceOnly ? words.reduceOnly : margin,
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
        label={words.cancelOf(orderText)}
        onPress={() => void cancel()}
      >
        {words.cancel}
      </Button>
    </div>
  );
}
