import type { Text } from '../../text/ko.ts';
import { useText } from '../../text/language.tsx';
import { TabLinks, tabLinkClass } from '../../ui/layout/tabs.tsx';
import { usePlatform, useWatched } from '../platform.tsx';
import { type Availability, isOffered } from '../products.ts';
import type { LayoutProps } from '../routing/route-frame.tsx';
import { Link, usePathname } from '../routing/router.tsx';
import { PageFrame } from './page-frame.tsx';
import { TitledHeader } from './titled-header.tsx';

interface Page extends Availability {
  readonly to: string;
  readonly key: keyof Text['shell']['walletTabs'];
}

const pages: readonly Page[] = [
  { to: '/wallet/asset', key: 'asset' },
  { to: '/wallet/p2p', key: 'p2p', feature: 'p2p' },
  { to: '/wallet/dnw_history', key: 'dnwHistory' },
  { to: '/wallet/history', key: 'history' },
  { to: '/wallet/receipts', key: 'receipts' },
  { to: '/wallet/rounds', key: 'rounds', feature: 'binary' },
];

/** The menu of the wallet is 48 px high and scrolls sideways (spec 2). */
export function WalletLayout({ row, children }: LayoutProps) {
  const text = useText();
  const here = usePathname();
  const features = useWatched(usePlatform().site)?.features;
  const offered = pages.filter((page) => isOffered(page, features));
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
