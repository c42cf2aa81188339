// To follow a trader, to change how, and to stop (docs/rules.md 5.2, 5.4, 5.6).
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import {
  commaList,
  decimal,
  decimalText,
  flag,
  id,
  integer,
  listOf,
  pageOf,
  siteInfoId,
  wallet,
} from '../fields.ts';
import { futuresOptionId } from '../futures/wire.ts';
import { follow, follower, MOST_PAIRS } from './wire.ts';

const guard = decimal.nullable().optional();
const protections = {
  /** The most that a copy opens with; null: as the trader. */
  maxLeverage: integer(0, 1_000).nullable().optional(),
  /** All copies are closed when so much is lost since the follow; null: never. */
  lossLimit: decimal.nullable().optional(),
  /** Shares of the price: 0.005 is 0.5 %. Null: as it is without one. */
  entryGuard: guard,
  exitGuard: guard,
};

/** The specification sends the instruments as a comma list of numbers or codes; ours sends an array of numbers. */
const followStock = z.union([
  z.array(futuresOptionId).max(MOST_PAIRS),
  commaList(MOST_PAIRS),
  z.literal('').transform((): string[] => []),
]);

const valueRefusals = [
  'ENTER_FOLLOW',
  'FOLLOW_LIMIT_LOW',
  'FOLLOW_LIMIT_ORDER',
  'FOLLOW_PAIR',
  'FOLLOW_MULTIPLIER',
  'FOLLOW_PROTECTION',
] as const;

export const followTrader = defineCall('player', 'POST', '/api/copytrade/follower/follow', {
  summary: 'Follow a trader: what the trader opens and closes from now on is copied',
  money: true,
  leveraged: true,
  // Each beginning and end stands in the history of the trader, too.
  limit: { per: 'player', max: 30, windowMs: 3_600_000 },
  body: z.object({
    // Each may be missing or odd: the desk names the first fault in the order of the rules.
    followStock: followStock.optional(),
    multiplyPer: z.union([z.number(), z.string().max(20)]).optional(),
    traderId: id.optional(),
    maxBet: decimal.optional(),
    oneMaxBet: decimal.optional(),
    ...protections,
    siteInfoId,
  }),
  reply: follow,
  refusals: [
    'RISK_QUIZ_NEEDED',
    'PARTNER_CANNOT_TRADE',
    ...valueRefusals,
    'TRADER_CANNOT_FOLLOW',
    'FOLLOWS_ALREADY',
    'FOLLOW_NEEDS_FLAT',
    'FOLLOW_NEEDS_BALANCE',
    'TRADER_NOT_FOUND',
    'TRADER_NOT_ACCEPTING',
    'TRADER_FULL',
    'WALLET_UNSUPPORTED',
  ],
});

/** From the event alone: how the follow stands is read, because a repeated key gets the first answer. */
const changed = follow.pick({
  traderFollowerId: true,
  ...{ followStock: true, multiplyPer: true, maxBet: true, oneMaxBet: true, isPaused: true },
  ...{ maxLeverage: true, lossLimit: true, entryGuard: true, exitGuard: true },
});

/** What is absent stays. */
export const changeFollow = defineCall('player', 'POST', '/api/copytrade/follower/change', {
  summary: 'Change how I follow, or pause: then nothing new is opened, and closes go on',
  money: true,
  body: z.object({
    traderFollowerId: id,
    followStock: followStock.optional(),
    multiplyPer: z.union([z.number(), z.string().max(20)]).optional(),
    maxBet: decimal.optional(),
    oneMaxBet: decimal.optional(),
    isPaused: flag.optional(),
    ...protections,
    siteInfoId,
  }),
  reply: changed,
  refusals: [...valueRefusals, 'FOLLOW_NOT_FOUND', 'FOLLOW_ENDED'],
});

const ended = z.object({
  traderFollowerId: z.int(),
  /** Paid to the trader at the end. */
  share: decimalText,
  waived: decimalText,
  /** What the follower earned altogether, after the share. */
  net: decimalText,
});

export const unfollow = defineCall('player', 'POST', '/api/copytrade/follower/unfollow', {
  summary: 'Stop following; copies must be closed before',
  money: true,
  body: z.object({ traderFollowerId: id, siteInfoId }),
  reply: ended.extend({ wallet }),
  refusals: ['FOLLOW_NOT_FOUND', 'FOLLOW_POSITIONS_OPEN', 'NO_FRESH_PRICE'],
});

