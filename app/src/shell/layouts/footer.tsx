import { useText } from '../../text/language.tsx';
import type { IconName } from '../../ui/icons/icons.ts';
import { TabBar } from '../../ui/layout/tab-bar.tsx';
import { type Availability, isOffered } from '../products.ts';
import type { Tab } from '../routing/route-row.ts';
import { Link } from '../routing/router.tsx';

const tabs: readonly (Availability & { tab: Tab; href: string; icon: IconName })[] = [
  { tab: 'quickOrder', href: '/oversea', icon: 'bolt' },
  { tab: 'dnw', href: '/dnw', icon: 'transfer' },
  { tab: 'search', href: '/search', icon: 'search' },
  { tab: 'more', href: '/more', icon: 'menu' },
];

/** The four tabs of the spec; one whose product is not built yet is left out. */
export function Footer({ current }: { readonly current: Tab }) {
  const text = useText();
  const items = tabs
    .filter((item) => isOffered(item, undefined))
    .map((item) => ({ ...item, label: text.shell.tabs[item.tab], current: item.tab === current }));
  return (
    <TabBar
      label={text.shell.mainMenu}
      items={items}
      renderLink={(item, link) => <Link key={item.href} to={item.href} {...link} />}
    />
  );
}
