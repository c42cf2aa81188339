// What is open in all products, as staff see it. Sums are in won, by the exchange rates of the moment.
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { decimalText, id, integer, siteInfoId } from '../fields.ts';
import { riskLimits } from './limits.ts';

/** The word of a product, as its calls have it. */
const product = z.string().regex(/^[a-z]{2,20}$/);

/** A member, as lists of staff name them. */
export const riskMember = z.object({
  playerId: z.int(),
  username: z.string(),
  nick: z.string(),
});

export const riskPosition = z.object({
  positionId: z.int(),
  instrumentId: z.int(),
  code: z.string(),
  koName: z.string(),
  side: z.enum(['LONG', 'SHORT']),
  qty: decimalText,
  leverage: z.int().nullable(),
  isIsolated: z.boolean(),
});

const account = riskMember.extend({
  product,
  walletType: z.string(),
  currency: z.string(),
  positions: z.array(riskPosition),
  /** How far all of its prices may still move against it, in percent; it is closed at 0. */
  roomPercent: decimalText,
  /** In the currency of the wallet. */
  pnl: decimalText,
});

const instrument = z.object({
  product,
  instrumentId: z.int(),
  code: z.string(),
  koName: z.string(),
  long: decimalText,
  short: decimalText,
  /** Long less short: what members gain when the price rises is what the house loses. */
  net: decimalText,
  pnl: decimalText,
  accounts: z.int(),
  /** The largest account's part of all that is open in it, and the sum of the squares of all parts: 10,000 is one account. */
  largestPercent: decimalText,
  hhi: z.int(),
});

const round = z.object({
  roundId: z.int(),
  type: z.string(),
  code: z.string(),
  koName: z.string(),
  closesMillis: z.int(),
  players: z.int(),
  /** Null where more than two things can be bet on. */
  up: decimalText.nullable(),
  down: decimalText.nullable(),
  stakes: decimalText,
  /** Of the dearest result: what is paid out, stakes included, and what of it the stakes do not pay. */
  payoutMost: decimalText,
  lossMost: decimalText,
  /** The larger side's part of both; null where there are no two sides. */
  skewPercent: decimalText.nullable(),
});

export const riskExposure = defineCall('staff', 'GET', '/api/office/risk/exposure', {
  right: 'RISK_READ',
  summary: 'What is open by instrument, side, round and member, at most a second old',
  cost: 3,
  query: z.object({ siteInfoId, product: product.optional() }),
  reply: z.object({
    atMillis: z.int(),
    /** The products that have anything to show. */
    products: z.array(product),
    /** Something is left out: a price or an exchange rate is not known. */
    isPartial: z.boolean(),
    gross: decimalText,
    net: decimalText,
    pnl: decimalText,
    margin: decimalText,
    equity: decimalText,
    marginUsePercent: decimalText,
    accounts: z.int(),
    near: z.object({ accounts: z.int(), gross: decimalText }),
    instruments: z.array(instrument),
    /** Accounts by their room in percent; the last has no end. */
    rooms: z.array(z.object({ from: z.int(), to: z.int().nullable(), accounts: z.int() })),
    /** The net exposure of today, minute by minute since the start of the process. */
    trend: z.array(z.object({ atMillis: z.int(), net: decimalText })),
    /** Those with the least room first. */
    nearest: z.array(account),
    /** Those that may cost the most first. */
    rounds: z.array(round),
    limits: riskLimits,
  }),
});

const newestFirst = {
  siteInfoId,
  product: product.optional(),
  instrumentId: id.optional(),
  playerId: id.optional(),
  before: integer(1, Number.MAX_SAFE_INTEGER).optional(),
  size: integer(1, 100).default(50),
};

export const riskPositions = defineCall('staff', 'GET', '/api/office/risk/position/list', {
  right: 'RISK_READ',
  summary: 'Open positions of all members and products, newest first',
  cost: 2,
  query: z.object(newestFirst),
  reply: z.object({
    content: z.array(
      riskPosition.extend({
        ...riskMember.shape,
        product,
        walletType: z.string(),
        currency: z.string(),
        price: decimalText,
        /** In the currency of the wallet, and in won; null where no exchange rate is known. */
        value: decimalText,
        won: decimalText.nullable(),
        pnl: decimalText,
        roomPercent: decimalText,
      }),
    ),
    /** Begins the next page; null on the last one. */
    next: z.int().nullable(),
  }),
});

export const riskOrders = defineCall('staff', 'GET', '/api/office/risk/order/list', {
  right: 'RISK_READ',
  summary: 'Open orders of all members and products, newest first',
  cost: 2,
  query: z.object(newestFirst),
  reply: z.object({
    content: z.array(
      riskMember.extend({
        product,
        orderId: z.int(),
        instrumentId: z.int(),
        code: z.string(),
        koName: z.string(),
        side: z.enum(['LONG', 'SHORT']),
        type: z.string(),
        /** Null: the whole position. */
        qty: decimalText.nullable(),
        price: decimalText.nullable(),
        trigger: decimalText.nullable(),
        placedMillis: z.int(),
      }),
    ),
    /** Begins the next page; null on the last one. Not the number of an order. */
    next: z.int().nullable(),
  }),
});
