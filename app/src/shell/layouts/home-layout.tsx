import { useWide } from '../device/device.tsx';
import type { LayoutProps } from '../routing/route-frame.tsx';
import { HomeHeader } from './home-header.tsx';
import { PageFrame } from './page-frame.tsx';
import { TitledHeader } from './titled-header.tsx';

/**
 * The brand where a page has no title of its own, unless the bar of a wide screen has it; otherwise the title, with the
 * arrow or the cross of its row.
 */
export function HomeLayout({ row, children }: LayoutProps) {
  const isWide = useWide();
  const brand = isWide ? undefined : <HomeHeader />;
  return (
    <PageFrame tab={row.tab} head={row.title === undefined ? brand : <TitledHeader row={row} />}>
      {children}
    </PageFrame>
  );
}
