// What journeys are made of: a world that lives as long as the run, a page in it, and a trader's hands.
import { signUp } from '@maru/contract/account';
import { test as base, expect, type Locator, type Page } from '@playwright/test';
import { startWorld, type World } from './world.ts';

export interface Trader {
  readonly username: string;
  readonly password: string;
}

interface Fixtures {
  readonly trader: Trader;
  /** Errors of the page; a journey that ends with any has failed. */
  readonly pageFaults: string[];
}

export const test = base.extend<Fixtures, { world: World }>({
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from here.
    async ({}, use) => {
      const world = await startWorld();
      await use(world);
      await world.end();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ world }, use) => use(world.address),
  trader: async ({ world }, use) => use(await newTrader(world)),
  pageFaults: [
    async ({ page }, use) => {
      const faults: string[] = [];
      page.on('pageerror', (fault) => faults.push(fault.message));
      page.on('console', (message) => {
        if (/Content Security Policy|Refused to/.test(message.text())) faults.push(message.text());
      });
      await use(faults);
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],
});

let traders = 0;

/** Every journey has a trader of its own, so that none finds the balance of another. */
export async function newTrader(world: World): Promise<Trader> {
  const number = String(Date.now() % 10_000_000).padStart(7, '0') + String(++traders % 10);
  const trader = { username: `trader${number}`, password: `walks over the floor ${number}` };
  const answer = await fetch(`${world.address}${signUp.path}`, {
    method: signUp.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...trader,
      name: '김여정',
      nick: `여정${number}`,
      phone: `010${number}`,
      email: `${trader.username}@example.com`,
    }),
  });
  if (!answer.ok) throw new Error(`the sign-up was refused: ${await answer.text()}`);
  return trader;
}

export async function signInAs(page: Page, trader: Trader): Promise<void> {
  await page.goto('/');
  await page.getByLabel('아이디').fill(trader.username);
  await page.getByRole('textbox', { name: '비밀번호' }).fill(trader.password);
  await page.getByRole('button', { name: '로그인' }).click();
}

export const live = (page: Page): Locator => page.getByText('실시간', { exact: true });
export const balance = (page: Page): Locator =>
  page.getByRole('region', { name: '연습 자금' }).getByRole('status');
export const alertDialog = (page: Page): Locator => page.getByRole('alertdialog', { name: '알림' });
