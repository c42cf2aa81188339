// The lists of instruments (spec §7 Overseas).
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { decimalText, id, siteInfoId } from '../fields.ts';
import { instrumentFilter, listedInstrument, resultType } from '../market.ts';
import { overseaTerms } from './terms.ts';

const overseaOption = listedInstrument.extend({
  multiplier: decimalText,
  tickValue: decimalText,
  /** Null where the site does not trade overseas futures. */
  terms: overseaTerms.nullable(),
});
export type WireOverseaOption = z.output<typeof overseaOption>;

export const overseaOptionOf = defineCall('public', 'GET', '/api/oversea/option', {
  summary: 'One overseas-futures instrument',
  query: z.object({ siteInfoId, resultType, overseaOptionId: id }),
  reply: overseaOption,
});

export const overseaOptions = defineCall('public', 'GET', '/api/oversea/option/list', {
  summary: 'The overseas-futures instruments, those in won first',
  cost: 2,
  query: instrumentFilter,
  reply: z.array(overseaOption),
});

export const existsOverseaOption = defineCall('public', 'GET', '/api/oversea/option/exist_option', {
  summary: 'Can any overseas-futures instrument be traded now?',
  query: z.object({ siteInfoId }),
  reply: z.object({ exist: z.boolean() }),
});
