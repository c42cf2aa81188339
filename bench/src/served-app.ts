// The built app behind the real server, with the distribution's Chromium to look at it. Loopback only.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { ensureInstalled, findChromium } from '../../scripts/system.mjs';
import { freePort, startServer, untilReady } from './server-process.ts';

export const root = dirname(dirname(import.meta.dirname));

/** A first start makes the database and the history of every instrument, on a machine that may be busy. */
const START_LIMIT_MS = 120_000;

export interface ServedApp {
  readonly origin: string;
  close(): Promise<void>;
}

/** Runs a program of the project and keeps its output off standard output, where the figures are written. */
export async function runNode(args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 2, 2] });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`node ${args.join(' ')} ended with code ${code}`);
}

export const buildApp = (): Promise<void> => runNode([join(root, 'scripts', 'build.mjs')]);

export async function serveApp(env: Readonly<Record<string, string>> = {}): Promise<ServedApp> {
  const folder = mkdtempSync(join(tmpdir(), 'maru-served-'));
  const server = startServer({ port: await freePort(), dataFolder: join(folder, 'data'), env });
  await untilReady(server, START_LIMIT_MS);
  return {
    origin: server.origin,
    async close() {
      await server.kill('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A phone, on which no service worker answers instead of the server. */
export const PHONE = {
  viewport: { width: 390, height: 844 },
  locale: 'ko-KR',
  serviceWorkers: 'block',
  isMobile: true,
  hasTouch: true,
} as const;

export async function openChromium(args: readonly string[] = []): Promise<Browser> {
  await ensureInstalled('chromium', 'korean-font');
  return chromium.launch({
    executablePath: findChromium() as string,
    args: [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...args,
    ],
  });
}
