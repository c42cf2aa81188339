// What comes before a call is asked: path, body's form, origin, who asks, access, pace.
import type { AnyCall } from '@maru/contract/call';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { bearerToken, hasBody, isBackground, isForeign, isJsonType } from './headers.ts';
import { countedAs, type HttpContext } from './http-context.ts';
import { boundaryOf } from './multipart.ts';
import { pathOf } from './query.ts';
import type { Principal } from './serve.ts';
import type { Proven } from './signed.ts';
import { signedEntrance } from './signed-entrance.ts';
import { staffFault } from './staff-rule.ts';

/** Made by the first request that needs it, so that a start does not wait for schemas to be compiled. */
export function once<Made>(make: () => Made): () => Made {
  let made: { readonly value: Made } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** What a request passes before its call is asked: `enter` before the body is read, `admitSigned` after it. */
export function entering(
  context: HttpContext,
  call: AnyCall,
  { fixedPath, bodyLimit }: { readonly fixedPath: string | undefined; readonly bodyLimit: number },
) {
  const limit = context.limitFor(call);
  const isPaced = limit !== undefined;
  const takesNoBody = once(() => call.body.safeParse({}).success);
  // A public read is harmless from any origin; everything else is only for allowed origins.
  const guardsOrigin = call.method === 'POST' || call.access !== 'public';

  function formFault(request: FastifyRequest) {
    const { headers } = request.raw;
    if (call.method === 'GET') return hasBody(headers) ? 'INVALID_REQUEST' : undefined;
    const type = headers['content-type'];
    if (call.uploadBytes !== undefined) {
      if (boundaryOf(type) === undefined) return 'UNSUPPORTED_CONTENT_TYPE';
    } else if (!isJsonType(type)) {
      const absent = type === undefined && !hasBody(headers);
      return absent && takesNoBody() ? undefined : 'UNSUPPORTED_CONTENT_TYPE';
    }
    return Number(headers['content-length'] ?? 0) > bodyLimit ? 'TOO_LARGE' : undefined;
  }

  function headFault(request: FastifyRequest) {
    if (!isPlainPath(pathOf(request.raw.url), fixedPath)) return 'NOT_FOUND';
    const fault = formFault(request);
    if (fault !== undefined) return fault;
    if (!guardsOrigin || !isForeign(request.raw.headers, context.allowedOrigins)) return undefined;
    context.options.log.warn('cross-site request refused', { path: call.path, ip: request.address });
    return 'FORBIDDEN';
  }

  function admit(
    request: FastifyRequest,
    reply: FastifyReply,
    authenticated: Principal | 'EXPIRED' | undefined,
    done: () => void,
    proven?: Proven,
  ) {
    const principal = authenticated === 'EXPIRED' ? undefined : authenticated;
    if (call.access !== 'public') {
      if (principal === undefined) {
        return context.refuse(request, reply, {
          code: authenticated === 'EXPIRED' ? 'TOKEN_EXPIRED' : 'LOGIN_REQUIRED',
        });
      }
      if ((call.access === 'staff') !== (principal.role === 'STAFF')) {
        return context.refuse(request, reply, { code: 'FORBIDDEN', site: principal.site });
      }
      const code = call.access === 'staff' ? staffFault(call, principal, context.options.clock()) : undefined;
      if (code !== undefined) return context.refuse(request, reply, { code, site: principal.site });
    }
    request.principal = principal;
    const over = overPace(principal, request.address, proven);
    if (over !== undefined) {
      if (over.first) {
        context.options.log.warn('rate limit exceeded', {
          path: call.path,
          ip: request.address,
          player: principal?.player,
        });
      }
      return context.refuse(request, reply, {
        code: 'TOO_MANY_REQUESTS',
        site: principal?.site,
        retryAfterSeconds: over.retryAfterSeconds,
      });
    }
    const notAdmitted = proven?.admit(isPaced ? (call.cost ?? 1) : 0);
    if (notAdmitted !== undefined)
      return context.refuse(request, reply, { ...notAdmitted, site: principal?.site });
    if (call.uploadBytes !== undefined && !context.uploads.begin(reply.raw))
      return context.refuse(request, reply, { code: 'TRY_AGAIN', retryAfterSeconds: 5 });
    done();
    return undefined;
  }

  /** A signer has an allowance of its own instead of the member's, but what a call limits itself counts for both. */
  function overPace(principal: Principal | undefined, address: string, proven: Proven | undefined) {
    if (proven !== undefined && call.limit === undefined) return undefined;
    const cost = call.limit ? 1 : call.cost;
    return limit?.count(countedAs(call, principal, address), context.options.clock(), cost);
  }

  const signed = signedEntrance(context, call, admit);

  function enter(request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void {
    request.startedMs = performance.now();
    request.address = context.addressOf(request);
    const fault = headFault(request);
    if (fault === undefined && signed?.isFor(request) === true) {
      signed.enter(request, reply, done);
      return;
    }
    const bearer = bearerToken(request.raw.headers);
    if (fault !== undefined || bearer === 'MALFORMED') {
      context.refuse(request, reply, { code: fault ?? 'LOGIN_REQUIRED' });
      return;
    }
    if (bearer === undefined) {
      admit(request, reply, undefined, done);
      return;
    }
    context.options
      .authenticate(bearer.token, { isByPerson: !isBackground(request.raw.headers) })
      .then((authenticated) => {
        if (authenticated === undefined) {
          const over = context.badToken?.count(
            countedAs(call, undefined, request.address),
            context.options.clock(),
          );
          if (over !== undefined) {
            return context.refuse(request, reply, { code: 'TOO_MANY_REQUESTS', ...over });
          }
        }
        return admit(request, reply, authenticated, done);
      })
      .catch(done);
  }

  return { enter, admitSigned: signed?.admitSigned };
}

/** The router decodes escapes and accepts absolute forms; a call's path must be exactly as in the contract. */
function isPlainPath(path: string, fixedPath: string | undefined): boolean {
  return fixedPath === undefined ? path.startsWith('/') && !/[%#;\\]/.test(path) : path === fixedPath;
}
