import { useEffect } from 'react';
import { useSounds } from '../../shell/device/sounds.tsx';

/** The last seconds before the cut-off are shown in brass and heard one by one. */
export const CLOSING_SECONDS = 5;

/** One soft tick a second before the bets close, by this device's switch. */
export function useClosingSound(secondsLeft: number | undefined): void {
  const { play } = useSounds();
  useEffect(() => {
    if (secondsLeft !== undefined && secondsLeft > 0 && secondsLeft <= CLOSING_SECONDS)
      play({ kind: 'closing', secondsLeft });
  }, [play, secondsLeft]);
}
