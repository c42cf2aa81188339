// Reads the request's headers strictly: where two readers could disagree, the request is refused.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { RefusalCode } from '@maru/contract/refusals';
import type { DeviceClass } from './serve.ts';

/** Name and value alternate in `rawHeaders`. */
const MOST_RAW_HEADERS = 100 * 2;
const LONGEST_TOKEN = 4_096;
const BEARER = /^bearer ([\w\-.~+/]+=*)$/i;
const KEY = /^[\u0021-\u007e]{8,64}$/;
const PHONE = /Mobi|Android|iPhone|iPad|iPod/;

/** Node keeps the first of these and drops the rest; a proxy in front may have read another. */
const SINGLE = ['host', 'origin', 'content-type', 'authorization', 'sec-fetch-site'];

/** They differ in length, so the length of a header's name tells which of them it could be. */
const singleByLength: readonly (string | undefined)[] = Array.from({ length: 15 }, (_, length) =>
  SINGLE.find((name) => name.length === length),
);

/** The refusal of a request whose headers two readers could read differently. */
export function headerFault(request: IncomingMessage): RefusalCode | undefined {
  const raw = request.rawHeaders;
  if (raw.length > MOST_RAW_HEADERS) return 'HEADERS_TOO_LARGE';
  if (!request.headers.host) return 'INVALID_REQUEST';
  let seen = 0;
  for (let i = 0; i < raw.length; i += 2) {
    const name = raw[i] as string;
    const single = singleByLength[name.length];
    if (single === undefined || name.toLowerCase() !== single) continue;
    const bit = 1 << name.length;
    if ((seen & bit) !== 0) return single === 'authorization' ? 'LOGIN_REQUIRED' : 'INVALID_REQUEST';
    seen |= bit;
  }
  return undefined;
}

/** The token, undefined when there is no Authorization header, `MALFORMED` for anything but one bearer token. */
export function bearerToken(
  headers: IncomingHttpHeaders,
): { readonly token: string } | 'MALFORMED' | undefined {
  const header = headers.authorization;
  if (header === undefined) return undefined;
  if (header.length > LONGEST_TOKEN + 7) return 'MALFORMED';
  const token = BEARER.exec(header)?.[1];
  return token === undefined ? 'MALFORMED' : { token };
}

/** Exact match, before Fastify parses anything (F9: parsing content types leniently was a way around validation). */
/** A page that reads again by itself says so. It gains nothing: such a request only keeps nobody signed in. */
export const isBackground = (headers: IncomingHttpHeaders): boolean => headers['maru-background'] === '1';

export const isJsonType = (contentType: string | undefined): boolean =>
  contentType === 'application/json' || contentType === 'application/json; charset=utf-8';

export function hasBody(headers: IncomingHttpHeaders): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

export function idempotencyKey(headers: IncomingHttpHeaders): string | 'MALFORMED' | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  return typeof key === 'string' && KEY.test(key) ? key : 'MALFORMED';
}

export function deviceOf(headers: IncomingHttpHeaders): DeviceClass {
  const hint = headers['sec-ch-ua-mobile'];
  if (hint === '?1') return 'MOBILE';
  const agent = headers['user-agent'];
  return agent !== undefined && PHONE.test(agent) ? 'MOBILE' : 'DESKTOP';
}

/** The name without the port and the final dot, in lower case: as sites are configured. */
export const hostName = (host: string): string => host.replace(/:\d+$/, '').replace(/\.$/, '').toLowerCase();

/** Headers that any of the usual proxies add. */
const PROXY_HEADERS = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'cf-connecting-ip',
  'true-client-ip',
];

export const cameThroughProxy = (headers: IncomingHttpHeaders): boolean =>
  PROXY_HEADERS.some((name) => headers[name] !== undefined);

/** A browser sends the origin of a request; other clients send none, and this does not protect against them. */
export function isForeign(headers: IncomingHttpHeaders, allowedOrigins: ReadonlySet<string>): boolean {
  const origin = headers.origin;
  if (origin !== undefined && allowedOrigins.has(origin)) return false;
  if (headers['sec-fetch-site'] === 'cross-site') return true;
  if (origin === undefined) return false;
  const scheme = origin.indexOf('://');
  return scheme === -1 || origin.slice(scheme + 3).toLowerCase() !== headers.host?.toLowerCase();
}
