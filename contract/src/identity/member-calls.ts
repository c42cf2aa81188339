// What a member proves about themselves, the terms they accepted, and closing the account.
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { decimalText, integer, siteInfoId } from '../fields.ts';
import { factorCode, factorRefusals } from '../security/factor.ts';
import { changeReason, shownReason } from '../staff/calls.ts';

const QUARTER_MS = 15 * 60_000;

const password = z.string().max(320);

export const myIdentity = defineCall('player', 'GET', '/api/identity/me', {
  summary: 'What the member has proven, and how much may be withdrawn in a day because of it',
  query: z.object({ siteInfoId }),
  reply: z.object({
    email: z.string(),
    emailVerifiedMillis: z.int().nullable(),
    phone: z.string(),
    phoneVerifiedMillis: z.int().nullable(),
    /** As the identity provider has it. */
    personName: z.string().nullable(),
    personVerifiedMillis: z.int().nullable(),
    /** 0 nothing, 1 an address or a number, 2 the person, 3 a bank account of that name. */
    level: z.int(),
    /** In won, in a day; null for no limit. */
    limits: z.array(z.object({ level: z.int(), won: decimalText.nullable() })),
  }),
});

export const setContact = defineCall('player', 'POST', '/api/identity/contact', {
  summary: 'Make a proven address or number the member’s own',
  limit: { per: 'player', max: 10, windowMs: QUARTER_MS },
  body: z.object({ proof: z.string().regex(/^[\w-]{22,64}$/), password, code: factorCode, siteInfoId }),
  reply: z.object({ kind: z.enum(['EMAIL', 'PHONE']), value: z.string() }),
  refusals: [
    'CURRENT_PASSWORD_MISMATCH',
    ...factorRefusals,
    'PROOF_EXPIRED',
    'EMAIL_REGISTERED',
    'PHONE_REGISTERED',
  ],
});

export const niceId = defineCall('player', 'GET', '/api/certi/nice_id', {
  summary: 'The page on which the identity provider asks who the member is',
  limit: { per: 'player', max: 10, windowMs: QUARTER_MS },
  /** Where the member is: it must be a host of the site, and nothing is ever fetched from it. */
  query: z.object({ host: z.string().max(253).optional(), siteInfoId }),
  reply: z.object({ url: z.string(), isStandIn: z.boolean() }),
  refusals: ['HOST_UNKNOWN'],
});

export const closeAccount = defineCall('player', 'POST', '/api/account/close', {
  summary: 'Close the account for ever; refused while anything is open',
  limit: { per: 'player', max: 5, windowMs: QUARTER_MS },
  /** Said in words of one's own, because nothing brings the account back. */
  body: z.object({ password, code: factorCode, agreed: z.literal(true), siteInfoId }),
  reply: z.object({}),
  refusals: ['CURRENT_PASSWORD_MISMATCH', ...factorRefusals, 'CLOSE_WHILE_OPEN', 'CLOSE_WHILE_FOLLOWING'],
});

const termsKind = z.enum(['TERMS', 'PRIVACY']);
const termsVersion = { kind: termsKind, version: z.int() };

export const myTerms = defineCall('player', 'GET', '/api/terms/mine', {
  summary: 'Which versions of the terms the member accepted, and which wait for it',
  query: z.object({ siteInfoId }),
  reply: z.object({
    accepted: z.array(z.object({ ...termsVersion, atMillis: z.int() })),
    due: z.array(z.object({ ...termsVersion, summaryKo: z.string(), summaryEn: z.string() })),
  }),
});

export const termsText = defineCall('public', 'GET', '/api/terms/text', {
  summary: 'The text of the terms: of the present version, or of exactly the one that is named',
  cost: 2,
  query: z.object({ kind: termsKind, version: integer(1, 1_000_000).optional(), siteInfoId }),
  reply: z.object({
    ...termsVersion,
    /** From when it is valid; null for the sample of the first version. */
    fromMillis: z.int().nullable(),
    title: z.string(),
    /** HTML, cleaned. Null for the sample, which is part of the app. */
    content: z.string().nullable(),
  }),
  refusals: ['NOT_FOUND'],
});

export const acceptTerms = defineCall('player', 'POST', '/api/terms/accept', {
  summary: 'Accept the present version of the terms',
  body: z.object({ kind: termsKind, version: integer(1, 1_000_000), siteInfoId }),
  reply: z.object({}),
});

export const publishTerms = defineCall('staff', 'POST', '/api/office/terms/publish', {
  right: 'CONTENT_EDIT',
  stepUp: true,
  summary:
    'Publish the present text of the page `terms` or `privacy` as a new version: every member is asked once',
  body: z.object({
    kind: termsKind,
    summaryKo: shownReason,
    summaryEn: shownReason,
    reason: changeReason,
    siteInfoId,
  }),
  reply: z.object(termsVersion),
  refusals: ['TERMS_TEXT_MISSING'],
});
