// Every kind of request, sent to a platform's own socket and to a gateway in front of the same platform: the answers are
// the same, byte for byte.
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { defineCall } from '@maru/contract/define-call';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { route } from './gateway/made-request.ts';
import { createSampleHttp, sampleRoutes } from './http/sample-calls.ts';
import { serve, serveFile } from './http/serve.ts';
import { sentHeaders } from './start-gateway.ts';

const UPLOAD_BYTES = 100_000;

const takeFile = defineCall('player', 'POST', '/api/file', {
  summary: 'Takes a file',
  uploadBytes: UPLOAD_BYTES,
  reply: z.object({ name: z.string(), bytes: z.int() }),
});
const sendFile = defineCall('public', 'GET', '/api/sample/file', {
  summary: 'Sends a file',
  answersFile: true,
  reply: z.string(),
});

const routes = () => [
  ...sampleRoutes(),
  serve(takeFile, async ({ upload }) => ({
    ok: true,
    reply: { name: upload?.name ?? '', bytes: upload?.bytes.byteLength ?? 0 },
  })),
  serveFile(sendFile, async () => ({
    ok: true,
    reply: { bytes: Buffer.from([0, 255, 10, 13, 200]), type: 'image/png', name: '그림.png' },
  })),
];

let own: FastifyInstance;
let gateway: FastifyInstance;

beforeAll(async () => {
  own = await createSampleHttp({ routes: routes(), allowedOrigins: ['https://app.example'] });
  const behind = await createSampleHttp({ routes: routes(), allowedOrigins: ['https://app.example'] });
  gateway = await createSampleHttp({
    routes: [],
    allowedOrigins: ['https://app.example'],
    forwarding: {
      paths: [
        { path: '/api/file', mostBytes: 2 * UPLOAD_BYTES, isUpload: true },
        { path: '/api/*', mostBytes: 64 * 1_024, isUpload: false },
      ],
      send: (request, body, address) =>
        new Promise((answered) => {
          const { method = '', url = '' } = request.raw;
          route(
            behind.routing,
            { method, url, headers: sentHeaders(request, body), address, body },
            answered,
          );
        }),
    },
  });
  await own.listen({ port: 0 });
  await gateway.listen({ port: 0 });
});

afterAll(async () => {
  await own.close();
  await gateway.close();
});

/** The whole answer as it comes over the socket, without what differs between any two answers. */
async function answerOf(app: FastifyInstance, request: string | Buffer): Promise<string> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(request);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  await once(socket, 'close');
  const [head = '', ...body] = Buffer.concat(chunks).toString('latin1').split('\r\n\r\n');
  const [status, ...headers] = head.split('\r\n');
  const shown = headers
    .map((line) => line.replace(/^[^:]+/, (name) => name.toLowerCase()))
    .filter((line) => !/^(date|keep-alive|connection):/.test(line))
    .sort();
  const text = body.join('\r\n\r\n').replace(/"reference":"[^"]+"/, '"reference":""');
  return [status, ...shown, '', text].join('\n');
}

const head = (line: string, headers: Readonly<Record<string, string>> = {}): string =>
  [
    `${line} HTTP/1.1`,
    ...Object.entries({ host: 'maru.example', connection: 'close', ...headers }).map(
      ([name, value]) => `${name}: ${value}`,
    ),
    '',
    '',
  ].join('\r\n');
const post = (path: string, body: string, headers: Readonly<Record<string, string>> = {}): string =>
  head(`POST ${path}`, {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    ...headers,
  }) + body;
const player = { authorization: 'Bearer player-seven' };
const form = (bytes: number): string => {
  const body = `--cut\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n${'x'.repeat(bytes)}\r\n--cut--\r\n`;
  return head('POST /api/file', {
    ...player,
    'content-type': 'multipart/form-data; boundary=cut',
    'content-length': String(body.length),
  }).concat(body);
};

