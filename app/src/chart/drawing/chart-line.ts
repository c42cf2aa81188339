import type { IconName } from '../../ui/icons/icons.ts';

/** A line at a price, passed in by a trade screen: the chart knows nothing of orders. */
export interface ChartLine {
  readonly id: string;
  /** Decimal text. */
  readonly price: string;
  readonly kind: 'position' | 'order' | 'takeProfit' | 'stopLoss' | 'lossCut' | 'alert';
  /** The tag at the left: `매수 2`. */
  readonly label: string;
  /** Before the label. */
  readonly icon?: IconName;
  /** Its price stands on the axis. */
  readonly isPriced?: boolean;
  readonly side?: 'long' | 'short';
  /** Decimal text: a dragged line snaps to its multiples. */
  readonly tickSize?: string;
  /** The line can be dragged; called once it is released, with a price of the instrument's precision. */
  readonly onMove?: (price: string) => void;
}
