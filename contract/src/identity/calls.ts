// Proving an e-mail address or a phone number by a code, and finding a username or a password with it.
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { flag, siteInfoId } from '../fields.ts';

const MINUTE_MS = 60_000;

const shortText = z.string().max(320);

/** What the code is for: it opens nothing else. `PROFILE` needs a token. */
const purpose = z.enum(['SIGN_UP', 'FIND_ID', 'FIND_PASSWORD', 'PROFILE']).default('SIGN_UP');

/** An opaque token of at least 128 bits. */
const opaque = z.string().regex(/^[\w-]{22,64}$/);

const asked = {
  /** The client sends its token when it has one: `PROFILE` is for members. */
  knowsMember: true,
  limit: { per: 'ip', max: 20, windowMs: MINUTE_MS },
  body: z.object({
    certificateValue: shortText.default(''),
    purpose,
    /** With `FIND_PASSWORD`: whose. */
    username: shortText.optional(),
    siteInfoId,
  }),
  /** The same whether anybody is registered with this value or not. */
  reply: z.object({
    /** Verify the code with it: nobody else can. */
    key: z.string(),
    expiresIn: z.int(),
    nextSendIn: z.int(),
    /** Nothing is really sent on this installation: the operator reads the code in the outbox. */
    isStandIn: z.boolean(),
  }),
  refusals: [
    'ENTER_EMAIL',
    'EMAIL_INVALID',
    'ENTER_PHONE',
    'PHONE_INVALID',
    'USERNAME_INVALID',
    'TOO_MANY_CODES',
  ],
} as const;

export const certificateEmail = defineCall('public', 'POST', '/api/certi/certificate_email', {
  ...asked,
  summary: 'Send a code of six digits to an e-mail address',
});

export const certificatePhone = defineCall('public', 'POST', '/api/certi/certificate_phone', {
  ...asked,
  summary: 'Send a code of six digits to a phone number',
});

const shown = {
  knowsMember: true,
  limit: { per: 'ip', max: 60, windowMs: MINUTE_MS },
  body: z.object({
    key: opaque,
    secretCode: shortText,
    /** When given it must be the value that the code was sent to. */
    certificateValue: shortText.optional(),
    /** Of the specification. It changes nothing: every code is checked (T-05). */
    ignoreKey: flag.optional(),
    siteInfoId,
  }),
  reply: z.object({
    /** Serves once, for the purpose that the code was asked for. */
    proof: z.string(),
    expiresIn: z.int(),
  }),
  refusals: ['CODE_WRONG', 'CODE_TRIES_USED', 'EMAIL_REGISTERED', 'PHONE_REGISTERED'],
} as const;

export const verifyEmail = defineCall('public', 'POST', '/api/certi/verify_email', {
  ...shown,
  summary: 'Show the code that came by e-mail; five tries within three minutes',
});

export const verifyPhone = defineCall('public', 'POST', '/api/certi/verify_phone', {
  ...shown,
  summary: 'Show the code that came to the phone; five tries within three minutes',
});

export const findId = defineCall('public', 'POST', '/api/player/find_id', {
  summary: 'The usernames of a proven address or number, masked; in full they are sent to it',
  limit: { per: 'ip', max: 10, windowMs: MINUTE_MS },
  body: z.object({ proof: opaque, siteInfoId }),
  reply: z.object({
    content: z.array(z.object({ username: z.string(), createdMillis: z.int() })),
  }),
  refusals: ['PROOF_EXPIRED'],
});

export const findPassword = defineCall('public', 'POST', '/api/player/find_pw', {
  summary: 'Set a new password with a proven address or number; every sign-in ends',
  limit: { per: 'ip', max: 10, windowMs: MINUTE_MS },
  body: z.object({ proof: opaque, password: shortText, siteInfoId }),
  reply: z.object({ username: z.string() }),
  refusals: ['PROOF_EXPIRED', 'PASSWORD_LENGTH', 'PASSWORD_TOO_COMMON'],
});
