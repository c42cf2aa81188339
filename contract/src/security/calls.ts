// How members keep their accounts safe: second factor, recovery codes, passkeys, sign-in history, the protection time of
// withdrawals, and the lock.
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { id, siteInfoId } from '../fields.ts';
import { shownReason } from '../staff/calls.ts';
import { factorCode, factorRefusals } from './factor.ts';
import { PROTECTION_HOURS } from './protection-hours.ts';

const MINUTE_MS = 60_000;

/** A stolen session must not be a way to guess the password or a code. */
const proving = { per: 'player', max: 10, windowMs: 15 * MINUTE_MS } as const;

const password = z.string().max(128);
const proof = { password, code: factorCode, siteInfoId };
const proofRefusals = ['CURRENT_PASSWORD_MISMATCH', ...factorRefusals] as const;

const passkeyName = z
  .string()
  .trim()
  .min(1)
  .max(30)
  .regex(/^\P{C}+$/u);
const passkeyId = z.string().regex(/^[\w-]{8,1400}$/);

const passkey = z.object({
  id: z.string(),
  name: z.string(),
  createdMillis: z.int(),
  usedMillis: z.int().nullable(),
});

const state = z.object({
  joinedMillis: z.int(),
  /** Null while it is the password of the sign-up. */
  passwordChangedMillis: z.int().nullable(),
  totp: z.object({ sinceMillis: z.int() }).nullable(),
  recovery: z.object({ left: z.int(), of: z.int(), madeMillis: z.int() }).nullable(),
  passkeys: z.array(passkey),
  newDeviceLetters: z.boolean(),
  protection: z.object({
    hours: z.int(),
    next: z.object({ hours: z.int(), fromMillis: z.int() }).nullable(),
    /** Changes that withdrawals wait for now, the last to end first. */
    waits: z.array(z.object({ reason: z.string(), untilMillis: z.int() })),
  }),
  lockedMillis: z.int().nullable(),
});

export const mySecurity = defineCall('player', 'GET', '/api/security', {
  summary: 'What protects the account, and what withdrawals wait for',
  query: z.object({ siteInfoId }),
  reply: state,
});

export const beginTotp = defineCall('player', 'POST', '/api/security/totp/begin', {
  summary: 'Begin to set up codes of an authenticator app; nothing changes before a code confirms it',
  limit: proving,
  body: z.object({ password, siteInfoId }),
  reply: z.object({ secret: z.string(), uri: z.string() }),
  refusals: ['CURRENT_PASSWORD_MISMATCH', 'SECOND_FACTOR_ON', 'ACCOUNT_LOCKED'],
});

const codesReply = z.object({ recoveryCodes: z.array(z.string()) });

export const confirmTotp = defineCall('player', 'POST', '/api/security/totp/confirm', {
  summary: 'Turn the second factor on with a first code; the recovery codes are shown this once',
  limit: proving,
  body: z.object({ code: z.string().regex(/^\d{6}$/), siteInfoId }),
  reply: codesReply,
  refusals: ['SECOND_FACTOR_WRONG', 'SECOND_FACTOR_ON', 'SETUP_EXPIRED', 'ACCOUNT_LOCKED'],
});

export const endTotp = defineCall('player', 'POST', '/api/security/totp/end', {
  summary: 'Turn the second factor off; withdrawals wait for the protection time',
  limit: proving,
  body: z.object(proof),
  reply: z.object({}),
  refusals: [...proofRefusals, 'SECOND_FACTOR_OFF'],
});

export const newRecoveryCodes = defineCall('player', 'POST', '/api/security/recovery/new', {
  summary: 'Ten new recovery codes, shown this once; the old ones end',
  limit: proving,
  body: z.object(proof),
  reply: codesReply,
  refusals: [...proofRefusals, 'SECOND_FACTOR_OFF'],
});

/** Staff have the same second factor behind their own calls. */
export const officeSecurity = defineCall('staff', 'GET', '/api/office/security', {
  ...mySecurity,
  right: 'SELF',
});
export const officeBeginTotp = defineCall('staff', 'POST', '/api/office/security/totp/begin', {
  ...beginTotp,
  right: 'SELF',
});
export const officeConfirmTotp = defineCall('staff', 'POST', '/api/office/security/totp/confirm', {
  ...confirmTotp,
  right: 'SELF',
});
export const officeEndTotp = defineCall('staff', 'POST', '/api/office/security/totp/end', {
  ...endTotp,
  right: 'SELF',
});

export const beginPasskey = defineCall('player', 'POST', '/api/security/passkey/begin', {
  summary: 'A challenge for a new passkey: two minutes, once',
  limit: proving,
  body: z.object(proof),
  reply: z.object({ options: z.record(z.string(), z.unknown()) }),
  refusals: [...proofRefusals, 'TOO_MANY_PASSKEYS', 'PASSKEYS_NEED_HTTPS', 'ACCOUNT_LOCKED'],
});

