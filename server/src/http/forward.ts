// Requests that another process answers: a gateway passes them on as they came, after the checks of their form that all
// requests pass, and passes the answer back as it is.
import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { HttpContext } from './http-context.ts';

export interface ForwardedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export interface Forwarding {
  /** Paths with a placeholder or `*` at their end, and the largest body that is read there. */
  readonly paths: readonly {
    readonly path: string;
    readonly mostBytes: number;
    readonly isUpload: boolean;
  }[];
  /** `AWAY`: nothing was done. `UNKNOWN`: it may have been. */
  send(
    request: FastifyRequest,
    body: Uint8Array,
    address: string,
  ): Promise<ForwardedAnswer | 'AWAY' | 'UNKNOWN'>;
}

const EMPTY = new Uint8Array(0);
/** They belong to one connection, and each of ours has its own. */
const OF_THE_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length']);

export function bindForwarding(
  app: FastifyInstance,
  context: HttpContext,
  { paths, send }: Forwarding,
): void {
  async function forward(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const answer = await send(request, (request.body as Uint8Array | undefined) ?? EMPTY, request.address);
    if (answer === 'AWAY') return context.refuse(request, reply, { code: 'TRY_AGAIN', retryAfterSeconds: 1 });
    if (answer === 'UNKNOWN') return context.refuse(request, reply, { code: 'RESULT_UNKNOWN' });
    reply.hijack();
    passOn(reply.raw, request.method, answer);
    return reply;
  }

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    for (const { path, mostBytes, isUpload } of paths)
      scope.all(path, {
        bodyLimit: mostBytes,
        onRequest(request, reply, done) {
          request.address = context.addressOf(request);
          if (isUpload && request.method === 'POST' && !context.uploads.begin(reply.raw))
            context.refuse(request, reply, { code: 'TRY_AGAIN', retryAfterSeconds: 5 });
          else done();
        },
        handler: forward,
      });
  });
}

function passOn(response: ServerResponse, method: string, { status, headers, body }: ForwardedAnswer): void {
  if (response.destroyed) return;
  for (const [name, value] of Object.entries(headers))
    if (!OF_THE_CONNECTION.has(name)) response.setHeader(name, value);
  response.statusCode = status;
  if (status !== 304 && status !== 204) response.setHeader('content-length', body.byteLength);
  response.end(method === 'HEAD' ? undefined : body);
}
