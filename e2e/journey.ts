// The fixtures of journeys: a server for the whole run, a page on it, and the steps of a trader.
import { signIn, signUp } from '@maru/contract/account/calls';
import { type BrowserContext, test as base, expect, type Locator, type Page } from '@playwright/test';
import { ask } from './ask.ts';
import { moveClock } from './page-clock.ts';
import { type Credentials, startWorld, type World, type WorldSettings } from './world.ts';

export interface Trader extends Credentials {
  readonly id: number;
}

export interface Fixtures {
  /** Nobody ever signed in on the phone: its first screen is the stranger's and not the form. */
  readonly isStranger: boolean;
  /** The browser runs service workers. By default it has none, as a private window: see decision 0073. */
  readonly hasServiceWorker: boolean;
  readonly trader: Trader;
  /** The page, on a phone that is already signed in. */
  readonly memberPage: Page;
  /** Errors of the page; a journey that ends with any has failed. */
  readonly pageFaults: string[];
}

export const test = base.extend<Fixtures, { worldSettings: WorldSettings; ownWorld: string; world: World }>({
  // A file whose journeys move the clock past a session sets its name here: Playwright then gives it a worker, and so a
  // world, that no other file uses. The others would find the market closed.
  ownWorld: ['', { scope: 'worker', option: true }],
  worldSettings: [{}, { scope: 'worker', option: true }],
  world: [
    async ({ worldSettings, ownWorld }, use) => {
      const world = await startWorld({ ...worldSettings, isShared: ownWorld === '' });
      await use(world);
      await world.end();
    },
    { scope: 'worker', timeout: 200_000 },
  ],
  baseURL: async ({ world }, use) => use(world.address),
  isStranger: [false, { option: true }],
  hasServiceWorker: [false, { option: true }],
  context: async ({ context, world, isStranger, hasServiceWorker }, use) => {
    await moveClock(context, world.aheadMs());
    if (!hasServiceWorker) await context.addInitScript(withoutServiceWorker);
    if (!isStranger)
      await context.addInitScript(() => {
        localStorage.setItem('maru.door', 'form');
        localStorage.setItem('maru.tour', 'seen');
      });
    await use(context);
  },
  trader: async ({ world }, use) => use(await newTrader(world)),
  memberPage: async ({ page, context, world, trader }, use) => {
    await carrySession(context, world, trader);
    await use(page);
    // A made-up answer that is under way when the journey ends is no fault.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
  pageFaults: [
    async ({ page }, use, journey) => {
      const faults = faultsOf(page);
      const traffic = trafficOf(page);
      await use(faults);
      if (journey.status !== journey.expectedStatus) await printShownPage(page, traffic);
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],
});

/** In the page, before its own scripts. */
function withoutServiceWorker(): void {
  Reflect.deleteProperty(Navigator.prototype, 'serviceWorker');
}

/** Collects the page's errors from now on. */
export function faultsOf(page: Page): string[] {
  const faults: string[] = [];
  page.on('pageerror', (fault) => faults.push(fault.message));
  page.on('console', (message) => {
    if (/Content Security Policy|Refused to/.test(message.text())) faults.push(message.text());
  });
  return faults;
}

/** The newest calls of the page with their answers, and its connections opening and closing. */
function trafficOf(page: Page): string[] {
  const traffic: string[] = [];
  const began = Date.now();
  const note = (what: string) => {
    traffic.push(`${Date.now() - began} ms ${what}`);
    if (traffic.length > 40) traffic.shift();
  };
  page.on('response', (answer) => {
    const { pathname } = new URL(answer.url());
    if (pathname.startsWith('/api/')) note(`${answer.status()} ${pathname}`);
  });
  page.on('requestfailed', (request) =>
    note(`failed ${request.url()} ${request.failure()?.errorText ?? ''}`),
  );
  page.on('framenavigated', (frame) => note(`at ${frame.url()}`));
  page.on('websocket', (line) => {
    note('line opened');
    line.on('close', () => note('line closed'));
  });
  return traffic;
}

/** A journey that fails on a remote machine leaves nothing but its output behind. */
async function printShownPage(page: Page, traffic: readonly string[]): Promise<void> {
  const shown = await page
    .locator('body')
    .ariaSnapshot({ timeout: 2_000 })
    .catch((fault: unknown) => String(fault));
  console.log(`${page.url()}\n${traffic.join('\n')}\n${shown.slice(0, 4_000)}`);
}

let traders = 0;

/** A new person: every journey has its own trader, so that no journey depends on another's balance. */
export function newPerson() {
  const number = String(Date.now() % 10_000_000).padStart(7, '0') + String(++traders % 10);
  return {
    username: `trader${number}`,
    password: `walks over the floor ${number}`,
    name: '김여정',
    nick: `여정${number}`,
    phone: `010${number}`,
    email: `trader${number}@example.com`,
  };
}

/** Another nickname than the usual one has to be free. */
export async function newTrader(
  world: World,
  named: { readonly nick: string } | undefined = undefined,
): Promise<Trader> {
  const person = { ...newPerson(), ...named };
  const { id } = await ask(world, signUp, { body: person });
  return { id, username: person.username, password: person.password };
}

/** Through the form, as a user does it. */
export async function signInAs(page: Page, trader: Credentials): Promise<void> {
  await page.goto('/signin');
  await fillSignIn(page, trader);
}

export async function fillSignIn(page: Page, trader: Credentials): Promise<void> {
  await page.getByRole('textbox', { name: '아이디' }).fill(trader.username);
  await page.getByRole('textbox', { name: '비밀번호' }).fill(trader.password);
  await page.getByRole('button', { name: '로그인', exact: true }).click();
}

const DEVICE_KEY = 'the-device-of-a-journey';

/** As if already signed in on this phone: the tokens are in its storage before the first page opens. */
export async function carrySession(
  context: BrowserContext,
  world: World,
  { username, password }: Credentials,
): Promise<void> {
  const pair = await ask(world, signIn, { body: { username, password, deviceKey: DEVICE_KEY } });
  await context.addInitScript(
    ({ accessToken, refreshToken, expiresIn, deviceKey }) => {
      // Once: later pages use what the app itself has stored or removed.
      if (localStorage.getItem('journey.carried') !== null) return;
      localStorage.setItem('journey.carried', 'yes');
      localStorage.setItem('maru.accessToken', accessToken);
      localStorage.setItem('maru.refreshToken', refreshToken);
      localStorage.setItem('maru.expiresAt', String(Date.now() + expiresIn * 1_000));
      localStorage.setItem('maru.deviceKey', deviceKey);
    },
    { ...pair, deviceKey: DEVICE_KEY },
  );
}

/** A token for calls without the app, from another device than the page's. */
export async function signedIn(world: World, { username, password }: Credentials): Promise<string> {
  return (await ask(world, signIn, { body: { username, password } })).accessToken;
}

/** Like the back button: the router handles it and nothing is loaded again. */
export const go = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  }, path);

