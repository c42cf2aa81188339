import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { type RefusalCode, refusals } from '@maru/contract/refusals';
import { JSON_TYPE, refusalBody } from '../http/refuse.ts';

const always = {
  'cache-control': 'no-store, no-cache, no-transform, must-revalidate, max-age=0',
  'x-content-type-options': 'nosniff',
};

/** Headers that let a listed foreign page read the answer; none for others. */
export const sharingHeaders = (foreign: string | undefined): Readonly<Record<string, string>> =>
  foreign === undefined
    ? {}
    : {
        'access-control-allow-origin': foreign,
        // The published SockJS client requests with credentials although there are none; no cookie is ever read.
        'access-control-allow-credentials': 'true',
        vary: 'Origin',
      };

const YEAR_SECONDS = 31_536_000;
const HEADER_NAMES = /^[\w-]+(?: *, *[\w-]+)*$/;
const LONGEST_NAMES = 256;

/**
 * The headers of a preflight answer to a listed page. It may be cached for long, as sockjs-protocol requires: a page
 * that is taken off the list is refused by its Origin at the request itself.
 */
export function preflightHeaders(
  request: IncomingMessage,
  method: 'GET' | 'POST',
  now: number,
): Readonly<Record<string, string>> {
  const wanted = request.headers['access-control-request-headers'] ?? '';
  const isPlain = wanted.length <= LONGEST_NAMES && HEADER_NAMES.test(wanted);
  return {
    'access-control-allow-methods': `OPTIONS, ${method}`,
    'access-control-max-age': String(YEAR_SECONDS),
    ...(isPlain ? { 'access-control-allow-headers': wanted } : {}),
    vary: 'Origin, Access-Control-Request-Headers',
    'cache-control': `public, max-age=${YEAR_SECONDS}`,
    expires: new Date(now + YEAR_SECONDS * 1000).toUTCString(),
  };
}

export function answer(
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>>,
  body = '',
): void {
  response.writeHead(status, { ...always, ...headers, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

export function answerRefusal(
  response: ServerResponse,
  code: RefusalCode,
  headers: Readonly<Record<string, string>> = {},
): void {
  const body = refusalBody({ code, language: 'ko' });
  answer(response, refusals[code].status, { ...headers, 'content-type': JSON_TYPE }, body);
}

/** Begins a SockJS response that stays open. */
export function beginStream(response: ServerResponse, headers: Readonly<Record<string, string>>): void {
  response.writeHead(200, {
    ...always,
    ...headers,
    'content-type': 'application/javascript; charset=UTF-8',
    'x-accel-buffering': 'no',
  });
  // A poll may wait for long; its headers are sent at once to show that it was accepted.
  response.flushHeaders();
}

const statusTexts: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  421: 'Misdirected Request',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
};

/** An upgrade that is not answered would leave its client waiting for ever. */
export function refuseUpgrade(socket: Duplex, code: RefusalCode, headers: readonly string[] = []): void {
  const { status } = refusals[code];
  const body = refusalBody({ code, language: 'ko' });
  const head = [
    `HTTP/1.1 ${status} ${statusTexts[status] ?? 'Refused'}`,
    'connection: close',
    'cache-control: no-store',
    `content-type: ${JSON_TYPE}`,
    `content-length: ${Buffer.byteLength(body)}`,
    ...headers,
  ].join('\r\n');
  socket.on('error', () => socket.destroy());
  socket.end(`${head}\r\n\r\n${body}`, () => socket.destroy());
}
