import type { ReactNode } from 'react';
import './dock.css';

interface Props {
  readonly label: string;
  readonly children: ReactNode;
  /**
   * `plain` holds one button on the page's own background, and `page` does so at the floor of a page that scrolls; `trade`
   * has a background of its own.
   */
  readonly kind?: 'trade' | 'plain' | 'page';
  /** The burn line: the remaining part of the round, 0 to 1. */
  readonly burn?: number | undefined;
  readonly locked?: boolean;
}

/** Every order control is here, at the bottom of the screen. */
export function Dock({ label, children, kind = 'trade', burn, locked = false }: Props) {
  return (
    <section className={`dock dock--${kind}`} aria-label={label}>
      {burn !== undefined && (
        <span className={locked ? 'dock__burn dock__burn--locked' : 'dock__burn'} aria-hidden="true">
          <i style={{ transform: `scaleX(${Math.min(1, Math.max(0, burn))})` }} />
        </span>
      )}
      {children}
    </section>
  );
}
