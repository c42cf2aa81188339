import type { ReactNode } from 'react';
import './badge.css';

export type BadgeTone =
  | 'neutral'
  | 'up'
  | 'down'
  | 'brass'
  | 'warn'
  | 'danger'
  | 'solid-up'
  | 'solid-down'
  | 'outlined-up'
  | 'outlined-down';

interface Props {
  readonly children: ReactNode;
  /** Brass is in progress; solid up and down are a position's side, outlined is what does not count yet. */
  readonly tone?: BadgeTone;
}

export function Badge({ children, tone = 'neutral' }: Props) {
  return <span className={`text-badge text-badge--${tone}`}>{children}</span>;
}
