// Deposits, withdrawals, conversion, transfers, coupons, and where withdrawals go (spec 7, docs/rules.md 6).
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { commaList, decimalText, id, listOf, pageOf, siteInfoId, wallet } from '../fields.ts';
import { moment } from '../moment.ts';
import { factorCode, factorRefusals } from '../security/factor.ts';
import { depositBars } from './refusals.ts';
import { DNW_TYPES, dnwHistoryId, dnwRow, point, quote, walletType } from './wire.ts';

const MINUTE_MS = 60_000;

/** More than anybody needs who does not type them faster than they can be read. */
const asking = { per: 'player', max: 20, windowMs: MINUTE_MS } as const;

/** Refusals of whatever takes money in. */
const DEPOSIT_REFUSALS = [
  'ENTER_DEPOSIT_AMOUNT',
  'AMOUNT_OFF_UNIT',
  'AMOUNT_TOO_LARGE',
  'WALLET_UNSUPPORTED',
  'WALLET_NOT_DEPOSITABLE',
  'BELOW_MINIMUM',
  'REQUEST_ONGOING',
  'PARTNER_CANNOT_TRADE',
  'PROVIDER_UNKNOWN',
  'MONEY_MODE_OFF',
  ...depositBars,
] as const;

const WITHDRAW_REFUSALS = [
  'ENTER_WITHDRAW_AMOUNT',
  'AMOUNT_OFF_UNIT',
  'WALLET_UNSUPPORTED',
  'CURRENCY_NOT_WITHDRAWABLE',
  'BELOW_MINIMUM',
  'PAYOUT_ACCOUNT_MISSING',
  'PAYOUT_ACCOUNT_UNCONFIRMED',
  'WITHDRAWAL_WAITS',
  'ABOVE_LEVEL_LIMIT',
  ...factorRefusals,
  'ABOVE_WITHDRAWABLE',
  'INSUFFICIENT_FEE',
  'REQUEST_ONGOING',
  'MONEY_MODE_OFF',
] as const;

const requestReply = z.object({ request: dnwRow, wallet });

export const applyDnw = defineCall('player', 'POST', '/api/dnw/apply', {
  summary: 'Ask for a deposit (D) or a withdrawal (W) of the BINARY wallet',
  money: true,
  limit: asking,
  body: z.object({ type: z.enum(['D', 'W']), point, code: factorCode, siteInfoId }),
  reply: requestReply,
  refusals: [...DEPOSIT_REFUSALS, ...WITHDRAW_REFUSALS],
});

export const applyDeposit = defineCall('player', 'POST', '/api/dnw/deposit/apply', {
  summary: 'Ask for a deposit by bank or through a provider',
  money: true,
  limit: asking,
  body: z.object({ point, walletType: walletType.default('BINARY'), siteInfoId }),
  reply: requestReply,
  refusals: DEPOSIT_REFUSALS,
});

export const applyWithdraw = defineCall('player', 'POST', '/api/dnw/withdraw/apply', {
  summary: 'Ask for a withdrawal to a confirmed payout account; the amount and its fee are held at once',
  money: true,
  limit: asking,
  body: z.object({
    point,
    walletType: walletType.default('BINARY'),
    payoutId: id.optional(),
    code: factorCode,
    siteInfoId,
  }),
  reply: requestReply,
  refusals: WITHDRAW_REFUSALS,
});

/** What may leave a wallet, and why not more: shown before anything is asked for. */
export const withdrawable = defineCall('player', 'GET', '/api/dnw/withdrawable', {
  summary: 'How much of a wallet may be withdrawn now, with every part of the sum',
  query: z.object({ walletType: walletType.default('BINARY'), siteInfoId }),
  reply: z.object({
    walletType: z.string(),
    currency: z.string(),
    withdrawable: decimalText,
    free: decimalText,
    /** Needed by open positions. */
    reserved: decimalText,
    /** Bonus whose turnover is not reached, and how much is still missing. */
    bonus: decimalText,
    turnoverLeft: decimalText,
    /** In requests that are on their way. */
    held: decimalText,
    fee: decimalText,
    least: decimalText,
    /** From this amount on two members of staff must approve. */
    twoFrom: decimalText,
    /** What the member has proven, and what may go in a day because of it; null for no limit. */
    level: z.int(),
    today: z
      .object({
        /** Of all wallets together. */
        mostWon: decimalText,
        /** Of this wallet, in its currency. */
        left: decimalText,
      })
      .nullable(),
    /** Nothing may be withdrawn before the last of them. */
    waits: z.array(
      z.object({
        reason: z.enum([
          'FIRST_DEPOSIT',
          'PASSWORD',
          'SECOND_FACTOR',
          'PASSKEY',
          'RECOVERY_CODE',
          'PHONE',
          'PAYOUT_ACCOUNT',
          'LOCKED',
        ]),
        untilMillis: z.int(),
      }),
    ),
  }),
  refusals: ['WALLET_UNSUPPORTED'],
});

