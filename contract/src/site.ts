// What a guest may read about a site before signing in (spec 3, 4, 7).
import { z } from 'zod';
import { defineCall } from './define-call.ts';
import { decimalText, siteInfoId } from './fields.ts';
import { ACCENTS, THEMES, UP_DOWNS } from './site/settings.ts';

const siteReply = z.object({
  id: z.int(),
  code: z.string(),
  name: z.string(),
  stockPrefix: z.string(),
  overseaPrefix: z.string(),
  coinInfoJson: z.string(),
  usedCoins: z.string(),
  depositCoins: z.string(),
  buyCoins: z.string(),
  binaryCurrency: z.string(),
  /** Six binary digits; `site-type.ts` reads them. */
  type: z.string(),
  moneyMode: z.enum(['PRACTICE', 'LIVE']),
  /** Whether this server simulates its prices or receives them from a market. */
  priceSource: z.enum(['SIMULATED', 'PROVIDED']),
  language: z.enum(['ko', 'en']),
  /** Where members chat with staff, on a page of its own; null where there is no chat. */
  liveChatUrl: z.string().nullable(),
  /** What a device shows until its owner has chosen, and the colour of the site. */
  theme: z.object({ theme: z.enum(THEMES), updown: z.enum(UP_DOWNS), accent: z.enum(ACCENTS) }),
});

const siteCode = z.string().regex(/^[a-z0-9-]{1,32}$/);

export const siteByCode = defineCall('public', 'GET', '/api/site_info/code', {
  summary: 'The settings of a site by its code; without a code those of the site that this host serves',
  query: z.object({ code: siteCode.optional(), siteInfoId }),
  reply: siteReply,
  refusals: ['SITE_NOT_FOUND'],
});

export const appVersion = defineCall('public', 'GET', '/api/site_info/get_app_version', {
  summary: 'The newest app version of an operating system',
  query: z.object({ siteInfoId, os: z.enum(['web', 'android', 'ios']).default('web') }),
  reply: z.object({ os: z.string(), version: z.string(), required: z.boolean() }),
});

export const siteDnw = defineCall('public', 'GET', '/api/site_info/dnw', {
  summary: 'Which wallets may be deposited, bought and withdrawn on this site',
  query: z.object({ siteInfoId }),
  reply: z.object({
    moneyMode: z.enum(['PRACTICE', 'LIVE']),
    depositCoins: z.string(),
    buyCoins: z.string(),
    /** The most that one practice refill may set, per currency. */
    refillMost: z.record(z.string(), decimalText),
    withdrawCoins: z.string(),
    /** Of a withdrawal, and the least that may be asked for: each by currency. */
    fee: z.record(z.string(), decimalText),
    depositLeast: z.record(z.string(), decimalText),
    withdrawLeast: z.record(z.string(), decimalText),
    /** From this amount on two members of staff approve. */
    twoFrom: z.record(z.string(), decimalText),
    /** What a conversion costs, as a factor. */
    spread: decimalText,
    /** Whether members may send money to each other. */
    toMembers: z.boolean(),
    /** How long withdrawals wait after a first deposit, a new password or a new payout account. */
    waitMs: z.int(),
    p2p: z.boolean(),
  }),
  refusals: ['SITE_NOT_FOUND'],
});

export const fees = defineCall('public', 'GET', '/fee.json', {
  summary: 'The trading fees as factors',
  reply: z.object({ futures: decimalText }),
});

export const appIds = defineCall('public', 'GET', '/data/appid.json', {
  summary: 'The ids of the installed apps; empty while there are none',
  reply: z.object({ android: z.string(), ios: z.string() }),
});

export const bankList = defineCall('public', 'GET', '/api/banklist', {
  summary: 'The banks an account may be registered with',
  query: z.object({ siteInfoId }),
  reply: z.array(z.object({ id: z.int(), name: z.string(), code: z.string() })),
});
