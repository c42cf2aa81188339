// Calls of payment providers (spec 7). Every provider of this platform is a practice stand-in with an invented name; a
// real one would be another implementation behind the same calls.
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { decimal, decimalText, siteInfoId, wallet } from '../fields.ts';
import { factorCode, factorRefusals } from '../security/factor.ts';
import { depositBars } from './refusals.ts';
import { dnwRow, walletType } from './wire.ts';

const MINUTE_MS = 60_000;
const asking = { per: 'player', max: 20, windowMs: MINUTE_MS } as const;

/** Where providers report: no call of a member, so it has no token; its body is signed. */
export const CALLBACK_PATH = '/api/provider/:provider/callback';

/** Whatever a provider wants to know of the member: plain characters only. */
const value = z.string().regex(/^[\p{L}\p{N} _.@-]{1,64}$/u);
const point = z.union([z.literal('').transform(() => '0'), decimal]).default('0');

/** A page of the provider. Its host was checked against the provider's own list. */
const page = {
  provider: z.string(),
  url: z.string(),
  isPractice: z.boolean(),
  untilMillis: z.int(),
};
const pageReply = z.object(page);
const requestPage = z.object({ ...page, request: dnwRow, wallet });

const OFF = ['MONEY_MODE_OFF', 'PROVIDER_UNAVAILABLE'] as const;

const DEPOSIT_REFUSALS = [
  ...OFF,
  'ENTER_DEPOSIT_AMOUNT',
  'AMOUNT_OFF_UNIT',
  'WALLET_UNSUPPORTED',
  'WALLET_NOT_DEPOSITABLE',
  'COIN_UNSUPPORTED',
  'BELOW_MINIMUM',
  'REQUEST_ONGOING',
  'PARTNER_CANNOT_TRADE',
  ...depositBars,
] as const;

const PURCHASE_REFUSALS = [
  ...DEPOSIT_REFUSALS,
  'ENTER_AMOUNT',
  'PURCHASE_UNSUPPORTED',
  'AMOUNT_TOO_LARGE',
  'PRICE_CHANGED',
  'RATE_STALE',
  'ACCOUNT_CANNOT_BE_CHARGED',
] as const;

const SALE_REFUSALS = [
  ...OFF,
  'ENTER_AMOUNT',
  'ENTER_WITHDRAW_AMOUNT',
  'AMOUNT_OFF_UNIT',
  'WALLET_UNSUPPORTED',
  'PURCHASE_UNSUPPORTED',
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
  'RATE_STALE',
  'PARTNER_CANNOT_TRADE',
  'ACCOUNT_CANNOT_BE_CHARGED',
] as const;

export const providerInfo = defineCall('public', 'GET', '/api/site_info/temp/{provider}', {
  summary: 'What a provider can do on this site',
  query: z.object({ provider: z.string().max(32), siteInfoId }),
  reply: z.object({
    provider: z.string(),
    kind: z.enum(['QR', 'LOGIN', 'CHARGE', 'COIN', 'P2P']),
    isPractice: z.boolean(),
    isOn: z.boolean(),
    walletTypes: z.array(z.string()),
  }),
  refusals: ['PROVIDER_UNKNOWN'],
});

export const bitshopUrl = defineCall('player', 'POST', '/api/dnw/bitshop/url', {
  summary: 'Buy USDT for won, or sell them, on the page of a provider',
  money: true,
  limit: asking,
  body: z.object({ type: z.enum(['buy', 'sell']), amount: point, code: factorCode, siteInfoId }),
  reply: requestPage,
  refusals: [...PURCHASE_REFUSALS, ...SALE_REFUSALS],
});

export const millionUrl = defineCall('player', 'GET', '/api/dnw/p2p/million-p2p-url', {
  summary: 'The member’s own page at a P2P provider',
  writes: true,
  query: z.object({ siteInfoId }),
  reply: pageReply,
  refusals: [...OFF, 'P2P_OFF'],
});