/** Where a bank deposit is to be sent. */
export const depositAccount = defineCall('player', 'GET', '/api/dnw/deposit/account', {
  summary: 'The bank account for deposits, and the name that the sender must have',
  query: z.object({ siteInfoId }),
  reply: z.object({
    bankName: z.string(),
    accountNumber: z.string(),
    holder: z.string(),
    sender: z.string(),
    least: decimalText,
  }),
});

/** The payment reference of the won provider. */
const wonpNum = z
  .string()
  .regex(/^[\w-]{0,64}$/)
  .default('');

export const applyBuy = defineCall('player', 'POST', '/api/dnw/buy/apply', {
  summary: 'Buy coins for won through a provider',
  money: true,
  limit: asking,
  body: z.object({
    walletType,
    won: point,
    wonpNum,
    point,
    siteInfoId,
  }),
  reply: requestReply,
  refusals: [...DEPOSIT_REFUSALS, 'ENTER_AMOUNT', 'PRICE_CHANGED', 'RATE_STALE', 'PURCHASE_UNSUPPORTED'],
});

export const applySell = defineCall('player', 'POST', '/api/dnw/sell/apply', {
  summary: 'Sell coins for won, which go to the confirmed bank account',
  money: true,
  limit: asking,
  body: z.object({
    walletType,
    point,
    wonpNum,
    code: factorCode,
    siteInfoId,
  }),
  reply: requestReply,
  refusals: [
    ...WITHDRAW_REFUSALS,
    'ENTER_AMOUNT',
    'RATE_STALE',
    'PURCHASE_UNSUPPORTED',
    'PARTNER_CANNOT_TRADE',
  ],
});

const cancelling = {
  summary: 'Cancel a request of one’s own that nobody has taken in hand',
  money: true,
  reply: requestReply,
  refusals: ['REQUEST_NOT_FOUND', 'REQUEST_PROCESSED'],
} as const;

/** A GET that changes something, as the spec has it: refused when it comes from another site. */
export const cancelDnw = defineCall('player', 'GET', '/api/dnw/cancel', {
  ...cancelling,
  query: z.object({ dnwHistoryId, siteInfoId }),
});
export const cancelDnwPost = defineCall('player', 'POST', '/api/dnw/cancel', {
  ...cancelling,
  body: z.object({ dnwHistoryId, siteInfoId }),
});

const commaNumbers = commaList(5, /^\d{1,3}$/);

export const dnwList = defineCall('player', 'GET', '/api/dnw/list', {
  summary: 'The member’s deposits, withdrawals, conversions, transfers and bonuses, newest first',
  cost: 2,
  query: z.object({
    resultType: z.string().max(32).optional(),
    playerId: id.optional(),
    typeStrs: commaList(DNW_TYPES.length).optional(),
    excludeTypeStrs: commaList(DNW_TYPES.length).optional(),
    statusStrs: commaNumbers.optional(),
    walletTypeStrs: commaList(32).optional(),
    keyword: z.string().max(64).optional(),
    startDate: moment.optional(),
    endDate: moment.optional(),
    ...pageOf,
    siteInfoId,
  }),
  reply: listOf(dnwRow),
  refusals: ['STATUS_UNDEFINED', 'TYPE_UNDEFINED'],
});

/** Sums of what is done, by wallet, over the same filters: the two cards above the list, and a tax year. */
export const dnwSummary = defineCall('player', 'GET', '/api/dnw/summary', {
  summary: 'Deposits, withdrawals and every other type as sums by wallet and type',
  cost: 3,
  query: z.object({
    walletTypeStrs: commaList(32).optional(),
    startDate: moment.optional(),
    endDate: moment.optional(),
    siteInfoId,
  }),
  reply: z.object({
    content: z.array(
      z.object({
        walletType: z.string(),
        currency: z.string(),
        type: z.enum(DNW_TYPES),
        count: z.int(),
        point: decimalText,
        fee: decimalText,
        change: decimalText,
      }),
    ),
  }),
});

