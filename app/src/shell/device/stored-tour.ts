// Whether the tour of the trade screens was ended on this device.
import type { DeviceStorage } from './device.tsx';

const KEY = 'tour';

export const isTourOver = (storage: DeviceStorage): boolean => storage.getItem(KEY) !== null;

export const storeTourOver = (storage: DeviceStorage): void => storage.setItem(KEY, 'seen');
