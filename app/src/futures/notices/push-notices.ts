// The notices that one push leads to.
import type { WireFuturesFill, WireFuturesLeverage, WireFuturesOrder } from '@maru/contract/futures/wire';
import type { FuturesPush, FuturesPushType, FuturesWarning } from '@maru/contract/realtime';
import { isNew } from '../../shell/messages/shown-once.ts';
import { isExit, isResting } from '../orders/order-state.ts';

export type Notice =
  | { readonly kind: 'accepted'; readonly order: WireFuturesOrder }
  | { readonly kind: 'cancelled'; readonly orders: readonly WireFuturesOrder[] }
  | { readonly kind: 'filled'; readonly fill: WireFuturesFill }
  | { readonly kind: 'liquidated'; readonly fills: readonly WireFuturesFill[] }
  | { readonly kind: 'risk'; readonly warning: FuturesWarning }
  | { readonly kind: 'leverage'; readonly leverage: WireFuturesLeverage };

interface PushedOnce {
  readonly type: FuturesPushType;
  /** The number of the event, shared by all pushes that it leads to; absent of a state. */
  readonly seq?: number | undefined;
  readonly data: FuturesPush;
}

const isLiquidation = ({ marketType }: WireFuturesFill): boolean => marketType === 'LIQUIDATION';

/** Ended by something that has a notice of its own: the liquidation, the fill, or the exits that replaced it. */
const isExplained = (order: WireFuturesOrder): boolean =>
  order.cancelReason === 'LIQUIDATION' ||
  order.cancelReason === 'REPLACED' ||
  (isExit(order) && order.cancelReason === 'POSITION_GONE');

/** Several pushes of one event repeat its content; each part is shown once. */
export function noticesOf({ type, seq, data }: PushedOnce, shown: Set<string>): readonly Notice[] {
  const orders = data.orders.filter((order) =>
    isNew(shown, `order ${order.id} ${isResting(order) ? 'RESTS' : order.status}`),
  );
  const fills = data.fills.filter(({ id }) => isNew(shown, `fill ${id}`));
  const liquidated = fills.filter(isLiquidation);
  const cancelled = orders.filter((order) => order.status === 'CANCELED' && !isExplained(order));
  const { warning, leverage } = data;
  // A changed order was accepted before, and exits are set by the order or the sheet that shows them.
  const accepted =
    type === 'ORDER_UPDATE' ? [] : orders.filter((order) => isResting(order) && !isExit(order));
  return [
    ...(liquidated.length > 0 ? [{ kind: 'liquidated', fills: liquidated } as const] : []),
    ...(warning && isNew(shown, `warning ${seq ?? ''} ${warning.wallet} ${warning.ratio}`)
      ? [{ kind: 'risk', warning } as const]
      : []),
    ...fills.filter((fill) => !isLiquidation(fill)).map((fill) => ({ kind: 'filled', fill }) as const),
    ...accepted.map((order) => ({ kind: 'accepted', order }) as const),
    ...(cancelled.length > 0 ? [{ kind: 'cancelled', orders: cancelled } as const] : []),
    ...(leverage && isNew(shown, `leverage ${seq ?? ''}`) ? [{ kind: 'leverage', leverage } as const] : []),
  ];
}
