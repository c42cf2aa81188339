// What staff do with sites, as a feature of the server. Reading a site is the platform's own matter (`routes.ts`).
import type { ServerFeature } from '../feature/server-feature.ts';
import { createFirstPeople } from './first-people.ts';
import { siteOfficeRoutes } from './office-routes.ts';

export const siteFeature: ServerFeature = {
  name: 'site',
  open: async ({ shard, database, sites, requests, held, hashPassword, secretOf }) => ({
    routes: siteOfficeRoutes({
      ...{ shard, database, sites, requests, held },
      people: createFirstPeople({ database, hashPassword, secret: secretOf('first-password-key') }),
    }),
  }),
};
