// Who may read the metrics: whoever brings the token, or, where none is set, this machine itself and nobody behind it.
import { hash, timingSafeEqual } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isLoopback } from './client-address.ts';
import { bearerToken, cameThroughProxy } from './headers.ts';
import type { HttpContext } from './http-context.ts';

export const METRICS_PATH = '/metrics';

interface MetricsOptions {
  readonly metrics: () => string;
  readonly metricsToken?: string | undefined;
}

export function bindMetrics(app: FastifyInstance, context: HttpContext, options: MetricsOptions): void {
  app.get(METRICS_PATH, (request, reply) => {
    const mayRead = isPlainPath(request) && isAllowed(app, request, options.metricsToken);
    if (!mayRead) return context.refuse(request, reply, { code: 'NOT_FOUND' });
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(options.metrics());
  });
}

/** The router decodes escapes: `/%6Detrics` would slip past a proxy that keeps `/metrics` to itself. */
const isPlainPath = ({ raw }: FastifyRequest): boolean =>
  raw.url === METRICS_PATH || raw.url?.startsWith(`${METRICS_PATH}?`) === true;

function isAllowed(app: FastifyInstance, { raw }: FastifyRequest, token: string | undefined): boolean {
  if (token !== undefined) {
    const bearer = bearerToken(raw.headers);
    return bearer !== undefined && bearer !== 'MALFORMED' && isEqual(bearer.token, token);
  }
  // Behind a proxy on this machine everybody looks local, and on an open listener a neighbour may.
  return !cameThroughProxy(raw.headers) && listensLocally(app) && isLoopback(raw.socket.remoteAddress ?? '');
}

/** False as soon as one address can be reached from elsewhere. Without a listener only this process can ask. */
function listensLocally(app: FastifyInstance): boolean {
  const address = app.server.address() as AddressInfo | string | null;
  return address === null || typeof address === 'string' || isLoopback(address.address);
}

const isEqual = (given: string, wanted: string): boolean =>
  timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', wanted, 'buffer'));
