// The bar of wide screens with what the products bring to it: their links and the search over all of them.
import { useProductLinks } from './market/listing/product-links.ts';
import { BarSearch } from './market/search/bar-search.tsx';
import { type BarLink, WideBar } from './shell/layouts/wide-bar.tsx';
import { usePlatform, useWatched } from './shell/platform.tsx';
import type { RouteRow } from './shell/routing/route-row.ts';
import { usePathname } from './shell/routing/router.tsx';
import { useLanguage } from './text/language.tsx';

/** The page of the wallet that is built; the menu of the wallet leads on. */
const WALLET = '/wallet/history';

export function ProductBar({ row }: { readonly row: RouteRow }) {
  const { text, language } = useLanguage();
  const path = usePathname();
  const isGuest = useWatched(usePlatform().member) === undefined;
  const products = useProductLinks({ path, isGuest, language });
  const home = isGuest ? '/overseaView' : '/oversea';
  const links: readonly BarLink[] = [
    { to: home, label: text.shell.tabs.quickOrder, isCurrent: path === home },
    ...products,
    ...(isGuest ? [] : [{ to: WALLET, label: text.routes.wallet, isCurrent: path.startsWith('/wallet/') }]),
  ];
  return <WideBar row={row} links={links} search={<BarSearch />} />;
}