const credentialText = z
  .string()
  .max(16_384)
  .regex(/^[\w-]*$/);

export const addPasskey = defineCall('player', 'POST', '/api/security/passkey/add', {
  summary: 'Register the passkey that the device made for the challenge',
  limit: proving,
  body: z.object({
    name: passkeyName,
    credential: z.object({
      id: credentialText,
      rawId: credentialText,
      type: z.literal('public-key'),
      response: z.object({ clientDataJSON: credentialText, attestationObject: credentialText }),
    }),
    siteInfoId,
  }),
  reply: passkey,
  refusals: ['PASSKEY_REFUSED', 'TOO_MANY_PASSKEYS', 'ACCOUNT_LOCKED'],
});

export const renamePasskey = defineCall('player', 'POST', '/api/security/passkey/rename', {
  summary: 'Give a passkey another name',
  body: z.object({ id: passkeyId, name: passkeyName, siteInfoId }),
  reply: passkey,
  refusals: ['PASSKEY_NOT_FOUND'],
});

export const removePasskey = defineCall('player', 'POST', '/api/security/passkey/remove', {
  summary: 'Remove a passkey; withdrawals wait for the protection time',
  limit: proving,
  body: z.object({ id: passkeyId, ...proof }),
  reply: z.object({}),
  refusals: [...proofRefusals, 'PASSKEY_NOT_FOUND'],
});

export const signInHistory = defineCall('player', 'GET', '/api/security/history', {
  summary: 'Sign-ins of the last 90 days, newest first; failures in a row from one place are one line',
  cost: 2,
  query: z.object({ siteInfoId }),
  reply: z.object({
    content: z.array(
      z.object({
        atMillis: z.int(),
        outcome: z.enum(['SIGNED_IN', 'WRONG_PASSWORD', 'WRONG_CODE', 'REFUSED', 'PASSWORD_CHANGED']),
        method: z.enum(['PASSWORD', 'PASSWORD_CODE', 'RECOVERY_CODE', 'PASSKEY']),
        device: z.enum(['MOBILE', 'DESKTOP']),
        name: z.string(),
        ip: z.string(),
        times: z.int(),
      }),
    ),
  }),
});

export const setNewDeviceLetters = defineCall('player', 'POST', '/api/security/new_device', {
  summary: 'Whether a letter tells of a sign-in from a new device; turning it off takes the password',
  limit: proving,
  body: z.object({ on: z.boolean(), password: password.optional(), code: factorCode, siteInfoId }),
  reply: z.object({ on: z.boolean() }),
  refusals: proofRefusals,
});

export const setProtection = defineCall('player', 'POST', '/api/security/protection', {
  summary:
    'How long withdrawals wait after a change: longer at once, shorter when the present time has passed',
  limit: proving,
  body: z.object({
    hours: z.literal([...PROTECTION_HOURS]),
    /** Only for a shorter time. */
    password: password.optional(),
    code: factorCode,
    siteInfoId,
  }),
  reply: state.shape.protection,
  refusals: proofRefusals,
});

export const lockAccount = defineCall('player', 'POST', '/api/security/lock', {
  summary: 'End every sign-in and stop withdrawals until the account is unlocked; positions stay',
  body: z.object({ siteInfoId }),
  reply: z.object({}),
});

export const unlockAccount = defineCall('player', 'POST', '/api/security/unlock', {
  summary: 'Unlock the account with the password and the second factor',
  limit: proving,
  body: z.object(proof),
  reply: z.object({}),
  refusals: [...proofRefusals, 'UNLOCK_NEEDS_STAFF', 'ACCOUNT_NOT_LOCKED'],
});

export const officeUnlock = defineCall('staff', 'POST', '/api/office/security/unlock', {
  right: 'MEMBER_SECURITY',
  stepUp: true,
  summary: 'Unlock the account of a member who has shown support who they are',
  body: z.object({ playerId: id, reason: shownReason, siteInfoId }),
  reply: z.object({ playerId: z.int() }),
  refusals: ['ACCOUNT_NOT_LOCKED'],
});

export const officeResetFactor = defineCall('staff', 'POST', '/api/office/security/reset', {
  right: 'MEMBER_SECURITY',
  stepUp: true,
  summary: 'Ask for a member’s second factor to be turned off; another member of staff approves',
  body: z.object({ playerId: id, reason: shownReason, siteInfoId }),
  /** The request that waits for approval. */
  reply: z.object({ waiting: z.int() }),
  refusals: ['SECOND_FACTOR_OFF', 'STAFF_PROTECTED', 'ALREADY_PROCESSED'],
});
