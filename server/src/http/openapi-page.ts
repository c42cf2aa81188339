// The OpenAPI text: made on the first request, so that no start waits for it; cached by browsers, and rate-limited,
// because sending it is expensive.
import { openApi } from '@maru/contract/openapi';
import type { FastifyInstance } from 'fastify';
import { VERSION } from '../version.ts';
import { etagOf } from './app-files.ts';
import type { HttpContext } from './http-context.ts';
import { JSON_TYPE } from './refuse.ts';
import type { Route } from './serve.ts';

export const OPENAPI_PATH = '/api/openapi.json';
const COST = 10;

export function bindOpenApi(app: FastifyInstance, context: HttpContext, routes: readonly Route[]): void {
  let made: Page | undefined;

  app.get(OPENAPI_PATH, (request, reply) => {
    made ??= makePage(routes);
    const { text, etag } = made;
    const isKnown = request.headers['if-none-match'] === etag;
    const over = context.countRead(request, isKnown ? 1 : COST);
    if (over !== undefined) {
      const { retryAfterSeconds } = over;
      return context.refuse(request, reply, { code: 'TOO_MANY_REQUESTS', retryAfterSeconds });
    }
    reply.header('cache-control', 'public, max-age=300').header('etag', etag);
    return isKnown ? reply.code(304).send() : reply.type(JSON_TYPE).send(text);
  });
}

interface Page {
  readonly text: Buffer;
  readonly etag: string;
}

function makePage(routes: readonly Route[]): Page {
  const calls = routes.map(({ call }) => call);
  const text = Buffer.from(JSON.stringify(openApi(calls, VERSION)));
  return { text, etag: etagOf(text) };
}
