// Who trades for others and who follows, and how the market is handed to a command.
import type { FuturesTerms, Priced, Quote } from '@maru/engine/futures/terms';
import { INSTRUMENTS, marketIn } from '../futures/market.ts';
import type { TwinPosition } from '../futures/twin.ts';
import { siteOf } from '../workload.ts';

/** One of so many players of a site is a trader. */
const PLAYERS_PER_TRADER = 6;

const placeOf = (player: number, sites: number): number => Math.floor((player - 1) / sites);
export const isTraderOf = (player: number, sites: number): boolean =>
  placeOf(player, sites) % PLAYERS_PER_TRADER === 0;

/** The traders of the player's site, oldest first. */
export function tradersOf(player: number, { players, sites }: { players: number; sites: number }) {
  const all = Array.from({ length: players }, (_, place) => place + 1);
  const site = siteOf(player, sites);
  return all.filter((each) => siteOf(each, sites) === site && isTraderOf(each, sites));
}

/** Those that are copied. */
export const PAIRS: readonly number[] = INSTRUMENTS.filter(({ wallet }) => wallet === 'FUTURES').map(
  ({ id }) => id,
);

export interface Priceable {
  readonly terms: FuturesTerms;
  readonly quote: Quote | undefined;
}

export function marketOf(seed: number, site: number, instrument: number, at: number): Priceable {
  const { termsOf, quoteOf } = marketIn(seed);
  return { terms: termsOf(site, instrument, at), quote: quoteOf(instrument, at) };
}

/** Of every position of the wallet that has a price. */
export function pricesOf(
  seed: number,
  site: number,
  held: readonly Pick<TwinPosition, 'instrument' | 'wallet'>[],
  at: number,
): readonly Priced[] {
  return held
    .filter(({ wallet }) => wallet === 'FUTURES')
    .flatMap(({ instrument }): Priced[] => {
      const { terms, quote } = marketOf(seed, site, instrument, at);
      return quote === undefined ? [] : [{ terms, quote }];
    });
}
