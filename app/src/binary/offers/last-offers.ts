// Which binary offers this device used, the newest first: a row of an instrument opens the type used last.
import type { Device } from '../../shell/device/device.tsx';

const RECENT_OFFERS = 'binaryOptions';
/** More than there are instruments; older entries are removed. */
const MOST_REMEMBERED = 60;

export function recentOffers({ storage }: Pick<Device, 'storage'>): readonly number[] {
  const ids = (storage.getItem(RECENT_OFFERS) ?? '').split(',').map(Number);
  return ids.filter((id) => Number.isSafeInteger(id) && id > 0).slice(0, MOST_REMEMBERED);
}

export function rememberOffer({ storage }: Pick<Device, 'storage'>, id: number): void {
  const others = recentOffers({ storage }).filter((each) => each !== id);
  storage.setItem(RECENT_OFFERS, [id, ...others].slice(0, MOST_REMEMBERED).join(','));
}

/** The one of these that was used last; undefined when none was. */
export function lastUsed<Each extends { readonly id: number }>(
  offers: readonly Each[],
  recent: readonly number[],
): Each | undefined {
  const used = recent.find((id) => offers.some((offer) => offer.id === id));
  return offers.find(({ id }) => id === used);
}
