import { useEffect } from 'react';
import { usePlatform } from '../../shell/platform.tsx';

/** The platform accrues funding within a moment of its time. */
const PATIENCE_MS = 5_000;

/** Funding reaches all positions at once and is not pushed to each of them: what is open is read again then. */
export function useReadAfterFunding(nextFundingMillis: number, reload: () => void): void {
  const { timers, clock } = usePlatform();
  useEffect(() => {
    const leftMs = nextFundingMillis - clock.now();
    return leftMs > 0 ? timers.after(leftMs + PATIENCE_MS, reload) : undefined;
  }, [timers, clock, nextFundingMillis, reload]);
}
