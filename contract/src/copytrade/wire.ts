// Traders, follows and copies as every call and push of copy trading shows them (docs/rules.md 5).
import { z } from 'zod';
import { decimalText } from '../fields.ts';
import { futuresPosition, marginType, orderSide } from '../futures/wire.ts';

/** Instruments that one trader offers, or one follower chooses. */
export const MOST_PAIRS = 50;

export const missedReason = z.enum([
  'PAIR_OFF',
  'PAUSED',
  'OWN_POSITION',
  'STOPPED',
  'NO_PRICE',
  'SLIPPAGE',
  'CAP',
  'BALANCE',
  'MIN_QTY',
  'LEVERAGE',
  'NO_COPY',
  'LIMIT',
  'FAILED',
]);
export type WireMissedReason = z.output<typeof missedReason>;

/** Percentages are numbers with two places; null where there is nothing to compute one from. */
const percent = z.number().nullable();

/**
 * How a trader does, kept up with every closed trade and every Korean day, so that the answer costs nothing; the age is
 * shown. All figures are after fees and funding.
 */
export const traderStatistics = z.object({
  /** When the figures were computed, every few seconds while somebody asks; null before the first trade. */
  asOfMillis: z.int().nullable(),
  return7: percent,
  return30: percent,
  return90: percent,
  returnAll: percent,
  /** Above zero: how far below its highest value the equity fell at most, in the last 30 days and altogether. */
  maxDrawdown30: percent,
  maxDrawdown: percent,
  /** Of closed trades, in the last 30 days and altogether. */
  winRate30: percent,
  winRate: percent,
  trades30: z.int(),
  trades: z.int(),
  /** Mean profit of those won over mean loss of those lost; null without both. */
  profitLossRatio: z.number().nullable(),
  /** Of daily returns, for a year; null with fewer than eight days. */
  sharpe: z.number().nullable(),
  /** Mean of the leverage at which trades were opened, by value. */
  averageLeverage: z.number().nullable(),
  averageHoldingMs: z.int().nullable(),
  lastLiquidationMillis: z.int().nullable(),
  /** What followers themselves earned, after fees, funding and shares, in the last 30 days and altogether. */
  followerProfit30: decimalText,
  followerProfit: decimalText,
  /** The same, of the margin that copies were opened with in these days; null while nothing was copied. */
  followerReturn30: percent,
  /** Of the follows of now: how many are above zero, and what the worst has earned. */
  followersInProfit: z.int(),
  worstFollower: decimalText.nullable(),
  /** The sum of what followers of now may invest at most. */
  followerCapital: decimalText,
  /** Of copies in the last 30 days: how much worse than the trader's price on average; above zero is worse. */
  averageSlippage30: percent,
  copied30: z.int(),
  missed30: z.int(),
});
export type TraderStatistics = z.output<typeof traderStatistics>;

export const traderCard = z.object({
  traderId: z.int(),
  nick: z.string(),
  /** In the trader's own words; empty where nothing was said. */
  intro: z.string(),
  status: z.enum(['ACTIVE', 'OFF']),
  isAccepting: z.boolean(),
  isFull: z.boolean(),
  followers: z.int(),
  quota: z.int(),
  /** Of the profit of followers: 0.1 is 10 %. */
  shareRate: decimalText,
  /** futuresOptionId of the instruments that are copied. */
  pairs: z.array(z.int()),
  /** Since when this member is a trader. */
  sinceMillis: z.int(),
  /** The equity of now as a share of that of 30 days ago, by Korean day, oldest first: percent, 0 at the beginning. */
  spark: z.array(z.number()),
  statistics: traderStatistics,
});
export type TraderCard = z.output<typeof traderCard>;

/** One position that leads opened. Its profit follows from the position and the price (`openProfit` of the engine). */
export const copyPosition = z.object({
  traderFollowerId: z.int(),
  /** The position of the follower: `id` of `position`. */
  futuresFollowerOrderId: z.int(),
  /** The position of the trader that it copies. */
  futuresTraderOrderId: z.int(),
  futuresOptionId: z.int(),
  stock: z.string(),
  /** The part of the position that is copied. */
  qty: decimalText,
  margin: decimalText,
  /** The mean price of the trader's fills that were copied, weighted as they were copied. */
  traderEntryPrice: decimalText,
  openedMillis: z.int(),
  position: futuresPosition,
});
export type CopyPosition = z.output<typeof copyPosition>;

