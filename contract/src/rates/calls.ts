// Exchange rates (spec: dnw). `BKT` is the unit of the site's points: the currency of its BINARY wallets.
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { decimalText, siteInfoId } from '../fields.ts';

const currency = z.string().regex(/^[A-Z0-9]{2,10}$/);

const rateFields = {
  /** Of the counter for one of the base, to eight places. An amount is exchanged by exact quotes, not by this text. */
  rate: decimalText,
  /** `SIMULATED`, `FEED`, or both joined by a plus. */
  source: z.string(),
  atMillis: z.int(),
  ageMs: z.int(),
  /** Too old to move money by: conversions are refused. */
  isStale: z.boolean(),
};

export const exchangeRateOf = defineCall('public', 'GET', '/api/dnw/get_exchange_rate', {
  summary: 'What one unit of the base is worth in the counter, with the source and age of the rate',
  shared: true,
  query: z.object({ siteInfoId, base: currency.default('USDT'), counter: currency.default('BKT') }),
  reply: z.object({ base: z.string(), counter: z.string(), ...rateFields }),
  refusals: ['SITE_NOT_FOUND', 'RATE_UNKNOWN'],
});

export const exchangeRateMap = defineCall('public', 'GET', '/api/dnw/get_exchange_rate_map', {
  summary: 'What one unit of each wallet currency of the site, and one USDT, are worth in won',
  shared: true,
  query: z.object({ siteInfoId }),
  reply: z.object({
    counter: z.string(),
    /** By currency. One without a rate is missing. */
    rates: z.record(z.string(), z.object(rateFields)),
  }),
  refusals: ['SITE_NOT_FOUND'],
});
