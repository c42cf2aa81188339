// What /signin costs on the wire: everything Chromium fetches with a cold cache until the form can be used, each answer
// gzipped by us, beside what the build's manifest says it must be and beside React alone.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Browser, expect, type Page, type Request } from '@playwright/test';
import { type Built, buildReactAlone, buildWithManifest } from './bundle-builds.ts';
import { rounded } from './callers.ts';
import { buildApp, openChromium, PHONE, root, serveApp } from './served-app.ts';

const KB = 1_024;
const FORM_TIMEOUT_MS = 30_000;

type Kind = 'html' | 'script' | 'style' | 'json' | 'font' | 'other';

interface Fetched {
  readonly path: string;
  readonly kind: Kind;
  readonly gzipBytes: number;
  readonly bytes: number;
}

export async function bundle(): Promise<Record<string, unknown>> {
  await buildApp();
  const built = await buildWithManifest();
  const react = await buildReactAlone();
  const app = await serveApp();
  const chromium = await openChromium();
  try {
    const { before, after } = await loadSignIn(chromium, app.origin);
    return report({ before, after, built, react });
  } finally {
    await chromium.close();
    await app.close();
  }
}

/** `before` was requested until the form was usable; `after` was fetched without input from then on. */
async function loadSignIn(chromium: Browser, origin: string) {
  const context = await chromium.newContext(PHONE);
  const page = await context.newPage();
  const asked: Request[] = [];
  page.on('request', (request) => asked.push(request));
  await page.goto(`${origin}/signin`, { waitUntil: 'commit' });
  await formIsUsable(page);
  const until = asked.length;
  await page.waitForLoadState('networkidle');
  const fetched = (await Promise.all(asked.map(measure))).filter((one) => one !== undefined);
  const isBefore = new Set(asked.slice(0, until).map((request) => pathOf(request)));
  await context.close();
  return {
    before: fetched.filter(({ path }) => isBefore.has(path)),
    after: fetched.filter(({ path }) => !isBefore.has(path)),
  };
}

async function formIsUsable(page: Page): Promise<void> {
  const patience = { timeout: FORM_TIMEOUT_MS };
  await expect(page.getByRole('textbox', { name: '아이디' })).toBeEditable(patience);
  await expect(page.getByRole('textbox', { name: '비밀번호' })).toBeEditable(patience);
  await expect(page.getByRole('button', { name: '로그인', exact: true })).toBeVisible(patience);
  // The form is in the built page; it can be sent when the app is running.
  await expect(page.locator('html[data-app="running"]')).toBeAttached(patience);
}

const pathOf = (request: Request): string => new URL(request.url()).pathname;

/** The live connection streams and has no end to measure. */
async function measure(request: Request): Promise<Fetched | undefined> {
  const path = pathOf(request);
  if (path.startsWith('/ws') || !request.url().startsWith('http')) return undefined;
  const response = await request.response();
  if (response === null || response.status() >= 300) return undefined;
  const body = await response.body();
  const type = (await response.headerValue('content-type')) ?? '';
  return { path, kind: kindOf(type), bytes: body.byteLength, gzipBytes: gzipSync(body).byteLength };
}

function kindOf(type: string): Kind {
  if (type.startsWith('text/html')) return 'html';
  if (type.startsWith('text/javascript')) return 'script';
  if (type.startsWith('text/css')) return 'style';
  if (type.startsWith('application/json') || type.startsWith('application/manifest')) return 'json';
  return type.startsWith('font/') ? 'font' : 'other';
}

const COUNTED: ReadonlySet<Kind> = new Set(['html', 'script', 'style', 'json']);

const kilobytes = (bytes: number): number => rounded(bytes / KB);
const sum = (all: readonly Fetched[], kind: (kind: Kind) => boolean): number =>
  all.filter((one) => kind(one.kind)).reduce((total, { gzipBytes }) => total + gzipBytes, 0);

function report(seen: {
  readonly before: readonly Fetched[];
  readonly after: readonly Fetched[];
  readonly built: Built;
  readonly react: number;
}): Record<string, unknown> {
  const { before, after, built, react } = seen;
  const first = sum(before, (kind) => COUNTED.has(kind));
  const files = before.filter(({ kind }) => kind === 'script' || kind === 'style').map(({ path }) => path);
  const must = built.neededFor(files);
  const fetched = new Set(files);
  return {
    firstScreenGzipKb: kilobytes(first),
    reactGzipKb: kilobytes(react),
    firstScreenToReact: rounded(first / react),
    htmlKb: kilobytes(sum(before, (kind) => kind === 'html')),
    scriptKb: kilobytes(sum(before, (kind) => kind === 'script')),
    styleKb: kilobytes(sum(before, (kind) => kind === 'style')),
    jsonKb: kilobytes(sum(before, (kind) => kind === 'json')),
    fontKb: kilobytes(
      before.filter(({ kind }) => kind === 'font').reduce((all, { bytes }) => all + bytes, 0),
    ),
    otherKb: kilobytes(sum(before, (kind) => kind === 'other')),
    afterwardsKb: kilobytes(sum(after, (kind) => COUNTED.has(kind))),
    fromManifest: {
      gzipKb: kilobytes(must.reduce((total, path) => total + built.gzipOf(path), 0)),
      fetchedButNotNeeded: files.filter((path) => !must.includes(path)),
      neededButNotFetched: must.filter((path) => !fetched.has(path)),
    },
    chunks: before
      .filter(({ kind }) => COUNTED.has(kind))
      .map(({ path, gzipBytes }) => ({ path, gzipKb: kilobytes(gzipBytes) })),
    lazy: built
      .lazyFiles()
      .filter((path) => !fetched.has(path))
      .map((path) => ({ path, gzipKb: kilobytes(built.gzipOf(path)) }))
      .sort((left, right) => right.gzipKb - left.gzipKb),
    sameBuild: files.every((path) => existsSync(join(root, 'app', 'dist', path))),
  };
}
