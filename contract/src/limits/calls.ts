// The limits that members set for themselves, breaks and self-exclusion. Staff may read them and change nothing.
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { decimal, decimalText, id, siteInfoId } from '../fields.ts';
import { factorCode, factorRefusals } from '../security/factor.ts';

const MINUTE_MS = 60_000;

/** LOSS: won lost in a day. STAKE: won in one order. DEPOSIT: won in a month. TIME: minutes of use in a day. */
const kind = z.enum(['LOSS', 'STAKE', 'DEPOSIT', 'TIME']);

const limit = z.object({
  kind,
  /** In won, of TIME in minutes. Null: no limit. */
  value: decimalText.nullable(),
  /** Lost today, the largest order of today, deposited this month, minutes of today. */
  used: decimalText,
  /** What comes instead, and when. A null value ends the limit. */
  pending: z.object({ value: decimalText.nullable(), fromMillis: z.int() }).nullable(),
});

const reply = z.object({
  /** In the order of `kind`. */
  limits: z.array(limit),
  /** Since when is counted; null while nothing was ever set. */
  sinceMillis: z.int().nullable(),
  /** Realised today in won, after fees: below zero for a loss. */
  result: decimalText,
  /** Won for one unit of each currency, as they are counted. */
  rates: z.array(z.object({ currency: z.string(), rate: decimalText })),
  /** What is open now and could be lost as well, in won. */
  openStake: decimalText,
  /** What may still be lost today: limit − lost − open, never below zero. Null without a limit. */
  leftToLose: decimalText.nullable(),
  pause: z.object({ state: z.enum(['NONE', 'COOLING_OFF', 'EXCLUDED']), untilMillis: z.int().nullable() }),
  /** When today's figures and those of the month begin anew. */
  dayEndsMillis: z.int(),
  monthEndsMillis: z.int(),
  /** Of today so far: one text, its SHA-256 in hex, and of which limits more was used. Null while nothing is set. */
  record: z.object({ text: z.string(), sha256: z.string(), exceeded: z.array(kind) }).nullable(),
});

export type WireLimits = z.output<typeof reply>;
export type WireLimit = z.output<typeof limit>;

/** A person changes these a few times; more is a program. */
const changing = { per: 'player', max: 20, windowMs: MINUTE_MS } as const;

export const myLimits = defineCall('player', 'GET', '/api/limits', {
  summary: 'The limits that the member has set, what is used of them, and until when a break lasts',
  api: { scope: 'READ', ko: '내가 정한 한도와 쓴 만큼' },
  query: z.object({ siteInfoId }),
  reply,
});

export const setLimit = defineCall('player', 'POST', '/api/limits', {
  summary: 'Set one limit: a smaller one holds at once, a larger one or none 24 hours later',
  limit: changing,
  body: z.object({ kind, value: decimal.nullable(), siteInfoId }),
  reply,
  refusals: ['ENTER_AMOUNT', 'AMOUNT_OFF_UNIT', 'LIMIT_TOO_LONG', 'LIMIT_UNCHANGED'],
});

export const takeBackLimit = defineCall('player', 'POST', '/api/limits/take_back', {
  summary: 'Take back a change that is waited for: the limit stays as it is',
  limit: changing,
  body: z.object({ kind, siteInfoId }),
  reply,
  refusals: ['NOTHING_PENDING'],
});

export const coolOff = defineCall('player', 'POST', '/api/limits/cool_off', {
  summary: 'Take a break: new orders and deposits are refused until it is over. It cannot be ended earlier',
  limit: changing,
  body: z.object({ length: z.enum(['HOUR', 'DAY', 'WEEK', 'SIX_WEEKS']), siteInfoId }),
  reply,
  refusals: ['PAUSE_NOT_LONGER'],
});

export const excludeSelf = defineCall('player', 'POST', '/api/limits/exclude', {
  summary: 'Exclude oneself for months or years, with the password again. Nobody can end it earlier',
  limit: { per: 'player', max: 10, windowMs: 15 * MINUTE_MS },
  body: z.object({
    months: z.literal([6, 12, 24, 36, 60]),
    password: z.string().max(128),
    code: factorCode,
    siteInfoId,
  }),
  reply,
  refusals: ['CURRENT_PASSWORD_MISMATCH', ...factorRefusals, 'PAUSE_NOT_LONGER'],
});

export const officeLimits = defineCall('staff', 'GET', '/api/office/limits', {
  right: 'MEMBER_READ',
  summary: 'The limits of a member, for reading alone',
  query: z.object({ playerId: id, siteInfoId }),
  reply,
});
