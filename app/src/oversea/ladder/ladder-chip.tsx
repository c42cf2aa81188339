// A member's own order on the ladder: dragged to another price, swiped aside to cancel, or pressed to do either on a
// sheet.
import { formatDecimal } from '@maru/client/format';
import { useWords } from '../../text/language.tsx';
import { type OverseaTradeWords, overseaTradeWords } from '../../text/oversea-trade.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import './ladder-chip.css';
import type { OrderSide } from '../orders/order-request.ts';
import type { Movable } from '../orders/use-moves.ts';
import type { LadderDrag } from './use-ladder-drag.ts';

interface Props {
  readonly chip: Movable;
  readonly side: OrderSide;
  readonly price: string;
  /** Others at the same price. */
  readonly more: number;
  readonly index?: number;
  readonly drag?: LadderDrag;
  readonly isLifted?: boolean;
  readonly isHidden?: boolean;
  readonly onOpen?: () => void;
}

const qtyOf = (chip: Movable): string =>
  formatDecimal(String(chip.kind === 'order' ? chip.order.qty : chip.position.qty));

export function MyOrder({ chip, side, price, more, index = 0, drag, isLifted, isHidden, onOpen }: Props) {
  const words = useWords(overseaTradeWords);
  const tag = tagOf(chip, words);
  const classNames = [
    'ladder-chip',
    `ladder-chip--${side === 'LONG' ? 'buy' : 'sell'}`,
    isLifted && 'ladder-chip--lifted',
    isHidden && 'ladder-chip--hidden',
  ];
  const face = (
    <>
      <Icon name="sort" size={14} weight={2} />
      {/* The space is for screen readers: without it the words run into each other. */}
      <b className="figure">{qtyOf(chip)}</b> {tag !== '' && <small>{tag}</small>}
      {more > 0 && <small className="figure">+{more}</small>}
    </>
  );
  if (!drag) return <span className={classNames.filter(Boolean).join(' ')}>{face}</span>;
  const others = more > 0 ? ` ${words.andMore(String(more))}` : '';
  const label = words.chip({
    side: words.side[side],
    count: qtyOf(chip),
    kind: tag === '' ? words.type.LIMIT : tag,
    price,
  });
  return (
    <button
      type="button"
      className={classNames.filter(Boolean).join(' ')}
      aria-label={label + others}
      {...drag.handlers({ chip, side, index })}
      onClick={() => {
        if (!drag.hasDragged()) onOpen?.();
      }}
    >
      {face}
    </button>
  );
}

function tagOf(chip: Movable, words: OverseaTradeWords): string {
  if (chip.kind === 'exit') return words.leg[chip.leg];
  return chip.order.marketType === 'STOPMARKET' ? words.type.STOPMARKET : '';
}

/** The place it is dragged from: dashed, because the order does not count there any more. */
export const Ghost = ({ chip, side }: Pick<Props, 'chip' | 'side'>) => (
  <span className={`ladder-ghost figure figure--${side === 'LONG' ? 'up' : 'down'}`}>{qtyOf(chip)}</span>
);
