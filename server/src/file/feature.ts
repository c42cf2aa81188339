// Pictures that are attached to something, as a feature of the server.
import { join } from 'node:path';
import { PLATFORM_SHARD } from '@maru/engine/shard';
import { DAY_MS, MINUTE_MS } from '@maru/engine/time';
import { createLoop } from '../clock/loop.ts';
import type { ServerFeature } from '../feature/server-feature.ts';
import { openFileFolder } from './folder.ts';
import { createRecoder } from './recode.ts';
import { fileRoutes } from './routes.ts';
import { deleteUnattached, findKnown } from './store.ts';

const REST_MS = 10 * MINUTE_MS;

export const fileFeature: ServerFeature = {
  name: 'file',
  async open({ shard, database, settings, time, log }) {
    const folder = await openFileFolder(join(settings.sharedFolder, 'files'));
    const recoder = createRecoder();
    let isSwept = false;
    /** Once, and not before the start: it takes as long as there are files. */
    async function sweep(): Promise<void> {
      if (isSwept) return;
      const removed = await folder.sweep((ids) => database.transaction((tx) => findKnown(tx, ids)));
      isSwept = true;
      if (removed > 0) log.info('files without a row removed', { files: removed });
    }
    const forgetting = createLoop({
      async work() {
        await sweep();
        for (;;) {
          const ids = await database.transaction((tx) => deleteUnattached(tx, time.clock() - DAY_MS));
          for (const id of ids) await folder.remove(id);
          if (ids.length === 0 || forgetting.isStopping()) return;
        }
      },
      restMs: () => REST_MS,
      wait: time.wait,
      log,
      failure: 'files: deleting unattached files failed, retrying',
    });
    return {
      routes: fileRoutes({ database, folder, recoder }),
      async start() {
        if (shard === PLATFORM_SHARD) forgetting.start();
      },
      async stop() {
        await forgetting.stop();
        await recoder.stop();
      },
    };
  },
};