export const removeFollower = defineCall('player', 'POST', '/api/copytrade/follower/unfollow_trader', {
  summary: 'As a trader, remove a follower who has no open copies',
  money: true,
  body: z.object({ traderFollowerId: id, siteInfoId }),
  reply: ended.omit({ net: true }),
  refusals: ['FOLLOW_NOT_FOUND', 'FOLLOW_POSITIONS_OPEN', 'NO_FRESH_PRICE'],
});

export const closeCopies = defineCall('player', 'POST', '/api/copytrade/follower/close_all', {
  summary: 'Close all my copies at the market; what has no price stays',
  money: true,
  body: z.object({
    traderFollowerId: id,
    /** Also pause, so that nothing new opens meanwhile. */
    isPausing: flag.default(false),
    siteInfoId,
  }),
  reply: z.object({ closed: z.int(), left: z.int(), net: decimalText, wallet }),
  refusals: ['FOLLOW_NOT_FOUND', 'FOLLOW_ENDED', 'COPY_NOT_FOUND', 'OPTION_STOPPED', 'NO_FRESH_PRICE'],
});

export const readFollow = defineCall('player', 'GET', '/api/copytrade/follower', {
  summary: 'One follow of mine',
  query: z.object({
    resultType: z.string().max(20).optional(),
    /** Grants nothing: must be mine. */
    followerId: id.optional(),
    /** Without it the one that has not ended. */
    traderFollowerId: id.optional(),
    siteInfoId,
  }),
  reply: follow,
  refusals: ['FOLLOW_NOT_FOUND'],
});

export const myFollowOfTrader = defineCall('player', 'GET', '/api/copytrade/follower/my_trader_follower', {
  summary: 'My follow of this trader, if there is one that has not ended',
  query: z.object({ traderId: id, siteInfoId }),
  reply: z.object({ follow: follow.nullable() }),
});

export const myTraders = defineCall('player', 'GET', '/api/copytrade/follower/my_traders', {
  summary: 'Whom I follow and followed, newest first, at most fifty',
  cost: 2,
  query: z.object({ resultType: z.string().max(20).optional(), siteInfoId }),
  reply: z.object({ content: z.array(follow) }),
});

export const followers = defineCall('player', 'GET', '/api/copytrade/follower/list', {
  summary: 'As a trader, my followers with masked names, those who may invest most first',
  cost: 4,
  query: z.object({
    resultType: z.string().max(20).optional(),
    /** Grants nothing: must be me. */
    traderId: id.optional(),
    ...pageOf,
    siteInfoId,
  }),
  reply: listOf(follower),
  refusals: ['TRADER_NOT_FOUND'],
});

const resultDay = z.object({
  date: z.string(),
  /** Percent of the mean margin invested, after all costs. */
  mine: z.number(),
  /** Percent of the trader's equity, since the follow began. */
  trader: z.number(),
});

export const followResult = defineCall('player', 'GET', '/api/copytrade/follower/result', {
  summary: 'What I earned beside what the trader earned since I follow, and where the difference comes from',
  cost: 4,
  query: z.object({ traderFollowerId: id, siteInfoId }),
  reply: z.object({
    asOfMillis: z.int(),
    /** `total` less `shared`, of closed copies. */
    net: decimalText,
    averageInvested: decimalText,
    minePercent: z.number().nullable(),
    traderPercent: z.number().nullable(),
    /** By Korean day, oldest first, at most 366. */
    days: z.array(resultDay),
    /**
     * In percentage points; they add up to `minePercent − traderPercent` exactly. SIZE is what is left: trades that
     * were missed, and a size that differs from the trader's.
     */
    causes: z.array(z.object({ cause: z.enum(['SLIPPAGE', 'SIZE', 'FEES', 'SHARE']), points: z.number() })),
    /** Percent of the trader's price, means over copies by value: above zero is worse. */
    entrySlippage: z.number().nullable(),
    exitSlippage: z.number().nullable(),
    fees: decimalText,
    funding: decimalText,
    copied: z.int(),
    missed: z.int(),
  }),
  refusals: ['FOLLOW_NOT_FOUND'],
});
