import type { LayoutProps } from '../routing/route-frame.tsx';
import { PageFrame } from './page-frame.tsx';
import { TitledHeader } from './titled-header.tsx';

/** A trade page hides the tabs, as a native push does; its arrow leads back to the list. */
export const TradeLayout = ({ row, children }: LayoutProps) => (
  <PageFrame head={<TitledHeader row={row} />}>{children}</PageFrame>
);
