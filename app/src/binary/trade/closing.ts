import { useEffect } from 'react';
import { useSounds } from '../../shell/device/sounds.tsx';

/** The last seconds before the cut-off are shown in brass, each with a sound. */
export const CLOSING_SECONDS = 5;

/** One soft sound per second before the bets close, if this device has it switched on. */
export function useClosingSound(secondsLeft: number | undefined): void {
  const { play } = useSounds();
  useEffect(() => {
    if (secondsLeft !== undefined && secondsLeft > 0 && secondsLeft <= CLOSING_SECONDS)
      play({ kind: 'closing', secondsLeft });
  }, [play, secondsLeft]);
}
