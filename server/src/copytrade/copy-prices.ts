// The prices that commands of copy trading are decided with. One value for all commands of a moment: a message to the desk
// has each of them once, however many followers copy.
import { COPY_WALLET } from '@maru/engine/copytrade/terms';
import type { FuturesTerms, Priced, Quote } from '@maru/engine/futures/terms';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { FuturesGround } from '../futures/deps.ts';
import { type FuturesPrices, quoteOf, usableQuote } from '../futures/quotes.ts';

export interface CopyPrices {
  /** Undefined where the site does not trade it. */
  of(site: SiteId, instrument: number): Traded | undefined;
  /** Of every cross position of the player: the newest price of each, however old. */
  backing(site: SiteId, player: PlayerId): readonly Priced[];
  /** Of these instruments; one without any price is left out. */
  priced(site: SiteId, instruments: Iterable<number>): readonly Priced[];
}

export interface Traded {
  readonly stock: string;
  readonly terms: FuturesTerms;
  /** Undefined while there is no price that may be used. */
  readonly quote: Quote | undefined;
}

export function copyPricesAt(
  {
    prices,
    ground: { instruments, terms, holdings },
  }: {
    readonly prices: FuturesPrices;
    readonly ground: Pick<FuturesGround, 'instruments' | 'terms' | 'holdings'>;
  },
  now: Millis,
): CopyPrices {
  const traded = new Map<string, Traded | undefined>();
  const newest = new Map<string, Priced | undefined>();
  /** Most followers have positions in the same few instruments. */
  const lists = new Map<string, readonly Priced[]>();

  function newestOf(site: SiteId, instrument: number): Priced | undefined {
    const name = `${site}/${instrument}`;
    if (newest.has(name)) return newest.get(name);
    const own = terms.at(site, instrument, now);
    const tick = prices.latest(instruments.byId(instrument)?.code ?? '');
    const priced = own && tick && { terms: own, quote: quoteOf(tick) };
    newest.set(name, priced);
    return priced;
  }

  function priced(site: SiteId, numbers: Iterable<number>): readonly Priced[] {
    const sorted = [...numbers].sort((one, other) => one - other);
    const name = `${site}/${sorted.join()}`;
    const known = lists.get(name);
    if (known !== undefined) return known;
    const list = sorted.flatMap((number) => newestOf(site, number) ?? []);
    lists.set(name, list);
    return list;
  }

  return {
    of(site, instrument) {
      const name = `${site}/${instrument}`;
      if (traded.has(name)) return traded.get(name);
      const own = terms.at(site, instrument, now);
      const stock = instruments.byId(instrument)?.code;
      const found =
        own === undefined || stock === undefined
          ? undefined
          : { stock, terms: own, quote: usableQuote(prices, stock, now) };
      traded.set(name, found);
      return found;
    },
    backing: (site, player) => priced(site, holdings.heldIn(player, COPY_WALLET, 'CROSS')),
    priced,
  };
}
