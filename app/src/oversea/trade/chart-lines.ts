// The member's position and orders in an instrument, as lines of its chart (docs/design.md 7).
import { formatDecimal } from '@maru/client/format';
import type { WireOverseaOrder, WireOverseaPosition } from '@maru/contract/oversea/calls';
import type { WireOverseaOption } from '@maru/contract/oversea/instruments';
import type { ChartLine } from '../../chart/drawing/chart-line.ts';
import { onGrid } from '../../market/prices/price-grid.ts';
import type { LiveTick } from '../../market/prices/use-live-tick.ts';
import type { OverseaTradeWords } from '../../text/oversea-trade.ts';
import type { Movable, Move } from '../orders/use-moves.ts';
import { netNow } from '../position/contract-money.ts';

interface Held {
  readonly instrument: WireOverseaOption;
  readonly position: WireOverseaPosition | undefined;
  readonly orders: readonly WireOverseaOrder[];
  /** The bid and ask at which the position could be closed. */
  readonly tick: Pick<LiveTick, 'bid' | 'ask'> | undefined;
  /** The price at which the account would be liquidated. */
  readonly cut: string | undefined;
  readonly words: OverseaTradeWords;
  /** `+124,100` */
  readonly signedFigure: (amount: string | undefined) => string;
  readonly onMove: (move: Move) => void;
}

export function chartLines(held: Held): readonly ChartLine[] {
  const { instrument, position, orders, cut, words } = held;
  const mine = orders.filter(({ overseaOptionId }) => overseaOptionId === instrument.id);
  return [
    ...(position ? positionLines(held, position) : []),
    ...mine.flatMap((order) => orderLine(held, order)),
    ...(cut === undefined
      ? []
      : [{ id: 'losscut', price: cut, kind: 'lossCut', label: words.lossCutLine } as const]),
  ];
}

const draggable = ({ instrument: { tickSize }, onMove }: Held, moved: Movable) => ({
  tickSize,
  onMove: (to: string) => onMove({ ...moved, to: onGrid(to, tickSize) }),
});

function positionLines(held: Held, position: WireOverseaPosition): readonly ChartLine[] {
  const { instrument, tick, words, signedFigure } = held;
  const { id, tradeType, qty, entryPrice, tpPrice, slPrice } = position;
  const net = netNow(instrument, position, tick)?.net;
  const label = `${words.side[tradeType]} ${formatDecimal(String(qty))}`;
  const exit = (leg: 'TP' | 'SL', price: string | null): readonly ChartLine[] =>
    price === null
      ? []
      : [
          {
            id: `${leg}-${id}`,
            price,
            kind: leg === 'TP' ? 'takeProfit' : 'stopLoss',
            label: words.leg[leg],
            ...draggable(held, { kind: 'exit', position, leg }),
          },
        ];
  return [
    {
      id: `position-${id}`,
      price: entryPrice,
      kind: 'position',
      label: net === undefined ? label : `${label}  ${signedFigure(net)}`,
      side: tradeType === 'LONG' ? 'long' : 'short',
    },
    ...exit('TP', tpPrice),
    ...exit('SL', slPrice),
  ];
}

function orderLine(held: Held, order: WireOverseaOrder): readonly ChartLine[] {
  if (order.price === null) return [];
  const { words } = held;
  const type = words.type[order.marketType === 'STOPMARKET' ? 'STOPMARKET' : 'LIMIT'];
  return [
    {
      id: `order-${order.id}`,
      price: order.price,
      kind: 'order',
      label: `${type} ${words.side[order.tradeType]} ${formatDecimal(String(order.qty))}`,
      side: order.tradeType === 'LONG' ? 'long' : 'short',
      ...draggable(held, { kind: 'order', order }),
    },
  ];
}
