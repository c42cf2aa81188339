import type { ReactNode } from 'react';
import { bitballWords } from '../../text/bitball.ts';
import { useWords } from '../../text/language.tsx';
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

interface DrawnProps extends Pick<Props, 'size'> {
  readonly balls: readonly number[];
  readonly power: number | null;
}

/** A whole draw in a row. Where it is large there is room for a label before the power ball. */
export function DrawnBalls({ balls, power, size = 'small' }: DrawnProps) {
  const words = useWords(bitballWords);
  return (
    <>
      {balls.map((ball) => (
        <Ball key={ball} size={size}>
          {ball}
        </Ball>
      ))}
      {size === 'large' && <i className="ball-divide" />}
      <Ball size={size} kind="power" label={size === 'large' ? words.powerBallIs(String(power)) : undefined}>
        {power}
      </Ball>
    </>
  );
}
