// The wallet's trade history: one page for every product that is traded, each with its own segment.
import { lazy, Suspense } from 'react';
import { useDevice } from '../shell/device/device.tsx';
import { usePlatform, useWatched } from '../shell/platform.tsx';
import { useEntryState } from '../shell/routing/entry-state.ts';
import { useRouter } from '../shell/routing/router.tsx';
import { useWords } from '../text/language.tsx';
import { overseaAccountWords } from '../text/oversea-account.ts';
import { Segmented } from '../ui/controls/segmented.tsx';
import { SkeletonRows } from '../ui/states/skeleton.tsx';
import './wallet-history-screen.css';

const FillHistory = lazy(async () => ({
  default: (await import('../oversea/history/fill-history.tsx')).FillHistory,
}));
const BinaryHistory = lazy(async () => ({
  default: (await import('../binary/history/bet-history.tsx')).BetHistory,
}));

const SEGMENTS = ['oversea', 'binary'] as const;
type Segment = (typeof SEGMENTS)[number];

const KEY = 'historyProduct';

const segmentOf = (text: string | null | undefined): Segment | undefined =>
  SEGMENTS.find((segment) => segment === text);

/** A link may name the product; without it the one that was looked at last is shown. */
export function WalletHistoryScreen() {
  const words = useWords(overseaAccountWords);
  const { history } = useRouter();
  const { storage } = useDevice();
  const features = useWatched(usePlatform().site)?.features;
  const offered = SEGMENTS.filter((segment) => features?.[segment] !== false);
  const asked = new URLSearchParams(history.location.search).get('product');
  const [chosen, setChosen] = useEntryState<Segment>(
    'product',
    segmentOf(asked) ?? segmentOf(storage.getItem(KEY)) ?? 'oversea',
  );
  const shown = offered.includes(chosen) ? chosen : (offered[0] ?? chosen);

  function choose(segment: Segment) {
    setChosen(segment);
    storage.setItem(KEY, segment);
  }

  return (
    <>
      {offered.length > 1 && (
        <div className="wallet-history__segments">
          <Segmented
            label={words.products}
            options={offered.map((value) => ({ value, label: words.product[value] }))}
            value={shown}
            onChange={choose}
          />
        </div>
      )}
      <Suspense fallback={<SkeletonRows count={8} height={72} figures />}>
        {shown === 'oversea' ? <FillHistory /> : <BinaryHistory />}
      </Suspense>
    </>
  );
}
