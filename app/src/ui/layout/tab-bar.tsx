import type { ReactNode } from 'react';
import { CountBadge } from '../figures/count-badge.tsx';
import { Icon } from '../icons/icon.tsx';
import type { IconName } from '../icons/icons.ts';
import './tab-bar.css';

export interface TabBarItem {
  readonly href: string;
  readonly icon: IconName;
  readonly label: string;
  readonly current: boolean;
  readonly count?: number | undefined;
}

/** The properties of a router's link that make it a tab of the bar. */
export interface TabBarLink {
  readonly className: string;
  readonly 'aria-current': 'page' | undefined;
  readonly children: ReactNode;
}

interface Props<Item extends TabBarItem> {
  readonly label: string;
  readonly items: readonly Item[];
  /** `(item, link) => <Link key={item.href} to={item.href} {...link} />` */
  readonly renderLink: (item: Item, link: TabBarLink) => ReactNode;
}

/** The current tab has the brass crest on the bar's upper edge. */
export function TabBar<Item extends TabBarItem>({ label, items, renderLink }: Props<Item>) {
  return (
    <nav className="tab-bar" aria-label={label}>
      {items.map((item) =>
        renderLink(item, {
          className: 'tab-bar__tab',
          'aria-current': item.current ? 'page' : undefined,
          children: (
            <>
              <span className="tab-bar__icon">
                <Icon name={item.icon} weight={item.current ? 2 : 1.75} />
                {item.count !== undefined && <CountBadge count={item.count} />}
              </span>
              <span>{item.label}</span>
            </>
          ),
        }),
      )}
    </nav>
  );
}