/** Until the screen of the path is shown: the one before it stays while this one is fetched, under a loading bar. */
export async function arriveAt(page: Page, path: string): Promise<void> {
  await go(page, path);
  await expect(page.locator('.loading-bar')).toHaveCount(0);
  await expect(page.getByRole('main').first()).toBeVisible();
}

/** The idempotency keys of the page's calls to this path. */
export function keysOf(page: Page, path: string): (string | undefined)[] {
  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(path)) keys.push(request.headers()['idempotency-key']);
  });
  return keys;
}

/** The server receives every call to this path, and its answer is dropped; the app itself retries at once. */
export async function dropAnswers(page: Page, path: string) {
  let dropped = 0;
  await page.route(`**${path}`, async (route) => {
    await route.fetch();
    dropped += 1;
    await route.abort();
  });
  return { dropped: () => dropped, end: () => page.unroute(`**${path}`) };
}

/**
 * Opens an address as a new page. An overlay that was just closed still steps back from its entry of the history, which
 * would make the browser abort the navigation (`ERR_ABORTED`).
 */
export async function visit(page: Page, path: string): Promise<void> {
  await page.waitForFunction(() => (history.state as { maruOverlay?: true } | null)?.maruOverlay !== true);
  await page.goto(path);
}

export const title = (page: Page): Locator => page.getByRole('heading', { level: 1 });
export const dock = (page: Page): Locator => page.getByRole('region', { name: '주문', exact: true });
export const toast = (page: Page): Locator => page.locator('.toast');
export const alertDialog = (page: Page): Locator => page.getByRole('alertdialog', { name: '알림' });
/** The equity of the overseas wallet, on the quick-order list. */
export const equity = (page: Page): Locator => page.getByRole('region', { name: '해외선물 평가금액' });
