// The rows of the price ladder. Prices keep their place while the market moves, so that a tap hits the price that it
// was aimed at; the rows move only when the market has left them and no pointer touches them.
import { formatDecimal, formatPrice } from '@maru/client/format';
import type { WireOverseaOrder, WireOverseaPosition } from '@maru/contract/oversea/calls';
import type { WireOverseaOption } from '@maru/contract/oversea/instruments';
import type { CSSProperties } from 'react';
import { useBook } from '../../market/book/use-book.ts';
import { usePacedQuote } from '../../market/prices/live-price.tsx';
import { ROW_PACE_MS } from '../../market/prices/paced-quote.ts';
import { toneClass } from '../../market/prices/tone-class.ts';
import { useWatched } from '../../shell/platform.tsx';
import { useWords } from '../../text/language.tsx';
import { overseaTradeWords } from '../../text/oversea-trade.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Triangle } from '../../ui/icons/icon.tsx';
import { Ghost, MyOrder } from './ladder-chip.tsx';
import './ladder-grid.css';
import type { LiveTick } from '../../market/prices/use-live-tick.ts';
import type { OrderKind, OrderSide } from '../orders/order-request.ts';
import type { Movable } from '../orders/use-moves.ts';
import { type Cell, kindAt, type LadderRowView, ladderRows } from './ladder-rows.ts';
import { useLadderAnchor } from './use-ladder-anchor.ts';
import { useLadderDrag } from './use-ladder-drag.ts';

export interface LadderGridProps {
  readonly instrument: WireOverseaOption;
  readonly tick: LiveTick | undefined;
  readonly position: WireOverseaPosition | undefined;
  readonly orders: readonly WireOverseaOrder[];
  readonly armed: Cell | undefined;
  readonly maySend: (side: OrderSide, type: OrderKind) => boolean;
  readonly onTap: (cell: Cell) => void;
  readonly onDrop: (chip: Movable, to: string) => void;
  readonly onRemove: (chip: Movable) => void;
  /** The alternative to dragging. */
  readonly onOpen: (chip: Movable, price: string) => void;
  /** How high a row is: a mouse needs less than a thumb. */
  readonly rowPx?: number;
}

const THUMB_ROW_PX = 44;

export function LadderGrid(props: LadderGridProps) {
  const { instrument, tick, position, orders, onDrop, onRemove, rowPx = THUMB_ROW_PX } = props;
  const words = useWords(overseaTradeWords);
  const book = useBook(instrument.stock);
  const { quote, moved } = useWatched(usePacedQuote(instrument.stock, ROW_PACE_MS));
  const drag = useLadderDrag({
    rowPx,
    onDrop: (chip, rows) => {
      const to = shown[rows]?.price;
      if (to !== undefined) onDrop(chip, to);
    },
    onRemove,
  });
  const { anchor, scroller, isAway, recentre, handlers } = useLadderAnchor({
    instrument,
    tick,
    isHeld: drag.held !== undefined,
    rowPx,
  });
  const shown = anchor === undefined ? [] : ladderRows({ instrument, anchor, tick, book, position, orders });
  const deepest = Math.max(0, ...shown.map(({ size }) => Number(size ?? 0)));
  const { held } = drag;
  const target = held && shown[held.to];
  return (
    <>
      <div className="ladder-grid__head text-micro" aria-hidden="true">
        <span>{words.myBuys}</span>
        <span>{words.depth}</span>
        <span>{words.price}</span>
        <span>{words.depth}</span>
        <span>{words.mySells}</span>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset brings a legend and its own layout rules. */}
      <div
        ref={scroller}
        className="ladder-grid"
        style={rowPx === THUMB_ROW_PX ? undefined : rowHeight(rowPx)}
        role="group"
        aria-label={words.ladder}
        aria-busy={anchor === undefined}
        // While the market is closed no row in it can be focused, and it scrolls.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: see above.
        tabIndex={0}
        {...handlers}
      >
        {shown.map((row, index) => (
          <Row
            key={row.price}
            {...props}
            row={row}
            index={index}
            deepest={deepest}
            drag={drag}
            arrow={moved === 'none' || quote === undefined ? undefined : moved}
          />
        ))}
        {held && target && (
          <p
            className={held.isOut ? 'ladder-grid__tip ladder-grid__tip--out' : 'ladder-grid__tip'}
            style={{ top: `${tipTop(held.to, rowPx, scroller.current)}px` }}
            role="status"
          >
            {held.isOut ? words.dropToCancel : words.dragTo(formatPrice(target.price, instrument.precision))}
          </p>
        )}
      </div>
      {isAway && (
        <div className="ladder-grid__return">
          <Button size="small" kind="tonal" icon="refresh" onPress={recentre}>
            {words.recentre}
          </Button>
        </div>
      )}
    </>
  );
}

