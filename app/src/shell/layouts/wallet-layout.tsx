import { useText } from '../../text/language.tsx';
import { TabLinks, tabLinkClass } from '../../ui/layout/tabs.tsx';
import { usePlatform, useWatched } from '../platform.tsx';
import { isBuilt, type Product } from '../products.ts';
import type { LayoutProps } from '../routing/route-frame.tsx';
import { Link, usePathname } from '../routing/router.tsx';
import { PageFrame } from './page-frame.tsx';
import { TitledHeader } from './titled-header.tsx';

const pages = [
  { to: '/wallet/asset', key: 'asset', product: 'asset' },
  { to: '/wallet/p2p', key: 'p2p', product: 'p2p' },
  { to: '/wallet/dnw_history', key: 'dnwHistory', product: 'cashier' },
  { to: '/wallet/history', key: 'history', product: 'history' },
  { to: '/wallet/receipts', key: 'receipts', product: 'history' },
  { to: '/wallet/rounds', key: 'rounds', product: 'history' },
] as const satisfies readonly { to: string; key: string; product: Product }[];

/** The menu of the wallet is 48 px high and scrolls sideways (spec 2). */
export function WalletLayout({ row, children }: LayoutProps) {
  const text = useText();
  const here = usePathname();
  const features = useWatched(usePlatform().site)?.features;
  const offered = pages.filter(
    ({ key, product }) =>
      isBuilt(product) &&
      (key !== 'p2p' || features?.p2p === true) &&
      (key !== 'rounds' || features?.binary === true),
  );
  return (
    <PageFrame
      head={
        <>
          <TitledHeader row={row} />
          {offered.length > 0 && (
            <TabLinks label={text.shell.walletMenu}>
              {offered.map(({ to, key }) => (
                <Link
                  key={to}
                  to={to}
                  className={tabLinkClass}
                  aria-current={to === here ? 'page' : undefined}
                >
                  {text.shell.walletTabs[key]}
                </Link>
              ))}
            </TabLinks>
          )}
        </>
      }
    >
      {children}
    </PageFrame>
  );
}
