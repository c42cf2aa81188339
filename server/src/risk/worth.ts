// What amounts are worth in won, at the newest rates or at supposed ones.
import { type Amount, ONE } from '@maru/engine/amount';
import type { Instrument } from '@maru/engine/market/instrument';
import type { Currency } from '@maru/engine/purse';
import { DOLLAR_COIN, exchanged, WON } from '@maru/engine/rates/exchange-rate';
import type { Millis } from '@maru/engine/time';
import type { Shock } from '../product/exposure.ts';
import type { Rates } from '../rates/rates.ts';

export interface WonWorth {
  /** Undefined where no rate is known. */
  of(amount: Amount, currency: Currency): Amount | undefined;
}

/** The rate of a currency is looked up once. */
export function wonWorth(
  rates: Pick<Rates, 'latest'>,
  instruments: readonly Instrument[],
  { now, shock }: { readonly now: Millis; readonly shock?: Shock | undefined },
): WonWorth {
  const known = new Map<Currency, ((amount: Amount) => Amount) | undefined>();

  function factorOf(currency: Currency): bigint {
    if (shock === undefined || currency === WON) return ONE;
    if (currency === DOLLAR_COIN) return shock.won;
    const coin = instruments.find(({ code }) => code === currency + DOLLAR_COIN);
    return coin === undefined ? shock.won : (shock.won * shock.priceOf(coin.id)) / ONE;
  }

  function find(currency: Currency): ((amount: Amount) => Amount) | undefined {
    const rate = rates.latest(currency, WON, now);
    if (rate === undefined) return undefined;
    const factor = factorOf(currency);
    return (amount) => ((exchanged(amount, rate, 'down') * factor) / ONE) as Amount;
  }

  return {
    of(amount, currency) {
      if (currency === WON) return amount;
      if (!known.has(currency)) known.set(currency, find(currency));
      return known.get(currency)?.(amount);
    },
  };
}
