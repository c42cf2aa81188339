// What staff publish, as a feature of the server.
import type { ServerFeature } from '../feature/server-feature.ts';
import { contentRoutes } from './routes.ts';

export const contentFeature: ServerFeature = {
  name: 'content',
  open: async ({ database }) => ({ routes: contentRoutes({ database }) }),
};
