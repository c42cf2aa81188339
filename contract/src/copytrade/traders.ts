// Traders as everybody finds them, and what a trader asks for and sets (docs/rules.md 5.1).
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { decimal, decimalText, flag, id, integer, listOf, pageOf, siteInfoId } from '../fields.ts';
import { futuresOptionId, marginType } from '../futures/wire.ts';
import { leadPosition, MOST_PAIRS, traderCard } from './wire.ts';

/** FOLLOWER_PROFIT is the default: what followers themselves earned in 30 days. */
export const TRADER_SORTS = ['FOLLOWER_PROFIT', 'RETURN', 'WIN_RATE', 'FOLLOWERS', 'DRAWDOWN'] as const;
export type TraderSort = (typeof TRADER_SORTS)[number];

/** Korean days of the curve on a trader's page. */
export const MOST_CURVE_DAYS = 366;
/** Leads of the last 30 days that a simulation is given. */
export const MOST_SIMULATED = 1_000;

export const traderList = defineCall('public', 'GET', '/api/copytrade/trader/list', {
  summary: 'Traders who can be followed, those first whose followers earned most',
  shared: true,
  cost: 2,
  query: z.object({
    /** As in the specification; there is one form of the answer. */
    resultType: z.string().max(20).optional(),
    /** A part of the nickname. */
    name: z.string().trim().max(40).optional(),
    isHideFull: flag.default(false),
    /** Without it also those who are switched off. */
    isActive: flag.default(true),
    sort: z.enum(TRADER_SORTS).default('FOLLOWER_PROFIT'),
    ...pageOf,
    siteInfoId,
  }),
  reply: listOf(traderCard),
});

const curveDay = z.object({
  date: z.string(),
  /** Percent since the first day of the curve. */
  returnPercent: z.number(),
  /** Percent below the highest value so far; 0 or below. */
  drawdownPercent: z.number(),
});

export const trader = defineCall('public', 'GET', '/api/copytrade/trader', {
  summary: 'One trader: figures, the curve of equity and drawdown by Korean day, and what is open',
  shared: true,
  cost: 2,
  query: z.object({ traderId: id, siteInfoId }),
  reply: traderCard.extend({
    /** Oldest first; the last is today, which is not over. At most MOST_CURVE_DAYS. */
    curve: z.array(curveDay),
    open: z.array(leadPosition),
  }),
  refusals: ['TRADER_NOT_FOUND'],
});

/** What a follow is simulated with: the fills of the trader in the last 30 days, oldest first. */
export const traderLeads = defineCall('public', 'GET', '/api/copytrade/trader/leads', {
  summary: 'What the trader opened and closed in the last 30 days, for trying settings on it',
  shared: true,
  cost: 4,
  query: z.object({ traderId: id, siteInfoId }),
  reply: z.object({
    fromMillis: z.int(),
    asOfMillis: z.int(),
    /** The newest MOST_SIMULATED; true where there were more. */
    isCut: z.boolean(),
    /** How much worse than the trader's price followers were filled on average, percent; null without copies. */
    averageSlippage: z.number().nullable(),
    content: z.array(
      z.object({
        kind: z.enum(['OPEN', 'CLOSE']),
        futuresOptionId: z.int(),
        tradeType: z.enum(['LONG', 'SHORT']),
        price: decimalText,
        leverage: z.int(),
        marginType,
        /** Of an OPEN: what opening took without the fee. */
        margin: decimalText,
        /** Of a CLOSE: which part of the position was closed, as exact quantities. */
        closed: decimalText,
        of: decimalText,
        /** Posted with a CLOSE, for all of `closed`; below zero was paid. */
        funding: decimalText,
        /** The trader was liquidated: a follow is detached by it, and nothing is copied any more. */
        isLiquidation: z.boolean(),
        atMillis: z.int(),
      }),
    ),
    /** Of each instrument among them, as it trades now. */
    terms: z.array(
      z.object({
        futuresOptionId: z.int(),
        stock: z.string(),
        qtyStep: decimalText,
        qtyLeast: decimalText,
        notionalLeast: decimalText,
        feeRate: decimalText,
        leverageMost: z.int(),
        /** What a position may be worth at most at a leverage. */
        tiers: z.array(z.object({ cap: decimalText, leverageMost: z.int() })),
        /** How much worse than the trader's price a copy may open: 0.005 is 0.5 %. */
        entryGuard: decimalText,
      }),
    ),
  }),
  refusals: ['TRADER_NOT_FOUND'],
});

