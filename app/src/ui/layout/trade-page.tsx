// The page of something that is traded: as high as the screen, with a head, a scrolling part and the dock.
import type { ReactNode } from 'react';
import './trade-page.css';

interface Props {
  readonly head: ReactNode;
  readonly isBusy?: boolean;
  readonly children: ReactNode;
}

export const TradePage = ({ head, isBusy, children }: Props) => (
  <div className="trade-page" aria-busy={isBusy}>
    <div className="trade-page__head">{head}</div>
    {children}
  </div>
);
