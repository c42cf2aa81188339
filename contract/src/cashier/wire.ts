// What the calls of the cashier share: a row of the history, a request, a payout account, a quote.
import { z } from 'zod';
import { decimal, decimalText, id } from '../fields.ts';

export const walletType = z.string().regex(/^[A-Z0-9]{1,16}$/);

/** Missing, empty and zero are told apart from malformed: the spec has a text for an amount that was not entered. */
export const point = z.union([z.literal('').transform(() => '0'), decimal]).default('0');

/** docs/rules.md 6.4. */
export const DNW_TYPES = ['D', 'W', 'WB', 'WS', 'TI', 'TO', 'CI', 'CO', 'E', 'C', 'B', 'PB', 'PM'] as const;

/** 0 requested, 1 done, 2 rejected, 3 cancelled, 4 processing. */
export const DNW_STATUSES = [0, 1, 2, 3, 4] as const;

/** One step of a request with its time, oldest first: what a player sees of a withdrawal on its way. */
const dnwStep = z.object({
  step: z.enum([
    'REQUESTED',
    'TAKEN',
    'PAID',
    'DISPUTED',
    'CONFIRMED',
    'DONE',
    'REJECTED',
    'CANCELLED',
    'EXPIRED',
  ]),
  atMillis: z.int(),
});

export const dnwRow = z.object({
  /** The dnwHistoryId of the spec. */
  id: z.int(),
  type: z.enum(DNW_TYPES),
  status: z.literal(DNW_STATUSES),
  walletType: z.string(),
  currency: z.string(),
  /** What came or went, without sign; the direction follows from the type. */
  point: decimalText,
  fee: decimalText,
  /** What moves on its account: positive, negative, or 0 for a request that ended without money. */
  change: decimalText,
  /** `bank`, `chain`, `p2p`, or the name of a provider; empty where it has none. */
  channel: z.string(),
  /** The other wallet of a transfer or conversion; the masked account of a withdrawal; the nick of another player. */
  counterpart: z.string(),
  won: decimalText.nullable(),
  rate: decimalText.nullable(),
  /** Why it was rejected, granted or deducted. */
  reason: z.string(),
  /** Of a row E: the request that it undoes. */
  undoes: z.int().nullable(),
  /** Until when a purchase must be paid. */
  payUntilMillis: z.int().nullable(),
  isDisputed: z.boolean(),
  createdMillis: z.int(),
  endedMillis: z.int().nullable(),
  steps: z.array(dnwStep),
});
export type DnwRow = z.output<typeof dnwRow>;

/** A bank account or a coin address to which withdrawals may go. */
export const payoutAccount = z.object({
  id: z.int(),
  walletType: z.string(),
  kind: z.enum(['BANK', 'CHAIN']),
  /** As the owner may see it: account numbers are masked but for their last digits. */
  shown: z.string(),
  bankName: z.string().nullable(),
  holder: z.string().nullable(),
  destinationTag: z.string().nullable(),
  createdMillis: z.int(),
  /** Null until the owner has confirmed it with the password. */
  confirmedMillis: z.int().nullable(),
  /** From when on money may go there. */
  usableMillis: z.int().nullable(),
});

export const quote = z.object({
  quoteId: z.string(),
  fromWallet: z.string(),
  toWallet: z.string(),
  point: decimalText,
  received: decimalText,
  /** How many of the dearer currency's counter one unit is: as it is written on the screen. */
  rateText: z.object({ base: z.string(), counter: z.string(), rate: decimalText }),
  /** `to` per `from` as a fraction of two decimals: `received` = floor(point × numerator / denominator × (1 − spread)). */
  numerator: decimalText,
  denominator: decimalText,
  spread: decimalText,
  /** What the spread costs, in the currency of `from`. */
  spreadCost: decimalText,
  source: z.string(),
  rateMillis: z.int(),
  untilMillis: z.int(),
});

export const dnwHistoryId = id;
