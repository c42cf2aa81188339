// Inquiries, as a feature of the server.
import { PLATFORM_SHARD } from '@maru/engine/shard';
import { HOUR_MS } from '@maru/engine/time';
import { createLoop } from '../clock/loop.ts';
import type { ServerFeature } from '../feature/server-feature.ts';
import { detachFiles } from '../file/attach.ts';
import { contactDeskRoutes } from './desk-routes.ts';
import { contactOfficeRoutes } from './office-routes.ts';
import { type ContactParts, contactRoutes } from './routes.ts';
import { countWaiting, forgetOldInquiries } from './store.ts';
import { entryName } from './thread.ts';

export const contactFeature: ServerFeature = {
  name: 'contact',
  async open({ shard, database, evidence, realtime, settings, time, log }) {
    const parts: ContactParts = {
      ...{ database, evidence, answerHours: settings.supportHours },
      push: (player, push) => realtime.push(player, 'message', push),
    };
    const forgetting = createLoop({
      async work() {
        for (;;) {
          const gone = await database.transaction(async (tx) => {
            const entries = await forgetOldInquiries(tx, time.clock());
            await detachFiles(tx, entries.map(entryName));
            return entries.length;
          });
          if (gone === 0 || forgetting.isStopping()) return;
        }
      },
      restMs: () => HOUR_MS,
      wait: time.wait,
      log,
      failure: 'inquiries: deleting old ones failed, retrying',
    });
    return {
      routes: [...contactRoutes(parts), ...contactOfficeRoutes(parts), ...contactDeskRoutes(database)],
      badges: [{ screen: 'inquiries', count: (tx, { site }) => countWaiting(tx, site) }],
      async start() {
        if (shard === PLATFORM_SHARD) forgetting.start();
      },
      stop: forgetting.stop,
    };
  },
};
