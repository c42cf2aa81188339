// How staff sign in to the office, who they are there, and how they prove it again before money or rules change.
import { z } from 'zod';
import { passkeyChallenge, passkeySignIn, signIn } from '../account/calls.ts';
import { defineCall } from '../define-call.ts';
import { siteInfoId } from '../fields.ts';
import { factorCode, factorRefusals } from '../security/factor.ts';
import { OFFICE_ROLES, RIGHTS } from './rights.ts';

const MINUTE_MS = 60_000;

const site = z.object({ id: z.int(), code: z.string(), name: z.string() });

const staffMember = z.object({
  id: z.int(),
  username: z.string(),
  name: z.string(),
  role: z.enum(OFFICE_ROLES),
  /** 1 the platform, 2 the owner of a site, 3 and 4 its staff (docs/rules.md 7.1), 5 a partner. */
  level: z.int(),
  rights: z.array(z.enum(RIGHTS)),
  /** Where the account is. */
  site,
  /** On which it may act; `siteInfoId` of a call chooses. */
  sites: z.array(site),
  totp: z.boolean(),
  passkeys: z.int(),
  /** The first password was handed over by others: nothing else is possible before it is changed. */
  mustChangePassword: z.boolean(),
  /** Until then no second factor is asked for again; null in a sign-in without one. */
  stepUpUntilMillis: z.int().nullable(),
  /** The sign-in ends after so long without a call that a person caused. */
  idleMs: z.int(),
});

const signedIn = signIn.reply.omit({ user: true, deviceRule: true }).extend({ me: staffMember });

export const officeSignIn = defineCall('public', 'POST', '/api/office/login', {
  summary:
    'Sign in to the office with a password and a code, or go on with a refresh token. Without a second factor only one can be set up',
  limit: { per: 'ip', max: 600, windowMs: MINUTE_MS },
  body: signIn.body,
  reply: signedIn,
  refusals: [
    'WRONG_CREDENTIALS',
    ...factorRefusals,
    'PASSKEY_NEEDED',
    'WAITING_FOR_APPROVAL',
    'SITE_NOT_FOUND',
  ],
});

export const officePasskeyChallenge = defineCall('public', 'POST', '/api/office/login/passkey/begin', {
  ...passkeyChallenge,
  summary:
    'A challenge for signing in to the office, or for proving it again, with a passkey: two minutes, once',
});

export const officePasskeySignIn = defineCall('public', 'POST', '/api/office/login/passkey', {
  summary: 'Sign in to the office with a passkey',
  limit: { per: 'ip', max: 60, windowMs: MINUTE_MS },
  body: passkeySignIn.body,
  reply: signedIn,
  refusals: ['PASSKEY_REFUSED', 'WAITING_FOR_APPROVAL', 'SITE_NOT_FOUND'],
});

export const officeMe = defineCall('staff', 'GET', '/api/office/me', {
  right: 'SELF',
  summary: 'The signed-in member of staff',
  query: z.object({ siteInfoId }),
  reply: staffMember,
});

export const officeStepUp = defineCall('staff', 'POST', '/api/office/step_up', {
  right: 'SELF',
  summary: 'Give the second factor again: a code, a recovery code or a passkey; it counts for ten minutes',
  limit: { per: 'player', max: 10, windowMs: 15 * MINUTE_MS },
  body: z
    .object({
      code: factorCode,
      credential: passkeySignIn.body.shape.credential.optional(),
      siteInfoId,
    })
    .refine(({ code, credential }) => (code === undefined) !== (credential === undefined), {
      message: 'a code or a passkey',
      path: ['code'],
    }),
  reply: z.object({ stepUpUntilMillis: z.int() }),
  refusals: [...factorRefusals, 'PASSKEY_REFUSED', 'SECOND_FACTOR_SETUP_NEEDED'],
});
