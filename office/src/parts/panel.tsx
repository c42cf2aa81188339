import { Icon } from '@maru/app/ui/icons/icon';
import { useShortcut } from '@maru/app/ui/typing/use-shortcut';
import { type ReactNode, useId } from 'react';
import { words } from '../text/shell.ts';
import './panel.css';

interface PanelProps {
  readonly title?: string;
  /** Beside the title, in a quieter tone. */
  readonly aside?: ReactNode;
  readonly tools?: ReactNode;
  readonly children: ReactNode;
  /** A table reaches the panel's edges. */
  readonly isFlush?: boolean;
  /** Takes the room that is left and scrolls inside. */
  readonly fills?: boolean;
}

export function Panel({ title, aside, tools, children, isFlush = false, fills = false }: PanelProps) {
  const id = useId();
  const classes = ['panel', ...(isFlush ? ['panel--flush'] : []), ...(fills ? ['panel--fills'] : [])];
  return (
    <section className={classes.join(' ')} aria-labelledby={title === undefined ? undefined : id}>
      {(title !== undefined || tools !== undefined) && (
        <header className="panel__head">
          {title !== undefined && (
            <h2 id={id} className="panel__title">
              {title}
            </h2>
          )}
          {aside !== undefined && <span className="panel__aside">{aside}</span>}
          <span className="panel__space" />
          {tools}
        </header>
      )}
      {children}
    </section>
  );
}

interface DrawerProps {
  readonly label: string;
  readonly head: ReactNode;
  readonly children: ReactNode;
  /** What can be done with it, at its foot. */
  readonly actions?: ReactNode;
  /** Without it the drawer belongs to the page and cannot be closed. */
  readonly onClose?: (() => void) | undefined;
}

/** Beside the list and not over it: J and K go on choosing in the list. */
export function Drawer({ label, head, children, actions, onClose }: DrawerProps) {
  useShortcut(onClose === undefined ? undefined : 'Escape', () => onClose?.());
  return (
    <aside className="drawer" aria-label={label}>
      <header className="drawer__head">
        <div className="drawer__who">{head}</div>
        {onClose !== undefined && (
          <button type="button" className="drawer__close" aria-label={words.close} onClick={onClose}>
            <Icon name="close" size={20} />
          </button>
        )}
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section className="drawer__body" tabIndex={0} aria-label={label}>
        {children}
      </section>
      {actions !== undefined && <footer className="drawer__actions">{actions}</footer>}
    </aside>
  );
}

export const DrawerSection = ({
  title,
  count,
  children,
}: {
  readonly title: string;
  readonly count?: number;
  readonly children: ReactNode;
}) => (
  <section className="drawer-section">
    <h2 className="drawer-section__title">
      {title}
      {count !== undefined && <span className="drawer-section__count figure"> {count}</span>}
    </h2>
    {children}
  </section>
);