export const vancoinUrl = defineCall('player', 'POST', '/api/dnw/p2p/vancoin-p2p-url', {
  summary: 'The member’s own page at another P2P provider, under a name that the member chooses',
  limit: asking,
  body: z.object({ value, siteInfoId }),
  reply: pageReply,
  refusals: [...OFF, 'P2P_OFF'],
});

export const makeQrCode = defineCall('player', 'POST', '/api/paypine/make-qrcode', {
  summary: 'Ask for a deposit that is paid by a QR code; the amount must be paid exactly',
  money: true,
  limit: asking,
  body: z.object({ amount: point, currency: z.string().max(16).default('sUSDCG'), siteInfoId }),
  reply: z.object({ ...page, request: dnwRow, wallet, qrText: z.string(), currency: z.string() }),
  refusals: DEPOSIT_REFUSALS,
});

export const providerLogin = defineCall('player', 'POST', '/api/payoak/login', {
  summary: 'Sign in at a provider: the page knows the member by a number of its own',
  limit: asking,
  body: z.object({ siteInfoId }),
  reply: pageReply,
  refusals: OFF,
});

export const chargeUrl = defineCall('player', 'GET', '/api/payelm/url', {
  summary: 'The page on which the member charges the BINARY wallet',
  writes: true,
  query: z.object({ siteInfoId }),
  reply: pageReply,
  refusals: [...OFF, 'WALLET_UNSUPPORTED'],
});

/** The calls that all three coin providers have. */
function coinCalls<const Name extends string>(provider: Name) {
  return {
    chkCoin: defineCall('player', 'GET', `/api/${provider}/chk_coin`, {
      summary: 'Which coins the provider sells and buys, and for how many won',
      query: z.object({ siteInfoId }),
      reply: z.object({
        provider: z.string(),
        coins: z.array(
          z.object({ walletType: z.string(), won: decimalText.nullable(), rateMillis: z.int().nullable() }),
        ),
      }),
      refusals: OFF,
    }),
    signUp: defineCall('player', 'POST', `/api/${provider}/signup`, {
      summary: 'Register the member with the provider',
      limit: asking,
      body: z.object({ value, siteInfoId }),
      reply: z.object({ provider: z.string(), isMember: z.boolean() }),
      refusals: OFF,
    }),
    sendCoin: defineCall('player', 'POST', `/api/${provider}/sendCoin`, {
      summary: 'Buy coins for won: the provider sends them when the won has come',
      money: true,
      limit: asking,
      body: z.object({ walletType, won: point, siteInfoId }),
      reply: requestPage,
      refusals: PURCHASE_REFUSALS,
    }),
    sellCoin: defineCall('player', 'POST', `/api/${provider}/sellCoin`, {
      summary: 'Sell coins to the provider, which pays won to the member’s bank account',
      money: true,
      limit: asking,
      body: z.object({ walletType, point, code: factorCode, siteInfoId }),
      reply: requestPage,
      refusals: SALE_REFUSALS,
    }),
  };
}

export const {
  chkCoin: firCoins,
  signUp: firSignUp,
  sendCoin: firSendCoin,
  sellCoin: firSellCoin,
} = coinCalls('coinfir');
export const {
  chkCoin: ashCoins,
  signUp: ashSignUp,
  sendCoin: ashSendCoin,
  sellCoin: ashSellCoin,
} = coinCalls('coinash');
export const {
  chkCoin: yewCoins,
  signUp: yewSignUp,
  sendCoin: yewSendCoin,
  sellCoin: yewSellCoin,
} = coinCalls('coinyew');

/** Only one of the three can be asked whether it knows the member, and only one has a page for charging. */
export const firPlayer = defineCall('player', 'GET', '/api/coinfir/chk_player', {
  summary: 'Whether the member is registered with the provider',
  query: z.object({ siteInfoId }),
  reply: z.object({ provider: z.string(), isMember: z.boolean() }),
  refusals: OFF,
});
export const ashChargeUrl = defineCall('player', 'GET', '/api/coinash/coin_charge_url', {
  summary: 'The page on which the member sends coins from an account at the provider',
  writes: true,
  query: z.object({ siteInfoId }),
  reply: pageReply,
  refusals: [...OFF, 'ACCOUNT_CANNOT_BE_CHARGED'],
});
