// People and their sessions: sign-up, sign-in, profile, practice money, and what staff may do to an account.
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { decimal, decimalText, id, integer, siteInfoId, wallet } from '../fields.ts';
import { factorCode, factorRefusals } from '../security/factor.ts';

const MINUTE_MS = 60_000;

/** Longer texts are refused before any work; which ones are valid is decided by `rules.ts`. */
const shortText = z.string().max(320);

/** A line of text as people write it: no control characters, bounded. */
const line = z
  .string()
  .max(120)
  .regex(/^\P{C}*$/u);

/** The code of a partner, as in /ref/:partnerCode. A number is read as its digits. */
const partnerCode = z
  .union([z.string(), z.int().transform(String)])
  .pipe(z.string().regex(/^[A-Za-z0-9_-]{1,32}$/));

/** What players may store about themselves. Unknown keys are dropped, also server-owned ones (`blockDevice`). */
const ownNotes = z.object({
  language: z.enum(['ko', 'en']).optional(),
  marketingAgreed: z.boolean().optional(),
  joinPath: line.optional(),
});

const ETC_LIMIT = 4_096;

/** The spec sends it as an object or as JSON text; both are at most 4 KB. */
const etcJson = z
  .union([z.string().max(ETC_LIMIT), z.record(z.string(), z.unknown())])
  .transform((value, context) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    const parsed = text.length <= ETC_LIMIT ? jsonObject(text) : undefined;
    if (parsed !== undefined) return parsed;
    context.addIssue({ code: 'custom', message: 'a JSON object of at most 4 KB' });
    return z.NEVER;
  })
  .pipe(ownNotes);

function jsonObject(text: string): unknown {
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch {
    // Text that is not JSON is malformed input, not a transient error: the caller turns undefined into a refusal.
    return undefined;
  }
}

const bankInfo = z.object({
  bankId: id.optional(),
  bankName: line.optional(),
  accountNumber: z
    .string()
    .regex(/^[0-9-]{4,32}$/)
    .optional(),
  accountHolder: line.optional(),
});

const address = z.object({ zipCode: line.optional(), address1: line.optional(), address2: line.optional() });

/** A secret that the device stores; a refresh token then works only together with it. */
const deviceKey = z
  .string()
  .regex(/^[\w-]{16,64}$/)
  .optional();

/** What `verify_phone` or `verify_email` answered. */
const proof = z
  .string()
  .regex(/^[\w-]{22,64}$/)
  .optional();

const walletsReply = z.record(z.string(), wallet);

const meReply = z.object({
  id: z.int(),
  username: z.string(),
  name: z.string(),
  phone: z.string(),
  email: z.string(),
  nick: z.string(),
  role: z.enum(['PLAYER', 'PARTNER', 'STAFF']),
  /** DENY means blocked (spec 3). */
  status: z.enum(['ACTIVE', 'WAITING', 'DENY']),
  money: decimalText,
  etcJson: z.record(z.string(), z.unknown()),
  /** The tour of the trade screens was ended, on whichever device. */
  isTourOver: z.boolean(),
  wallet: walletsReply,
});

const tokenPair = {
  accessToken: z.string(),
  refreshToken: z.string(),
  /** Seconds until the access token expires. */
  expiresIn: z.int(),
};

/** Present when this account may not be used from this class of device: the app shows the text and signs out. */
const deviceRule = z.object({ code: z.string(), message: z.string() }).optional();

/** Calls that reveal which accounts exist are limited: ten a minute from one address (T-06). */
const asking = { per: 'ip', max: 10, windowMs: MINUTE_MS } as const;

/**
 * A username or a nickname that is taken is reported, as the form needs it; a phone number is not: it is stored as
 * entered and belongs to no account before it is confirmed.
 */
export const signUp = defineCall('public', 'POST', '/api/player', {
  summary: 'Sign up; the account opens with the practice money of the site. Three an hour from one address',
  limit: asking,
  body: z.object({
    username: shortText,
    password: shortText,
    name: shortText.default(''),
    phone: shortText.default(''),
    email: shortText.default(''),
    nick: shortText.default(''),
    partnerId: z.union([z.literal('').transform(() => undefined), partnerCode]).nullish(),
    etcJson: etcJson.nullish(),
    bankInfo: bankInfo.nullish(),
    address: address.nullish(),
    /** Of `verify_phone` and `verify_email`: only a proven value belongs to the account. */
    phoneProof: proof,
    emailProof: proof,
    /** The rounds that were tried on this device: their results become part of the account, if they are decided and new. */
    trialTokens: z.array(z.string().max(160)).max(10).nullish(),
    siteInfoId,
  }),
  reply: z.object({ id: z.int(), username: z.string(), nick: z.string() }),
  refusals: [
    'USERNAME_INVALID',
    'PASSWORD_LENGTH',
    'ENTER_NAME',
    'NAME_INVALID',
    'ENTER_NICK',
    'NICK_INVALID',
    'ENTER_PHONE',
    'PHONE_INVALID',
    'ENTER_EMAIL',
    'EMAIL_INVALID',
    'USERNAME_EQUALS_NICK',
    'NICK_RESERVED',
    'PASSWORD_TOO_COMMON',
    'PARTNER_NOT_FOUND',
    'USERNAME_TAKEN',
    'NICK_TAKEN',
    'PROOF_EXPIRED',
    'PHONE_REGISTERED',
    'EMAIL_REGISTERED',
    'TOO_MANY_SIGN_UPS',
    'SITE_NOT_FOUND',
  ],
});

