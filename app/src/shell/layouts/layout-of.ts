// Which layout is around the screen of a row. Only the plain one is in the first chunk: the sign-in page needs no
// other.
import { fetchPart, presentScreen, type Screen } from '../routing/fetch-screen.ts';
import type { LayoutProps } from '../routing/route-frame.tsx';
import type { LayoutName, RouteRow } from '../routing/route-row.ts';
import { PlainLayout } from './plain-layout.tsx';

type Layout = Screen<LayoutProps>;

const plain: Layout = presentScreen(PlainLayout);
const home: Layout = fetchPart(async () => (await import('./home-layout.tsx')).HomeLayout);

const layouts: Readonly<Record<LayoutName, Layout>> = {
  Home: home,
  Fixed: home,
  // Its rows name no tab: a trade page hides the tabs, as a native push does, and its arrow leads back to the list.
  Trade: home,
  Sign: plain,
  No: plain,
  // These screens have their own head with the instrument as its title.
  OwnHead: plain,
  Wallet: fetchPart(async () => (await import('./wallet-layout.tsx')).WalletLayout),
  Search: fetchPart(async () => (await import('./search-layout.tsx')).SearchLayout),
};

export const layoutOf = (row: RouteRow): Layout => layouts[row.layout];
