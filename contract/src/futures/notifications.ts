// What a member is told about orders and positions of coin futures.
import { copyNotifications } from '../copytrade/notifications.ts';
import { cancelled, liquidated, type Made, type NotificationMaker } from '../notification/of-push.ts';
import type { FuturesPush } from '../realtime.ts';
import type { WireFuturesFill } from './wire.ts';

const receiptOf = (id: number): string => `/wallet/history/futures/${id}`;

/** Ended by the member, or by something that has a notification of its own. */
const EXPLAINED: ReadonlySet<string> = new Set(['PLAYER', 'REPLACED', 'LIQUIDATION', 'POSITION_GONE']);

const isLiquidation = ({ marketType }: WireFuturesFill): boolean => marketType === 'LIQUIDATION';
const isZero = (text: string): boolean => !/[1-9]/.test(text);

export const futuresNotifications: NotificationMaker = {
  queue: 'futures',
  madeOf({ data }) {
    const { fills, orders, warning, leverage, isCopied, copy } = data as FuturesPush;
    if (copy !== undefined) return copyNotifications(copy);
    const ended = orders.filter(
      ({ status, cancelReason }) =>
        status === 'CANCELED' && cancelReason !== null && !EXPLAINED.has(cancelReason),
    );
    return [
      ...liquidated(fills.filter(isLiquidation), receiptOf),
      ...(isCopied ? [] : fills.filter((fill) => !isLiquidation(fill)).map(filled)),
      ...cancelled(ended),
      ...(warning === undefined ? [] : [warned(warning)]),
      ...(leverage === undefined ? [] : [leverageSet(leverage)]),
    ];
  },
};

function warned({ positions, wallet, ratio }: NonNullable<FuturesPush['warning']>): Made {
  const stock = positions[0]?.stock ?? wallet;
  const path = positions[0] === undefined ? null : `/future/${stock}`;
  return { part: 'warned', category: 'RISK', path, content: { kind: 'WARNED', stock, ratio } };
}

const leverageSet = ({ stock, leverage }: NonNullable<FuturesPush['leverage']>): Made => ({
  part: 'leverage',
  category: 'FILL',
  path: `/future/${stock}`,
  // The push has only what is now.
  content: { kind: 'LEVERAGE', stock, leverage, before: null },
});

function filled(fill: WireFuturesFill): Made {
  const { marketType } = fill;
  const isExit = marketType === 'TAKEPROFIT' || marketType === 'STOPLOSS' || marketType === 'TRAILINGSTOP';
  return {
    part: `fill ${fill.id}`,
    category: 'FILL',
    path: receiptOf(fill.id),
    content: {
      kind: 'FILLED',
      unit: 'COINS',
      fillId: fill.id,
      stock: fill.stock,
      side: fill.tradeType,
      qty: fill.qty,
      price: fill.price,
      net: isZero(fill.closedQty) ? null : fill.net,
      currency: fill.currency,
      cause: isExit ? marketType : null,
    },
  };
}
