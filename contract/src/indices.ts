// The Maru indices and their proof (docs/decisions/0029). How to check a day:
//
// 1. `seal` is the SHA-256 (hex) of the 32 bytes of `seed`, and it was public at `sealedMillis`.
// 2. Every tick of the day follows from `seed`, `open` and the second (engine/src/market/index-path.ts; verify.mjs has
//    an implementation of its own). `open` is the close of the day before, which follows from `previous`.
// 3. The recorded minutes have those prices, and their hashes are the chain that receipts name.
import { INDEX_RULE_NAME, INDEX_RULES } from '@maru/engine/market/index-path';
import { HOUR_MS } from '@maru/engine/time';
import { z } from 'zod';
import { defineCall } from './define-call.ts';
import { decimalText, epochMillis, siteInfoId } from './fields.ts';
import { receiptTicks } from './receipt-ticks.ts';

export const MOST_INDEX_DAYS = 31;

const stock = z.enum(INDEX_RULES.map(({ code }) => code));
const date = z.string().regex(/^20\d\d-[01]\d-[0-3]\d$/);

const daySeal = z.object({
  date: z.string(),
  seal: z.string(),
  /** When the seal became public. After the day's beginning only if no server ran on the days before it. */
  sealedMillis: z.int(),
  /** When the seed becomes public. */
  revealMillis: z.int(),
  /** Null until then. */
  seed: z.string().nullable(),
  /** The secret was lost or replaced: no price was published on that day after that, and the seal cannot be opened. */
  isLost: z.boolean(),
});
export type WireIndexSeal = z.output<typeof daySeal>;

export const indexDays = defineCall('public', 'GET', '/api/index/day/list', {
  summary: `The seals of the Maru indices, newest first, at most ${MOST_INDEX_DAYS} days; those to come included`,
  shared: true,
  query: z.object({ siteInfoId, beforeDate: date.optional() }),
  reply: z.object({ days: z.array(daySeal) }),
});

export const indexDayProof = z.object({
  rule: z.literal(INDEX_RULE_NAME),
  stock: z.string(),
  ...daySeal.shape,
  /** The price of the day's first second. */
  open: decimalText,
  /** The day from which `open` follows; null on the very first day, and while its seed is secret. */
  previous: z.object({ date: z.string(), seed: z.string(), open: decimalText }).nullable(),
});
export type IndexDayProof = z.output<typeof indexDayProof>;

export const indexDayOf = defineCall('public', 'GET', '/api/index/day', {
  summary: 'Everything from which the prices of one index on one day that has begun can be computed again',
  shared: true,
  cost: 2,
  query: z.object({ siteInfoId, stock, date }),
  reply: indexDayProof,
  refusals: ['NOT_FOUND'],
});

export const indexRecord = defineCall('public', 'GET', '/api/index/record', {
  summary: 'The recorded minutes of one index in the hour that begins at beginMillis; kept for two days',
  shared: true,
  cost: 4,
  query: z.object({
    siteInfoId,
    stock,
    beginMillis: epochMillis.refine((at) => at % HOUR_MS === 0, 'the beginning of an hour'),
  }),
  reply: receiptTicks,
});
