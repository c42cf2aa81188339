import { type Device, useDevice } from '../../shell/device/device.tsx';
import { createKeptStocks, type KeptStocks } from './saved-stocks.ts';

const ofDevice = new WeakMap<Device, KeptStocks>();

/** One for all screens of the device, so that a star set here is seen there. */
export function useKeptStocks(): KeptStocks {
  const device = useDevice();
  const kept = ofDevice.get(device) ?? createKeptStocks({ storage: device.storage, prefix: '' });
  ofDevice.set(device, kept);
  return kept;
}