export const makeQuote = defineCall('player', 'POST', '/api/dnw/quote', {
  summary: 'Hold a rate for ten seconds: what a conversion would give',
  limit: { per: 'player', max: 60, windowMs: MINUTE_MS },
  body: z.object({ fromWallet: walletType, toWallet: walletType, point, siteInfoId }),
  reply: quote,
  refusals: [
    'ENTER_AMOUNT',
    'AMOUNT_OFF_UNIT',
    'WALLET_UNSUPPORTED',
    'SAME_WALLET',
    'COIN_UNSUPPORTED',
    'RATE_STALE',
    'CONVERTS_TO_NOTHING',
    'MONEY_MODE_OFF',
  ],
});

export const convert = defineCall('player', 'POST', '/api/dnw/convert', {
  summary: 'Convert at a held quote; final, and refused when the quote has expired',
  money: true,
  limit: asking,
  body: z.object({ quoteId: z.string().regex(/^[\w-]{16,64}$/), siteInfoId }),
  reply: z.object({ paid: dnwRow, received: dnwRow, from: wallet, to: wallet }),
  refusals: [
    'QUOTE_EXPIRED',
    'RATE_STALE',
    'SAME_WALLET',
    'WALLET_UNSUPPORTED',
    'AMOUNT_OFF_UNIT',
    'ENTER_AMOUNT',
    'CONVERTS_TO_NOTHING',
    'ABOVE_WITHDRAWABLE',
    'PARTNER_CANNOT_TRADE',
    'MONEY_MODE_OFF',
  ],
});

export const transferMoney = defineCall('player', 'POST', '/api/dnw/transfer', {
  summary:
    'Move money between one’s own wallets of one currency, or to another member where the site allows it',
  money: true,
  limit: asking,
  body: z.object({
    fromWallet: walletType,
    toWallet: walletType,
    point,
    /** The username of another member. */
    username: z.string().max(40).optional(),
    /** Only for another member. */
    code: factorCode,
    siteInfoId,
  }),
  reply: z.object({ sent: dnwRow, received: dnwRow.nullable(), from: wallet, to: wallet.nullable() }),
  refusals: [
    'ENTER_AMOUNT',
    'AMOUNT_OFF_UNIT',
    'WALLET_UNSUPPORTED',
    'SAME_WALLET',
    'CURRENCIES_DIFFER',
    'ABOVE_WITHDRAWABLE',
    'TRANSFER_NOT_ALLOWED',
    'WITHDRAWAL_WAITS',
    ...factorRefusals,
    'RECIPIENT_NOT_FOUND',
    'PARTNER_CANNOT_TRADE',
    'MONEY_MODE_OFF',
  ],
});

/** A sender reads the nickname before any money moves: a username is easily mistyped, and a transfer is final. */
export const transferRecipient = defineCall('player', 'GET', '/api/dnw/transfer/recipient', {
  summary: 'Whom a transfer to this username would go to',
  // Enough to correct a name, too few to collect them.
  limit: { per: 'player', max: 10, windowMs: MINUTE_MS },
  query: z.object({ username: z.string().max(40), siteInfoId }),
  reply: z.object({ username: z.string(), nick: z.string() }),
  refusals: ['TRANSFER_NOT_ALLOWED', 'RECIPIENT_NOT_FOUND', 'SAME_WALLET'],
});

export const useCoupon = defineCall('player', 'POST', '/api/coupon/use', {
  summary: 'Use a coupon code for one wallet',
  money: true,
  limit: { per: 'player', max: 5, windowMs: MINUTE_MS },
  body: z.object({ promoCode: z.string().max(64), walletType, siteInfoId }),
  reply: z.object({ row: dnwRow, wallet, turnover: decimalText }),
  refusals: [
    'COUPON_NOT_FOUND',
    'COUPON_USED_BY_YOU',
    'COUPON_EXPIRED',
    'COUPON_WRONG_WALLET',
    'AFFILIATES_CANNOT_USE_COUPONS',
    'TOO_MANY_COUPON_TRIES',
    'WALLET_UNSUPPORTED',
    'MONEY_MODE_OFF',
  ],
});
