// What the thread of the past can compute: the simulated market, the Maru indices, or both.
import { indexRule } from '@maru/engine/market/index-path';
import { createIndexOpens, createIndexStock, indexSeeds } from './index-stock.ts';
import type { PastWorkerData } from './past-messages.ts';
import { createSimulatedStocks, type SimulatedStock } from './simulated-stock.ts';

type PastStock = Pick<SimulatedStock, 'tickAt' | 'candles'>;

export function createPastStocks({
  seed,
  indexSecret,
  instruments,
}: PastWorkerData): ReadonlyMap<string, PastStock> {
  const simulated = seed === undefined ? [] : createSimulatedStocks(seed, instruments);
  const stocks = new Map<string, PastStock>(simulated);
  if (indexSecret === undefined) return stocks;
  const seedOf = indexSeeds(indexSecret);
  const openOf = createIndexOpens(seedOf);
  for (const instrument of instruments) {
    const rule = indexRule(instrument.code);
    if (rule) stocks.set(rule.code, createIndexStock({ seedOf, openOf, rule, instrument }));
  }
  return stocks;
}