const rowHeight = (rowPx: number): CSSProperties => ({ '--ladder-row': `${rowPx}px` }) as CSSProperties;

const TIP_PX = 34;
const TIP_GAP_PX = 6;

/** Below the tapped row, or above it where there is no room left. */
function tipTop(row: number, rowPx: number, box: HTMLElement | null): number {
  const below = (row + 1) * rowPx + TIP_GAP_PX;
  const end = (box?.scrollTop ?? 0) + (box?.clientHeight ?? Number.MAX_SAFE_INTEGER);
  return below + TIP_PX <= end ? below : row * rowPx - TIP_GAP_PX - TIP_PX;
}

interface RowProps extends LadderGridProps {
  readonly row: LadderRowView;
  readonly index: number;
  readonly deepest: number;
  readonly drag: ReturnType<typeof useLadderDrag>;
  readonly arrow: 'up' | 'down' | undefined;
}

function Row(props: RowProps) {
  const { row, index, deepest, drag, instrument, arrow } = props;
  const { isLast, side } = row;
  const sideTone = side === undefined ? 'flat' : side === 'ask' ? 'down' : 'up';
  const isTarget = drag.held?.to === index && !drag.held.isOut && drag.held.from !== index;
  const classNames = [
    'ladder-grid__row',
    isLast && 'ladder-grid__row--last',
    isTarget && 'ladder-grid__row--target',
  ];
  return (
    <div className={classNames.filter(Boolean).join(' ')}>
      <OrderCell {...props} side="LONG" chips={row.buys} />
      <span className="ladder-grid__depth ladder-grid__depth--bid">
        {side === 'bid' && <Depth size={row.size} deepest={deepest} />}
      </span>
      <span className={`ladder-grid__price figure${toneClass(sideTone)}`}>
        <b>{formatPrice(row.price, instrument.precision)}</b>
      </span>
      <span className="ladder-grid__depth ladder-grid__depth--ask">
        {side === 'ask' && <Depth size={row.size} deepest={deepest} />}
        {isLast && arrow && (
          <span className={`figure--${arrow}`}>
            <Triangle direction={arrow} size={9} />
          </span>
        )}
      </span>
      <OrderCell {...props} side="SHORT" chips={row.sells} />
    </div>
  );
}

function Depth({ size, deepest }: { readonly size: string | undefined; readonly deepest: number }) {
  if (size === undefined) return null;
  const share = deepest === 0 ? 0 : Number(size) / deepest;
  return (
    <>
      <i style={{ width: `${30 + share * 64}%` }} />
      <em className="figure">{formatDecimal(size)}</em>
    </>
  );
}

interface CellProps extends RowProps {
  readonly side: OrderSide;
  readonly chips: readonly Movable[];
}

/** One side of one price: the member's own order if there is one, else the button that orders there. */
function OrderCell({
  row,
  index,
  side,
  chips,
  drag,
  instrument,
  tick,
  armed,
  maySend,
  onTap,
  onOpen,
}: CellProps) {
  const words = useWords(overseaTradeWords);
  const { held } = drag;
  const cellClass = `ladder-grid__cell ladder-grid__cell--${side === 'LONG' ? 'buy' : 'sell'}`;
  const price = formatPrice(row.price, instrument.precision);
  const isHere = held !== undefined && held.side === side;
  const [chip] = chips;
  if (isHere && held.from === index && held.to !== index)
    return (
      <span className={cellClass}>
        {/* The dragged chip stays mounted, or its pointer events would be lost. */}
        <MyOrder chip={held.chip} side={side} price={price} more={0} drag={drag} index={index} isHidden />
        <Ghost chip={held.chip} side={side} />
      </span>
    );
  if (isHere && held.to === index && held.from !== index)
    return (
      <span className={cellClass}>
        <span className="ladder-grid__lifted">
          <MyOrder chip={held.chip} side={side} price={price} more={0} isLifted />
        </span>
      </span>
    );
  if (chip)
    return (
      <span className={cellClass}>
        <MyOrder
          chip={chip}
          side={side}
          price={price}
          more={chips.length - 1}
          drag={drag}
          index={index}
          onOpen={() => onOpen(chip, row.price)}
        />
      </span>
    );
  const type = tick ? kindAt(side, row.price, tick) : 'LIMIT';
  const isArmed = armed?.side === side && armed.price === row.price;
  const name = words.orderAt({ side: words.side[side], price, type: words.type[type] });
  return (
    <button
      type="button"
      className={cellClass}
      aria-label={isArmed ? `${name}, ${words.onceMore}` : name}
      disabled={!maySend(side, type)}
      onClick={() => onTap({ side, price: row.price })}
    >
      {isArmed && <span className="ladder-ghost">{words.onceMore}</span>}
    </button>
  );
}
