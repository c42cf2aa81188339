// What is traded most, over all products: the newest orders of each product are counted, the market ranks them.
import { instrumentIdOf } from './binary/options.ts';
import type { Database } from './db/database.ts';
import { instruments } from './feed/instruments.ts';
import type { Route } from './http/serve.ts';
import { MOST_COUNTED, popularRoutes } from './market/popular.ts';
import { countNewestTrades, type TradedRows } from './market/traded-store.ts';

const PRODUCTS: readonly TradedRows[] = [
  { table: 'bet', timeColumn: 'accepted_ms', instrumentOf: instrumentIdOf },
  // An overseas contract has the number of its instrument.
  { table: 'oversea_fill', timeColumn: 'at_ms', instrumentOf: (option) => option },
];

export const openPopular = (database: Database): readonly Route[] =>
  popularRoutes({
    instruments,
    counts: PRODUCTS.map(
      (product) => (since) =>
        database.transaction((tx) => countNewestTrades(tx, product, { most: MOST_COUNTED, since })),
    ),
  });
