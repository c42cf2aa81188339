// A call is defined once, here: path, access, input, reply, and how it may be refused. The server binds it, the client
// calls it, and OpenAPI is made from it; a path has no second place where it could differ.
import type { z } from 'zod';
import type { RefusalCode } from './refusals.ts';
import type { Right } from './staff/rights.ts';

/** `public` needs no token (and ignores none), `player` and `staff` need one of that role. */
export type Access = 'public' | 'player' | 'staff';

/** What a member may allow an API key: to look, and to trade. There is none for withdrawals or for the account. */
export const apiScopes = ['READ', 'TRADE'] as const;
export type ApiScope = (typeof apiScopes)[number];

/** Refusals of the HTTP layer itself; no call needs to list them. */
export type HttpRefusal =
  | 'INVALID_REQUEST'
  | 'LOGIN_REQUIRED'
  | 'TOKEN_EXPIRED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'TOO_LARGE'
  | 'UNSUPPORTED_CONTENT_TYPE'
  | 'TOO_MANY_REQUESTS'
  | 'TRY_AGAIN'
  | 'RESULT_UNKNOWN'
  | 'KEY_REUSED'
  | 'TOO_MANY_KEYS'
  | 'SESSION_ENDED'
  | 'ACCOUNT_BLOCKED'
  | 'ACCOUNT_NOT_FOUND';

export interface Call<
  Query extends z.ZodType,
  Body extends z.ZodType,
  Reply extends z.ZodType,
  Refusal extends RefusalCode,
> {
  readonly method: 'GET' | 'POST';
  readonly path: `/${string}`;
  readonly summary: string;
  readonly access: Access;
  /** What a member of staff must be allowed; every staff call has one. */
  readonly right?: Right;
  /** Moves money or changes rules: staff must have given their second factor within the last minutes. */
  readonly stepUp?: boolean;
  /** A public call that returns more to a signed-in player: the client sends the token if it has one. */
  readonly knowsMember?: boolean;
  /** Moves money or orders: accepts an Idempotency-Key and takes a small body only. */
  readonly money?: boolean;
  /** May open a position that can lose its whole margin: refused until the member has passed the quiz. */
  readonly leveraged?: boolean;
  /** The answer depends on the site and the query alone and may be a second old: computed once for all callers. */
  readonly shared?: boolean;
  /** A GET of the spec that changes something: it does not go through the lane of reads. */
  readonly writes?: boolean;
  /** The body is a form (multipart/form-data) with one file of at most this many bytes. */
  readonly uploadBytes?: number;
  /** The answer is a file and no JSON. */
  readonly answersFile?: boolean;
  /** What one request takes from the caller's allowance; 1 unless the call does more than a lookup or two. */
  readonly cost?: number;
  /** Requests per key and window: `player` counts per signed-in player, `ip` per address. */
  readonly limit?: { readonly per: 'player' | 'ip'; readonly max: number; readonly windowMs: number };
  /** An API key with this scope may make the call; without it no key may. `ko` is the summary in Korean. */
  readonly api?: { readonly scope: ApiScope; readonly ko: string };
  readonly query: Query;
  readonly body: Body;
  readonly reply: Reply;
  readonly refusals: readonly Refusal[];
}

export type AnyCall = Call<z.ZodType, z.ZodType, z.ZodType, RefusalCode>;

export type QueryOf<C extends AnyCall> = z.output<C['query']>;
export type BodyOf<C extends AnyCall> = z.output<C['body']>;
export type ReplyOf<C extends AnyCall> = z.input<C['reply']>;
export type RefusalOf<C extends AnyCall> = C['refusals'][number] | HttpRefusal;
