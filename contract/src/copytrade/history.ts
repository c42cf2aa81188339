// What was copied and missed, what is open, and what traders were paid (spec 7 Copy trade, history/…).
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { commaList, decimalText, id, listOf, pageOf, siteInfoId } from '../fields.ts';
import { futuresPosition } from '../futures/wire.ts';
import { copyPosition, copyRecord, leadRecord, missedReason } from './wire.ts';

export const copyHistory = defineCall('player', 'GET', '/api/copytrade/history/follower/list', {
  summary: 'Leads that were copied or missed for me, newest first',
  cost: 3,
  query: z.object({
    /** Grants nothing: must be me. */
    followerId: id.optional(),
    /** Of one follow; without it of all. */
    traderFollowerId: id.optional(),
    /** FILLED, MISSED. Closes for which there was no copy are never listed. */
    statusStrs: commaList(2, /^(FILLED|MISSED)$/).optional(),
    ...pageOf,
    siteInfoId,
  }),
  reply: listOf(copyRecord),
});

export const openCopies = defineCall('player', 'GET', '/api/copytrade/history/follower/open', {
  summary: 'My open copies',
  query: z.object({ siteInfoId }),
  reply: z.object({ content: z.array(copyPosition) }),
});

export const leadHistory = defineCall('player', 'GET', '/api/copytrade/history/trader/list', {
  summary: 'Trades that a trader closed, newest first; amounts only of my own',
  cost: 3,
  query: z.object({
    /** Without it I am the trader. */
    traderId: id.optional(),
    ...pageOf,
    siteInfoId,
  }),
  reply: listOf(leadRecord),
  refusals: ['TRADER_NOT_FOUND'],
});

/** How a position of the trader was copied. */
const copiedBy = z.object({
  /** Active followers of the instrument when it was opened first, of whom so many have an open copy now. */
  followers: z.int(),
  joined: z.int(),
  /** Copies that still wait. */
  waiting: z.int(),
  /** Percent of the trader's price; above zero is worse. */
  averageSlippage: z.number().nullable(),
  missed: z.array(z.object({ reason: missedReason, count: z.int() })),
  /** Of all open copies together: what closes when the trader closes. */
  qty: decimalText,
  /** The sum of quantity times entry price of all copies, so that the app can compute their profit at any price. */
  entryValue: decimalText,
  /** What opening them has cost, and funding that is not posted yet. */
  entryFee: decimalText,
  funding: decimalText,
});
export type CopiedBy = z.output<typeof copiedBy>;

export const openLeads = defineCall('player', 'GET', '/api/copytrade/history/trader/open', {
  summary: 'My open positions as a trader, and how they were copied',
  // It adds up the copies of all followers.
  cost: 6,
  query: z.object({ siteInfoId }),
  reply: z.object({ content: z.array(z.object({ position: futuresPosition, copied: copiedBy })) }),
  refusals: ['TRADER_NOT_FOUND'],
});

const followerCopy = z.object({
  traderFollowerId: z.int(),
  /** Masked. */
  nick: z.string(),
  futuresTraderOrderId: z.int(),
  futuresOptionId: z.int(),
  stock: z.string(),
  tradeType: z.enum(['LONG', 'SHORT']),
  qty: decimalText,
  entryPrice: decimalText,
  leverage: z.int(),
  margin: decimalText,
  openedMillis: z.int(),
});

export const followerCopies = defineCall(
  'player',
  'GET',
  '/api/copytrade/history/trader/my_open_follower_history',
  {
    summary:
      'As a trader, open copies of my followers with masked names, largest margin first, at most two hundred',
    // It adds up the copies of all followers.
    cost: 6,
    query: z.object({ siteInfoId }),
    reply: z.object({ content: z.array(followerCopy), hasMore: z.boolean() }),
    refusals: ['TRADER_NOT_FOUND'],
  },
);

export const followerPosition = defineCall(
  'player',
  'GET',
  '/api/copytrade/history/trader/follower_position',
  {
    summary: 'As a trader, open copies of all my followers summed by instrument',
    // It adds up the copies of all followers.
    cost: 6,
    query: z.object({ siteInfoId }),
    reply: z.object({
      content: z.array(z.object({ futuresOptionId: z.int(), stock: z.string(), copied: copiedBy })),
    }),
    refusals: ['TRADER_NOT_FOUND'],
  },
);

export const shareHistory = defineCall('player', 'GET', '/api/copytrade/history/trader/fee_history', {
  summary: 'Shares of profit that my followers paid me, newest first; names are masked',
  cost: 2,
  query: z.object({
    /** Grants nothing: must be me. */
    traderId: id.optional(),
    /** Continues after this share: pages end after ten thousand. */
    before: id.optional(),
    ...pageOf,
    siteInfoId,
  }),
  reply: listOf(
    z.object({
      id: z.int(),
      traderFollowerId: z.int(),
      /** Masked. */
      nick: z.string(),
      /** DAILY at 00:10 in Korea, or at the END of the follow. */
      kind: z.enum(['DAILY', 'END']),
      share: decimalText,
      /** The follow's profit then, and what was paid of it altogether. */
      total: decimalText,
      shared: decimalText,
      waived: decimalText,
      atMillis: z.int(),
    }),
  ).extend({
    totals: z.object({ paid30: decimalText, paid: decimalText, /** Would be paid now. */ due: decimalText }),
  }),
  refusals: ['TRADER_NOT_FOUND'],
});
