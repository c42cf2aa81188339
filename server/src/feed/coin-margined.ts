// A contract that is margined and settled in its coin (`BTCUSD`) has the price of the one in USDT (`BTCUSDT`), unless the
// source sends prices of its own for it.
import type { Instrument } from '@maru/engine/market/instrument';
import type { RawTick } from '@maru/engine/market/tick';
import type { Source } from './source.ts';

export function withCoinMargined(source: Source, instruments: readonly Instrument[]): Source {
  /** By the contract in USDT. */
  const followers = new Map<string, string>();
  for (const { code, kind } of instruments)
    if (kind === 'CRYPTO' && instruments.some((each) => each.code === `${code}T`))
      followers.set(`${code}T`, code);
  const codes = new Set(followers.values());
  /** Those with prices of their own. */
  const priced = new Set<string>();

  function withFollowers(ticks: readonly RawTick[]): readonly RawTick[] {
    for (const { stock } of ticks) if (codes.has(stock)) priced.add(stock);
    return ticks.flatMap((tick) => {
      const follower = followers.get(tick.stock);
      return follower === undefined || priced.has(follower) ? [tick] : [tick, { ...tick, stock: follower }];
    });
  }

  return { ...source, start: (emit) => source.start((ticks) => emit(withFollowers(ticks))) };
}
