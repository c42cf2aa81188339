import { exchangeRateMap, exchangeRateOf } from '@maru/contract/rates/calls';
import { toDecimal } from '@maru/engine/amount';
import { type ExchangeRate, isRateStale, WON } from '@maru/engine/rates/exchange-rate';
import type { Millis } from '@maru/engine/time';
import { type Route, serve } from '../http/serve.ts';
import type { Sites } from '../site/sites.ts';
import type { Rates } from './rates.ts';

/** The unit of a site's points: the currency of its BINARY wallets, which are won on most sites. */
const POINT_UNIT = 'BKT';

const wireRate = (found: ExchangeRate, now: Millis) => ({
  rate: toDecimal(found.rate),
  source: found.source,
  atMillis: found.at,
  ageMs: Math.max(0, now - found.at),
  isStale: isRateStale(found, now),
});

export function rateRoutes({
  rates,
  sites,
}: {
  readonly rates: Rates;
  readonly sites: Pick<Sites, 'byId'>;
}): readonly Route[] {
  return [
    serve(exchangeRateOf, async ({ query: { base, counter }, site, now }) => {
      const known = sites.byId(site);
      if (known === undefined) return { ok: false, refusal: 'SITE_NOT_FOUND' };
      const currencyOf = (name: string) => (name === POINT_UNIT ? known.binaryCurrency : name);
      const found = rates.latest(currencyOf(base), currencyOf(counter), now);
      if (found === undefined) return { ok: false, refusal: 'RATE_UNKNOWN' };
      return { ok: true, reply: { base, counter, ...wireRate(found, now) } };
    }),
    serve(exchangeRateMap, async ({ site, now }) => {
      const known = sites.byId(site);
      if (known === undefined) return { ok: false, refusal: 'SITE_NOT_FOUND' };
      const currencies = new Set([WON, 'USDT', ...known.wallets.map(({ currency }) => currency)]);
      const found = [...currencies].flatMap((currency) => {
        const rate = rates.latest(currency, WON, now);
        return rate === undefined ? [] : [[currency, wireRate(rate, now)] as const];
      });
      return { ok: true, reply: { counter: WON, rates: Object.fromEntries(found) } };
    }),
  ];
}
