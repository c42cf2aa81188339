// Journeys through copy trading: a trader whom staff approved, a follower, and what the server says of both.
import { myWallets } from '@maru/contract/account/calls';
import { followTrader, myTraders } from '@maru/contract/copytrade/follows';
import { copyHistory, openCopies, shareHistory } from '@maru/contract/copytrade/history';
import { approveTrader, traderApplications } from '@maru/contract/copytrade/office';
import { applyAsTrader } from '@maru/contract/copytrade/traders';
import { openFuturesPositions } from '@maru/contract/futures/history';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  devices,
  expect,
  type Page,
  test,
} from '@playwright/test';
import { ask } from './ask.ts';
import { BITCOIN, ETHER } from './futures.ts';
import { carrySession, faultsOf, signedIn, type Trader } from './journey.ts';
import { officeToken } from './office-sign-in.ts';
import { moveClock } from './page-clock.ts';
import type { Credentials, World } from './world.ts';

const APPLICATION = {
  followStock: [BITCOIN, ETHER],
  shareRate: '0.1',
  intro: '추세가 꺾일 때만 들어갑니다.',
};

/** As the application is decided in the office. */
async function approve(world: World, quota = 100): Promise<void> {
  const token = await officeToken(world, world.operator);
  const { content } = await ask(world, traderApplications, { query: { statusStrs: 'WAITING' }, token });
  for (const { id, followStock, shareRate } of content)
    await ask(world, approveTrader, {
      body: { applicationId: id, quota, shareRate, followStock, reason: '여정' },
      token,
    });
}

export interface Terms {
  readonly intro?: string;
  readonly quota?: number;
}

export async function becomeTrader(
  world: World,
  trader: Trader,
  { intro = APPLICATION.intro, quota }: Terms = {},
): Promise<void> {
  const body = { ...APPLICATION, intro };
  await ask(world, applyAsTrader, { body, token: await signedIn(world, trader) });
  await approve(world, quota);
}

const REQUEST = { followStock: [BITCOIN], multiplyPer: 50, maxBet: '1000', oneMaxBet: '500' };

export async function followPastApp(
  world: World,
  follower: Trader,
  trader: Trader,
  more: Readonly<Record<string, string | number>> = {},
) {
  const body = { ...REQUEST, traderId: trader.id, ...more };
  return ask(world, followTrader, { body, token: await signedIn(world, follower) });
}

/** The follower's account, read from the server. */
export async function copiesOf(world: World, follower: Trader) {
  const token = await signedIn(world, follower);
  const [wallets, follows, copies, history, positions] = await Promise.all([
    ask(world, myWallets, { token }),
    ask(world, myTraders, { token }),
    ask(world, openCopies, { token }),
    ask(world, copyHistory, { token }),
    ask(world, openFuturesPositions, { token }),
  ]);
  return {
    free: wallets['FUTURES']?.point,
    follow: follows.content[0],
    copies: copies.content,
    records: history.content,
    positions,
  };
}

export async function sharesOf(world: World, trader: Trader) {
  return ask(world, shareHistory, { token: await signedIn(world, trader) });
}

/** The platform looks twice a minute whether the shares of a day are due. */
const SHARES_WITHIN_MS = 60_000;

export async function areSharesPaid(world: World, trader: Trader, count = 1): Promise<void> {
  await expect
    .poll(async () => (await sharesOf(world, trader)).content.length, { timeout: SHARES_WITHIN_MS })
    .toBeGreaterThanOrEqual(count);
}

export interface SecondPhone {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors of the page; none at the end. */
  readonly faults: string[];
}

/** Another browser, on which somebody else is signed in. */
export async function secondPhone(
  browser: Browser,
  world: World,
  whose: Credentials,
  device: BrowserContextOptions = devices['Pixel 7'] ?? {},
): Promise<SecondPhone> {
  const context = await browser.newContext({
    ...device,
    deviceScaleFactor: test.info().project.use.deviceScaleFactor ?? 1,
    baseURL: world.address,
    locale: 'ko-KR',
    timezoneId: 'Asia/Seoul',
  });
  await moveClock(context, world.aheadMs());
  await context.addInitScript(() => {
    Reflect.deleteProperty(Navigator.prototype, 'serviceWorker');
    localStorage.setItem('maru.door', 'form');
    localStorage.setItem('maru.tour', 'seen');
  });
  await carrySession(context, world, whose);
  const page = await context.newPage();
  return { page, context, faults: faultsOf(page) };
}
