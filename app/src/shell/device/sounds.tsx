// The sounds that a screen plays, those of `sound`, subject to this device's preferences.
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import type { PlayEarcon } from '../../sound/play-earcon.ts';
import type { OrderSound, SoundEvent } from '../../sound/sound-rules.ts';
import { createSounds, type Sounds } from '../../sound/sounds.ts';
import { useDevice } from './device.tsx';

/** A sample in the settings: one of the order sounds, or the tick before a round closes. */
export type SampleName = OrderSound | 'BET_END';

export interface DeviceSounds {
  /** Played if the rules and the device's preferences allow it. */
  play(event: SoundEvent): void;
  /** Played whatever the preferences are. */
  preview(name: SampleName): void;
}

const silent: DeviceSounds = { play: () => {}, preview: () => {} };

const SoundsContext = createContext<DeviceSounds>(silent);

export const useSounds = (): DeviceSounds => useContext(SoundsContext);

const sampleOf = (name: SampleName): SoundEvent =>
  name === 'BET_END'
    ? { kind: 'closing', secondsLeft: 3 }
    : { kind: 'order', sound: name, tradeType: 'LONG', marketType: 'LIMIT' };

export function SoundProvider({ children }: { readonly children: ReactNode }) {
  const { openAudio, preferences } = useDevice();
  const [earcons] = useState(createEarconFetch);
  const [sounds] = useState(() =>
    createSounds({ openAudio, settings: preferences.get, playEarcon: earcons.get }),
  );
  const [shown] = useState<DeviceSounds>(() => ({
    play: sounds.play,
    preview(name) {
      // Browsers open the audio only in the tap itself.
      sounds.unlock();
      void earcons.fetch().then(() => sounds.preview(sampleOf(name)));
    },
  }));
  useEffect(() => void earcons.fetch(), [earcons]);
  useFirstTap(sounds);
  return <SoundsContext value={shown}>{children}</SoundsContext>;
}

/** Imported after the first render. Without a network the app stays silent, which is no error. */
function createEarconFetch() {
  let fetched: PlayEarcon | undefined;
  return {
    get: () => fetched,
    async fetch(): Promise<void> {
      try {
        fetched = (await import('../../sound/play-earcon.ts')).playEarcon;
      } catch {
        // The next sound tries again.
      }
    },
  };
}

const TAPS = ['pointerup', 'keydown'] as const;

/** Browsers open the audio only in a tap; the first one anywhere does. */
function useFirstTap({ unlock }: Sounds): void {
  useEffect(() => {
    const forget = () => {
      for (const tap of TAPS) window.removeEventListener(tap, onTap, true);
    };
    const onTap = () => {
      forget();
      unlock();
    };
    for (const tap of TAPS) window.addEventListener(tap, onTap, true);
    return forget;
  }, [unlock]);
}
