// The sheet that starts a new run of practice money in a wallet of coin futures, and how it is opened.
import { lazy, Suspense, useState } from 'react';
import { usePlatform, useWatched } from '../../shell/platform.tsx';

const RefillSheet = lazy(async () => ({
  default: (await import('../../shell/member/refill-sheet.tsx')).RefillSheet,
}));

export function useRefill() {
  const [asked, setAsked] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const isPractice = useWatched(usePlatform().site)?.moneyMode === 'PRACTICE';
  return {
    /** Undefined where the money is real. */
    open: isPractice
      ? (wallet: string) => {
          setAsked(wallet);
          setOpen(true);
        }
      : undefined,
    sheet: asked !== undefined && (
      <Suspense>
        <RefillSheet key={asked} open={isOpen} onClose={() => setOpen(false)} wallet={asked} />
      </Suspense>
    ),
  };
}
