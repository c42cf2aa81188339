// The home page: the value of the wallet, and everything that can be traded, open markets first (spec 2, `/oversea`;
// picture 03b).

import { useListings } from '../../market/listing/use-listings.ts';
import { LoadFailed } from '../../shell/connection/load-failed.tsx';
import { usePlatform, useWatched } from '../../shell/platform.tsx';
import { useText, useWords } from '../../text/language.tsx';
import { marketWords } from '../../text/market.ts';
import { overseaWords } from '../../text/oversea.ts';
import { Skeleton, SkeletonRows } from '../../ui/states/skeleton.tsx';
import { StatePanel } from '../../ui/states/state-panel.tsx';
import { Equity, GuestHead } from '../account/equity.tsx';
import { QuickOrderMarkets } from './quick-order-markets.tsx';
import './quick-order-screen.css';

export function QuickOrderScreen() {
  const text = useText();
  const marketText = useWords(marketWords);
  const overseaText = useWords(overseaWords);
  const isGuest = useWatched(usePlatform().member) === undefined;
  const { state, listings, message, reload } = useListings();
  return (
    <div className="quick-order" aria-busy={state === 'loading'}>
      <h1 className="unseen">{overseaText.quickOrder}</h1>
      {isGuest ? <GuestHead /> : <Equity />}
      {state === 'loading' && <QuickOrderSkeleton />}
      {state === 'failed' && (
        <LoadFailed title={marketText.marketFailed} message={message} onRetry={reload} />
      )}
      {state === 'ready' && listings.length === 0 && (
        <StatePanel
          kind="empty"
          title={marketText.marketEmpty}
          sentence={marketText.marketEmptyLead}
          action={{ label: text.shell.retry, onPress: reload }}
        />
      )}
      {state === 'ready' && listings.length > 0 && <QuickOrderMarkets listings={listings} />}
    </div>
  );
}

const SKELETON_CHIPS = [54, 55, 68, 56, 57];

function QuickOrderSkeleton() {
  const text = useText();
  return (
    <div role="status" aria-label={text.shell.loading}>
      <div className="quick-order__bone-chips">
        {SKELETON_CHIPS.map((width) => (
          <Skeleton key={width} width={width} height={36} radius={18} />
        ))}
      </div>
      <SkeletonRows count={8} spark />
    </div>
  );
}
