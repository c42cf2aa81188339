import type { ReactNode } from 'react';
import './ball.css';

interface Props {
  readonly children: ReactNode;
  /** Dashed is not drawn yet; the power ball has two rings. Never coloured by its number. */
  readonly kind?: 'normal' | 'power' | 'sealed' | 'sealed-power';
  readonly size?: 'large' | 'small';
  readonly label?: string | undefined;
}

export function Ball({ children, kind = 'normal', size = 'large', label }: Props) {
  return (
    <span className={`ball ball--${kind} ball--${size} figure`}>
      {label === undefined ? (
        children
      ) : (
        <>
          <span aria-hidden="true">{children}</span>
          <span className="unseen">{label}</span>
        </>
      )}
    </span>
  );
}

interface DrawnProps {
  readonly balls: readonly number[];
  readonly power: number | null;
}

/** A whole draw in a row. */
export const DrawnBalls = ({ balls, power }: DrawnProps) => (
  <>
    {balls.map((ball) => (
      <Ball key={ball} size="small">
        {ball}
      </Ball>
    ))}
    <Ball size="small" kind="power">
      {power}
    </Ball>
  </>
);
