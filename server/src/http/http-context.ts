// What every bound call needs: the caller, the limits, and how to refuse.
import type { ServerResponse } from 'node:http';
import type { AnyCall } from '@maru/contract/call';
import type { Language } from '@maru/contract/refusals';
import type { SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../log/log.ts';
import { clientAddress, limitKey } from './client-address.ts';
import { createRateLimit, type LimitExceeded, type Pace, type RateLimit } from './rate-limit.ts';
import { languageOf, type Refused, sendRefusal } from './refuse.ts';
import type { Principal } from './serve.ts';
import { createSharedAnswers, type SharedAnswers } from './shared-answers.ts';
import type { Signing } from './signed.ts';

/**
 * The paces of calls that name none themselves, per player or, for guests, per address, in the costs of the calls.
 * docs/reliability.md 8: reads 20/s burst 60, writes 20/s burst 40.
 */
export const usualPaces = {
  read: { burst: 60, refillMs: 3_000 },
  write: { burst: 40, refillMs: 2_000 },
  /** Requests with a token that is not valid, per address: a check costs us more than the request costs its sender. */
  badToken: { burst: 200, refillMs: 10_000 },
  /** Signed requests per address, counted before the body is read; each signer has an allowance of its own besides. */
  signed: { burst: 400, refillMs: 4_000 },
} satisfies Readonly<Record<string, Pace>>;

export interface HttpContextOptions {
  readonly authenticate: (
    token: string,
    /** Whether a person caused the request; a page that reads by itself keeps nobody signed in. */
    request: { readonly isByPerson: boolean },
  ) => Promise<Principal | 'EXPIRED' | undefined>;
  /** Checks requests that are signed instead of bearing a token. */
  readonly signing?: Signing | undefined;
  /** The site a guest is on, by the host's name and the `siteInfoId` it sent; undefined refuses the request. */
  readonly siteOf: (host: string, siteInfoId?: number) => SiteId | undefined;
  /** Whether there is such a site: those who run the platform act on each of them. Absent, on their own alone. */
  readonly hasSite?: (siteInfoId: number) => boolean;
  /** Whether any site is served under this name; every name is accepted unless the sites have host names. */
  readonly servesHost?: (host: string) => boolean;
  readonly clock: () => Millis;
  readonly log: Log;
  /** How many of our own proxies are in front; without one X-Forwarded-* is ignored. */
  readonly trustedProxyHops?: number;
  /** Origins, besides the request's own host, whose pages may change state. */
  readonly allowedOrigins?: readonly string[];
  readonly siteLanguage?: (site: SiteId) => Language;
  readonly paces?: typeof usualPaces | 'OFF';
  /** How long a shared answer is cached; a second, and 0 without paces, computes each again. */
  readonly sharedMs?: number;
  /** Check every reply against its schema. For tests: a reply that does not match is a bug. */
  readonly checkReplies?: boolean;
  /** Called for every answered call, for metrics. */
  readonly onAnswered?: (answered: { call: AnyCall; status: number; elapsedMs: number }) => void;
}

export interface HttpContext {
  readonly options: HttpContextOptions;
  readonly allowedOrigins: ReadonlySet<string>;
  /** The limit that applies to a call, shared between calls that name none. */
  limitFor(call: AnyCall): RateLimit | undefined;
  readonly badToken: RateLimit | undefined;
  readonly signed: RateLimit | undefined;
  readonly shared: SharedAnswers;
  readonly uploads: Uploads;
  /** For pages that are no calls: counted with the reads of an address. */
  countRead(request: FastifyRequest, cost: number): LimitExceeded | undefined;
  addressOf(request: FastifyRequest): string;
  /** The language of answers to this request. */
  languageOf(request: FastifyRequest, site: SiteId | undefined): Language;
  refuse(request: FastifyRequest, reply: FastifyReply, refusal: Refusing): FastifyReply;
}

/** Bodies of uploads are in memory until they are read: few at a time. */
export interface Uploads {
  /** False when there are enough. The place is free again when the answer is sent or the connection is lost. */
  begin(answer: ServerResponse): boolean;
}

const MOST_UPLOADS = 16;

function createUploads(): Uploads {
  let underWay = 0;
  return {
    begin(answer) {
      if (underWay >= MOST_UPLOADS) return false;
      underWay += 1;
      answer.once('close', () => {
        underWay -= 1;
      });
      return true;
    },
  };
}

export interface Refusing extends Omit<Refused, 'language'> {
  readonly site?: SiteId | undefined;
}

export function createHttpContext(options: HttpContextOptions): HttpContext {
  const hops = options.trustedProxyHops ?? 0;
  const paces = options.paces ?? usualPaces;
  const reads = paces === 'OFF' ? undefined : createRateLimit(paces.read);
  const writes = paces === 'OFF' ? undefined : createRateLimit(paces.write);
  const addressOf = (request: FastifyRequest) => clientAddress(request.raw, hops);
  const languageFor = (request: FastifyRequest, site: SiteId | undefined) =>
    languageOf(
      request.headers['accept-language'],
      site === undefined ? undefined : options.siteLanguage?.(site),
    );
  return {
    options,
    allowedOrigins: new Set(options.allowedOrigins),
    badToken: paces === 'OFF' ? undefined : createRateLimit(paces.badToken),
    signed: paces === 'OFF' ? undefined : createRateLimit(paces.signed),
    shared: createSharedAnswers({ cacheMs: options.sharedMs ?? (paces === 'OFF' ? 0 : 1_000) }),
    uploads: createUploads(),
    limitFor(call) {
      if (paces === 'OFF') return undefined;
      if (call.limit !== undefined) {
        return createRateLimit({ burst: call.limit.max, refillMs: call.limit.windowMs });
      }
      return call.method === 'GET' ? reads : writes;
    },
    countRead: (request, cost) => reads?.count(limitKey(addressOf(request)), options.clock(), cost),
    addressOf,
    languageOf: languageFor,
    refuse: (request, reply, { site, ...refusal }) =>
      sendRefusal(reply, { ...refusal, language: languageFor(request, site) }),
  };
}

/** The key of a limit: the player, unless the call counts by address or the caller is not signed in. */
export function countedAs(call: AnyCall, principal: Principal | undefined, address: string): string | number {
  return principal === undefined || call.limit?.per === 'ip' ? limitKey(address) : principal.player;
}
