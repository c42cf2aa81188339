// Closes each day of each site once it is over; after an absence the missed ones, as far back as histories reach.
import type { SiteId } from '@maru/engine/purse';
import { koreanDate, MINUTE_MS, type Millis } from '@maru/engine/time';
import { createLoop, type Loop } from '../clock/loop.ts';
import type { Database } from '../db/database.ts';
import type { Log } from '../log/log.ts';
import { closeDay } from './close-day.ts';
import { findFirstDay } from './store.ts';

const REST_MS = 10 * MINUTE_MS;
/** What the last moments of a day decided is in the tables by then. */
const AFTER_MIDNIGHT_MS = 20 * MINUTE_MS;
const DAYS_BACK = 28;

export function createClosing({
  database,
  sites,
  time: { clock, wait },
  log,
}: {
  readonly database: Database;
  readonly sites: () => readonly SiteId[];
  readonly time: { readonly clock: () => Millis; readonly wait: (ms: number) => Promise<void> };
  readonly log: Log;
}): Loop {
  async function closeSite(site: SiteId): Promise<void> {
    const last = koreanDate(clock() - AFTER_MIDNIGHT_MS) - 1;
    const first = await database.transaction(async (tx) => {
      const [closed] = await tx.query<{ day: number }>(
        'select day from books_day where site_id = $1 order by day desc limit 1',
        [site],
      );
      const begun = await findFirstDay(tx, site);
      return begun === undefined
        ? undefined
        : Math.max(closed === undefined ? begun : closed.day + 1, last - DAYS_BACK);
    });
    if (first === undefined) return;
    for (let day = first; day <= last; day += 1)
      if (!(await closeDay(database, { site, day, isStopping: loop.isStopping }))) return;
  }

  const loop = createLoop({
    async work() {
      for (const site of sites()) await closeSite(site);
    },
    restMs: () => REST_MS,
    wait,
    log,
    failure: 'books: closing a day failed, retrying',
  });
  return loop;
}
