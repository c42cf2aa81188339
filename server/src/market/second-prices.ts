// Prices of a second source, kept to be compared with those that are traded on. Nothing is ever decided by them.
import { divide, ONE, type Price } from '@maru/engine/amount';
import type { Instrument } from '@maru/engine/market/instrument';
import type { RawTick, Tick } from '@maru/engine/market/tick';
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

/** By which share of the second price ours differs from it; undefined while one of them is not fresh. */
export function deviationOf(
  { code, staleMs }: Pick<Instrument, 'code' | 'staleMs'>,
  sources: {
    readonly prices: { usable(stock: string, now: Millis): Pick<Tick, 'last'> | undefined };
    readonly secondPrices: SecondPrices | undefined;
  },
  now: Millis,
): bigint | undefined {
  const own = sources.prices.usable(code, now);
  const other = sources.secondPrices?.latest(code);
  if (own === undefined || other === undefined || now - other.receivedAt > staleMs) return undefined;
  const gap = own.last > other.price ? own.last - other.price : other.price - own.last;
  const size = other.price < 0n ? -other.price : other.price;
  return size === 0n ? undefined : divide(gap * ONE, size, 'up');
}
