// The most traded instruments over all products: the newest orders of each product are counted, the market ranks them.
import type { Database } from './db/database.ts';
import { instruments } from './feed/instruments.ts';
import type { Route } from './http/serve.ts';
import { MOST_COUNTED, popularRoutes } from './market/popular.ts';
import { countNewestTrades } from './market/traded-store.ts';
import { products } from './products.ts';

export const openPopular = (database: Database, shard: number): readonly Route[] =>
  popularRoutes({
    instruments,
    counts: products
      .flatMap(({ traded }) => traded ?? [])
      .map(
        (traded) => (since) =>
          database.transaction((tx) => countNewestTrades(tx, traded, { shard, most: MOST_COUNTED, since })),
      ),
  });