export const verifyPartner = defineCall('public', 'GET', '/api/partner/verify', {
  summary: 'Does this partner code exist on this site?',
  limit: asking,
  query: z.object({ partnerPk: partnerCode, siteInfoId }),
  reply: z.object({ partnerPk: z.string(), nick: z.string() }),
  refusals: ['PARTNER_NOT_FOUND'],
});

export const checkUsername = defineCall('public', 'GET', '/api/user/check_username', {
  summary: 'May this username be taken?',
  limit: asking,
  query: z.object({ username: shortText, siteInfoId }),
  reply: z.object({ username: z.string(), available: z.literal(true) }),
  refusals: ['USERNAME_INVALID', 'USERNAME_TAKEN'],
});

export const checkNick = defineCall('public', 'GET', '/api/user/check_nick', {
  summary: 'May this nickname be taken?',
  limit: asking,
  query: z.object({ nick: shortText, siteInfoId }),
  reply: z.object({ nick: z.string(), available: z.literal(true) }),
  refusals: ['NICK_INVALID', 'NICK_RESERVED', 'NICK_TAKEN'],
});

export const signIn = defineCall('public', 'POST', '/api/login', {
  summary: 'Sign in with a password and, when it is on, a code, or go on with a refresh token',
  limit: { per: 'ip', max: 600, windowMs: MINUTE_MS },
  body: z
    .object({
      username: z.string().max(320).optional(),
      password: z.string().max(128).optional(),
      code: factorCode,
      refreshToken: z.string().max(4_096).nullish(),
      deviceKey,
      siteInfoId,
    })
    .refine(
      ({ username, password, refreshToken }) =>
        refreshToken === undefined
          ? username !== undefined && password !== undefined
          : username === undefined && password === undefined,
      { message: 'a username and a password, or a refresh token', path: ['username'] },
    ),
  reply: z.object({ ...tokenPair, user: meReply, deviceRule }),
  refusals: ['WRONG_CREDENTIALS', ...factorRefusals, 'WAITING_FOR_APPROVAL', 'SITE_NOT_FOUND'],
});

/** The server checks the origin, the signature and the counter; here only the shape and the size. */
const credentialText = z
  .string()
  .max(8_192)
  .regex(/^[\w-]*$/);

export const passkeyChallenge = defineCall('public', 'POST', '/api/login/passkey/begin', {
  summary: 'A challenge for signing in with a passkey: two minutes, once',
  limit: { per: 'ip', max: 60, windowMs: MINUTE_MS },
  body: z.object({ siteInfoId }),
  reply: z.object({ options: z.record(z.string(), z.unknown()) }),
  refusals: ['PASSKEYS_NEED_HTTPS'],
});

export const passkeySignIn = defineCall('public', 'POST', '/api/login/passkey', {
  summary: 'Sign in with a passkey; the device has verified the person, so no further factor is asked for',
  limit: { per: 'ip', max: 60, windowMs: MINUTE_MS },
  body: z.object({
    credential: z.object({
      id: credentialText,
      rawId: credentialText,
      type: z.literal('public-key'),
      response: z.object({
        clientDataJSON: credentialText,
        authenticatorData: credentialText,
        signature: credentialText,
        userHandle: credentialText.nullish(),
      }),
    }),
    deviceKey,
    siteInfoId,
  }),
  reply: z.object({ ...tokenPair, user: meReply, deviceRule }),
  refusals: ['PASSKEY_REFUSED', 'WAITING_FOR_APPROVAL', 'SITE_NOT_FOUND'],
});

export const signOut = defineCall('player', 'POST', '/api/logout', {
  summary: 'End this sign-in, on every device that shares it',
  reply: z.object({}),
});

