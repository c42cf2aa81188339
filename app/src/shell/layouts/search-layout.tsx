import type { LayoutProps } from '../routing/route-frame.tsx';
import { PageFrame } from './page-frame.tsx';

/** No head: the search field takes its place. */
export const SearchLayout = ({ row, children }: LayoutProps) => (
  <PageFrame tab={row.tab}>{children}</PageFrame>
);
