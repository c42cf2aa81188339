// Which web pages may open a connection. A page of our own host may, a listed one may, and a program that is no
// browser sends no Origin at all (docs/reliability.md T-80).
import type { IncomingMessage } from 'node:http';

export type OriginVerdict =
  | { readonly ok: false }
  /** `foreign` is a listed origin other than our own: its answers have the headers that let the page read them. */
  | { readonly ok: true; readonly foreign: string | undefined };

const REFUSED: OriginVerdict = { ok: false };
const OWN: OriginVerdict = { ok: true, foreign: undefined };

export function judgeOrigin(request: IncomingMessage, allowed: ReadonlySet<string>): OriginVerdict {
  const { origin, host } = request.headers;
  if (origin === undefined) return judgeWithoutOrigin(request);
  if (allowed.has(origin)) return { ok: true, foreign: origin };
  if (host === undefined || host === '') return REFUSED;
  if (origin === `https://${host}`) return OWN;
  return origin === `http://${host}` && !cameEncrypted(request) ? OWN : REFUSED;
}

/** Browsers omit the Origin only in plain GETs of the same site, and then send `sec-fetch-site`. */
function judgeWithoutOrigin(request: IncomingMessage): OriginVerdict {
  const site = request.headers['sec-fetch-site'];
  if (site === undefined) return OWN;
  const isPlainRead = request.method === 'GET' && request.headers.upgrade === undefined;
  return isPlainRead && (site === 'same-origin' || site === 'none') ? OWN : REFUSED;
}

/** A page that came unencrypted may have been changed by anyone on the network. */
function cameEncrypted(request: IncomingMessage): boolean {
  return 'encrypted' in request.socket || request.headers['x-forwarded-proto'] === 'https';
}