export const mySessions = defineCall('player', 'GET', '/api/account/sessions', {
  summary: 'Where the member is signed in, newest first',
  query: z.object({ siteInfoId }),
  reply: z.object({
    content: z.array(
      z.object({
        id: z.string(),
        device: z.enum(['MOBILE', 'DESKTOP']),
        /** Such as `iPhone · Safari`; empty when the browser does not say. */
        name: z.string(),
        /** The first sign-in from this device, within the last day. */
        isNew: z.boolean(),
        ip: z.string(),
        signedInAt: z.int(),
        lastUsedAt: z.int(),
        isCurrent: z.boolean(),
      }),
    ),
  }),
});

export const endMySession = defineCall('player', 'POST', '/api/account/sessions/end', {
  summary: 'End one of the member’s own sign-ins',
  body: z.object({ id: z.string().regex(/^[\w-]{22}$/), siteInfoId }),
  reply: z.object({}),
});

export const endOtherSessions = defineCall('player', 'POST', '/api/account/sessions/end_others', {
  summary: 'End every sign-in of the member but this one',
  body: z.object({ siteInfoId }),
  reply: z.object({ ended: z.int() }),
});

export const me = defineCall('player', 'GET', '/api/me', {
  summary: 'The signed-in member',
  query: z.object({ siteInfoId }),
  reply: meReply,
});

export const myWallets = defineCall('player', 'GET', '/api/wallet/my', {
  summary: 'The balances of the signed-in member',
  api: { scope: 'READ', ko: '내 지갑의 잔액' },
  query: z.object({ siteInfoId }),
  reply: walletsReply,
});

export const changePassword = defineCall('player', 'POST', '/api/user/change_password', {
  summary: 'Change the password; every other sign-in ends',
  limit: { per: 'player', max: 10, windowMs: 15 * MINUTE_MS },
  body: z.object({
    id,
    password: shortText,
    currentPassword: shortText,
    code: factorCode,
    deviceKey,
    siteInfoId,
  }),
  reply: z.object(tokenPair),
  refusals: [
    'PASSWORD_LENGTH',
    'PASSWORD_TOO_COMMON',
    'PASSWORD_UNCHANGED',
    'CURRENT_PASSWORD_MISMATCH',
    ...factorRefusals,
  ],
});

/** Staff have their own calls: a staff token is refused by a player's call, and the other way round. */
export const officeSignOut = defineCall('staff', signOut.method, '/api/office/logout', {
  ...signOut,
  right: 'SELF',
});
export const officeChangePassword = defineCall(
  'staff',
  changePassword.method,
  '/api/office/change_password',
  { ...changePassword, right: 'SELF' },
);

export const changeNick = defineCall('player', 'POST', '/api/player/change_nick', {
  summary: 'Change the nickname',
  limit: { per: 'player', max: 10, windowMs: MINUTE_MS },
  body: z.object({ id, nick: shortText, siteInfoId }),
  reply: z.object({ id: z.int(), nick: z.string() }),
  refusals: ['ENTER_NICK', 'NICK_INVALID', 'NICK_RESERVED', 'NICK_TAKEN', 'USERNAME_EQUALS_NICK'],
});

export const refillPractice = defineCall('player', 'POST', '/api/practice/refill', {
  summary: 'Start a new practice run: the wallet then holds exactly this amount',
  money: true,
  body: z.object({ walletType: z.string().regex(/^[A-Z0-9]{1,16}$/), point: decimal, siteInfoId }),
  reply: z.object({ walletType: z.string(), point: decimalText, run: z.int() }),
  refusals: [
    'PARTNER_CANNOT_TRADE',
    'PRACTICE_ONLY',
    'WALLET_UNSUPPORTED',
    'ENTER_AMOUNT',
    'AMOUNT_OFF_UNIT',
    'REFILL_ABOVE_LIMIT',
    'REFILL_WHILE_OPEN',
  ],
});

export const accountEvents = defineCall('player', 'GET', '/api/account/events', {
  summary: 'What happened on this account after the given number of its own sequence',
  api: { scope: 'READ', ko: '내 계정에 일어난 일, 번호 순서대로' },
  cost: 2,
  query: z.object({
    since: integer(0, Number.MAX_SAFE_INTEGER).default(0),
    size: integer(1, 100).default(20),
    siteInfoId,
  }),
  reply: z.object({
    content: z.array(
      z.object({ seq: z.int(), type: z.string(), at: z.int(), data: z.record(z.string(), z.unknown()) }),
    ),
    /** The newest number in the list; send it as `since` to get more. */
    last: z.int(),
    /** False when the list may still miss the newest events: call again shortly. */
    complete: z.boolean(),
  }),
  /** When events after `since` are archived; without `since` the list begins with the oldest that is stored. */
  refusals: ['ARCHIVED'],
});
