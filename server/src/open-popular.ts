// What is traded most, over all products: each product counts its own newest orders, the market ranks them.
import { countNewestBets } from './binary/traded-store.ts';
import type { Database } from './db/database.ts';
import { instruments } from './feed/instruments.ts';
import type { Route } from './http/serve.ts';
import { MOST_COUNTED, popularRoutes } from './market/popular.ts';
import { countNewestFills } from './oversea/traded-store.ts';

export const openPopular = (database: Database): readonly Route[] =>
  popularRoutes({
    instruments,
    counts: [countNewestBets, countNewestFills].map(
      (count) => (since) => database.transaction((tx) => count(tx, { most: MOST_COUNTED, since })),
    ),
  });
