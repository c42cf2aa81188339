// Which binary option this device used last.
import type { Device } from '../shell/device.tsx';

export const LAST_OPTION = 'binaryOption';

export const lastOption = ({ storage }: Pick<Device, 'storage'>): number | undefined => {
  const kept = Number(storage.getItem(LAST_OPTION));
  return Number.isSafeInteger(kept) && kept > 0 ? kept : undefined;
};
