// A browser of a member of staff: a desk's screen, signed in to the office.
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import { faultsOf, go } from './journey.ts';
import { officeToken } from './office-sign-in.ts';
import { moveClock } from './page-clock.ts';
import type { Credentials, World } from './world.ts';

export const DESK_SIZE = { width: 1440, height: 900 } as const;

export interface OfficePage {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly faults: readonly string[];
}

/** Opens the office at a path below /office, as if signed in there a moment ago. */
export async function openOfficePage(
  browser: Browser,
  world: World,
  { who, path = '/' }: { readonly who: Credentials; readonly path?: string },
): Promise<OfficePage> {
  const context = await browser.newContext({
    baseURL: world.address,
    viewport: DESK_SIZE,
    deviceScaleFactor: 1,
    isMobile: false,
    hasTouch: false,
    userAgent:
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
    reducedMotion: 'reduce',
  });
  await moveClock(context, world.aheadMs());
  // Without the refresh token: pages of other journeys carry the same session, and a second use of it would end it.
  await context.addInitScript(
    (accessToken) => {
      // Once: later pages use what the office itself has stored or removed.
      if (localStorage.getItem('journey.carried') !== null) return;
      localStorage.setItem('journey.carried', 'yes');
      localStorage.setItem('maru.office.accessToken', accessToken);
      localStorage.setItem('maru.office.expiresAt', String(Date.now() + 3_600_000));
    },
    await officeToken(world, who),
  );
  const page = await context.newPage();
  const faults = faultsOf(page);
  await page.goto(`/office${path}`);
  await page.getByRole('navigation', { name: '메뉴' }).waitFor();
  return { page, context, faults };
}

/** Moves an open office to a path below /office, until its screen is there. */
export async function showOffice(page: Page, path: string, title: string): Promise<void> {
  await go(page, `/office${path}`);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
}
