// Shares of a whole as a ring with gaps, largest first (docs/design.md 7).
import type { ReactNode } from 'react';
import './donut.css';

const SIZE = 152;
const RADIUS = 66;
const AROUND = 2 * Math.PI * RADIUS;
const GAP = 2;

interface Props {
  /** In thousandths. */
  readonly shares: readonly number[];
  readonly label: string;
  readonly children: ReactNode;
}

export function Donut({ shares, label, children }: Props) {
  let from = 0;
  return (
    <div className="donut">
      <svg width={SIZE} height={SIZE} viewBox={`0 0 ${SIZE} ${SIZE}`} role="img" aria-label={label}>
        {shares.map((permille, index) => {
          const length = (AROUND * permille) / 1_000;
          const start = from;
          from += length;
          return (
            <circle
              // biome-ignore lint/suspicious/noArrayIndexKey: a share is its place in the order.
              key={index}
              className={`donut__share donut__share--${index + 1}`}
              cx={SIZE / 2}
              cy={SIZE / 2}
              r={RADIUS}
              strokeDasharray={`${Math.max(0, length - GAP)} ${AROUND}`}
              strokeDashoffset={-start - GAP / 2}
            />
          );
        })}
      </svg>
      <div className="donut__middle">{children}</div>
    </div>
  );
}
