import type { ReactNode } from 'react';
import './tile.css';

interface Props {
  /** A code of up to four letters, one syllable, or an icon. */
  readonly children: ReactNode;
  /** Instruments are square; coins, people and banks are round. */
  readonly shape?: 'square' | 'round';
  readonly size?: 32 | 40 | 56;
  readonly tone?: 'plain' | 'brass' | 'up' | 'down' | 'warn' | 'danger' | 'faint';
}

/** A syllable is one letter wide and twice as dense. */
const isHangul = (children: ReactNode): boolean => typeof children === 'string' && /[가-힣]/.test(children);

/** Five letters fill a tile to its edge: they stand closer. */
const isLong = (children: ReactNode): boolean => typeof children === 'string' && children.length > 4;

/** Hidden from screen readers: the title beside it has the name. */
export function Tile({ children, shape = 'square', size = 40, tone = 'plain' }: Props) {
  return (
    <span
      className={`tile tile--${shape} tile--${size} tile--${tone}${isHangul(children) ? ' tile--hangul' : ''}${isLong(children) ? ' tile--long' : ''}`}
      aria-hidden="true"
    >
      {children}
    </span>
  );
}
