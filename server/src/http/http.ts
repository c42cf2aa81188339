// The HTTP server: every call of the contract, the health and metrics pages, the OpenAPI text and the built app.

import { isUtf8 } from 'node:buffer';
import { hash, randomUUID } from 'node:crypto';
import { Bug } from '@maru/engine/assert';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { LaneBusy } from '../db/lane.ts';
import { loadAppFiles, sendFile } from './app-files.ts';
import { BODY_BYTES, bindCall, routePath } from './bind-call.ts';
import { answerBrokenRequest } from './broken-request.ts';
import { allowReading, answerPreflight, forgetOrigin, isPreflight } from './cross-origin.ts';
import { bindForwarding, type Forwarding } from './forward.ts';
import { cameThroughProxy, headerFault, hostName } from './headers.ts';
import { createHttpContext, type HttpContext, type HttpContextOptions } from './http-context.ts';
import { bindMetrics, METRICS_PATH } from './metrics-page.ts';
import { bindOpenApi, OPENAPI_PATH } from './openapi-page.ts';
import { pathOf } from './query.ts';
import { JSON_TYPE } from './refuse.ts';
import { callHeaders, HSTS, pageHeaders } from './security-headers.ts';
import type { Route } from './serve.ts';
import { readJson } from './strict-json.ts';

export interface Health {
  /** Orders are accepted. */
  readonly ready: boolean;
  readonly [more: string]: unknown;
}

export interface HttpOptions extends HttpContextOptions {
  readonly routes: readonly Route[];
  readonly health: () => Health;
  /** The Prometheus text. Answered to this machine only, or to callers with `metricsToken`. */
  readonly metrics: () => string;
  readonly metricsToken?: string;
  /** What another process answers. */
  readonly forwarding?: Forwarding;
  /** The built app; without it only calls are answered. */
  readonly appFolder?: string;
  /** Send HSTS with every answer; otherwise only when a trusted proxy reports that the request came over TLS. */
  readonly alwaysHttps?: boolean;
  /** Called before routing: realtime is mounted here. */
  readonly beforeRouting?: (app: FastifyInstance) => void | Promise<void>;
  /** Shorter in tests. */
  readonly headersTimeoutMs?: number;
  readonly requestTimeoutMs?: number;
}

const NO_QUERY = { text: '' };
const CLOSE_IDLE_MS = 50;
const HEALTH_PATH = '/api/health';

function noSchemas(): never {
  throw new Bug('no route has a schema of Fastify');
}

export async function createHttp(options: HttpOptions): Promise<FastifyInstance> {
  const context = createHttpContext(options);
  const headersTimeoutMs = options.headersTimeoutMs ?? 10_000;
  const app = Fastify({
    logger: false,
    exposeHeadRoutes: false,
    bodyLimit: BODY_BYTES,
    requestTimeout: options.requestTimeoutMs ?? 30_000,
    keepAliveTimeout: 65_000,
    // We answer with our own 503, in our own form, while draining.
    return503OnClosing: false,
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (error, request, reply) => {
      setHeaders(context, options, request, reply);
      const code = error.code === 'FST_ERR_BAD_URL' ? 'NOT_FOUND' : 'INVALID_REQUEST';
      void context.refuse(request, reply, { code });
    },
    http: {
      maxHeaderSize: 16 * 1024,
      headersTimeout: headersTimeoutMs,
      // The default checks for slow senders only every 30 s.
      connectionsCheckingInterval: Math.min(1_000, headersTimeoutMs),
      // A request without Host gets our refusal instead of an empty answer.
      requireHostHeader: false,
    },
    // Calls are checked and printed by the contract. Without this Fastify loads its own compilers at every start.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    routerOptions: {
      // The query is read by the call, strictly; the router keeps only its text.
      querystringParser: (text: string) => (text === '' ? NO_QUERY : { text }),
      maxParamLength: 64,
    },
  });

  app.decorateRequest('principal', undefined);
  app.decorateRequest('address', '');
  app.decorateRequest('startedMs', 0);
  app.decorateRequest('isSigned', false);
  app.decorateRequest('bodyHash', undefined);
  readBodiesStrictly(app);
  checkRequests(app, context, options);
  closeAnswered(app);
  catchBugs(app, context);
  await options.beforeRouting?.(app);
  const isUpload = ({ call }: Route) => call.uploadBytes !== undefined;
  for (const route of options.routes) if (!isUpload(route)) bindCall(app, context, route);
  app.register(async (scope) => {
    // Only calls that take a file read forms.
    scope.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    for (const route of options.routes) if (isUpload(route)) bindCall(scope, context, route);
  });
  if (options.forwarding !== undefined) bindForwarding(app, context, options.forwarding);
  bindPlatformPages(app, context, options);
  await bindEverythingElse(app, context, options);
  await app.ready();
  return app;
}

function readBodiesStrictly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const bytes = body as Buffer;
    if (request.isSigned) request.bodyHash = hash('sha256', bytes, 'hex');
    done(null, isUtf8(bytes) ? readJson(bytes.toString('utf8')) : { ok: false });
  });
}

/** A connection whose answer was under way when closing began would be kept open for the next request that never comes. */
function closeAnswered(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    const closing = setInterval(() => app.server.closeIdleConnections(), CLOSE_IDLE_MS);
    app.server.once('close', () => clearInterval(closing));
    // A server that never listened does not close either.
    closing.unref();
  });
}

