// Shared by the layouts with a head: the head stays, the page scrolls under it, the tabs stay at the bottom.
import type { ReactNode } from 'react';
import './frame.css';
import { useWide } from '../device/device.tsx';
import type { Tab } from '../routing/route-row.ts';
import { Footer } from './footer.tsx';

interface Props {
  readonly head?: ReactNode;
  readonly tab?: Tab | undefined;
  readonly children: ReactNode;
}

export function PageFrame({ head, tab: own, children }: Props) {
  // The bar of a wide screen has the links of the tabs.
  const tab = useWide() ? undefined : own;
  return (
    <div className={tab === undefined ? 'frame frame--bare' : 'frame'}>
      <div className="frame__head">{head}</div>
      <main className="frame__main">{children}</main>
      {tab !== undefined && (
        <div className="frame__tabs">
          <Footer current={tab} />
        </div>
      )}
    </div>
  );
}
