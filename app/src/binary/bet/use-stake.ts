import { parseUnits } from '@maru/engine/amount';
import { useState } from 'react';
import { useDevice } from '../../shell/device/device.tsx';
import { quickAmounts } from './stake.ts';

const LAST_STAKE = 'binaryStake';

/** The stake in the dock; initially the last stake of this device. */
export function useStake(unit: string): readonly [string, (stake: string) => void] {
  const { storage } = useDevice();
  const [stake, setStake] = useState(() => {
    const stored = storage.getItem(LAST_STAKE) ?? '';
    return (parseUnits(stored) ?? 0n) > 0n ? stored : quickAmounts(unit)[0]!;
  });
  const change = (next: string) => {
    setStake(next);
    storage.setItem(LAST_STAKE, next);
  };
  return [stake, change];
}
