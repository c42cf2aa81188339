// The wall clock of a page. It keeps running; only its offset is changed, so timers and frames stay the browser's own.
import type { BrowserContext, Page } from '@playwright/test';

declare global {
  interface Window {
    journeyAheadMs: number;
  }
}

/** Every page of this context uses the time of its world. */
export async function moveClock(context: BrowserContext, aheadMs: number): Promise<void> {
  await context.addInitScript((ahead) => {
    const Machine = Date;
    window.journeyAheadMs = ahead;
    const now = () => Machine.now() + window.journeyAheadMs;
    globalThis.Date = new Proxy(Machine, {
      construct: (target, given, made) =>
        Reflect.construct(target, given.length === 0 ? [now()] : given, made),
      apply: () => new Machine(now()).toString(),
      get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
    });
  }, aheadMs);
}

export const passTime = (page: Page, ms: number): Promise<void> =>
  page.evaluate((more) => {
    window.journeyAheadMs += more;
  }, ms);

/**
 * Like a phone that resumes: a page whose clock has jumped reconnects at once. It would detect that by itself within
 * two seconds, but a tap during the lock would be lost; now every tap waits until the lock is gone.
 */
export const wake = (page: Page): Promise<void> =>
  page.evaluate(() => void document.dispatchEvent(new Event('resume')));