const requests: readonly (readonly [string, string])[] = [
  ['a public list', head('GET /api/sample/prices?page=2&size=5')],
  ['a query that is refused', head('GET /api/sample/prices?page=-1')],
  ['a repeated key in the query', head('GET /api/sample/prices?page=1&page=2')],
  ['a broken escape', head('GET /api/sample/prices?keyword=%zz')],
  ['Korean in the query', head(`GET /api/sample/prices?keyword=${encodeURIComponent('마루')}`)],
  ['a member', head('GET /api/sample/me', player)],
  ['no token', head('GET /api/sample/me')],
  ['an old token', head('GET /api/sample/me', { authorization: 'Bearer old-token' })],
  ['two tokens in one header', head('GET /api/sample/me', { authorization: 'Bearer a, Bearer b' })],
  ['staff only', head('GET /api/sample/staff', player)],
  ['English', head('GET /api/sample/me', { 'accept-language': 'en' })],
  ['another site', head('GET /api/sample/me?siteInfoId=2', player)],
  ['a bug', head('GET /api/sample/bug')],
  ['a name in the path', head('GET /api/sample/content/abc')],
  ['a path with a dot', head('GET /api/sample/./prices')],
  ['a path that is none', head('GET /api/nothing')],
  ['HEAD', head('HEAD /api/sample/prices')],
  ['another method', head('DELETE /api/sample/prices')],
  ['POST to a GET', post('/api/sample/prices', '{}')],
  ['GET with a body', `${head('GET /api/sample/prices', { 'content-length': '2' })}{}`],
  [
    'a preflight',
    head('OPTIONS /api/sample/stake', {
      origin: 'https://app.example',
      'access-control-request-method': 'POST',
    }),
  ],
  ['an allowed origin', head('GET /api/sample/me', { ...player, origin: 'https://app.example' })],
  [
    'a foreign origin',
    post('/api/sample/stake', '{"point":"1","roundId":1}', { ...player, origin: 'https://evil.example' }),
  ],
  ['a stake', post('/api/sample/stake', '{"point":"1","roundId":1,"note":"메모"}', player)],
  [
    'a stake with a key',
    post('/api/sample/stake', '{"point":"1","roundId":1}', { ...player, 'idempotency-key': 'key-12345678' }),
  ],
  [
    'a malformed key',
    post('/api/sample/stake', '{"point":"1","roundId":1}', { ...player, 'idempotency-key': 'ab' }),
  ],
  ['a refusal', post('/api/sample/stake', '{"point":"999","roundId":1}', player)],
  ['JSON that is none', post('/api/sample/stake', '{"point":', player)],
  ['a number that is too long', post('/api/sample/stake', `{"point":1e999,"roundId":1}`, player)],
  ['another content type', post('/api/sample/stake', 'a=1', { ...player, 'content-type': 'text/plain' })],
  ['a body too large for money', post('/api/sample/stake', `"${'x'.repeat(20_000)}"`, player)],
  ['a body too large for anything', post('/api/sample/login', `"${'x'.repeat(70_000)}"`)],
  ['no body where none is needed', head('POST /api/sample/logout', { ...player, 'content-length': '0' })],
  [
    'a body in chunks',
    `${head('POST /api/sample/stake', {
      ...player,
      'content-type': 'application/json',
      'transfer-encoding': 'chunked',
    })}10\r\n{"point":"1","ro\r\n9\r\nundId":1}\r\n0\r\n\r\n`,
  ],
  ['a file that is sent', head('GET /api/sample/file')],
  ['a file that is taken', form(5_000)],
  ['a file that is too large', form(UPLOAD_BYTES + 20_000)],
  ['no host', 'GET /api/sample/prices HTTP/1.1\r\nconnection: close\r\n\r\n'],
  ['two hosts', head('GET /api/sample/prices', { Host: 'other.example' })],
];

test.each(requests)('%s', async (_name, request) => {
  const [direct, forwarded] = await Promise.all([answerOf(own, request), answerOf(gateway, request)]);
  expect(forwarded).toBe(direct);
  expect(direct).toMatch(/^HTTP\/1\.1 \d{3}/);
});
