// One call of the contract becomes one Fastify route. The order is fixed: path, body's form, origin, token, access,
// pace (all before the body is read), then the body, the site, the fields, and only then the feature. Of a signed
// request the signature, access and pace come after the body, because it is signed too.
import { hash } from 'node:crypto';
import type { AnyCall } from '@maru/contract/call';
import { refusalsOf } from '@maru/contract/openapi';
import type { RefusalCode } from '@maru/contract/refusals';
import { Bug } from '@maru/engine/assert';
import type { CommandKey } from '@maru/engine/command';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { readFor } from '../db/lane.ts';
import { askFrom } from './asked-from.ts';
import { entering, once } from './enter-call.ts';
import { deviceOf, hostName, idempotencyKey } from './headers.ts';
import { countedAs, type HttpContext } from './http-context.ts';
import { boundaryOf, FORM_BYTES, readUpload } from './multipart.ts';
import { isPlainName, type Query, type QueryRead, readQuery, shownField } from './query.ts';
import { fieldReader } from './read-fields.ts';
import { JSON_TYPE } from './refuse.ts';
import { fileHeaders } from './security-headers.ts';
import type { Asked, JsonText, Principal, Route, SentFile } from './serve.ts';
import type { SharedAnswer } from './shared-answers.ts';
import { readSite } from './site-claim.ts';
import { actingOn, mayName } from './staff-rule.ts';
import { canonical, type JsonRead, type JsonValue } from './strict-json.ts';

const MONEY_BODY_BYTES = 16 * 1024;
export const BODY_BYTES = 64 * 1024;

const NO_QUERY: Query = {};
const NOTHING_ASKED: QueryRead = { ok: true, query: NO_QUERY };
const NO_BODY: JsonRead = { ok: true, value: {} };
const PLACEHOLDER = /\{([^}]+)\}/g;

/** `{kind}` in a path is read like a query field of that name. */
export const routePath = (path: string): string =>
  path.replace(PLACEHOLDER, (_, name: string) => `:${name.replaceAll('-', '_')}`);

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before the body is read. */
    principal: Principal | undefined;
    address: string;
    startedMs: number;
    /** Who asks is proven by a signature, once the body has been read. */
    isSigned: boolean;
    bodyHash: string | undefined;
  }
}

export function bindCall(app: FastifyInstance, context: HttpContext, route: Route): void {
  const { call } = route;
  const path = routePath(call.path);
  const bodyLimit = bodyLimitOf(call);
  const { enter, admitSigned } = entering(context, call, {
    fixedPath: path.includes(':') ? undefined : path,
    bodyLimit,
  });
  app.route({
    method: call.method,
    url: path,
    bodyLimit,
    onRequest: enter,
    ...(admitSigned === undefined ? {} : { preHandler: admitSigned }),
    handler: answer(context, route),
    ...reportAnswered(context, call),
  });
}

function bodyLimitOf({ money, uploadBytes }: AnyCall): number {
  if (uploadBytes !== undefined) return uploadBytes + FORM_BYTES;
  return money === true ? MONEY_BODY_BYTES : BODY_BYTES;
}

/** Adds no hook when `onAnswered` is absent. */
function reportAnswered({ options: { onAnswered } }: HttpContext, call: AnyCall) {
  if (onAnswered === undefined) return {};
  return {
    onResponse: (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
      onAnswered({ call, status: reply.statusCode, elapsedMs: performance.now() - request.startedMs });
      done();
    },
  };
}

function answer(context: HttpContext, route: Route) {
  const { call } = route;
  const { options } = context;
  // Most calls come without a query, and a GET without a body: those are parsed once.
  const noQuery = once(() => call.query.safeParse({}));
  const noBody = once(() => call.body.safeParse({}));
  const readBody = once(() => fieldReader(call.body));

  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { principal } = request;
    const { headers } = request.raw;
    const refuse = (code: 'INVALID_REQUEST' | 'FORBIDDEN', field?: string) =>
      context.refuse(request, reply, { code, field, site: principal?.site });

    const query = queryOf(request);
    if (!query.ok) return refuse('INVALID_REQUEST', query.field);
    const upload = call.uploadBytes === undefined ? undefined : uploadOf(request);
    if (call.uploadBytes !== undefined && upload === undefined) return refuse('INVALID_REQUEST', 'file');
    // A call without a body is read as an empty object.
    const body = (upload === undefined ? (request.body as JsonRead | undefined) : undefined) ?? NO_BODY;
    if (!body.ok) return refuse('INVALID_REQUEST');

    const claim = readSite(query.query['siteInfoId'], body.value);
    if (claim === 'MALFORMED') return refuse('INVALID_REQUEST', 'siteInfoId');
    if (principal !== undefined && !mayName(principal, claim, options.hasSite)) {
      options.log.warn('request for another site refused', {
        path: call.path,
        player: principal.player,
        claim,
      });
      return refuse('FORBIDDEN', 'siteInfoId');
    }
    const under = options.siteOf(hostName(headers.host ?? ''), principal?.site ?? claim);
    // A token counts only under the names of its own site, where sites have host names.
    if (under === undefined && principal !== undefined) return refuse('FORBIDDEN');
    if (under === undefined) return refuse('INVALID_REQUEST', 'siteInfoId');
    const acting = actingOn(principal, call, claim);
    const site = acting?.site ?? under;

    const readQueryFields = query.query === NO_QUERY ? noQuery() : call.query.safeParse(query.query);
    if (!readQueryFields.success) return refuse('INVALID_REQUEST', offendingField(readQueryFields.error));
    const readBodyFields = body === NO_BODY ? noBody() : readBody()(body.value);
    if (!readBodyFields.success) return refuse('INVALID_REQUEST', offendingField(readBodyFields.error));

    const key = call.money === true && call.method === 'POST' ? idempotencyKey(headers) : undefined;
    if (key === 'MALFORMED') return refuse('INVALID_REQUEST', 'Idempotency-Key');

    const asked: Asked<AnyCall> = {
      query: readQueryFields.data,
      body: readBodyFields.data,
      // A public call may have no principal; its type tells the feature so. A shared call never gets the principal.
      principal: (call.shared === true ? undefined : acting) as Principal,
      site,
      key: key === undefined ? undefined : commandKey(key, call, query.query, body.value),
      now: options.clock(),
      ip: request.address,
      device: deviceOf(headers),
      userAgent: (headers['user-agent'] ?? '').slice(0, 400),
      host: headers.host ?? '',
      language: context.languageOf(request, site),
      ...(upload === undefined ? {} : { upload }),
    };
    const answering = () => answerOf(context, route, asked, request);
    const answered = await (call.access === 'staff' ? askFrom(asked, answering) : answering());
    if (!answered.ok) {
      if (options.checkReplies === true) checkRefusal(call, answered.refusal);
      return context.refuse(request, reply, {
        code: answered.refusal,
        site,
        field: answered.field,
        retryAfterSeconds: answered.retryAfterSeconds,
        sinceMillis: answered.sinceMillis,
        untilMillis: answered.untilMillis,
      });
    }
    if ('file' in answered) return sendBytes(reply, answered.file);
    return reply.type(JSON_TYPE).send(answered.text);
  };
}

