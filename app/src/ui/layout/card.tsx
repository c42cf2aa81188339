import type { ReactNode } from 'react';
import './card.css';

interface Props {
  readonly children: ReactNode;
  /** Names the card as a region of the page. */
  readonly label?: string | undefined;
  readonly className?: string | undefined;
}

export function Card({ children, label, className }: Props) {
  const classes = className ? `card ${className}` : 'card';
  return label ? (
    <section className={classes} aria-label={label}>
      {children}
    </section>
  ) : (
    <div className={classes}>{children}</div>
  );
}
