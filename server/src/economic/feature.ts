// The calendar of economic indicators, as a feature of the server: examples are generated weeks ahead until staff import
// real ones, and old rows are deleted.
import { PLATFORM_SHARD } from '@maru/engine/shard';
import { DAY_MS, HOUR_MS } from '@maru/engine/time';
import { createLoop } from '../clock/loop.ts';
import type { ServerFeature } from '../feature/server-feature.ts';
import { WITHIN_MS } from './read-csv.ts';
import { createReminders } from './reminders.ts';
import { economicRoutes } from './routes.ts';
import { sampleBetween } from './sample.ts';
import { deleteOld, hasImported, writeIndicators } from './store.ts';

const SAMPLES_BEFORE_MS = 14 * DAY_MS;
const SAMPLES_AHEAD_MS = 21 * DAY_MS;
const SAMPLES_KEPT_MS = 60 * DAY_MS;

export const economicFeature: ServerFeature = {
  name: 'economic',
  async open(parts) {
    const { shard, database, sites, time, log } = parts;
    const { clock, wait } = time;
    const reminders = createReminders(parts);
    const loop = createLoop({
      async work() {
        const now = clock();
        const rows = sampleBetween({ from: now - SAMPLES_BEFORE_MS, to: now + SAMPLES_AHEAD_MS });
        for (const { id: site } of sites.all())
          await database.transaction(async (tx) => {
            if (await hasImported(tx, site)) return;
            await writeIndicators(tx, { site, rows, isSample: true });
          });
        if (shard !== PLATFORM_SHARD) return;
        await database.transaction((tx) =>
          deleteOld(tx, { before: now - WITHIN_MS, samplesBefore: now - SAMPLES_KEPT_MS }),
        );
      },
      restMs: () => HOUR_MS,
      wait,
      log,
      failure: 'economic: writing the example indicators failed, retrying',
    });
    sites.onChange(async (_, isNew) => {
      if (!isNew) return;
      await loop
        .runOnce()
        .catch((fault: unknown) =>
          log.warn('economic: writing the example indicators failed, retrying', { error: fault }),
        );
    });
    return {
      routes: economicRoutes({ database }),
      async start() {
        loop.start();
        reminders.start();
      },
      async stop() {
        await reminders.stop();
        await loop.stop();
      },
    };
  },
};