export const follow = z.object({
  traderFollowerId: z.int(),
  traderId: z.int(),
  traderNick: z.string(),
  /** DETACHED: nothing is mirrored any more, and the follower closes what is open. */
  state: z.enum(['ACTIVE', 'DETACHED', 'ENDED']),
  followStock: z.array(z.int()),
  multiplyPer: z.int(),
  maxBet: decimalText,
  oneMaxBet: decimalText,
  isPaused: z.boolean(),
  maxLeverage: z.int().nullable(),
  lossLimit: decimalText.nullable(),
  entryGuard: decimalText.nullable(),
  exitGuard: decimalText,
  shareRate: decimalText,
  /** What closed copies realised, after fees and funding, before the share. */
  total: decimalText,
  /** Paid to the trader so far, and what would be paid now. */
  shared: decimalText,
  due: decimalText,
  /** `total` less `shared`: what the follower earned. */
  net: decimalText,
  /** Margin in open copies. */
  usedMargin: decimalText,
  /** Mean margin in copies over the time in which there was any; 0 before the first. */
  averageInvested: decimalText,
  copied: z.int(),
  /** Without closes for which there was no copy. */
  missed: z.int(),
  startedMillis: z.int(),
  endedMillis: z.int().nullable(),
  endedBy: z.enum(['FOLLOWER', 'TRADER', 'PLATFORM']).nullable(),
  /** Of what was due at the end, what the account could not pay. */
  waived: decimalText,
  copies: z.array(copyPosition),
});
export type WireFollow = z.output<typeof follow>;

/** What the size of a copy was decided with: the app decides it again (`copySize`, `closingQty` of the engine). */
const sizing = z.object({
  traderMargin: decimalText.optional(),
  multiplyPer: z.int(),
  maxBet: decimalText,
  oneMaxBet: decimalText,
  guard: decimalText,
  qtyStep: decimalText,
  qtyLeast: decimalText,
  notionalLeast: decimalText,
  feeRate: decimalText,
  used: decimalText.optional(),
  available: decimalText.optional(),
  leverage: z.int().optional(),
  /** Of a CLOSE: the copy before, and which part of the trader's position was closed. */
  held: decimalText.optional(),
  closed: decimalText.optional(),
  of: decimalText.optional(),
});
export type CopySizingText = z.output<typeof sizing>;

/** One lead that was copied or missed, or a copy that was closed otherwise. Newest first in lists, by `id`. */
export const copyRecord = z.object({
  id: z.int(),
  traderFollowerId: z.int(),
  kind: z.enum(['OPEN', 'CLOSE']),
  /** LEAD: as the trader did. OWN: by the follower. LOSS_LIMIT: all at once. LIQUIDATION: the account was liquidated. OTHER: otherwise, such as an order of the follower after the trader stopped. */
  cause: z.enum(['LEAD', 'OWN', 'LOSS_LIMIT', 'LIQUIDATION', 'OTHER']),
  status: z.enum(['FILLED', 'MISSED']),
  futuresOptionId: z.int(),
  stock: z.string(),
  /** Of the position. */
  tradeType: orderSide,
  /** The fill of a copy, for its receipt; null where it was missed. */
  futuresFillId: z.int().nullable(),
  qty: decimalText.nullable(),
  price: decimalText.nullable(),
  /** What the trader got; null where no lead made it. */
  traderPrice: decimalText.nullable(),
  /** Percent of the trader's price: above zero is worse. */
  slippage: percent,
  fee: decimalText.nullable(),
  /** What closing realised, after fees and funding; 0 of an OPEN. */
  net: decimalText.nullable(),
  reason: missedReason.nullable(),
  /**
   * The figures of the reason in its unit: SLIPPAGE shares of the price, CAP what is left of maxBet and all of it in USDT,
   * BALANCE USDT, MIN_QTY quantities.
   */
  found: decimalText.nullable(),
  allowed: decimalText.nullable(),
  /** Of FAILED: what refused it. */
  detail: z.string().nullable(),
  sizing: sizing.nullable(),
  atMillis: z.int(),
});
export type CopyRecord = z.output<typeof copyRecord>;

/** A follower as the trader and others see one: the nickname is masked. */
export const follower = z.object({
  traderFollowerId: z.int(),
  nick: z.string(),
  state: z.enum(['ACTIVE', 'DETACHED']),
  isPaused: z.boolean(),
  maxBet: decimalText,
  usedMargin: decimalText,
  /** After the share. */
  net: decimalText,
  shared: decimalText,
  copied: z.int(),
  missed: z.int(),
  startedMillis: z.int(),
});
export type WireFollower = z.output<typeof follower>;

/** A position of a trader as everybody sees it: without its size. */
export const leadPosition = z.object({
  futuresTraderOrderId: z.int(),
  futuresOptionId: z.int(),
  stock: z.string(),
  tradeType: orderSide,
  leverage: z.int(),
  marginType,
  entryPrice: decimalText,
  openedMillis: z.int(),
});
export type LeadPosition = z.output<typeof leadPosition>;

/** One closing of a trader's position. `net` is of the trader alone and null for others. */
export const leadRecord = z.object({
  id: z.int(),
  futuresOptionId: z.int(),
  stock: z.string(),
  tradeType: orderSide,
  leverage: z.int(),
  entryPrice: decimalText,
  price: decimalText,
  isLiquidation: z.boolean(),
  /** Of the margin of what was closed, after fees and funding: percent. */
  roe: percent,
  net: decimalText.nullable(),
  openedMillis: z.int(),
  closedMillis: z.int(),
});
export type LeadRecord = z.output<typeof leadRecord>;
