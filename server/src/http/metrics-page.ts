// Who may read the metrics: a caller with the token, or, where none is set, this machine itself, not through a proxy.
import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { isLoopback } from './client-address.ts';
import { bearerToken, cameThroughProxy } from './headers.ts';
import type { HttpContext } from './http-context.ts';
import { pathOf } from './query.ts';

export const METRICS_PATH = '/metrics';

interface MetricsOptions {
  readonly metrics: () => string;
  readonly metricsToken?: string | undefined;
}

export function bindMetrics(app: FastifyInstance, context: HttpContext, options: MetricsOptions): void {
  app.get(METRICS_PATH, (request, reply) => {
    // The router decodes escapes: `/%6Detrics` would pass a proxy that blocks `/metrics`.
    const isPlain = pathOf(request.raw.url) === METRICS_PATH;
    if (!isPlain || !mayReadMetrics(app.server, request.raw, options.metricsToken))
      return context.refuse(request, reply, { code: 'NOT_FOUND' });
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(options.metrics());
  });
}

export function mayReadMetrics(server: Server, request: IncomingMessage, token: string | undefined): boolean {
  if (token !== undefined) {
    const bearer = bearerToken(request.headers);
    return bearer !== undefined && bearer !== 'MALFORMED' && isEqual(bearer.token, token);
  }
  // Behind a proxy on this machine every client looks local, and on an open listener another machine may.
  const isDirect = !cameThroughProxy(request.headers) && listensLocally(server);
  return isDirect && isLoopback(request.socket.remoteAddress ?? '');
}

/** False when any address can be reached from other machines. Without a listener only this process can call. */
function listensLocally(server: Server): boolean {
  const address = server.address() as AddressInfo | string | null;
  return address === null || typeof address === 'string' || isLoopback(address.address);
}

const isEqual = (given: string, wanted: string): boolean =>
  timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', wanted, 'buffer'));
