// The notifications that the pushes of an event lead to: one function for the centre, for web pushes and for the badge,
// so that there is no second truth about what happened. Several pushes of one event repeat its content: their
// notifications have the same id. Only types are imported, so that the browser loads no schemas.
import type { WireFuturesFill, WireFuturesOrder } from '../futures/wire.ts';
import type { WireOverseaFill, WireOverseaOrder } from '../oversea/calls.ts';
import type { BetResult, DnwPush, FuturesPush, OverseaPush, Push } from '../realtime.ts';
import type { Category, NotificationContent, WireNotification } from './calls.ts';

interface Made {
  /** Tells it from the other notifications of the event. */
  readonly part: string;
  readonly category: Category;
  readonly path: string | null;
  readonly content: NotificationContent;
}

/** Nothing for a push that tells only what the member just did, or that is no event. */
export function notificationsOf(
  queue: string,
  push: Pick<Push, 'type' | 'seq' | 'at' | 'data'>,
): readonly WireNotification[] {
  const { seq, at } = push;
  if (seq === undefined) return [];
  return madeOf(queue, push).map(({ part, category, path, content }) => ({
    id: `event ${seq} ${part}`,
    category,
    at,
    path,
    content,
  }));
}

function madeOf(queue: string, { type, data }: Pick<Push, 'type' | 'data'>): readonly Made[] {
  switch (queue) {
    case 'oversea':
      return ofOversea(data as OverseaPush);
    case 'futures':
      return ofFutures(type, data as FuturesPush);
    case 'trade':
      return type === 'BET_RESULT' ? [ofRound(data as BetResult)] : [];
    case 'dnw':
      return [ofDnw(data as DnwPush)];
    default:
      return [];
  }
}

const isZero = (text: string): boolean => !/[1-9]/.test(text);

interface Fill {
  readonly id: number;
  readonly stock: string;
  readonly currency: string;
  readonly net: string;
}

function liquidated(
  product: 'OVERSEA' | 'FUTURES',
  fills: readonly Fill[],
  path: (fillId: number) => string,
): readonly Made[] {
  // Each is a loss of its own, with its own report.
  return fills.map(({ id, stock, net, currency }) => ({
    part: `fill ${id}`,
    category: 'RISK',
    path: path(id),
    content: { kind: 'LIQUIDATED', product, fillId: id, stock, count: 1, net, currency },
  }));
}

const overseaReceipt = (id: number): string => `/wallet/history/oversea/${id}`;
const futuresReceipt = (id: number): string => `/wallet/history/futures/${id}`;

function ofOversea(data: OverseaPush): readonly Made[] {
  const fills = data.fills as readonly WireOverseaFill[];
  const orders = data.orders as readonly WireOverseaOrder[];
  const isLossCut = ({ forcedReason }: WireOverseaFill) => forcedReason === 'LOSSCUT';
  const filled = fills
    .filter((fill) => !isLossCut(fill))
    .map(
      (fill): Made => ({
        part: `fill ${fill.id}`,
        category: 'FILL',
        path: overseaReceipt(fill.id),
        content: {
          kind: 'FILLED',
          product: 'OVERSEA',
          fillId: fill.id,
          stock: fill.stock,
          side: fill.tradeType,
          qty: String(fill.qty),
          price: fill.price,
          net: fill.closedQty > 0 ? fill.net : null,
          currency: fill.currency,
          cause: overseaCause(fill),
        },
      }),
    );
  const cancelled = orders.filter(
    ({ status, cancelReason }) =>
      status === 'CANCELED' &&
      cancelReason !== null &&
      cancelReason !== 'PLAYER' &&
      cancelReason !== 'LOSSCUT',
  );
  return [
    ...liquidated('OVERSEA', fills.filter(isLossCut), overseaReceipt),
    ...filled,
    ...cancelledOf('OVERSEA', cancelled),
  ];
}

function overseaCause({ forcedReason, marketType }: WireOverseaFill) {
  if (forcedReason !== null) return 'FORCED';
  return marketType === 'TAKEPROFIT' || marketType === 'STOPLOSS' ? marketType : null;
}

function cancelledOf(
  product: 'OVERSEA' | 'FUTURES',
  orders: readonly { readonly id: number; readonly stock: string }[],
): readonly Made[] {
  const [first] = orders;
  if (first === undefined) return [];
  return [
    {
      part: `cancelled ${first.id}`,
      category: 'FILL',
      path: null,
      content: { kind: 'CANCELLED', product, stock: first.stock, count: orders.length },
    },
  ];
}

/** Ended by something that has a notification of its own, or by the member. */
const EXPLAINED: ReadonlySet<string> = new Set(['PLAYER', 'REPLACED', 'LIQUIDATION', 'POSITION_GONE']);

function ofFutures(type: string, { fills, orders, warning, leverage }: FuturesPush): readonly Made[] {
  if (type === 'COPYTRADE_OPEN' || type === 'COPYTRADE_CLOSE') {
    const stock = fills[0]?.stock ?? '';
    const content = { kind: 'COPIED', stock, isOpen: type === 'COPYTRADE_OPEN' } as const;
    return [{ part: 'copied', category: 'COPY', path: null, content }];
  }
  const made: Made[] = [];
  const isLiquidation = ({ marketType }: WireFuturesFill) => marketType === 'LIQUIDATION';
  made.push(...liquidated('FUTURES', fills.filter(isLiquidation), futuresReceipt));
  for (const fill of fills.filter((each) => !isLiquidation(each))) made.push(ofFuturesFill(fill));
  const cancelled = orders.filter(
    ({ status, cancelReason }: WireFuturesOrder) =>
      status === 'CANCELED' && cancelReason !== null && !EXPLAINED.has(cancelReason),
  );
  made.push(...cancelledOf('FUTURES', cancelled));
  if (warning !== undefined) {
    const stock = warning.positions[0]?.stock ?? warning.wallet;
    const path = warning.positions[0] === undefined ? null : `/future/${stock}`;
    const content = { kind: 'WARNED', stock, ratio: warning.ratio } as const;
    made.push({ part: 'warned', category: 'RISK', path, content });
  }
  if (leverage !== undefined) {
    const { stock } = leverage;
    const content = { kind: 'LEVERAGE', stock, leverage: leverage.leverage } as const;
    made.push({ part: 'leverage', category: 'FILL', path: `/future/${stock}`, content });
  }
  return made;
}

function ofFuturesFill(fill: WireFuturesFill): Made {
  const { marketType } = fill;
  const isExit = marketType === 'TAKEPROFIT' || marketType === 'STOPLOSS' || marketType === 'TRAILINGSTOP';
  return {
    part: `fill ${fill.id}`,
    category: 'FILL',
    path: futuresReceipt(fill.id),
    content: {
      kind: 'FILLED',
      product: 'FUTURES',
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

function ofRound({ tradeRoundId, bets }: BetResult): Made {
  const betId = bets[0]?.id ?? 0;
  return {
    part: `round ${tradeRoundId}`,
    category: 'ROUND',
    path: bets.length === 0 ? null : `/wallet/history/${betId}`,
    content: {
      kind: 'ROUND',
      tradeRoundId,
      betId,
      bets: bets.length,
      won: bets.filter(({ status }) => status === 1).length,
      returned: bets.filter(({ status }) => status === 3).length,
    },
  };
}

const ofDnw = ({ dnwHistoryId, type, status, walletType }: DnwPush): Made => ({
  part: `dnw ${dnwHistoryId} ${status}`,
  category: 'DNW',
  path: '/wallet/dnw_history',
  content: { kind: 'DNW', dnwHistoryId, type, status, wallet: walletType },
});
