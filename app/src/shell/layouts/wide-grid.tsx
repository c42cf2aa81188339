// The page of something that is traded on a wide screen: panels in a grid as high as the window. The product's own
// stylesheet names the columns and rows and places the panels.
import type { ReactNode } from 'react';
import './wide-grid.css';

interface GridProps {
  readonly className: string;
  readonly isBusy?: boolean;
  readonly children: ReactNode;
}

export const WideGrid = ({ className, isBusy, children }: GridProps) => (
  <main className={`wide-grid ${className}`} aria-busy={isBusy}>
    {children}
  </main>
);

interface PanelProps {
  readonly label: string;
  readonly className?: string;
  /** The panel's visible title; without one it has no head. */
  readonly title?: ReactNode;
  readonly count?: number | undefined;
  /** At the right of the title. */
  readonly end?: ReactNode;
  readonly children: ReactNode;
}

export const WidePanel = ({ label, className = '', title, count, end, children }: PanelProps) => (
  <section className={`wide-panel ${className}`} aria-label={label}>
    {title !== undefined && (
      <div className="wide-panel__head">
        <h2 className="wide-panel__title">
          {title}
          {count !== undefined && count > 0 && <span className="wide-panel__count figure"> {count}</span>}
        </h2>
        {end}
      </div>
    )}
    {children}
  </section>
);

export interface WideFact {
  readonly name: string;
  readonly value: ReactNode;
  /** Brass is now: a clock that runs. */
  readonly isNow?: boolean;
}

interface HeadProps {
  readonly title: string;
  readonly detail: string;
  /** Beside the name. */
  readonly mark?: ReactNode;
  /** The price. */
  readonly children: ReactNode;
  readonly facts?: readonly WideFact[];
  /** In place of facts: a clock. */
  readonly end?: ReactNode;
}

/** The head of the middle column: what is traded, its price, and its facts. */
export const WideHead = ({ title, detail, mark, children, facts = [], end }: HeadProps) => (
  <div className="wide-head">
    <div className="wide-head__names">
      <h1 className="wide-head__name">{title}</h1>
      <span className="text-micro figure">{detail}</span>
      {mark}
    </div>
    {children}
    {end}
    {facts.length > 0 && (
      <dl className="wide-head__facts">
        {facts.map(({ name, value, isNow = false }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={isNow ? 'figure wide-head__now' : 'figure'}>{value}</dd>
          </div>
        ))}
      </dl>
    )}
  </div>
);
