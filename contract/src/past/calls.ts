// The account at a moment of the past: what it held, owed and had open, folded from its own events (docs/rules.md 6.13).
import { DAY_MS, MINUTE_MS } from '@maru/engine/time';
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { decimalText, epochMillis, integer, siteInfoId } from '../fields.ts';

export const EQUITY_DAYS = 30;
/** The equity line has a point for each of so many hours, and one for now. */
export const EQUITY_STEP_MS = DAY_MS / 4;

/** A fold reads up to the whole history of an account: the slider of one person stays far below this. */
const folds = { per: 'player', max: 60, windowMs: MINUTE_MS } as const;
const COST = 5;

/** One event of the account's own history, for stepping to it. */
const step = z.object({ seq: z.int(), kind: z.string(), atMillis: z.int() });
export type PastStep = z.output<typeof step>;

const purses = z.object({
  free: decimalText,
  wait: decimalText,
  posMargin: decimalText,
  withdrawHold: decimalText,
  convertHold: decimalText,
  /** Shares of a partner that were confirmed and not paid. */
  share: decimalText,
  /** At or below zero: what the account owed. */
  debt: decimalText,
});

const pastWallet = z.object({
  type: z.string(),
  currency: z.string(),
  places: z.int(),
  purses,
  /** All purses together. */
  held: decimalText,
  /** Of the open positions at the prices of that moment; null where one of them had no price. */
  profit: decimalText.nullable(),
  /** Accrued and not posted. */
  funding: decimalText,
  /** held + profit + funding; without the profit of positions that had no price. */
  worth: decimalText,
  /** The same in won, rounded down; null without a rate of that time. */
  won: decimalText.nullable(),
});
export type PastWallet = z.output<typeof pastWallet>;

const openThing = z.object({
  product: z.string(),
  kind: z.enum(['POSITION', 'ORDER', 'BET', 'REQUEST']),
  id: z.int(),
  walletType: z.string(),
  currency: z.string(),
  sinceMillis: z.int().nullable(),
  /** Set aside for it: margin, stake or the amount asked for. */
  amount: decimalText,
  /** Of positions and orders, and of bets where it is known. */
  instrument: z
    .object({ id: z.int(), stock: z.string(), koName: z.string(), enName: z.string(), precision: z.int() })
    .nullable(),
  /** LONG, SHORT, or what was bet on. */
  side: z.string(),
  /** The kind of order, round or request. */
  type: z.string(),
  qty: z.string().nullable(),
  leverage: z.int().nullable(),
  marginType: z.enum(['ISOLATED', 'CROSS']).nullable(),
  entry: z.string().nullable(),
  /** The limit, the trigger, or the distance in ticks. */
  price: decimalText.nullable(),
  ticks: z.int().nullable(),
  /** Of a bet. */
  round: z.int().nullable(),
  closeMillis: z.int().nullable(),
  funding: decimalText.nullable(),
  /** What a position was valued at, and which price that was. */
  priceThen: z.object({ price: decimalText, of: z.enum(['MARK', 'LAST']) }).nullable(),
  profit: decimalText.nullable(),
});
export type PastThing = z.output<typeof openThing>;

const pastAccount = z.object({
  atMillis: z.int(),
  /** The newest event that is in it: of the account's own history, and of the whole ledger. */
  seq: z.int(),
  eventId: z.int(),
  /** SHA-256 over the account's events up to there, one after the other: `sha256(digest before + newline + event)`. */
  digest: z.string(),
  /**
   * The earliest moment that can be shown, the first event from which it was computed, and the digest that the chain
   * begins with: empty, or where older events were archived the hash of the batch of their snapshot.
   */
  since: z.object({ atMillis: z.int(), seq: z.int(), digest: z.string() }),
  before: step.nullable(),
  after: step.nullable(),
  /** All wallets in won. Null when nothing could be valued. */
  won: decimalText.nullable(),
  /** A position had no price then, or a currency no rate. */
  isPartial: z.boolean(),
  /** Won for one USDT then. */
  rate: z.object({ rate: decimalText, source: z.string(), atMillis: z.int() }).nullable(),
  wallets: z.array(pastWallet),
  open: z.array(openThing),
});
export type PastAccount = z.output<typeof pastAccount>;

/** A moment, or an event of the account: two events may have the same moment. Neither: now. */
const moment = {
  siteInfoId,
  at: epochMillis.optional(),
  seq: integer(1, Number.MAX_SAFE_INTEGER).optional(),
};

export const walletPast = defineCall('player', 'GET', '/api/wallet/past', {
  summary: 'What the account held, owed and had open at a moment, computed again from its own events',
  api: { scope: 'READ', ko: '지난 시점의 잔액과 열려 있던 거래' },
  cost: COST,
  limit: folds,
  query: z.object(moment),
  reply: pastAccount,
  refusals: ['ARCHIVED'],
});

export const walletPastExport = defineCall('player', 'GET', '/api/wallet/past/export', {
  summary: 'The same as a file, with the name of the rule and the time of the export',
  cost: COST,
  limit: folds,
  query: z.object(moment),
  reply: z.object({
    format: z.literal('maru-past-1'),
    exportedMillis: z.int(),
    playerId: z.int(),
    account: pastAccount,
  }),
  refusals: ['ARCHIVED'],
});

export const walletEquity = defineCall('player', 'GET', '/api/wallet/equity', {
  summary: `The worth of the account in won over ${EQUITY_DAYS} days, at the prices and rates of each moment`,
  api: { scope: 'READ', ko: '자산의 원화 가치 추이' },
  cost: COST,
  limit: folds,
  query: z.object({ siteInfoId }),
  reply: z.object({
    stepMs: z.int(),
    /** Oldest first: from the opening of the account, or since it can be shown, to now. */
    points: z.array(z.object({ atMillis: z.int(), won: decimalText.nullable(), isPartial: z.boolean() })),
  }),
});
export type EquityPoint = z.output<typeof walletEquity.reply>['points'][number];
