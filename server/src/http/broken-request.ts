// Answers requests that the HTTP parser could not read: there is no request yet, only a socket.
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type RefusalCode, refusals } from '@maru/contract/refusals';
import { JSON_TYPE, refusalBody } from './refuse.ts';

const reasons: Readonly<Record<string, RefusalCode>> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
};

/** A field that Node sets on a socket while a response is being sent. */
interface Answering {
  readonly _httpMessage?: ServerResponse | null;
}

export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket & Answering): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const underWay = socket._httpMessage;
  if (underWay?.req.complete === true && !underWay.writableFinished) {
    // A request before the broken one is still being decided: a 400 now would be taken for its answer.
    underWay.once('finish', () => sendReason(error, socket));
    return;
  }
  sendReason(error, socket);
}

function sendReason(error: Error & { code?: string }, socket: Socket): void {
  const code = reasons[error.code ?? ''] ?? 'INVALID_REQUEST';
  const body = refusalBody({ code, language: 'ko' });
  const head = [
    `HTTP/1.1 ${refusals[code].status} Refused`,
    `Content-Type: ${JSON_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ].join('\r\n');
  // `end` alone would wait for a sender that never closes.
  socket.end(`${head}\r\n\r\n${body}`, () => socket.destroySoon());
}
