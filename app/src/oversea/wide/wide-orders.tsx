// Resting orders of all instruments, and below them the newest fills.
import { formatDecimal, formatPrice, readableCode } from '@maru/client/format';
import { formatClock } from '@maru/client/format-date';
import { overseaHistory, type WireOverseaFill, type WireOverseaOrder } from '@maru/contract/oversea/calls';
import type { WireOverseaOption } from '@maru/contract/oversea/instruments';
import { usePages } from '../../receipt/use-pages.ts';
import { WidePanel } from '../../shell/layouts/wide-grid.tsx';
import { Link } from '../../shell/routing/router.tsx';
import { useWords } from '../../text/language.tsx';
import { overseaAccountWords } from '../../text/oversea-account.ts';
import { overseaWideWords } from '../../text/oversea-wide.ts';
import { Button, IconButton } from '../../ui/buttons/button.tsx';
import { Badge } from '../../ui/figures/badge.tsx';
import { useOverseaAccount } from '../account/use-oversea-account.ts';
import { fillPatches } from '../history/fill-patches.ts';
import { useCancel, useCancelAll } from '../orders/use-cancel.ts';
import './wide-orders.css';

interface Props {
  readonly instruments: readonly WireOverseaOption[];
}

export function WideOrders({ instruments }: Props) {
  const words = useWords(overseaAccountWords);
  const wideText = useWords(overseaWideWords);
  const { orders } = useOverseaAccount();
  const { busy, cancelAll } = useCancelAll(orders.length);
  const pages = usePages<WireOverseaFill, typeof overseaHistory>(overseaHistory, {}, fillPatches({}));
  const precisionOf = (id: number) => instruments.find((each) => each.id === id)?.precision ?? 2;
  return (
    <WidePanel
      label={wideText.ordersAndFills}
      className="wide-orders"
      title={wideText.openOrders}
      count={orders.length}
      end={
        orders.length > 1 && (
          <Button kind="tonal" size="small" busy={busy} onPress={() => void cancelAll()}>
            {words.cancelAll}
          </Button>
        )
      }
    >
      <div className="wide-panel__scroller">
        {orders.length === 0 && <p className="wide-panel__none text-caption">{words.noOrders}</p>}
        <ul aria-label={wideText.openOrders}>
          {orders.map((order) => (
            <li key={order.id}>
              <OrderRow order={order} precision={precisionOf(order.overseaOptionId)} />
            </li>
          ))}
        </ul>
        <h2 className="wide-orders__title">{words.fills}</h2>
        {pages.items.length === 0 && <p className="wide-panel__none text-caption">{words.noFills}</p>}
        <ul aria-label={words.fills}>
          {pages.items.map((fill) => (
            <li key={fill.id}>
              <Link to={`/wallet/history/oversea/${fill.id}`} className="wide-orders__row">
                <Badge tone={fill.tradeType === 'LONG' ? 'up' : 'down'}>{words.side[fill.tradeType]}</Badge>
                <span className="figure">
                  {readableCode(fill.stock)} {words.contracts(formatDecimal(String(fill.qty)))}
                </span>
                <b className="figure">{formatPrice(fill.price, precisionOf(fill.overseaOptionId))}</b>
                <span className="text-micro figure">{formatClock(fill.createdMillis)}</span>
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </WidePanel>
  );
}

function OrderRow({ order, precision }: { readonly order: WireOverseaOrder; readonly precision: number }) {
  const words = useWords(overseaAccountWords);
  const { busy, cancel } = useCancel(order.id);
  const contracts = words.contracts(formatDecimal(String(order.qty)));
  const price = formatPrice(order.price ?? undefined, precision);
  return (
    <div className="wide-orders__row">
      <Badge tone={order.tradeType === 'LONG' ? 'up' : 'down'}>{words.side[order.tradeType]}</Badge>
      <span className="figure">
        {readableCode(order.stock)} {contracts}
      </span>
      <b className="figure">{price}</b>
      <span className="text-micro">{words.type[order.marketType]}</span>
      <IconButton
        icon="close"
        size={16}
        quiet
        label={words.cancelOf(`${words.side[order.tradeType]} ${contracts} ${price}`)}
        onPress={() => {
          if (!busy) void cancel();
        }}
      />
    </div>
  );
}
