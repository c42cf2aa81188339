import type { ReactNode } from 'react';

interface Props {
  readonly title: string;
  readonly children: ReactNode;
  /** `pair` is two columns, `line` one wrapped line, `stack` one below the other, `bleed` without the gutter. */
  readonly layout?: 'pair' | 'line' | 'stack' | 'bleed';
}

/** One part of the design under its name. */
export const Exhibit = ({ title, children, layout = 'stack' }: Props) => (
  <section className="gallery__exhibit">
    <h2 className="gallery__heading">{title}</h2>
    <div className={`gallery__${layout}`}>{children}</div>
  </section>
);
