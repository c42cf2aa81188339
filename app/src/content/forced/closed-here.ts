// Which forced notices were closed on this device by a guest, whom the server does not know.
import type { DeviceStorage } from '../../shell/device/device.tsx';
import { parseStored } from '../../shell/device/stored-json.ts';

const KEY = 'closedNotices';
/** More are not current at once. */
const MOST_REMEMBERED = 20;

export function closedHere(storage: DeviceStorage): readonly number[] {
  const stored = parseStored(storage.getItem(KEY));
  return Array.isArray(stored) ? stored.filter((each) => Number.isInteger(each)) : [];
}

export function rememberClosed(storage: DeviceStorage, id: number): void {
  const ids = [...closedHere(storage).filter((each) => each !== id), id];
  storage.setItem(KEY, JSON.stringify(ids.slice(-MOST_REMEMBERED)));
}
