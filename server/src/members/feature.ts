// Members for staff, as a feature of the server.
import type { ServerFeature } from '../feature/server-feature.ts';
import { memberActRoutes } from './act-routes.ts';
import { memberRoutes } from './routes.ts';
import { unblockRoutes } from './unblock.ts';

export const membersFeature: ServerFeature = {
  name: 'members',
  open: async ({ database, realtime, rates, sites, requests, unblock, results }) => ({
    routes: [
      ...memberRoutes({
        ...{ database, realtime, rates, results },
        isPractice: (site) => sites.byId(site)?.moneyMode !== 'LIVE',
      }),
      ...memberActRoutes(database),
      ...unblockRoutes({ database, requests, unblock }),
    ],
  }),
};