function uploadOf({ raw, body }: FastifyRequest) {
  const boundary = boundaryOf(raw.headers['content-type']);
  return boundary === undefined || !Buffer.isBuffer(body) ? undefined : readUpload(boundary, body);
}

/** Names are plain text for whoever stores the file: everything else is escaped. */
const sendBytes = (reply: FastifyReply, { bytes, type, name, next }: SentFile): FastifyReply =>
  reply
    .headers(next === undefined ? fileHeaders : { ...fileHeaders, 'x-next': String(next) })
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
    .type(type)
    .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));

/** Reads go through the read lane, with the caller as asker; orders never wait there. */
async function answerOf(
  context: HttpContext,
  { call, handle, isText, isFile }: Route,
  asked: Asked<AnyCall>,
  { raw, principal, address }: FastifyRequest,
): Promise<SharedAnswer | { readonly ok: true; readonly file: SentFile }> {
  const compute = async (): Promise<SharedAnswer> => {
    const answered = await handle(asked);
    if (!answered.ok) return answered;
    const { reply } = answered;
    const text = isText === true ? (reply as JsonText).json : JSON.stringify(reply ?? {});
    if (context.options.checkReplies === true) checkReply(call, isText === true ? JSON.parse(text) : reply);
    return { ok: true, text };
  };
  if (call.method !== 'GET' || call.writes === true) return compute();
  const asker = { who: countedAs(call, principal, address), hasLeft: () => raw.socket.destroyed };
  if (isFile === true) {
    const answered = await readFor(asker, () => handle(asked));
    return answered.ok ? { ok: true, file: answered.reply as SentFile } : answered;
  }
  if (call.shared !== true) return readFor(asker, compute);
  return context.shared.get(`${call.path} ${asked.site} ${JSON.stringify(asked.query)}`, asker, compute);
}

function queryOf(request: FastifyRequest): QueryRead {
  const { text } = request.query as { readonly text: string };
  const params = request.params as Query;
  const names = Object.keys(params);
  if (text === '' && names.length === 0) return NOTHING_ASKED;
  const read = readQuery(text);
  if (!read.ok) return read;
  for (const name of names) {
    if (Object.hasOwn(read.query, name)) return { ok: false, field: shownField(name) };
    read.query[name] = params[name] as string;
  }
  return read;
}

/** Only plain names: a key that the client made up is not echoed. */
function offendingField(error: z.ZodError): string | undefined {
  const field = error.issues[0]?.path.join('.') ?? '';
  return isPlainName(field) ? field : undefined;
}

/** 128 bits of a hash over the whole content of the request: enough that no other body has the same fingerprint. */
function commandKey(key: string, call: AnyCall, query: Query, body: JsonValue): CommandKey {
  const meaning = `${call.method} ${call.path} ${canonical(query)} ${canonical(body)}`;
  return { key, fingerprint: hash('sha256', meaning, 'hex').slice(0, 32) };
}

function checkRefusal(call: AnyCall, code: RefusalCode): void {
  if (!refusalsOf(call).has(code))
    throw new Bug(`${call.path} refused with ${code}, which OpenAPI does not name`);
}

function checkReply(call: AnyCall, reply: unknown): void {
  const read = call.reply.safeParse(reply);
  if (!read.success) throw new Bug(`${call.path} replied against its contract: ${read.error.message}`);
  if (canonical(read.data) !== canonical(reply)) {
    throw new Bug(`${call.path} replied with more than its contract says`);
  }
}
