import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSampleHttp } from './sample-calls.ts';

let folder: string;
let app: FastifyInstance;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'maru-app-'));
  const files = {
    'app/index.html': '<!doctype html><title>마루</title>',
    'app/signin.html': '<!doctype html><title>로그인</title>',
    'app/office/index.html': '<!doctype html><title>운영</title>',
    'app/office/assets/main-Ef56Gh78.js': 'console.log(2)',
    'app/sw.js': 'self.skipWaiting()',
    'app/assets/main-Ab12Cd34.js': 'console.log(1)'.repeat(50),
    'app/assets/main-Ab12Cd34.js.map': '{}',
    'app/.env': 'SECRET=1',
    'app/.git/config': 'x',
    'app/notes.md': 'x',
    'outside.txt': 'x',
  };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  app = await createSampleHttp({ appFolder: join(folder, 'app') });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

describe('the page of the office', () => {
  test.each(['/office', '/office/', '/office/members', '/office/risk/stress'])(
    '%s is its own',
    async (url) => {
      const response = await app.inject({ url });
      expect([response.statusCode, response.body]).toEqual([200, '<!doctype html><title>운영</title>']);
      expect(response.headers['cache-control']).toBe('no-cache');
    },
  );

  test('its hashed files are cached for ever, and a missing one is missing', async () => {
    const file = await app.inject({ url: '/office/assets/main-Ef56Gh78.js' });
    expect(file.headers['cache-control']).toContain('immutable');
    expect((await app.inject({ url: '/office/assets/main-Zz99Zz99.js' })).statusCode).toBe(404);
    expect((await app.inject({ url: '/officer' })).body).toContain('마루');
  });
});

describe('the page of the app', () => {
  test.each([
    '/',
    '/index.html',
    '/login',
    '/trade/some-market/BTC_USDT',
    '/notice/%ED%95%9C%EA%B8%80',
    '/apidocs',
  ])('%s is answered with it, always revalidated', async (url) => {
    const response = await app.inject({ url });
    expect([response.statusCode, response.body]).toEqual([200, '<!doctype html><title>마루</title>']);
    expect(response.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    });
    const csp = String(response.headers['content-security-policy']);
    expect(csp).not.toContain('unsafe');
    expect(csp).toMatch(/script-src 'self';.*object-src 'none'; base-uri 'none';.*frame-ancestors 'self'/);
  });

  test('a route with a page of its own is answered with that one, and only that route', async () => {
    const bodies = await Promise.all(
      ['/signin', '/signin/', '/signin/index', '/signin.html'].map(
        async (url) => (await app.inject({ url })).body,
      ),
    );
    const own = '<!doctype html><title>로그인</title>';
    const common = '<!doctype html><title>마루</title>';
    expect(bodies).toEqual([own, common, common, own]);
  });

  test('is answered 304 to a client that has it', async () => {
    const { headers } = await app.inject({ url: '/' });
    const again = await app.inject({ url: '/', headers: { 'if-none-match': String(headers['etag']) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  test('is answered to HEAD without a body', async () => {
    const response = await app.inject({ method: 'HEAD', url: '/login' });
    expect([response.statusCode, response.body]).toEqual([200, '']);
  });
});

test('a file with a hash in its name is cached for ever, and sent compressed', async () => {
  const url = '/assets/main-Ab12Cd34.js';
  const plain = await app.inject({ url });
  const packed = await app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
  expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(packed.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body);
});

test('a file without a hash is revalidated each time', async () => {
  expect((await app.inject({ url: '/sw.js' })).headers['cache-control']).toBe('no-cache');
});

describe('not found:', () => {
  test.each([
    '/assets/main-Ab12Cd34.js.map',
    '/.env',
    '/.git/config',
    '/notes.md',
    '/outside.txt',
    '/%2e%2e/outside.txt',
    '/..%2foutside.txt',
    '/assets/missing.js',
    '/favicon.ico',
    '/package.json',
    '/api',
    '/api/unknown',
    '/API/me',
    '/ws/info',
    '/WS',
    '//login',
    '/%00',
    '/%zz',
  ])('%s', async (url) => {
    const response = await app.inject({ url: { pathname: url } });
    expect(response.statusCode).toBe(404);
  });

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS'] as const)('the page by %s', async (method) => {
    expect((await app.inject({ method, url: '/' })).statusCode).toBe(404);
  });
});
