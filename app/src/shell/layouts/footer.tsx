import { useText } from '../../text/language.tsx';
import type { IconName } from '../../ui/icons/icons.ts';
import { TabBar } from '../../ui/layout/tab-bar.tsx';
import { isBuilt, type Product } from '../products.ts';
import type { Tab } from '../routing/route-row.ts';
import { Link } from '../routing/router.tsx';

const tabs: readonly { tab: Tab; href: string; icon: IconName; product: Product }[] = [
  { tab: 'oversea', href: '/oversea', icon: 'bolt', product: 'oversea' },
  { tab: 'dnw', href: '/dnw', icon: 'transfer', product: 'cashier' },
  { tab: 'search', href: '/search', icon: 'search', product: 'oversea' },
  { tab: 'more', href: '/more', icon: 'menu', product: 'account' },
];

/** The four tabs of the spec; one whose product is not built yet is not there. */
export function Footer({ current }: { readonly current: Tab }) {
  const text = useText();
  const items = tabs
    .filter(({ product }) => isBuilt(product))
    .map((item) => ({ ...item, label: text.shell.tabs[item.tab], current: item.tab === current }));
  return (
    <TabBar
      label={text.shell.mainMenu}
      items={items}
      renderLink={(item, link) => <Link key={item.href} to={item.href} {...link} />}
    />
  );
}
