// One trade in a list, with a link to its receipt.
import type { ReactNode } from 'react';
import { Link } from '../shell/routing/router.tsx';
import './trade-row.css';

interface Props {
  /** A row without a receipt is no link. */
  readonly to?: string;
  /** What was traded: a badge and a name. */
  readonly head: ReactNode;
  readonly prices: ReactNode;
  /** Its profit, or its state if it has none yet. */
  readonly figure: ReactNode;
  readonly note: ReactNode;
  readonly noteTone?: 'open' | 'risk' | undefined;
  readonly dense?: boolean;
}

/** Spaces between the parts are not drawn, but without them a screen reader reads the parts as one word. */
export function TradeRow({ to, head, prices, figure, note, noteTone, dense = false }: Props) {
  const className = dense ? 'trade-row trade-row--dense' : 'trade-row';
  const parts = (
    <>
      <span className="trade-row__words">
        <span className="trade-row__head">{head}</span>{' '}
        <span className="trade-row__meta text-micro figure">{prices}</span>
      </span>{' '}
      <span className="trade-row__figures">
        {figure}{' '}
        <span
          className={
            noteTone
              ? `trade-row__meta text-micro trade-row__meta--${noteTone}`
              : 'trade-row__meta text-micro'
          }
        >
          {note}
        </span>
      </span>
    </>
  );
  if (to === undefined) return <div className={className}>{parts}</div>;
  return (
    <Link to={to} className={className}>
      {parts}
    </Link>
  );
}
