// Journeys through overseas futures: a world whose prices the journey sets and whose clock the journey moves, and
// the steps of a trader in it.
import { myWallets } from '@maru/contract/account/calls';
import {
  openOverseaOrders,
  openOverseaPositions,
  overseaHistory,
  placeOverseaOrder,
} from '@maru/contract/oversea/calls';
import { overseaOptions } from '@maru/contract/oversea/instruments';
import { expect, type Locator, type Page } from '@playwright/test';
import { ask } from './ask.ts';
import { dock, test as journeyTest, signedIn, type Trader, visit } from './journey.ts';
import { passTime, wake } from './page-clock.ts';
import { type FirstPrices, type PushedPrices, startPushedPrices } from './pushed-prices.ts';
import type { World } from './world.ts';

/** E-mini Nasdaq: a tick is 0.25, a point 20 dollars, a dollar 1,385.5 won. A contract locks 300,000 won and costs 3,000. */
export const NASDAQ = 303;
export const FIRST = '25000';
export const MINUTE_MS = 60_000;

export const FIRST_PRICES: FirstPrices = {
  NQ: { tick: 0.25, first: FIRST },
  MNQ: { tick: 0.25, first: '25412.75' },
  ES: { tick: 0.25, first: '6800' },
  YM: { tick: 1, first: '47200' },
  CL: { tick: 0.01, first: '59.9' },
  GC: { tick: 0.1, first: '4082.6' },
  HSI: { tick: 1, first: '26500' },
  FDAX: { tick: 1, first: '23800' },
};

export const test = journeyTest.extend<object, { prices: PushedPrices }>({
  worldSettings: [{ prices: 'pushed' }, { scope: 'worker' }],
  prices: [
    async ({ world }, use) => {
      const prices = startPushedPrices(world, FIRST_PRICES);
      await use(prices);
      await prices.end();
    },
    { scope: 'worker', auto: true },
  ],
});

/** Time passes for the server and for the page, until `at`. */
export async function leapTo(world: World, at: number, page: Page): Promise<void> {
  const ms = at - Date.now() - world.aheadMs();
  if (ms <= 0) return;
  // The server first: a page that is ahead of it renews its token at the old time, and repeats that at the new one if it
  // is left before the reply.
  await world.passTime(ms);
  await passTime(page, ms);
  await wake(page);
  // Pages opened from now on use that time too.
  await page.addInitScript((ahead) => {
    window.journeyAheadMs = ahead;
  }, world.aheadMs());
}

async function nasdaqOf(world: World) {
  return (await ask(world, overseaOptions)).find(({ id }) => id === NASDAQ);
}

const isPriced = async (world: World): Promise<boolean> => (await nasdaqOf(world))?.isStop === 0;

/** A quarter of an hour before a trade date ends: the current one, or else the next. Returns when it ends. */
export async function comeNearEnd(world: World, page: Page): Promise<number> {
  for (;;) {
    const nasdaq = await nasdaqOf(world);
    const end = nasdaq?.terms?.session?.endsMillis;
    const near = end === undefined ? undefined : end - 15 * MINUTE_MS;
    if (end !== undefined && near !== undefined && Date.now() + world.aheadMs() < near) {
      await leapTo(world, near, page);
      await expect.poll(() => isPriced(world)).toBe(true);
      return end;
    }
    await leapTo(world, end ?? nasdaq?.nextOpenMillis ?? 0, page);
  }
}

/** Like an order from another phone of the trader. */
export async function orderPastApp(
  world: World,
  trader: Trader,
  more: Readonly<Record<string, string | number | boolean>> = {},
) {
  const body = { overseaOptionId: NASDAQ, tradeType: 'LONG', marketType: 'MARKET', qty: 1, ...more };
  return ask(world, placeOverseaOrder, { body, token: await signedIn(world, trader) });
}

/** The trader's account, read from the server. */
export async function accountOf(world: World, trader: Trader) {
  const token = await signedIn(world, trader);
  const [wallets, orders, positions, fills] = await Promise.all([
    ask(world, myWallets, { token }),
    ask(world, openOverseaOrders, { token }),
    ask(world, openOverseaPositions, { token }),
    ask(world, overseaHistory, { token }),
  ]);
  const { point: free, gameWaitPoint: waiting } = wallets['BINARY'] ?? {};
  return { free, waiting, orders, positions, fills: fills.content };
}

export type OrderType = '시장가' | '지정가' | 'MIT';
export type Side = '매수' | '매도';
export type Tab = '주문' | '포지션' | '미체결' | '체결' | '손익';

export const positionDock = (page: Page): Locator => page.getByRole('region', { name: '포지션 주문' });
export const positionCard = (page: Page): Locator => page.getByRole('region', { name: '나스닥 포지션' });
export const openOrders = (page: Page): Locator => page.getByRole('region', { name: '미체결 주문' });
export const fillRows = (page: Page): Locator =>
  page.getByRole('region', { name: '체결', exact: true }).getByRole('link');
export const sideButton = (page: Page, side: Side): Locator =>
  dock(page).getByRole('button', { name: new RegExp(`^${side} `) });

/** Opens the page of an instrument whose price is known. */
export async function openTrade(page: Page, instrument: number = NASDAQ): Promise<void> {
  await visit(page, `/oversea/${instrument}`);
  await expect(sideButton(page, '매수')).toBeEnabled();
}

export async function showTab(page: Page, tab: Tab): Promise<void> {
  await page
    .getByRole('tablist', { name: '거래 화면' })
    .getByRole('tab', { name: new RegExp(`^${tab}`) })
    .click();
}

export interface Wanted {
  readonly type?: OrderType;
  readonly price?: string;
  /** The distances are ten ticks; those not named are off. */
  readonly exits?: readonly ('익절' | '손절')[];
  readonly count?: string;
}

/** Everything but the side and the confirmation. */
async function fillTicket(page: Page, { type = '시장가', price, exits = [], count }: Wanted): Promise<void> {
  await page.getByRole('radio', { name: type, exact: true }).click();
  if (price !== undefined)
    await page.getByRole('spinbutton', { name: type === 'MIT' ? '감시 가격' : '주문 가격' }).fill(price);
  for (const exit of ['익절', '손절'] as const)
    await page.getByRole('checkbox', { name: exit, exact: true }).setChecked(exits.includes(exit));
  if (count !== undefined)
    await page
      .getByRole('group', { name: '주문 계약 수' })
      .getByRole('button', { name: count, exact: true })
      .click();
}

/** Returns the button of the confirmation that sends it. */
export async function proposeOrder(page: Page, side: Side, wanted: Wanted = {}): Promise<Locator> {
  await fillTicket(page, wanted);
  await sideButton(page, side).click();
  const question = page.getByRole('dialog', { name: `${side} 주문을 넣을까요?` });
  await expect(question).toBeVisible();
  return question.getByRole('button', { name: new RegExp(`^${side} .*계약 주문$`) });
}

export async function placeOrder(page: Page, side: Side, wanted: Wanted = {}): Promise<void> {
  await (await proposeOrder(page, side, wanted)).click();
}
