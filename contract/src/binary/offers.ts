// The lists of what can be bet on: one offer for each instrument and type of round (spec §7 Binary).
import { ROUND_TYPES } from '@maru/engine/rounds/round';
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { commaList, decimalText, id, siteInfoId } from '../fields.ts';
import { instrumentFilter, listedInstrument } from '../market.ts';

const binaryOption = listedInstrument.extend({
  type: z.enum(ROUND_TYPES),
  /** Profit per stake of a hit, as in the terms of its rounds. Null where balls are drawn: each market has odds. */
  rate: decimalText.nullable(),
});
export type WireBinaryOption = z.output<typeof binaryOption>;

export const tradeOption = defineCall('public', 'GET', '/api/trade/option', {
  summary: 'One binary option',
  query: z.object({ siteInfoId, tradeOptionId: id }),
  reply: binaryOption,
});

export const tradeOptions = defineCall('public', 'GET', '/api/trade/option/list', {
  summary: 'The binary options: one for each instrument and type',
  cost: 2,
  query: instrumentFilter.extend({ typeArray: commaList(20).optional() }),
  reply: z.array(binaryOption),
});

export const siteTradeOptions = defineCall('public', 'GET', '/api/public/trade_option/site/list', {
  summary: 'The binary options that the site offers',
  cost: 2,
  query: z.object({ siteInfoId }),
  reply: z.array(binaryOption),
});
