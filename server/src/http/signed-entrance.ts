// Lets a signed request in: before the body by what its headers show, after it by its signature.
import { hash } from 'node:crypto';
import type { AnyCall } from '@maru/contract/call';
import type { RefusalCode } from '@maru/contract/refusals';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readFor } from '../db/lane.ts';
import { countedAs, type HttpContext } from './http-context.ts';
import type { Principal } from './serve.ts';
import type { Proven } from './signed.ts';

const NO_BODY_HASH = hash('sha256', '', 'hex');

type Done = (error?: Error) => void;

/**
 * Undefined where no signature is checked: a call that anybody may make needs none, and ignores one. Of a call that no
 * key may make nothing is read.
 */
export function signedEntrance(
  context: HttpContext,
  call: AnyCall,
  admit: (
    request: FastifyRequest,
    reply: FastifyReply,
    principal: Principal,
    done: () => void,
    proven: Proven,
  ) => unknown,
) {
  const { signing, clock } = context.options;
  if (signing === undefined || (call.access === 'public' && call.api === undefined)) return undefined;

  const countBy = (request: FastifyRequest) => countedAs(call, undefined, request.address);

  function headFault(request: FastifyRequest) {
    const now = clock();
    const { headers } = request.raw;
    // Of two proofs it would not be clear which one counts.
    if (headers.authorization !== undefined) return { code: 'INVALID_REQUEST' } as const;
    if (call.api === undefined) return { code: 'API_KEY_SCOPE' } as const;
    const over = context.signed?.count(countBy(request), now);
    if (over !== undefined) return { code: 'TOO_MANY_REQUESTS', ...over } as const;
    const code = signing?.headFault(headers, now);
    return code === undefined ? undefined : { code };
  }

  function refuseUnproven(request: FastifyRequest, reply: FastifyReply, code: RefusalCode) {
    const over = context.badToken?.count(countBy(request), clock());
    return context.refuse(
      request,
      reply,
      over === undefined ? { code } : { code: 'TOO_MANY_REQUESTS', ...over },
    );
  }

  return {
    isFor: (request: FastifyRequest): boolean => signing.isSigned(request.raw.headers),
    enter(request: FastifyRequest, reply: FastifyReply, done: Done): void {
      const fault = headFault(request);
      if (fault !== undefined) {
        context.refuse(request, reply, fault);
        return;
      }
      request.isSigned = true;
      done();
    },
    admitSigned(request: FastifyRequest, reply: FastifyReply, done: Done): void {
      if (!request.isSigned) {
        done();
        return;
      }
      const { raw, address } = request;
      const { headers, url = '' } = raw;
      const bodyHash = request.bodyHash ?? NO_BODY_HASH;
      // A key that is not in memory is read in the lane of reads, as its address: a flood of them waits there.
      const asker = { who: countBy(request), hasLeft: () => raw.socket.destroyed };
      readFor(asker, () => signing.prove({ call, headers, url, bodyHash, address, now: clock() }))
        .then((proven) =>
          typeof proven === 'string'
            ? refuseUnproven(request, reply, proven)
            : admit(request, reply, proven.principal, done, proven),
        )
        .catch(done);
    },
  };
}
