// What staff publish, as a feature of the server.
import { join } from 'node:path';
import type { SiteId } from '@maru/engine/purse';
import type { ServerFeature } from '../feature/server-feature.ts';
import { openFileFolder } from '../file/folder.ts';
import { createAnnouncing } from './announce.ts';
import { seedContent } from './first-start.ts';
import { officeRoutes } from './office-routes.ts';
import { pictureRoutes } from './pictures.ts';
import { reachRoutes } from './reach.ts';
import { contentRoutes } from './routes.ts';

export const contentFeature: ServerFeature = {
  name: 'content',
  async open({ shard, database, realtime, sites, settings, held, time, log }) {
    const seed = async ({ id }: { readonly id: SiteId }): Promise<void> =>
      void (await seedContent(database, id, time.clock()));
    // A site whose opening was interrupted gets its texts now.
    for (const site of sites.all()) await seed(site);
    sites.onChange(async (site, isNew) => {
      if (!isNew) return;
      await seed(site).catch((fault: unknown) =>
        log.warn('content: writing the texts of a new site failed, the next start writes them', {
          error: fault,
        }),
      );
    });
    const folder = await openFileFolder(join(settings.sharedFolder, 'files'));
    const announcing = createAnnouncing({ shard, database, realtime, time, log });
    return {
      routes: [
        ...contentRoutes({
          database,
          isHolding: (player) => held.some((product) => product.hasPosition(player)),
        }),
        ...reachRoutes({ database, realtime, held }),
        ...pictureRoutes({ database, folder }),
        ...officeRoutes({
          database,
          // What was published is published, whether or not the push leaves now.
          onPublished: () =>
            announcing
              .look()
              .catch((fault: unknown) =>
                log.warn('content: pushing notices failed, retrying', { error: fault }),
              ),
        }),
      ],
      start: async () => announcing.start(),
      stop: () => announcing.stop(),
    };
  },
};
