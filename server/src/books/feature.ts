// The books of every site, as a feature of the server. Their rows are written from the journal with the purses.
import type { ServerFeature } from '../feature/server-feature.ts';
import { createBooksCheck } from './check.ts';
import { createClosing } from './closing.ts';
import { partnerRoutes } from './partner-routes.ts';
import { bookRoutes } from './routes.ts';

export const booksFeature: ServerFeature = {
  name: 'books',
  async open({ shard, database, sites, fairness, time, log }) {
    const all = () => sites.all().map(({ id }) => id);
    const check = createBooksCheck({ shard, database, sites: all, clock: time.clock });
    const nameOf = (product: string) =>
      fairness.find((source) => source.product === product)?.nameKo ?? product;
    const closing = createClosing({ database, sites: all, time, log });
    return {
      routes: [...bookRoutes({ database, check, nameOf }), ...partnerRoutes({ database })],
      async start() {
        closing.start();
      },
      stop: closing.stop,
    };
  },
};
