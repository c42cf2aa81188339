// Which popups this device does not show any more today. A day ends at midnight in Korea.
import { koreanDate } from '@maru/engine/time';
import type { DeviceStorage } from '../../shell/device/device.tsx';
import { fieldsOf, parseStored } from '../../shell/device/stored-json.ts';

const KEY = 'hiddenPopups';
const MOST_REMEMBERED = 20;

export function isHiddenToday(storage: DeviceStorage, id: number, now: number): boolean {
  return fieldsOf(parseStored(storage.getItem(KEY)))[String(id)] === koreanDate(now);
}

export function hideToday(storage: DeviceStorage, id: number, now: number): void {
  const today = koreanDate(now);
  // Those of other days are shown again anyway.
  const kept = Object.entries(fieldsOf(parseStored(storage.getItem(KEY)))).filter(([, day]) => day === today);
  storage.setItem(
    KEY,
    JSON.stringify(Object.fromEntries([...kept.slice(1 - MOST_REMEMBERED), [String(id), today]])),
  );
}
