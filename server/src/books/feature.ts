// The books of every site, as a feature of the server. Their rows are written from the journal with the purses.
import type { ServerFeature } from '../feature/server-feature.ts';
import { createBooksCheck } from './check.ts';
import { bookRoutes } from './routes.ts';

export const booksFeature: ServerFeature = {
  name: 'books',
  async open({ database, sites, time: { clock } }) {
    const check = createBooksCheck({ database, sites: () => sites.all().map(({ id }) => id), clock });
    return { routes: bookRoutes({ database, check }) };
  },
};
