import type { ReactNode } from 'react';
import { Triangle } from '../icons/icon.tsx';
import './ladder-row.css';

interface LadderProps {
  readonly label: string;
  readonly children: ReactNode;
}

/** One spatial target: the rows are lower than 44 px, and a touch only fills in a price. */
export function Ladder({ label, children }: LadderProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a legend and its own layout rules.
    <div className="ladder" role="group" aria-label={label}>
      {children}
    </div>
  );
}

interface RowProps {
  readonly side: 'ask' | 'bid';
  readonly price: string;
  readonly size: string;
  /** Share of the deepest row, 0 to 1. */
  readonly depth: number;
  /** The member has an order at this price. */
  readonly mine?: boolean;
  readonly label?: string | undefined;
  readonly onPress?: (() => void) | undefined;
}

export function LadderRow({ side, price, size, depth, mine = false, label, onPress }: RowProps) {
  const classes = `ladder-row ladder-row--${side}${mine ? ' ladder-row--mine' : ''}`;
  const inside = (
    <>
      <span
        className="ladder-row__depth"
        style={{ transform: `scaleX(${Math.min(1, Math.max(0, depth))})` }}
      />
      <span className="ladder-row__price figure">{price}</span>
      <span className="ladder-row__size figure">{size}</span>
    </>
  );
  if (!onPress) return <div className={classes}>{inside}</div>;
  return (
    <button type="button" className={classes} aria-label={label} onClick={onPress}>
      {inside}
    </button>
  );
}

interface MidProps {
  readonly price: string;
  readonly direction: 'up' | 'down' | 'flat';
}

/** The last price, between the asks and the bids. */
export function LadderMid({ price, direction }: MidProps) {
  return (
    <div className={`ladder-mid figure--${direction}`}>
      <span className="figure">{price}</span>
      {direction !== 'flat' && <Triangle direction={direction} size={9} />}
    </div>
  );
}
