// The member's position, exits and orders in an instrument, as lines of its chart (docs/design.md 7).

import type { WireFuturesOption } from '@maru/contract/futures/instruments';
import type { WireFuturesOrder, WireFuturesPosition } from '@maru/contract/futures/wire';
import type { ChartLine } from '../../chart/drawing/chart-line.ts';
import { onGrid } from '../../market/prices/price-grid.ts';
import type { FuturesOrdersWords } from '../../text/futures-orders.ts';
import { qtyTextOf } from '../account/unit-words.ts';
import type { Movable, Move } from '../orders/use-moves.ts';

interface Held {
  readonly instrument: WireFuturesOption;
  readonly position: WireFuturesPosition | undefined;
  /** Of the instrument, exits included. */
  readonly orders: readonly WireFuturesOrder[];
  /** What closing now would leave, with its sign; undefined while there is no price. */
  readonly net: string | undefined;
  /** The mark at which the position is liquidated. */
  readonly liquidation: string | undefined;
  readonly words: FuturesOrdersWords;
  readonly onMove: (move: Move) => void;
}

export function chartLines(held: Held): readonly ChartLine[] {
  const { position, orders, liquidation, words } = held;
  return [
    ...(position ? [positionLine(held, position)] : []),
    ...orders.flatMap((order) => orderLines(held, order)),
    ...(liquidation === undefined
      ? []
      : [
          {
            id: 'liquidation',
            price: liquidation,
            kind: 'lossCut',
            label: words.line.liquidation,
          } as const,
        ]),
  ];
}

function positionLine({ instrument, net, words }: Held, position: WireFuturesPosition): ChartLine {
  const { id, tradeType, qty, entryPrice } = position;
  const label = `${words.shortSide[tradeType]} ${qtyTextOf(qty, instrument)}`;
  return {
    id: `position-${id}`,
    price: entryPrice,
    kind: 'position',
    label: net === undefined ? label : `${label}  ${net}`,
    side: tradeType === 'LONG' ? 'long' : 'short',
  };
}

const draggable = ({ instrument: { tickSize }, onMove }: Held, moved: Movable) => ({
  tickSize,
  onMove: (to: string) => onMove({ ...moved, to: onGrid(to, tickSize) }),
});

/** A trailing stop follows the price by itself: its line cannot be dragged. */
const isTrailing = ({ marketType }: WireFuturesOrder): boolean => marketType === 'TRAILINGSTOP';

function orderLines(held: Held, order: WireFuturesOrder): readonly ChartLine[] {
  const { words, instrument } = held;
  const line = (leg: Movable['leg'], kind: ChartLine['kind'], label: string): readonly ChartLine[] => {
    const price = order[leg];
    if (price === null) return [];
    return [
      {
        id: `${leg}-${order.id}`,
        price,
        kind,
        label,
        side: order.tradeType === 'LONG' ? 'long' : 'short',
        ...(isTrailing(order) ? {} : draggable(held, { order, leg })),
      },
    ];
  };
  const part = order.qty === null ? '' : ` ${qtyTextOf(order.qty, instrument)}`;
  if (order.marketType === 'TAKEPROFIT')
    return line('stopPrice', 'takeProfit', `${words.line.takeProfit}${part}`);
  if (order.marketType === 'STOPLOSS' || isTrailing(order))
    return line('stopPrice', 'stopLoss', `${words.line.stopLoss}${part}`);
  const label = `${words.type[order.marketType]} ${words.side[order.tradeType]}${part}`;
  // A stop with a limit that was triggered rests at its limit: its trigger has done its work.
  const trigger =
    order.status === 'WAITING' ? line('stopPrice', 'order', `${words.line.trigger} ${label}`) : [];
  return [...trigger, ...line('price', 'order', label)];
}
