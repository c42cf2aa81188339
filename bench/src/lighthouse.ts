// Lighthouse on /signin as a phone sees it, three times: one run on a shared machine proves little, so the median
// counts.
import { cpus, loadavg } from 'node:os';
import runLighthouse, { defaultConfig } from 'lighthouse';
import { middleOf, rounded } from './callers.ts';
import { buildApp, openChromium, serveApp } from './served-app.ts';
import { freePort } from './server-process.ts';

const RUNS = 3;
/** Twice what Lighthouse takes for a phone: ours must be quick on an old one. */
const CPU_SLOWDOWN = 8;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Category = (typeof CATEGORIES)[number];

interface Run {
  readonly scores: Readonly<Record<Category, number>>;
  readonly metrics: Readonly<Record<string, number>>;
  /** Audits below the full mark that count, by name. */
  readonly lost: readonly string[];
  readonly warnings: readonly string[];
}

const METRICS = {
  firstContentfulPaintMs: 'first-contentful-paint',
  largestContentfulPaintMs: 'largest-contentful-paint',
  totalBlockingMs: 'total-blocking-time',
  speedIndexMs: 'speed-index',
  layoutShift: 'cumulative-layout-shift',
} as const;

export async function lighthouse(): Promise<Record<string, unknown>> {
  await buildApp();
  const app = await serveApp();
  const runs: Run[] = [];
  const loadBefore = loadavg()[0] ?? 0;
  try {
    for (let run = 0; run < RUNS; run += 1) runs.push(await runOnce(`${app.origin}/signin`));
  } finally {
    await app.close();
  }
  const scores = CATEGORIES.map((category) => [category, middleOf(runs.map((run) => run.scores[category]))]);
  return {
    ...Object.fromEntries(scores),
    lost: [...new Set(runs.flatMap(({ lost }) => lost))],
    runs,
    machine: { cores: cpus().length, loadBefore: rounded(loadBefore), loadAfter: rounded(loadavg()[0] ?? 0) },
  };
}

/** A browser of its own each time, so that nothing is warm. */
async function runOnce(url: string): Promise<Run> {
  const port = await freePort();
  const chromium = await openChromium([`--remote-debugging-port=${port}`]);
  try {
    const result = await runLighthouse(url, {
      port,
      logLevel: 'error',
      output: 'json',
      onlyCategories: [...CATEGORIES],
      throttling: { ...defaultConfig.settings?.throttling, cpuSlowdownMultiplier: CPU_SLOWDOWN },
    });
    if (result === undefined) throw new Error('Lighthouse gave no result');
    const { lhr } = result;
    if (lhr.runtimeError) throw new Error(`Lighthouse failed: ${lhr.runtimeError.message}`);
    const scoreOf = (category: Category): number => Math.round((lhr.categories[category]?.score ?? 0) * 100);
    const counted = CATEGORIES.flatMap((category) => lhr.categories[category]?.auditRefs ?? []);
    return {
      scores: Object.fromEntries(
        CATEGORIES.map((category) => [category, scoreOf(category)]),
      ) as Run['scores'],
      metrics: Object.fromEntries(
        Object.entries(METRICS).map(([name, audit]) => [name, rounded(lhr.audits[audit]?.numericValue ?? 0)]),
      ),
      lost: counted
        .filter(({ id, weight }) => weight > 0 && (lhr.audits[id]?.score ?? 1) < 1)
        .map(({ id }) => `${id}: ${lhr.audits[id]?.displayValue ?? lhr.audits[id]?.title}`),
      warnings: lhr.runWarnings,
    };
  } finally {
    await chromium.close();
  }
}
