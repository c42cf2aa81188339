// What the thread of the past can compute: the simulated market, the Maru indices, or both.
import { indexRule } from '@maru/engine/market/index-path';
import { createIndexOpens, createIndexStock, indexSeeds } from './index-stock.ts';
import type { PastWorkerData } from './past-messages.ts';
import { simulatedLevels } from './simulated-levels.ts';
import { createSimulatedStock, type SimulatedStock } from './simulated-stock.ts';

export type PastStock = Pick<SimulatedStock, 'tickAt' | 'candles'>;

export function createPastStocks({
  seed,
  indexSecret,
  instruments,
}: PastWorkerData): ReadonlyMap<string, PastStock> {
  const index = indexSecret === undefined ? undefined : indexGiven(indexSecret);
  const stocks = new Map<string, PastStock>();
  for (const instrument of instruments) {
    const { code } = instrument;
    const level = simulatedLevels[code];
    const rule = indexRule(code);
    if (seed !== undefined && level) stocks.set(code, createSimulatedStock(seed, instrument, level));
    if (index !== undefined && rule) stocks.set(code, createIndexStock({ ...index, rule, instrument }));
  }
  return stocks;
}

function indexGiven(secret: string) {
  const seedOf = indexSeeds(secret);
  return { seedOf, openOf: createIndexOpens(seedOf) };
}
