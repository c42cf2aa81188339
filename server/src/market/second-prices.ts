// Prices of a second source, kept to be compared with those that are traded on. Nothing is ever decided by them.
import type { Price } from '@maru/engine/amount';
import type { RawTick } from '@maru/engine/market/tick';
import type { Millis } from '@maru/engine/time';

export interface SecondPrices {
  readonly name: string;
  latest(stock: string): { readonly price: Price; readonly receivedAt: Millis } | undefined;
}

/** What a source is, as far as it is compared. */
interface ComparedSource {
  readonly name: string;
  start(emit: (ticks: readonly RawTick[]) => void): Promise<void>;
}

export async function startSecondPrices(source: ComparedSource): Promise<SecondPrices> {
  const newest = new Map<string, { readonly price: Price; readonly receivedAt: Millis }>();
  await source.start((ticks) => {
    for (const { stock, last, recvTs } of ticks) newest.set(stock, { price: last, receivedAt: recvTs });
  });
  return { name: source.name, latest: (stock) => newest.get(stock) };
}
