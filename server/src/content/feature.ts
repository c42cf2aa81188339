// What staff publish, as a feature of the server.
import type { ServerFeature } from '../feature/server-feature.ts';
import { createAnnouncing } from './announce.ts';
import { seedContent } from './first-start.ts';
import { officeRoutes } from './office-routes.ts';
import { contentRoutes } from './routes.ts';

export const contentFeature: ServerFeature = {
  name: 'content',
  async open({ database, realtime, sites, time, log }) {
    const [site] = sites.all();
    if (site !== undefined) await seedContent(database, site.id, time.clock());
    const announcing = createAnnouncing({ database, realtime, time, log });
    return {
      routes: [
        ...contentRoutes({ database }),
        ...officeRoutes({
          database,
          // What was published is published, whether or not the push leaves now.
          onPublished: () =>
            announcing
              .look()
              .catch((fault: unknown) =>
                log.warn('content: pushing forced notices failed, retrying', { error: fault }),
              ),
        }),
      ],
      start: async () => announcing.start(),
      stop: () => announcing.stop(),
    };
  },
};
