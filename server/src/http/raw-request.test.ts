// Tests that need raw bytes on the socket: smuggling, header bombs, slow senders, odd paths (B-15, S-08).
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSampleHttp, sampleRoutes } from './sample-calls.ts';

const seen: unknown[] = [];
let app: FastifyInstance;
let port: number;

beforeAll(async () => {
  app = await createSampleHttp({ routes: sampleRoutes(seen), headersTimeoutMs: 300, requestTimeoutMs: 600 });
  await app.listen({ host: '127.0.0.1', port: 0 });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(() => app.close());
beforeEach(() => {
  seen.length = 0;
});

/** Sends the bytes, keeps the socket open, and reads until the server closes it. */
async function answers(...pieces: readonly (string | Buffer)[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let read = '';
  socket.setEncoding('utf8').on('data', (text) => {
    read += text;
  });
  // The server may close while we still write; only what it sent before matters.
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await once(socket, 'connect');
  for (const piece of pieces) socket.write(piece);
  await closed;
  return read;
}

const statuses = (read: string) =>
  [...read.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status));

const ME = 'GET /api/sample/me HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer player-seven\r\n';
const STAKE = 'POST /api/sample/stake HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer player-seven\r\n';
const CLOSE = 'Connection: close\r\n';
const BODY = '{"point":"1","roundId":1}';
const TYPE = 'Content-Type: application/json\r\n';

test('a plain request is answered, without naming the server', async () => {
  const read = await answers(`${ME}${CLOSE}\r\n`);
  expect(statuses(read)).toEqual([200]);
  expect(read).not.toMatch(/^(server|x-powered-by|access-control-[\w-]+):/im);
});

describe('is refused and reaches no call:', () => {
  test.each([
    ['two lengths', `${STAKE}${TYPE}Content-Length: 25\r\nContent-Length: 5\r\n\r\n${BODY}`, 400],
    [
      'a length and chunks',
      `${STAKE}${TYPE}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
    ],
    ['chunks twice', `${STAKE}${TYPE}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`, 400],
    ['an unknown encoding', `${STAKE}${TYPE}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`, 400],
    ['a space before the colon', `${STAKE}${TYPE}Content-Length : 25\r\n\r\n${BODY}`, 400],
    ['a length with a sign', `${STAKE}${TYPE}Content-Length: +25\r\n\r\n${BODY}`, 400],
    ['a negative length', `${STAKE}${TYPE}Content-Length: -1\r\n\r\n${BODY}`, 400],
    ['a length in hex', `${STAKE}${TYPE}Content-Length: 0x19\r\n\r\n${BODY}`, 400],
    ['a chunk size that is none', `${STAKE}${TYPE}Transfer-Encoding: chunked\r\n\r\nzz\r\n`, 400],
    [
      'a folded header',
      'GET /api/sample/me HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer\r\n player-seven\r\n\r\n',
      400,
    ],
    [
      'a bare line feed in a token',
      `GET /api/sample/me HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer a\nb\r\n\r\n`,
      400,
    ],
    ['NUL in a header', `${ME}X: a\0b\r\n\r\n`, 400],
    ['NUL in the path', 'GET /api/sample/me\0 HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['no version', 'GET /api/sample/me\r\n\r\n', 400],
    ['another version', 'GET /api/sample/me HTTP/9.9\r\nHost: x\r\n\r\n', 400],
    ['garbage', '\u0016\u0003\u0001\u0002\r\n\r\n', 400],
    ['no host', `GET /api/sample/me HTTP/1.1\r\n${CLOSE}\r\n`, 400],
    ['two hosts', `${ME}Host: evil\r\n${CLOSE}\r\n`, 400],
    ['two tokens', `${ME}Authorization: Bearer player-seven\r\n${CLOSE}\r\n`, 401],
    [
      'two content types',
      `${STAKE}${TYPE}Content-Type: text/plain\r\nContent-Length: 25\r\n${CLOSE}\r\n${BODY}`,
      400,
    ],
    ['no content type', `${STAKE}Content-Length: 25\r\n${CLOSE}\r\n${BODY}`, 415],
    ['a body with GET', `${ME}Content-Length: 2\r\n${CLOSE}\r\n{}`, 400],
    ['101 headers', `${ME}${'X: y\r\n'.repeat(101)}${CLOSE}\r\n`, 431],
    ['20,000 headers', `${ME}${'X: y\r\n'.repeat(20_000)}\r\n`, 431],
    ['a header of 20 KB', `${ME}X: ${'y'.repeat(20_000)}\r\n\r\n`, 431],
    ['a path of 100 KB', `GET /${'a'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
    ['TRACE', `TRACE /api/sample/me HTTP/1.1\r\nHost: x\r\n${CLOSE}\r\n`, 405],
    ['PROPFIND', `PROPFIND /api/sample/me HTTP/1.1\r\nHost: x\r\n${CLOSE}\r\n`, 405],
    ['a path up and down', `GET /api/x/../sample/me HTTP/1.1\r\nHost: x\r\n${CLOSE}\r\n`, 404],
    [
      'a path up and down in escapes',
      `GET /api/%2e%2e/api/sample/me HTTP/1.1\r\nHost: x\r\n${CLOSE}\r\n`,
      404,
    ],
    ['doubled slashes', `GET //api//sample//me HTTP/1.1\r\nHost: x\r\n${CLOSE}\r\n`, 404],
    ['a backslash', `GET /api\\sample\\me HTTP/1.1\r\nHost: x\r\n${CLOSE}\r\n`, 404],
    ['a fragment', `GET /api/sample/me#x HTTP/1.1\r\nHost: x\r\n${CLOSE}\r\n`, 404],
    ['an absolute address', `GET http://evil/api/sample/me HTTP/1.1\r\nHost: x\r\n${CLOSE}\r\n`, 404],
    ['a body that announces 1 GB', `${STAKE}${TYPE}Content-Length: 1000000000\r\n${CLOSE}\r\n{`, 413],
  ])('%s', async (_, bytes, status) => {
    const read = await answers(bytes);
    expect(statuses(read)).toEqual([status]);
    expect(read).toMatch(/"code":"[A-Z_]+","message":"[^"]*[가-힣]/);
    expect(seen).toEqual([]);
  });

  test('chunks without end', async () => {
    const chunk = `1000\r\n${' '.repeat(0x1000)}\r\n`;
    const read = await answers(`${STAKE}${TYPE}Transfer-Encoding: chunked\r\n\r\n`, ...Array(8).fill(chunk));
    expect(statuses(read)).toEqual([413]);
    expect(seen).toEqual([]);
  });

  test('a head that does not end', async () => {
    expect(statuses(await answers(ME))).toEqual([408]);
  });

  test('a body that does not end', async () => {
    const read = await answers(`${STAKE}${TYPE}Content-Length: 25\r\n\r\n`, '{"po');
    expect(statuses(read)).toEqual([408]);
    expect(seen).toEqual([]);
  });
});

test('a body that is refused by its head does not become the next request', async () => {
  const hidden = `${ME}\r\n`;
  const read = await answers(
    `${STAKE}Content-Type: text/plain\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
    `GET /api/health HTTP/1.1\r\nHost: x\r\n${CLOSE}\r\n`,
  );
  expect(statuses(read)).toEqual([415, 200]);
  expect(seen).toEqual([]);
});

test('a large refused body is read and discarded, so that the sender receives the refusal', async () => {
  const read = await answers(
    `${STAKE}${TYPE}Content-Length: 2000000\r\n\r\n`,
    Buffer.alloc(2_000_000, 0x20),
    `GET /api/health HTTP/1.1\r\nHost: x\r\n${CLOSE}\r\n`,
  );
  expect(statuses(read)).toEqual([413, 200]);
});

test('invalid bytes after a valid request do not change its answer', async () => {
  expect(statuses(await answers(`${ME}\r\n`, '\0\0\0garbage\r\n\r\n'))).toEqual([200, 400]);
});
