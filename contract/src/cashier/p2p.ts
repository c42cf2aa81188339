// Buying and selling coins with a counterpart who pays or is paid by bank: escrow, a clock, and a conversation.
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { decimal, decimalText, id, integer, siteInfoId, wallet } from '../fields.ts';
import { attachedFile, fileIds } from '../file/calls.ts';
import { factorCode, factorRefusals } from '../security/factor.ts';
import { depositBars } from './refusals.ts';
import { dnwHistoryId, dnwRow, walletType } from './wire.ts';

const MINUTE_MS = 60_000;

/** May be empty beside a picture. */
const messageText = z
  .string()
  .trim()
  .max(500)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u)
  .default('');

const saysSomething = (written: { readonly text: string; readonly fileIds: readonly string[] }): boolean =>
  written.text !== '' || written.fileIds.length > 0;

const message = z.object({
  id: z.int(),
  /** `MEMBER` is what staff read of what the member reads as `ME`. */
  from: z.enum(['ME', 'MEMBER', 'COUNTERPART', 'STAFF']),
  text: z.string(),
  atMillis: z.int(),
  files: z.array(attachedFile),
});

export type P2pMessage = Readonly<z.output<typeof message>>;

/** What the screen of a running request shows. */
const p2pState = z.object({
  request: dnwRow,
  /** To pay to (a purchase), or from which the won comes (a sale). */
  account: z.object({ bankName: z.string(), accountNumber: z.string(), holder: z.string() }).nullable(),
  sender: z.string(),
  /** What lies in escrow for this request. */
  escrow: decimalText,
  rate: decimalText,
  payUntilMillis: z.int().nullable(),
  /** From when on a dispute may be opened; null while nothing is in hand. */
  disputeFromMillis: z.int().nullable(),
  messages: z.array(message),
});

/** Keys that the spec's free-form `detailJson` may have. */
const detail = z.object({
  side: z.enum(['BUY', 'SELL']).default('BUY'),
  walletType: walletType.default('USDT'),
});

const detailJson = z
  .union([z.string().max(4_096), z.record(z.string(), z.unknown())])
  .transform((value, context) => {
    try {
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      if (text.length <= 4_096) return text === '' ? {} : (JSON.parse(text) as unknown);
    } catch {
      // Falls through to the refusal below.
    }
    context.addIssue({ code: 'custom', message: 'a JSON object of at most 4 KB' });
    return z.NEVER;
  })
  .pipe(detail);

export const p2pTerms = defineCall('player', 'GET', '/api/dnw/p2p/terms', {
  summary: 'What a P2P request would cost and how long it takes: rate, fee, time to pay, usual time',
  query: z.object({ walletType: walletType.default('USDT'), siteInfoId }),
  reply: z.object({
    walletType: z.string(),
    /** Won per coin. */
    rate: decimalText,
    rateMillis: z.int(),
    fee: decimalText,
    payWithinMs: z.int(),
    /** The median of the last requests that were done; null while there are none. */
    usualMs: z.int().nullable(),
    leastWon: decimalText,
    name: z.string(),
    phone: z.string(),
  }),
  refusals: ['P2P_OFF', 'COIN_UNSUPPORTED', 'RATE_STALE'],
});

export const applyP2p = defineCall('player', 'POST', '/api/dnw/p2p', {
  summary: 'Open a P2P request: `point` is won for a purchase and coins for a sale',
  money: true,
  limit: { per: 'player', max: 10, windowMs: MINUTE_MS },
  body: z.object({
    name: z.string().max(40).default(''),
    phone: z.string().max(20).default(''),
    point: z.union([z.literal('').transform(() => '0'), decimal]).default('0'),
    detailJson: detailJson.default({ side: 'BUY', walletType: 'USDT' }),
    /** Only for a sale. */
    code: factorCode,
    siteInfoId,
  }),
  reply: z.object({ p2p: p2pState, wallet }),
  refusals: [
    'P2P_OFF',
    'P2P_NAME_DIFFERS',
    'P2P_PHONE_DIFFERS',
    'ENTER_AMOUNT',
    'AMOUNT_OFF_UNIT',
    'BELOW_MINIMUM',
    'COIN_UNSUPPORTED',
    'WALLET_UNSUPPORTED',
    'RATE_STALE',
    'AMOUNT_TOO_LARGE',
    'PRICE_CHANGED',
    'REQUEST_ONGOING',
    'PAYOUT_ACCOUNT_MISSING',
    'PAYOUT_ACCOUNT_UNCONFIRMED',
    'WITHDRAWAL_WAITS',
    'ABOVE_LEVEL_LIMIT',
    ...factorRefusals,
    'ABOVE_WITHDRAWABLE',
    'INSUFFICIENT_FEE',
    'PARTNER_CANNOT_TRADE',
    'MONEY_MODE_OFF',
    ...depositBars,
  ],
});

export const p2pLatest = defineCall('player', 'GET', '/api/dnw/p2p/latest', {
  summary: 'The newest P2P request of the member with its conversation; null when there was none',
  query: z.object({ siteInfoId }),
  reply: z.object({ p2p: p2pState.nullable() }),
});

const onOne = z.object({ dnwHistoryId, siteInfoId });

export const p2pPaid = defineCall('player', 'POST', '/api/dnw/p2p/paid', {
  summary: 'Say that the won of a purchase was sent',
  money: true,
  body: onOne,
  reply: z.object({ p2p: p2pState }),
  refusals: ['REQUEST_NOT_FOUND', 'REQUEST_PROCESSED'],
});

export const p2pDispute = defineCall('player', 'POST', '/api/dnw/p2p/dispute', {
  summary: 'Open a dispute: staff decide with the conversation as evidence',
  money: true,
  body: onOne,
  reply: z.object({ p2p: p2pState }),
  refusals: ['REQUEST_NOT_FOUND', 'REQUEST_PROCESSED', 'DISPUTE_TOO_EARLY'],
});

export const p2pSend = defineCall('player', 'POST', '/api/dnw/p2p/message', {
  summary: 'Write to the counterpart of a running request, or send pictures',
  limit: { per: 'player', max: 20, windowMs: MINUTE_MS },
  body: z
    .object({ dnwHistoryId, text: messageText, fileIds, siteInfoId })
    .refine(saysSomething, { path: ['text'] }),
  reply: message,
  refusals: ['REQUEST_NOT_FOUND', 'REQUEST_PROCESSED', 'TOO_MANY_MESSAGES', 'FILE_NOT_FOUND'],
});

export const officeP2pSend = defineCall('staff', 'POST', '/api/office/dnw/p2p/message', {
  right: 'SUPPORT_ANSWER',
  summary: 'Write to a member in a P2P request, for the counterpart or as staff',
  body: z
    .object({
      dnwHistoryId,
      text: messageText,
      fileIds,
      as: z.enum(['COUNTERPART', 'STAFF']),
      siteInfoId,
    })
    .refine(saysSomething, { path: ['text'] }),
  reply: message,
  refusals: ['REQUEST_NOT_FOUND', 'TOO_MANY_MESSAGES', 'FILE_NOT_FOUND'],
});

export const officeP2pMessages = defineCall('staff', 'GET', '/api/office/dnw/p2p/message/list', {
  right: 'SUPPORT_READ',
  summary: 'The conversation of a P2P request, as evidence',
  query: z.object({ dnwHistoryId: id, after: integer(0, Number.MAX_SAFE_INTEGER).default(0), siteInfoId }),
  reply: z.object({ content: z.array(message) }),
  refusals: ['REQUEST_NOT_FOUND'],
});
