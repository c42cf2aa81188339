// The lists of coin-futures instruments (spec §7 Futures).
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { decimalText, id, siteInfoId } from '../fields.ts';
import { instrumentFilter, listedInstrument, resultType } from '../market.ts';
import { futuresTerms } from './terms.ts';

const futuresOption = listedInstrument.extend({
  markPrice: decimalText.nullable(),
  /** Null where the site does not trade coin futures. */
  terms: futuresTerms.nullable(),
  indexPrice: decimalText.nullable(),
  fundingRate: decimalText,
  /** Of the last interval: the mark price contains it (docs/rules.md 0.5). */
  lastFundingRate: decimalText,
  nextFundingMillis: z.int(),
});
export type WireFuturesOption = z.output<typeof futuresOption>;

export const futuresOptionOf = defineCall('public', 'GET', '/api/futures/option', {
  summary: 'One coin-futures instrument',
  query: z.object({ siteInfoId, resultType, futuresOptionId: id }),
  reply: futuresOption,
});

export const futuresOptions = defineCall('public', 'GET', '/api/futures/option/list', {
  summary: 'The coin-futures instruments',
  query: instrumentFilter,
  reply: z.array(futuresOption),
});
