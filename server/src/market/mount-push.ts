// The HTTP endpoint for pushed prices. It is no call of the contract: its bearer is a secret of the operator, not a
// token.
import { FEED_TICKS_PATH } from '@maru/contract/market';
import type { RefusalCode } from '@maru/contract/refusals';
import type { Millis } from '@maru/engine/time';
import type { FastifyInstance } from 'fastify';
import { sendRefusal } from '../http/refuse.ts';

/** The part of the feed's push source that is used here. */
export interface PushedPrices {
  knows(authorization: string | undefined): boolean;
  accept(
    request: PushRequest,
  ): Promise<
    { readonly ok: true; readonly reply: object } | { readonly ok: false; readonly refusal: RefusalCode }
  >;
}

export interface PushRequest {
  /** The unparsed header. */
  readonly authorization: string | undefined;
  readonly body: unknown;
  readonly now: Millis;
}

const BODY_BYTES = 128 * 1_024;

/** Called before the calls are bound. Bodies are parsed by the strict JSON reader of http/. */
export function mountPush(
  app: FastifyInstance,
  push: PushedPrices,
  clock: () => Millis,
  path: string = FEED_TICKS_PATH,
): void {
  app.route({
    method: 'POST',
    url: path,
    bodyLimit: BODY_BYTES,
    onRequest: async (request, reply) =>
      push.knows(request.headers.authorization)
        ? undefined
        : sendRefusal(reply, { code: 'LOGIN_REQUIRED', language: 'ko' }),
    handler: async (request, reply) => {
      const read = request.body as { readonly ok: boolean; readonly value?: unknown } | undefined;
      const answer = await push.accept({
        authorization: request.headers.authorization,
        body: read?.ok ? read.value : undefined,
        now: clock(),
      });
      if (answer.ok) return reply.type('application/json').send(JSON.stringify(answer.reply));
      return sendRefusal(reply, { code: answer.refusal, language: 'ko' });
    },
  });
}
