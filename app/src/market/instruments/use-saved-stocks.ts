import { type Device, useDevice } from '../../shell/device/device.tsx';
import { createSavedStocks, type SavedStocks } from './saved-stocks.ts';

const ofDevice = new WeakMap<Device, SavedStocks>();

/** One for all screens of the device, so that a star set here is seen there. */
export function useSavedStocks(): SavedStocks {
  const device = useDevice();
  const saved = ofDevice.get(device) ?? createSavedStocks(device.storage);
  ofDevice.set(device, saved);
  return saved;
}
