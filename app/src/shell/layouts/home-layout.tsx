import type { LayoutProps } from '../routing/route-frame.tsx';
import { HomeHeader } from './home-header.tsx';
import { PageFrame } from './page-frame.tsx';
import { TitledHeader } from './titled-header.tsx';

/** The brand where a page has no title of its own; otherwise the title, with the arrow or the cross of its row. */
export const HomeLayout = ({ row, children }: LayoutProps) => (
  <PageFrame tab={row.tab} head={row.title === undefined ? <HomeHeader /> : <TitledHeader row={row} />}>
    {children}
  </PageFrame>
);
