// The receipt of a funding payment: everything from which it can be computed again (docs/rules.md 3.11). How to check one:
//
// 1. Every minute of ticks is chained by its hash, as described in `receipt-ticks.ts`.
// 2. The mark is that of the last tick at or before `fundingMillis` that did not arrive after a newer one, and not later
//    than 249 ms after `fundingMillis`.
// 3. rate: mean premium = weighted / coveredMillis / 10^4, half-even at eight places. It is moved toward the interest of
//    the interval (0.0003 a day) by at most 0.0005, and cut at `mostRate` to either side.
// 4. amount = −side × qty × mark × rate, of INVERSE −side × qty / mark × rate, toward minus infinity at `places`, once.
//    LONG is 1 and SHORT −1: long pays where the rate is above zero.
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { decimalText, id, integer, siteInfoId } from '../fields.ts';
import { minuteOfTick, receiptTicks } from '../receipt-ticks.ts';
import { futuresFunding } from './wire.ts';

export const FUNDING_RULE = 'futures-funding-1';

const fundingReceipt = z.object({
  rule: z.literal(FUNDING_RULE),
  payment: futuresFunding,
  contract: z.object({
    contractType: z.enum(['LINEAR', 'HYBRID', 'INVERSE']),
    places: z.int(),
  }),
  /** The tick whose mark counted; null until its minute is sealed, and where the record no longer has it. */
  tick: z.object({ time: z.int(), seq: z.int(), mark: decimalText, ...minuteOfTick }).nullable(),
  /** What the rate follows from; null where it is not kept any more. */
  premium: z
    .object({
      intervalMillis: z.int(),
      /** Premiums in 1e-12, each times the milliseconds for which it stood: their sum, and how long they stood. */
      weighted: z.string(),
      coveredMillis: z.int(),
      /** Neither side pays more. */
      mostRate: decimalText,
    })
    .nullable(),
  ledger: z.object({ event: z.int() }),
});
export type FundingReceipt = z.output<typeof fundingReceipt>;

const asked = z.object({
  siteInfoId,
  futuresPositionId: id,
  fundingMillis: integer(0, 8_640_000_000_000_000),
});

export const futuresFundingReceipt = defineCall('player', 'GET', '/api/futures/receipt/funding', {
  summary: 'The receipt of a funding payment of mine: of a position, by the time at which it was due',
  api: { scope: 'READ', ko: '코인선물 펀딩비 영수증' },
  cost: 2,
  query: asked,
  reply: fundingReceipt,
  refusals: ['FUNDING_NOT_FOUND', 'ARCHIVED'],
});

export const futuresFundingTicks = defineCall('player', 'GET', '/api/futures/receipt/funding/ticks', {
  summary: 'The recorded minutes around a funding payment of mine, with their hashes',
  api: { scope: 'READ', ko: '코인선물 펀딩비 때의 시세 기록' },
  cost: 4,
  query: asked,
  reply: receiptTicks,
  refusals: ['FUNDING_NOT_FOUND', 'ARCHIVED'],
});
