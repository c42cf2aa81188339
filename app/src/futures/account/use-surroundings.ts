// What a preview needs: the account of the wallet that pays, the terms, and a price of everything that is open in it.
import type { WireFuturesOption } from '@maru/contract/futures/instruments';
import { price as priceOf, toDecimal } from '@maru/engine/amount';
import { liquidationPriceOf } from '@maru/engine/futures/liquidation-prices';
import { type AccountFacts, crossAccount, meansOf, type PricedOf } from '@maru/engine/futures/standing';
import type { FuturesTerms, Priced, Quote } from '@maru/engine/futures/terms';
import type { Millis } from '@maru/engine/time';
import { millis } from '@maru/engine/time';
import { useMemo } from 'react';
import type { LiveTick } from '../../market/prices/use-live-tick.ts';
import { usePlatform, useWatched } from '../../shell/platform.tsx';
import { factsOf, quoteOf, termsOf } from './engine-view.ts';
import { type FuturesAccount, useFuturesAccount } from './use-futures-account.ts';
import { useListedFutures } from './use-futures-instruments.ts';
import { type Marks, useMarks } from './use-marks.ts';

export interface Surroundings {
  readonly instrument: WireFuturesOption;
  readonly account: FuturesAccount;
  /** Undefined where the site does not trade the instrument. */
  readonly engine: EngineSurroundings | undefined;
}

export interface EngineSurroundings {
  readonly terms: FuturesTerms;
  readonly facts: AccountFacts;
  /** Of the instrument itself; undefined until its first price. */
  readonly quote: Quote | undefined;
  /** Also of the instrument itself. Of others `bid` and `ask` are the last price: only their marks count. */
  readonly pricedOf: PricedOf;
  readonly now: Millis;
}

/** `tick` of the instrument itself; of all others the marks that every screen follows. */
export function useSurroundings(instrument: WireFuturesOption, tick: LiveTick | undefined): Surroundings {
  const { clock, wallets } = usePlatform();
  const account = useFuturesAccount();
  const balances = useWatched(wallets).reply;
  // The page itself repeats this request: here its answer is only read.
  const { reply: instruments } = useListedFutures();
  const { positions, orders } = account;
  const marks = useMarks(positions.map(({ stock }) => stock));
  const terms = useMemo(() => termsOf(instrument), [instrument]);
  const wallet = instrument.terms;
  const free =
    wallet === null
      ? undefined
      : (balances?.[wallet.walletType]?.point ??
        account.wallets.find((each) => each.wallet === wallet.walletType)?.playerPoint ??
        '0');
  const facts = useMemo(
    () =>
      wallet === null || free === undefined
        ? undefined
        : factsOf({ positions, orders }, { terms: wallet, free }),
    [positions, orders, wallet, free],
  );
  const others = useMemo(() => pricedIn(instruments ?? [], marks), [instruments, marks]);
  const quote = tick && quoteOf(tick);
  return {
    instrument,
    account,
    engine: terms &&
      facts && {
        terms,
        facts,
        quote,
        now: millis(clock.now()),
        pricedOf: (id) => (id === instrument.id ? quote && { terms, quote } : others.get(id)),
      },
  };
}

/** At the marks that every screen follows, by instrument. */
export function pricedIn(
  instruments: readonly WireFuturesOption[],
  marks: Marks,
): ReadonlyMap<number, Priced> {
  const priced = new Map<number, Priced>();
  for (const instrument of instruments) {
    const terms = termsOf(instrument);
    const last = marks.get(instrument.stock)?.lastPrice ?? instrument.lastPrice;
    if (terms === undefined || last === null) continue;
    const mark = marks.get(instrument.stock)?.markPrice ?? instrument.markPrice ?? last;
    const [at, marked] = [priceOf(last), priceOf(mark)];
    priced.set(instrument.id, {
      terms,
      quote: { ts: millis(0), seq: 0, last: at, bid: at, ask: at, mark: marked },
    });
  }
  return priced;
}

/** What may still be opened from the wallet of the instrument; undefined while a price of its positions is missing. */
export function availableNow({ facts, pricedOf }: EngineSurroundings): string | undefined {
  const account = crossAccount(facts, pricedOf);
  return account && toDecimal(meansOf(facts, account).available);
}

/** Where the position in the instrument is liquidated if all other marks stand still; undefined where it never is. */
export function liquidationNow({ facts, pricedOf, terms }: EngineSurroundings): string | undefined {
  const position = facts.positions.get(terms.instrument);
  const level = position && liquidationPriceOf(position, facts, pricedOf);
  return level === undefined ? undefined : toDecimal(level);
}
