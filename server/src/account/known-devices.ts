// Whether the owner of a name has signed in from a device. Checked before an attempt may cost anything else, so the
// check itself must cost strangers no read: a filter in memory rejects nearly all of them.
import type { Database } from '../db/database.ts';
import { type DeviceOfName, isKnownDevice, listKnownDevices } from './attempt-store.ts';
import { createDeviceFilter } from './device-filter.ts';

export interface KnownDevices {
  /** `BUSY` when too many are looked up at once. */
  isKnown(whose: DeviceOfName): Promise<boolean | 'BUSY'>;
  /** Called after the device has signed in or refreshed its tokens. */
  remember(whose: DeviceOfName): void;
  /** Reads all known devices into the filter, page by page. Until it has finished every check costs a read. */
  load(): Promise<void>;
  /** Stops `load`. */
  stop(): void;
}

const MOST_READS = 32;
const PAGE = 2_000;

export function createKnownDevices(database: Database, page = PAGE): KnownDevices {
  const filter = createDeviceFilter();
  let isLoaded = false;
  let isStopped = false;
  let reads = 0;

  const keyOf = ({ site, username, device }: DeviceOfName): string => `${site} ${username} ${device}`;

  return {
    async isKnown(whose) {
      if (isLoaded && !filter.mayHave(keyOf(whose))) return false;
      if (reads >= MOST_READS) return 'BUSY';
      reads += 1;
      try {
        return await database.transaction((tx) => isKnownDevice(tx, whose));
      } finally {
        reads -= 1;
      }
    },
    remember: (whose) => filter.add(keyOf(whose)),
    async load() {
      let after = { player: 0, device: '' };
      while (!isStopped) {
        const rows = await database.transaction((tx) => listKnownDevices(tx, after, page));
        for (const row of rows) filter.add(keyOf(row));
        const last = rows.at(-1);
        if (last === undefined) {
          isLoaded = true;
          return;
        }
        after = last;
      }
    },
    stop() {
      isStopped = true;
    },
  };
}
