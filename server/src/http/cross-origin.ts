// Pages of other web addresses that ALLOWED_ORIGINS lists may call us and read the answers (CORS). The list is exact,
// other pages get no header, and credentials in the sense of CORS (cookies) are never allowed: tokens are sent in a
// header.
import type { FastifyReply, FastifyRequest } from 'fastify';

const ASKED_HEADERS = 'authorization, content-type, idempotency-key, accept-language';
const READABLE_HEADERS = 'retry-after, etag, allow';
const REMEMBER_SECONDS = 600;
/** Realtime sets its own headers. */
const REALTIME = /^\/ws(?:[/?]|$)/;

/** Headers that let a listed page read this answer. */
export function allowReading(
  request: FastifyRequest,
  reply: FastifyReply,
  allowed: ReadonlySet<string>,
): void {
  if (allowed.size === 0 || REALTIME.test(request.raw.url ?? '')) return;
  // A cache must not give the answer for one page to another.
  reply.header('vary', 'Origin');
  const { origin } = request.raw.headers;
  if (origin === undefined || !allowed.has(origin)) return;
  reply.header('access-control-allow-origin', origin);
  reply.header('access-control-expose-headers', READABLE_HEADERS);
}

/** A browser sends a preflight request before a listed page may send anything but a plain read. */
export const isPreflight = (request: FastifyRequest, allowed: ReadonlySet<string>): boolean =>
  request.method === 'OPTIONS' &&
  allowed.has(request.raw.headers.origin ?? '') &&
  request.raw.headers['access-control-request-method'] !== undefined;

export const answerPreflight = (reply: FastifyReply, methods: ReadonlySet<string>): FastifyReply =>
  reply
    .code(204)
    .header('access-control-allow-methods', [...methods].join(', '))
    .header('access-control-allow-headers', ASKED_HEADERS)
    .header('access-control-max-age', REMEMBER_SECONDS)
    .send();

/** A file of the app is the same for every page and is cached as such. */
export function forgetOrigin(reply: FastifyReply): void {
  reply.removeHeader('access-control-allow-origin');
  reply.removeHeader('access-control-expose-headers');
}
