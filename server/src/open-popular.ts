// What is traded most, over all products: the newest orders of each product are counted, the market ranks them.
import { tradedBets } from './binary/traded.ts';
import type { Database } from './db/database.ts';
import { instruments } from './feed/instruments.ts';
import type { Route } from './http/serve.ts';
import { MOST_COUNTED, popularRoutes } from './market/popular.ts';
import { countNewestTrades, type TradedRows } from './market/traded-store.ts';
import { tradedFills } from './oversea/traded.ts';

const PRODUCTS: readonly TradedRows[] = [tradedBets, tradedFills];

export const openPopular = (database: Database): readonly Route[] =>
  popularRoutes({
    instruments,
    counts: PRODUCTS.map(
      (product) => (since) =>
        database.transaction((tx) => countNewestTrades(tx, product, { most: MOST_COUNTED, since })),
    ),
  });