/** Every request, also those that match nothing, gets the headers and the checks that are common to all calls. */
function checkRequests(app: FastifyInstance, context: HttpContext, options: HttpOptions): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  const noticeProxy = warnOnceOfProxy(options);
  app.addHook('onRequest', (request, reply, done) => {
    setHeaders(context, options, request, reply);
    noticeProxy(request);
    if (isClosing) {
      reply.header('connection', 'close');
      context.refuse(request, reply, { code: 'TRY_AGAIN', retryAfterSeconds: 5 });
      return;
    }
    const code = headerFault(request.raw) ?? (isOurHost(options, request) ? undefined : 'HOST_UNKNOWN');
    if (code === undefined) done();
    else context.refuse(request, reply, { code });
  });
}

/** Monitoring calls these pages by the machine's address, whatever the names of the sites. */
const SERVED_BY_ADDRESS = new Set([HEALTH_PATH, METRICS_PATH]);

function isOurHost({ servesHost }: HttpOptions, { raw }: FastifyRequest): boolean {
  if (servesHost === undefined || servesHost(hostName(raw.headers.host ?? ''))) return true;
  return SERVED_BY_ADDRESS.has(pathOf(raw.url));
}

/** Every caller behind a proxy that is not configured has one address and shares one allowance. */
function warnOnceOfProxy({ trustedProxyHops = 0, log }: HttpOptions): (request: FastifyRequest) => void {
  let hasWarned = trustedProxyHops > 0;
  return ({ raw }) => {
    if (hasWarned || !cameThroughProxy(raw.headers)) return;
    hasWarned = true;
    log.warn(
      'request forwarded by a proxy while TRUSTED_PROXY_HOPS is 0: rate limits treat all its clients as one address',
      { peer: raw.socket.remoteAddress },
    );
  };
}

function setHeaders(
  context: HttpContext,
  options: HttpOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  reply.headers(callHeaders);
  allowReading(request, reply, context.allowedOrigins);
  const behindTls =
    (options.trustedProxyHops ?? 0) > 0 && request.raw.headers['x-forwarded-proto'] === 'https';
  if (options.alwaysHttps === true || behindTls) reply.header('strict-transport-security', HSTS);
}

function catchBugs(app: FastifyInstance, context: HttpContext): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
      return context.refuse(request, reply, { code: 'TOO_LARGE' });
    }
    if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
      return context.refuse(request, reply, { code: 'UNSUPPORTED_CONTENT_TYPE' });
    }
    // Errors while reading the body are caused by the sender: a wrong length, a closed socket.
    if (error.code?.startsWith('FST_ERR_CTP_') === true || error.code === 'ECONNRESET') {
      return context.refuse(request, reply, { code: 'INVALID_REQUEST' });
    }
    if (error instanceof LaneBusy) {
      return context.refuse(request, reply, { code: 'TRY_AGAIN', retryAfterSeconds: 1 });
    }
    const reference = randomUUID();
    context.options.log.error('request failed with an unexpected error', {
      reference,
      method: request.method,
      path: request.routeOptions.url,
      error,
    });
    return context.refuse(request, reply, { code: 'UNEXPECTED', reference });
  });
}

function bindPlatformPages(app: FastifyInstance, context: HttpContext, options: HttpOptions): void {
  if (options.forwarding === undefined) bindOpenApi(app, context, options.routes);
  bindMetrics(app, context, options);

  app.get(HEALTH_PATH, (_request, reply) => {
    const health = options.health();
    return reply
      .code(health.ready ? 200 : 503)
      .type(JSON_TYPE)
      .send(JSON.stringify(health));
  });
}

/** Requests that no route matched: another method of a known path, a file of the app, a page of the app, or nothing. */
async function bindEverythingElse(
  app: FastifyInstance,
  context: HttpContext,
  options: HttpOptions,
): Promise<void> {
  const fileOf = options.appFolder === undefined ? undefined : await loadAppFiles(options.appFolder);
  const methods = methodsByPath(app, options.routes);

  app.setNotFoundHandler(async (request, reply) => {
    const path = pathOf(request.raw.url);
    const allowed = methods(path);
    if (allowed.size > 0 && isPreflight(request, context.allowedOrigins))
      return answerPreflight(reply, allowed);
    if (allowed.size > 0 && !allowed.has(request.method)) {
      return context.refuse(request, reply.header('allow', [...allowed].join(', ')), {
        code: 'METHOD_NOT_ALLOWED',
      });
    }
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const file = isRead ? fileOf?.(path) : undefined;
    if (file === undefined) return context.refuse(request, reply, { code: 'NOT_FOUND' });
    forgetOrigin(reply);
    return sendFile(file, request, reply.headers(pageHeaders));
  });
}

function methodsByPath(app: FastifyInstance, routes: readonly Route[]) {
  const fixed = new Map<string, Set<string>>([
    [OPENAPI_PATH, new Set(['GET'])],
    [HEALTH_PATH, new Set(['GET'])],
  ]);
  const patterns: { readonly pattern: RegExp; readonly method: string }[] = [];
  for (const { call } of routes) {
    const path = routePath(call.path);
    if (path.includes(':')) {
      const pattern = new RegExp(`^${path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`);
      patterns.push({ pattern, method: call.method });
    } else {
      fixed.set(path, (fixed.get(path) ?? new Set()).add(call.method));
    }
  }
  return (path: string): ReadonlySet<string> => {
    const known = fixed.get(path);
    if (known !== undefined) return known;
    const matching = patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
    // Paths that other modules have mounted. Whether there is a metrics page is not disclosed.
    const isMounted = path !== METRICS_PATH && app.hasRoute({ url: path, method: 'POST' });
    return new Set(isMounted ? [...matching, 'POST'] : matching);
  };
}
