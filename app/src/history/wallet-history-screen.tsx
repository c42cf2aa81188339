// The wallet's trade history: one page for every product that is traded, each with its own segment.
import { Suspense } from 'react';
import { useDevice } from '../shell/device/device.tsx';
import { useEntryState } from '../shell/routing/entry-state.ts';
import { useRouter } from '../shell/routing/router.tsx';
import { useLanguage, useWords } from '../text/language.tsx';
import { receiptWords } from '../text/receipt.ts';
import { Segmented } from '../ui/controls/segmented.tsx';
import { SkeletonRows } from '../ui/states/skeleton.tsx';
import { sections, useOfferedSections } from './sections.ts';
import './wallet-history-screen.css';

const KEY = 'historyProduct';

/** A link may name the product; without it the one that was viewed last is shown. */
export function WalletHistoryScreen() {
  const words = useWords(receiptWords);
  const { language } = useLanguage();
  const { history } = useRouter();
  const { storage } = useDevice();
  const offered = useOfferedSections();
  const asked = new URLSearchParams(history.location.search).get('product');
  const isKnown = sections.some(({ name }) => name === asked);
  const [chosen, setChosen] = useEntryState('product', (isKnown ? asked : storage.getItem(KEY)) ?? '');
  const shown = offered.find(({ name }) => name === chosen) ?? offered[0] ?? sections[0]!;

  function choose(name: string) {
    setChosen(name);
    storage.setItem(KEY, name);
  }

  return (
    <>
      {offered.length > 1 && (
        <div className="wallet-history__segments">
          <Segmented
            label={words.products}
            options={offered.map(({ name, titleIn }) => ({ value: name, label: titleIn(language) }))}
            value={shown.name}
            onChange={choose}
          />
        </div>
      )}
      <Suspense fallback={<SkeletonRows count={8} height={72} figures />}>
        <shown.History />
      </Suspense>
    </>
  );
}
