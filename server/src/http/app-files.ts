// The built app, read into memory once: no path of a request ever reaches the file system.
import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

interface AppFile {
  readonly bytes: Buffer;
  readonly type: string;
  readonly etag: string;
  readonly isHashed: boolean;
  readonly packed: Map<Encoding, Promise<Buffer>>;
}

type Encoding = 'br' | 'gzip' | 'identity';

/** Only these types are served; source maps are not. */
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.mp3': 'audio/mpeg',
  '.wasm': 'application/wasm',
};

const HASHED = /^(\/office)?\/assets\/.*-[\w-]{8,}\.\w+$/;
const PAGE_PART = /^[\p{L}\p{N}_~@:+,-]*$/u;
const OURS = new Set(['api', 'ws', 'metrics']);
const WORTH_PACKING = /^(text|application\/(json|manifest|wasm)|image\/svg)/;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Answers the file of a path, or the app's page for a path of the app's own router. */
export async function loadAppFiles(folder: string): Promise<(path: string) => AppFile | undefined> {
  const files = new Map<string, AppFile>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const place = join(entry.parentPath, entry.name);
    const path = `/${relative(folder, place).split(sep).join('/')}`;
    const type = types[extname(entry.name)];
    if (!entry.isFile() || type === undefined || path.includes('/.')) continue;
    const bytes = await readFile(place);
    files.set(path, { bytes, type, etag: etagOf(bytes), isHashed: HASHED.test(path), packed: new Map() });
  }

  /** Some pages have their own HTML, shown before the app runs. */
  const pageOf = (path: string): AppFile | undefined =>
    isOffice(path)
      ? files.get('/office/index.html')
      : (files.get(`${path}.html`) ?? files.get('/index.html'));

  return (path) => files.get(path) ?? (isPage(path) ? pageOf(path) : undefined);
}

/** The back office is an app of its own below this path. */
const isOffice = (path: string): boolean => path === '/office' || path.startsWith('/office/');

export const etagOf = (bytes: Buffer): string => `"${hash('sha256', bytes, 'base64url').slice(0, 22)}"`;

/** A path of the app's own router: plain words, no file name, and nothing that resembles our own paths. */
function isPage(path: string): boolean {
  if (!path.startsWith('/') || path.startsWith('//') || path.length > 512) return false;
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return false;
  }
  const parts = decoded.slice(1).split('/');
  return !OURS.has((parts[0] ?? '').toLowerCase()) && parts.every((part) => PAGE_PART.test(part));
}

function chosenEncoding(accepted = ''): Encoding {
  const names = new Set(accepted.split(',').map((each) => each.trim().toLowerCase()));
  if (names.has('br')) return 'br';
  return names.has('gzip') ? 'gzip' : 'identity';
}

function packed(file: AppFile, encoding: Encoding): Promise<Buffer> {
  const ready = file.packed.get(encoding);
  if (ready !== undefined) return ready;
  const packing = pack(file.bytes, encoding);
  file.packed.set(encoding, packing);
  return packing;
}

async function pack(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'br') return brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 8 } });
  return encoding === 'gzip' ? zip(bytes) : bytes;
}

export async function sendFile(
  file: AppFile,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const encoding = WORTH_PACKING.test(file.type)
    ? chosenEncoding(request.headers['accept-encoding'])
    : 'identity';
  const body = await packed(file, encoding);
  reply
    .header('cache-control', file.isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    .header('etag', file.etag)
    .header('vary', 'accept-encoding')
    .type(file.type);
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send();
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  reply.code(200).header('content-length', body.byteLength);
  return request.method === 'HEAD' ? reply.send() : reply.send(body);
}
