// Which binary options this device used, the newest first: a row of an instrument opens the type used last.
import type { Device } from '../../shell/device/device.tsx';

const RECENT_OPTIONS = 'binaryOptions';
/** More than there are instruments; what is older is forgotten. */
const MOST_REMEMBERED = 60;

export function recentOptions({ storage }: Pick<Device, 'storage'>): readonly number[] {
  const ids = (storage.getItem(RECENT_OPTIONS) ?? '').split(',').map(Number);
  return ids.filter((id) => Number.isSafeInteger(id) && id > 0).slice(0, MOST_REMEMBERED);
}

export function rememberOption({ storage }: Pick<Device, 'storage'>, id: number): void {
  const others = recentOptions({ storage }).filter((each) => each !== id);
  storage.setItem(RECENT_OPTIONS, [id, ...others].slice(0, MOST_REMEMBERED).join(','));
}

/** Of these the one used last; undefined when none was. */
export function lastUsed<Each extends { readonly id: number }>(
  options: readonly Each[],
  recent: readonly number[],
): Each | undefined {
  const used = recent.find((id) => options.some((option) => option.id === id));
  return options.find(({ id }) => id === used);
}
