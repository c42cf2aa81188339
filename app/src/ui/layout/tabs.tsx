import { type ReactNode, useEffect, useRef } from 'react';
import { rove } from '../controls/roving.ts';
import { groupDigits } from '../typing/typed-number.ts';
import './tabs.css';

export interface Tab<Value extends string> {
  readonly value: Value;
  readonly label: ReactNode;
  /** A text is shown as it is: of what was not counted to the end. */
  readonly count?: number | string | undefined;
}

interface Props<Value extends string> {
  /** Connects the tabs with their `TabPanel`s. */
  readonly id: string;
  readonly label: string;
  readonly tabs: readonly Tab<Value>[];
  readonly value: Value;
  /** 44 px on trade screens instead of 48 px. */
  readonly dense?: boolean;
  /** The tabs share the width. */
  readonly spread?: boolean;
  readonly onChange: (value: Value) => void;
}

export function Tabs<Value extends string>({
  id,
  label,
  tabs,
  value,
  dense = false,
  spread = false,
  onChange,
}: Props<Value>) {
  const classes = ['tabs', dense ? 'tabs--dense' : '', spread ? 'tabs--spread' : ''];
  return (
    <div className={classes.filter(Boolean).join(' ')} role="tablist" aria-label={label}>
      {tabs.map((tab, index) => {
        const isChosen = tab.value === value;
        return (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-tab-${tab.value}`}
            className="tabs__tab"
            aria-selected={isChosen}
            tabIndex={isChosen ? 0 : -1}
            onClick={() => onChange(tab.value)}
            onKeyDown={(event) =>
              rove(event, { index, count: tabs.length, onMove: (next) => onChange(tabs[next]!.value) })
            }
          >
            {tab.label}
            {tab.count !== undefined && tab.count !== 0 && tab.count !== '0' && (
              <span className="tabs__count figure">
                {typeof tab.count === 'string' ? tab.count : groupDigits(String(tab.count))}
              </span>
            )}
          </button>
        );
      })}
    </div>
  );
}

interface PanelProps {
  /** The `id` of the tabs it belongs to. */
  readonly id: string;
  readonly value: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** The content of the chosen tab; the page renders only that one. */
export function TabPanel({ id, value, className, children }: PanelProps) {
  return (
    <div
      role="tabpanel"
      id={`${id}-panel-${value}`}
      aria-labelledby={`${id}-tab-${value}`}
      className={className}
    >
      {children}
    </div>
  );
}

interface LinksProps {
  readonly label: string;
  /** Links with `tabLinkClass`; the one of this page has `aria-current="page"`. */
  readonly children: ReactNode;
}

/** The class of a link inside `TabLinks`. */
export const tabLinkClass = 'tab-links__link';

/** Tabs that are pages of their own, such as the wallet's menu: a nav of links, 48 px, scrolling sideways. */
export function TabLinks({ label, children }: LinksProps) {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    const current = nav.current?.querySelector<HTMLElement>('[aria-current="page"]');
    if (nav.current && current)
      nav.current.scrollLeft = current.offsetLeft - (nav.current.clientWidth - current.offsetWidth) / 2;
  });
  return (
    <nav ref={nav} className="tab-links" aria-label={label}>
      {children}
    </nav>
  );
}
