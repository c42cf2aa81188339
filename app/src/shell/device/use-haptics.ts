import { useState } from 'react';
import { useDevice } from './device.tsx';
import { createHaptics, type Haptics } from './haptics.ts';

export function useHaptics(): Haptics {
  const { preferences } = useDevice();
  const [haptics] = useState(() =>
    createHaptics({
      vibrate: 'vibrate' in navigator ? (pattern) => navigator.vibrate(pattern) : undefined,
      isOn: () => preferences.get().haptics,
    }),
  );
  return haptics;
}