const pairs = z.array(futuresOptionId).min(1).max(MOST_PAIRS);
const intro = z
  .string()
  .trim()
  .max(100)
  .regex(/^\P{C}*$/u);

export const applyAsTrader = defineCall('player', 'POST', '/api/copytrade/trader/apply', {
  summary: 'Ask to become a trader; staff decide',
  limit: { per: 'player', max: 5, windowMs: 3_600_000 },
  body: z.object({ followStock: pairs, shareRate: decimal, intro, siteInfoId }),
  reply: z.object({ id: z.int() }),
  refusals: [
    'PARTNER_CANNOT_TRADE',
    'TRADER_TERMS',
    'TRADER_ALREADY',
    'TRADER_NEEDS_FLAT',
    'OPTION_NOT_FOUND',
    'WALLET_UNSUPPORTED',
  ],
});

const application = z.object({
  id: z.int(),
  status: z.enum(['WAITING', 'APPROVED', 'REJECTED', 'WITHDRAWN']),
  followStock: z.array(z.int()),
  shareRate: decimalText,
  intro: z.string(),
  /** Of staff, where they rejected it. */
  reason: z.string().nullable(),
  askedMillis: z.int(),
  decidedMillis: z.int().nullable(),
});

export const myTrader = defineCall('player', 'GET', '/api/copytrade/trader/mine', {
  summary: 'Whether I am a trader, with my settings, and my last application',
  query: z.object({ siteInfoId }),
  reply: z.object({
    /** Null: never was one. */
    trader: z
      .object({
        status: z.enum(['ACTIVE', 'OFF', 'DELETED']),
        isAccepting: z.boolean(),
        quota: z.int(),
        shareRate: decimalText,
        followStock: z.array(z.int()),
        intro: z.string(),
        sinceMillis: z.int(),
        followers: z.int(),
        /** Staff switched it off, and staff alone switch it on. */
        isHeld: z.boolean(),
        /** From when a deleted trader may follow again; null otherwise. */
        mayFollowMillis: z.int().nullable(),
      })
      .nullable(),
    application: application.nullable(),
    /** The follow of mine that has not ended. */
    traderFollowerId: z.int().nullable(),
  }),
});

export const withdrawApplication = defineCall('player', 'POST', '/api/copytrade/trader/withdraw', {
  summary: 'Take back my application to become a trader',
  body: z.object({ siteInfoId }),
  reply: z.object({}),
  refusals: ['APPLICATION_NOT_FOUND'],
});

/** What is absent stays. OFF detaches all followers. */
export const setTrader = defineCall('player', 'POST', '/api/copytrade/trader/setting', {
  summary: 'Change what I offer as a trader, or switch it off: then every follower is detached',
  money: true,
  limit: { per: 'player', max: 30, windowMs: 3_600_000 },
  body: z.object({
    status: z.enum(['ACTIVE', 'OFF']).optional(),
    isAccepting: flag.optional(),
    shareRate: decimal.optional(),
    followStock: pairs.optional(),
    intro: intro.optional(),
    siteInfoId,
  }),
  reply: z.object({ detached: integer(0, 1_000_000) }),
  refusals: ['TRADER_NOT_FOUND', 'TRADER_HELD', 'TRADER_TERMS', 'TRADER_NEEDS_FLAT', 'OPTION_NOT_FOUND'],
});
