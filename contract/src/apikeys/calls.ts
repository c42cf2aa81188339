// API keys of members who program. What a key may call is said by each call itself (`api` in call.ts); none of the
// calls here is among them.
import { z } from 'zod';
import { apiScopes } from '../call.ts';
import { defineCall } from '../define-call.ts';
import { integer, siteInfoId } from '../fields.ts';
import { factorCode, factorRefusals } from '../security/factor.ts';

const MINUTE_MS = 60_000;

export const MOST_API_KEYS = 5;
export const MOST_KEY_ADDRESSES = 10;
export const MOST_KEY_DAYS = 365;

const scopes = z.array(z.enum(apiScopes)).max(apiScopes.length);
const key = z.string().regex(/^mk_[A-Za-z0-9]{16}$/);
const name = z.string().max(64);
const addresses = z.array(z.string().max(64)).max(MOST_KEY_ADDRESSES * 2);

const apiKey = z.object({
  key: z.string(),
  name: z.string(),
  scopes,
  /** Empty: from every address. */
  addresses: z.array(z.string()),
  createdAt: z.int(),
  expiresAt: z.int(),
  /** When and from where it was last used, exact to some seconds; null when it never was. */
  lastUsed: z.object({ at: z.int(), address: z.string() }).nullable(),
});
export type WireApiKey = z.output<typeof apiKey>;

const listed = z.object({ content: z.array(apiKey), most: z.int() });

/** The password is checked with these: guessing it here must not be faster than signing in. */
const guarded = { per: 'player', max: 10, windowMs: 10 * MINUTE_MS } as const;
const changing = { per: 'player', max: 30, windowMs: MINUTE_MS } as const;

export const apiKeyList = defineCall('player', 'GET', '/api/api_key/list', {
  summary: 'The API keys of the member, newest first; no secret is in it',
  query: z.object({ siteInfoId }),
  reply: listed,
});

export const makeApiKey = defineCall('player', 'POST', '/api/api_key/create', {
  summary: 'Make an API key. The secret is in this answer and in no other',
  limit: guarded,
  body: z.object({
    name,
    scopes,
    addresses,
    days: integer(1, MOST_KEY_DAYS),
    password: z.string().max(512),
    code: factorCode,
    siteInfoId,
  }),
  reply: apiKey.extend({ secret: z.string() }),
  refusals: [
    'CURRENT_PASSWORD_MISMATCH',
    ...factorRefusals,
    'API_KEY_NAME_INVALID',
    'API_KEY_NEEDS_SCOPE',
    'API_KEY_ADDRESS_INVALID',
    'API_KEY_NEEDS_ADDRESS',
    'TOO_MANY_API_KEYS',
  ],
});

export const renameApiKey = defineCall('player', 'POST', '/api/api_key/rename', {
  summary: 'Give an API key another name',
  limit: changing,
  body: z.object({ key, name, siteInfoId }),
  reply: listed,
  refusals: ['API_KEY_NAME_INVALID'],
});

export const changeApiKeyAddresses = defineCall('player', 'POST', '/api/api_key/addresses', {
  summary: 'Replace the addresses from which an API key may be used, with the password again',
  limit: guarded,
  body: z.object({ key, addresses, password: z.string().max(512), code: factorCode, siteInfoId }),
  reply: listed,
  refusals: [
    'CURRENT_PASSWORD_MISMATCH',
    ...factorRefusals,
    'API_KEY_ADDRESS_INVALID',
    'API_KEY_NEEDS_ADDRESS',
  ],
});

export const deleteApiKey = defineCall('player', 'POST', '/api/api_key/delete', {
  summary: 'Delete an API key: its next request is refused and its connections are closed',
  limit: changing,
  body: z.object({ key, siteInfoId }),
  reply: listed,
});
