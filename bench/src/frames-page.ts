// What runs inside the page while it is watched: the time between frames, long tasks, and which rows were written to.
import type { Page } from '@playwright/test';

export interface Watched {
  readonly frames: readonly number[];
  readonly longTasksMs: readonly number[];
  /** Rows written to, summed over all writes, and those of them whose words then differed. */
  readonly rowsTouched: number;
  readonly rowsChanged: number;
  /** Writes to an attribute only, as when a row lights up and fades. */
  readonly rowsLit: number;
  readonly rowsOnPage: number;
  readonly rowsThatChanged: number;
}

declare global {
  interface Window {
    watchFrames(): () => Watched;
  }
}

/** To be called before the page opens: the app's content security policy would block it later. */
export function addWatcher(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    window.watchFrames = () => {
      const frames: number[] = [];
      const longTasksMs: number[] = [];
      let last = performance.now();
      let isWatching = true;
      const beat = (now: number) => {
        frames.push(now - last);
        last = now;
        if (isWatching) requestAnimationFrame(beat);
      };
      requestAnimationFrame((now) => {
        last = now;
        requestAnimationFrame(beat);
      });
      const tasks = new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) longTasksMs.push(duration);
      });
      tasks.observe({ type: 'longtask' });

      const words = new Map<Element, string>();
      for (const row of document.querySelectorAll('li')) words.set(row, row.textContent ?? '');
      const thatChanged = new Set<Element>();
      const counts = { rowsTouched: 0, rowsChanged: 0, rowsLit: 0 };
      const rowOf = (node: Node): Element | null | undefined =>
        (node instanceof Element ? node : node.parentElement)?.closest('li');
      const writes = new MutationObserver((records) => {
        const touched = new Set<Element>();
        const lit = new Set<Element>();
        for (const { target, type } of records) {
          const row = rowOf(target);
          if (row) (type === 'attributes' ? lit : touched).add(row);
        }
        counts.rowsTouched += touched.size;
        for (const row of touched) {
          const now = row.textContent ?? '';
          if (words.get(row) !== now) {
            counts.rowsChanged += 1;
            thatChanged.add(row);
          }
          words.set(row, now);
          lit.delete(row);
        }
        counts.rowsLit += lit.size;
      });
      writes.observe(document.body, {
        subtree: true,
        childList: true,
        characterData: true,
        attributes: true,
      });

      return () => {
        isWatching = false;
        tasks.disconnect();
        writes.disconnect();
        return { frames, longTasksMs, ...counts, rowsOnPage: words.size, rowsThatChanged: thatChanged.size };
      };
    };
  });
}

/** Watches while `during` takes. */
export async function watch(page: Page, during: () => Promise<void>): Promise<Watched> {
  const watching = await page.evaluateHandle(() => window.watchFrames());
  await during();
  return watching.evaluate((stop) => stop());
}
