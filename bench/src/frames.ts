// The quick-order list while thirty instruments tick ten times a second each, beside the same page with no ticks:
// frames, long tasks, memory, and whether a row is written to only when it changed.
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { signIn } from '@maru/contract/account/calls';
import type { ReplyOf } from '@maru/contract/call';
import type { Browser, CDPSession, Page } from '@playwright/test';
import { rounded } from './callers.ts';
import { addWatcher, type Watched, watch } from './frames-page.ts';
import { createSender, INSTRUMENTS, TICKS_PER_SECOND } from './frames-sender.ts';
import { FRAME_CATEGORIES, framesOf } from './frames-trace.ts';
import { buildApp, openChromium, PHONE, root, serveApp } from './served-app.ts';
import { PASSWORDS } from './server-process.ts';

const SECRET = 'the secret of who measures the frames';
const WARM_UP_MS = 5_000;
/** A Wednesday morning in Seoul, so that no exchange of the list is closed whenever this runs. */
const MOMENT = Date.parse('2026-11-11T10:30:00+09:00');

/** `FRAME_SECONDS` of ticks, a minute unless told otherwise; a third of it without. */
export async function frames(): Promise<Record<string, unknown>> {
  const seconds = Number(process.env['FRAME_SECONDS'] ?? 60);
  await buildApp();
  const app = await serveApp({
    FEED: 'push',
    FEED_SECRET: SECRET,
    NODE_OPTIONS: `--import ${join(root, 'scripts', 'moved-clock.mjs')}`,
    CLOCK_AHEAD_MS: String(MOMENT - Date.now()),
  });
  const chromium = await openChromium(['--enable-precise-memory-info']);
  const faults: string[] = [];
  try {
    const page = await openList(chromium, app.origin);
    const browser = await page.context().newCDPSession(page);
    const sender = createSender({ origin: app.origin, secret: SECRET, onFault: note });
    sender.begin();
    await rowsAreThere(page);
    await wait(WARM_UP_MS);
    await sender.pause();

    const quiet = await observe({ chromium, page, browser, ms: (seconds * 1_000) / 3 });
    sender.begin();
    await wait(WARM_UP_MS);
    const sentBefore = sender.sent();
    const began = performance.now();
    const busy = await observe({ chromium, page, browser, ms: seconds * 1_000 });
    const sentPerMs = (sender.sent() - sentBefore) / (performance.now() - began);
    await sender.pause();
    return {
      instruments: INSTRUMENTS,
      ticksPerSecondWanted: INSTRUMENTS * TICKS_PER_SECOND,
      ticksPerSecondSent: rounded(sentPerMs * 1_000),
      ticks: describe(busy),
      noTicks: describe(quiet),
      framesToFloor: rounded(perSecond(busy.seen) / perSecond(quiet.seen)),
      rows: {
        onPage: busy.seen.rowsOnPage,
        thatChanged: busy.seen.rowsThatChanged,
        touched: busy.seen.rowsTouched,
        changed: busy.seen.rowsChanged,
        lit: busy.seen.rowsLit,
      },
      faults,
      load: rounded(loadavg()[0] ?? 0),
    };
  } finally {
    await chromium.close();
    await app.close();
  }

  function note(fault: unknown): void {
    faults.push(String(fault));
  }
}

async function openList(chromium: Browser, origin: string): Promise<Page> {
  const deviceKey = 'the-device-of-a-bench';
  const answer = await fetch(`${origin}${signIn.path}`, {
    method: signIn.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'demo', password: PASSWORDS.demo, deviceKey }),
  });
  if (!answer.ok) throw new Error(`the sign-in was refused: ${await answer.text()}`);
  const pair = (await answer.json()) as ReplyOf<typeof signIn>;
  const context = await chromium.newContext({ ...PHONE, deviceScaleFactor: 2 });
  const page = await context.newPage();
  await page.addInitScript(
    (stored) => {
      localStorage.setItem('maru.accessToken', stored.accessToken);
      localStorage.setItem('maru.refreshToken', stored.refreshToken);
      localStorage.setItem('maru.expiresAt', String(Date.now() + stored.expiresIn * 1_000));
      localStorage.setItem('maru.deviceKey', stored.deviceKey);
    },
    { ...pair, deviceKey },
  );
  await addWatcher(page);
  await page.goto(`${origin}/oversea`);
  return page;
}

const rowsAreThere = (page: Page): Promise<void> => page.getByRole('listitem').first().waitFor();

interface Observed {
  readonly seen: Watched;
  readonly drawn: ReturnType<typeof framesOf>;
  readonly heapStartMb: number;
  readonly heapEndMb: number;
  readonly nodesStart: number;
  readonly nodesEnd: number;
}

async function observe(given: {
  readonly chromium: Browser;
  readonly page: Page;
  readonly browser: CDPSession;
  readonly ms: number;
}): Promise<Observed> {
  const { chromium, page, browser, ms } = given;
  const before = await memory(browser);
  await chromium.startTracing(page, { categories: FRAME_CATEGORIES });
  const seen = await watch(page, () => wait(ms));
  const trace = await chromium.stopTracing();
  const after = await memory(browser);
  return {
    seen,
    drawn: framesOf(trace),
    heapStartMb: before.heapMb,
    heapEndMb: after.heapMb,
    nodesStart: before.nodes,
    nodesEnd: after.nodes,
  };
}

/** After a collection, so that only what is held is counted. */
async function memory(browser: CDPSession): Promise<{ readonly heapMb: number; readonly nodes: number }> {
  await browser.send('HeapProfiler.collectGarbage');
  const { usedSize } = await browser.send('Runtime.getHeapUsage');
  const { nodes } = await browser.send('Memory.getDOMCounters');
  return { heapMb: rounded(usedSize / 1_048_576), nodes };
}

const perSecond = ({ frames: seen }: Watched): number =>
  (seen.length / seen.reduce((total, ms) => total + ms, 0)) * 1_000;

function describe({ seen, drawn, ...held }: Observed): Record<string, unknown> {
  const shareOver = (ms: number): number =>
    Number((seen.frames.filter((frame) => frame > ms).length / seen.frames.length).toFixed(4));
  return {
    framesPerSecond: rounded(perSecond(seen)),
    // The display refreshes every 16.67 ms; a frame of 25 ms or more missed one refresh.
    shareOver16_7Ms: shareOver(16.7),
    shareOver25Ms: shareOver(25),
    shareOver33Ms: shareOver(33.4),
    longestFrameMs: rounded(seen.frames.reduce((most, ms) => Math.max(most, ms), 0)),
    longTasks: seen.longTasksMs.length,
    longTasksMs: rounded(seen.longTasksMs.reduce((total, ms) => total + ms, 0)),
    ...drawn,
    ...held,
  };
}
