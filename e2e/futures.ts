// Journeys through coin futures: a world whose prices the journey sets, and the steps of a trader in it.
import { myWallets } from '@maru/contract/account/calls';
import { placeFuturesOrder } from '@maru/contract/futures/calls';
import {
  futuresFundings,
  futuresHistory,
  openFuturesOrders,
  openFuturesPositions,
} from '@maru/contract/futures/history';
import { futuresOptions } from '@maru/contract/futures/instruments';
import { expect, type Locator, type Page } from '@playwright/test';
import { ask } from './ask.ts';
import { alertDialog, dock, test as journeyTest, signedIn, type Trader, visit } from './journey.ts';
import { passTime, wake } from './page-clock.ts';
import { type FirstPrices, type PushedPrices, startPushedPrices } from './pushed-prices.ts';
import type { World } from './world.ts';

/** A tick is 0.1, a step 0.001 coins; every fill costs 0.08 %. A new trader has 10,000 USDT. */
export const BITCOIN = 1;
/** Its price stands still in every journey. */
export const ETHER = 2;
export const FIRST = '95000';
const MINUTE_MS = 60_000;

const FIRST_PRICES: FirstPrices = {
  BTCUSDT: { tick: 0.1, first: FIRST },
  ETHUSDT: { tick: 0.01, first: '3170.77' },
  BTCUSD: { tick: 0.1, first: FIRST },
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

export interface Stage {
  readonly world: World;
  readonly page: Page;
  readonly prices: PushedPrices;
}

/** Minutes pass for the server and for the page. */
export async function pass({ world, page }: Pick<Stage, 'world' | 'page'>, minutes: number): Promise<void> {
  await passTime(page, minutes * MINUTE_MS);
  await world.passTime(minutes * MINUTE_MS);
  await wake(page);
  // Pages opened from now on use that time too.
  await page.addInitScript((ahead) => {
    window.journeyAheadMs = ahead;
  }, world.aheadMs());
}

/**
 * The mark follows the last price within seconds. After a gap it is there with the second tick, so the journey does not
 * have to wait.
 */
export async function setMark(stage: Stage, price: string, stock?: string): Promise<void> {
  await stage.prices.pause();
  await pass(stage, 1);
  for (const _ of ['after the gap', 'as the mark']) await stage.prices.setPrice(price, stock);
}

/** The time of the next funding passes, with a price shortly before it and one after it. */
export async function passFunding(stage: Stage): Promise<void> {
  const { world } = stage;
  const [bitcoin] = await ask(world, futuresOptions);
  const left = (bitcoin?.nextFundingMillis ?? 0) - Date.now() - world.aheadMs();
  await pass(stage, Math.ceil(left / MINUTE_MS) - 2);
  await setMark(stage, FIRST);
  await setMark(stage, FIRST);
}

/** The trader's account, read from the server. */
export async function accountOf(world: World, trader: Trader) {
  const token = await signedIn(world, trader);
  const [wallets, orders, positions, fills, fundings] = await Promise.all([
    ask(world, myWallets, { token }),
    ask(world, openFuturesOrders, { token }),
    ask(world, openFuturesPositions, { token }),
    ask(world, futuresHistory, { token }),
    ask(world, futuresFundings, { token }),
  ]);
  return {
    free: wallets['FUTURES']?.point,
    orders,
    positions,
    fills: fills.content,
    fundings: fundings.content,
  };
}

/** Like an order from another phone of the trader. */
export async function orderPastApp(
  world: World,
  trader: Trader,
  more: Readonly<Record<string, string | number | boolean>> = {},
) {
  const body = { futuresOptionId: BITCOIN, tradeType: 'LONG', marketType: 'MARKET', qty: '0.1', ...more };
  return ask(world, placeFuturesOrder, { body, token: await signedIn(world, trader) });
}

export type OrderType = '지정가' | '시장가' | 'STOP' | 'MIT';
export type Side = '매수·롱' | '매도·숏';
export type Tab = '포지션' | '미체결' | '자산';

const sideButton = (page: Page, side: Side): Locator =>
  dock(page).getByRole('button', { name: new RegExp(`^${side}, `) });
export const positionCard = (page: Page): Locator => page.getByRole('region', { name: 'BTCUSDT 포지션' });
export const ownOrders = (page: Page): Locator => page.getByRole('region', { name: '이 종목의 주문' });

/** What stands beside a term of a list of facts. */
export const fact = (place: Locator, name: string | RegExp): Locator =>
  place.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd[1]');

export async function openTrade(page: Page): Promise<void> {
  await visit(page, '/future/BTCUSDT');
  await expect(sideButton(page, '매수·롱')).toBeEnabled();
}

const tabOf = (page: Page, tab: Tab): Locator =>
  page.getByRole('tablist', { name: '내 코인선물' }).getByRole('tab', { name: new RegExp(`^${tab}`) });

/** The list of a tab, instead of the form. */
export async function showTab(page: Page, tab: Tab): Promise<void> {
  await tabOf(page, tab).click();
  await expect(dock(page).getByRole('button', { name: '매수·롱 주문하러 가기' })).toBeVisible();
}

export async function showForm(page: Page): Promise<void> {
  await dock(page).getByRole('button', { name: '매수·롱 주문하러 가기' }).click();
  await expect(sideButton(page, '매수·롱')).toBeVisible();
}

export interface Wanted {
  readonly type?: OrderType;
  readonly qty?: string;
  readonly price?: string;
  readonly trigger?: string;
  /** Which price the trigger watches. */
  readonly watched?: '현재가' | '마크가';
  readonly isReduceOnly?: boolean;
}

/** Everything but the side and the confirmation. */
export async function fillTicket(page: Page, wanted: Wanted): Promise<void> {
  const { type = '시장가', qty = '0.1', price, trigger, watched, isReduceOnly = false } = wanted;
  await page
    .getByRole('radiogroup', { name: '주문 유형' })
    .getByRole('radio', { name: type, exact: true })
    .click();
  if (trigger !== undefined) await page.getByRole('spinbutton', { name: '감시 가격' }).fill(trigger);
  if (watched !== undefined)
    await page
      .getByRole('radiogroup', { name: '감시 기준' })
      .getByRole('radio', { name: watched, exact: true })
      .click();
  if (price !== undefined) await page.getByRole('spinbutton', { name: '주문 가격' }).fill(price);
  await page.getByRole('textbox', { name: '수량 BTC' }).fill(qty);
  await page.getByRole('checkbox', { name: '포지션 줄이기만' }).setChecked(isReduceOnly);
}

/** Returns the confirmation. */
export async function proposeOrder(page: Page, side: Side, wanted: Wanted): Promise<Locator> {
  await fillTicket(page, wanted);
  await sideButton(page, side).click();
  const question = page.getByRole('dialog', { name: `${side} 주문을 넣을까요?` });
  await expect(question).toBeVisible();
  return question;
}

export async function placeOrder(page: Page, side: Side, wanted: Wanted): Promise<void> {
  const question = await proposeOrder(page, side, wanted);
  await question.getByRole('button', { name: new RegExp(`^${side} .* 주문$`) }).click();
  await expect(question).toBeHidden();
}

/** An order that the app does not send, because it knows the answer. */
export async function refusedOrder(page: Page, side: Side, reason: string, wanted?: Wanted): Promise<void> {
  if (wanted) await fillTicket(page, wanted);
  await sideButton(page, side).click();
  await expect(alertDialog(page)).toContainText(reason);
  await alertDialog(page).getByRole('button', { name: '확인' }).click();
  await expect(alertDialog(page)).toBeHidden();
}

/** Opens take-profit and stop-loss of the order that is being written. */
export async function exitsSheet(page: Page): Promise<Locator> {
  await page.getByRole('checkbox', { name: '익절·손절' }).click();
  const sheet = page.getByRole('dialog', { name: '익절·손절' });
  await expect(sheet).toBeVisible();
  return sheet;
}

export async function leverageSheet(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^레버리지 \d+x, 바꾸기$/ }).click();
  const sheet = page.getByRole('dialog', { name: '레버리지' });
  await expect(sheet).toBeVisible();
  return sheet;
}

export async function setMarginType(page: Page, type: '교차' | '격리'): Promise<void> {
  const sheet = await leverageSheet(page);
  await sheet.getByRole('radio', { name: type, exact: true }).click();
  await sheet.getByRole('button', { name: new RegExp(`^${type} \\d+x로 변경$`) }).click();
  await expect(page.getByRole('button', { name: `마진 유형 ${type}, 바꾸기` })).toBeVisible();
}

/** Whether a limit may fill at once: on, or off again. */
export async function switchImmediacy(
  page: Page,
  rule: '지정가 대기만 (Post-only)' | '즉시 체결만 (IOC)',
): Promise<void> {
  await page.getByRole('button', { name: '주문 설정' }).click();
  const sheet = page.getByRole('dialog', { name: '주문 설정' });
  await sheet.getByRole('switch', { name: rule }).click();
  await sheet.getByRole('button', { name: '닫기' }).click();
  await expect(sheet).toBeHidden();
}

/** The height of the only coloured tag at the left edge of the chart: that of an order. Undefined until it is drawn. */
const tagHeight = (chart: Locator): Promise<number | undefined> =>
  chart.locator('canvas').evaluateAll((canvases) => {
    const colourful = ([red = 0, green = 0, blue = 0]: Uint8ClampedArray) =>
      Math.max(red, green, blue) - Math.min(red, green, blue) > 60;
    for (const canvas of canvases as HTMLCanvasElement[]) {
      const { top, left, width } = canvas.getBoundingClientRect();
      const scale = canvas.width / width;
      // The tag begins 8 px from the edge, with round corners.
      const edge = canvas.getContext('2d')?.getImageData(12 * scale, 0, 1, canvas.height).data;
      const rows = Array.from({ length: canvas.height }, (_, row) => row).filter(
        (row) => edge && colourful(edge.slice(row * 4, row * 4 + 3)),
      );
      const [first, last] = [rows[0], rows.at(-1)];
      // A line alone is thinner than a tag.
      if (left === 0 && first !== undefined && last !== undefined && last - first > 10 * scale)
        return top + (first + last) / 2 / scale;
    }
    return undefined;
  });

/** Drags the line of the only order with a finger, and returns the question about it. */
export async function dragLine(page: Page, byPx: number): Promise<Locator> {
  const chart = page.locator('.chart-canvas');
  await expect.poll(() => tagHeight(chart)).toBeDefined();
  const from = (await tagHeight(chart)) ?? 0;
  const finger = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: 40, y }] });
  await touch('touchStart', from);
  for (const share of [0.25, 0.5, 0.75, 1]) await touch('touchMove', from + share * byPx);
  await touch('touchEnd');
  const sheet = page.getByRole('dialog', { name: '주문을 정정할까요?' });
  await expect(sheet).toBeVisible();
  return sheet;
}

/** Opens the margin of the position with an amount in it. */
export async function setMargin(page: Page, way: '추가' | '빼기', amount: string): Promise<Locator> {
  await positionCard(page).getByRole('button', { name: '증거금', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: '증거금' });
  await sheet.getByRole('radio', { name: way, exact: true }).click();
  await sheet.getByRole('textbox', { name: '금액 USDT' }).fill(amount);
  return sheet;
}

/** Opens take-profit and stop-loss of the open position. */
export async function positionExits(page: Page): Promise<Locator> {
  await positionCard(page).getByRole('button', { name: '익절·손절' }).click();
  const sheet = page.getByRole('dialog', { name: '익절·손절' });
  await expect(sheet).toBeVisible();
  return sheet;
}

interface ExitAt {
  readonly price: string;
  readonly watched: '현재가' | '마크가';
}

export async function setExit(
  sheet: Locator,
  leg: '익절' | '손절',
  { price, watched }: ExitAt,
): Promise<void> {
  const place = sheet.getByRole('region', { name: leg });
  await place.getByRole('radio', { name: watched }).click();
  await place.getByRole('textbox').fill(price);
}

type NewExit = Pick<ExitAt, 'watched'> &
  (
    | { readonly kind: '익절' | '손절'; readonly price: string }
    | { readonly kind: '추적 손절'; readonly callback: string }
  );

/** An exit of half of the position; a trailing stop of all of it. */
export async function addExit(sheet: Locator, exit: NewExit): Promise<void> {
  const form = sheet.getByRole('region', { name: '추가' });
  await form.getByRole('radio', { name: exit.kind, exact: true }).click();
  await form.getByRole('radio', { name: exit.watched }).click();
  if (exit.kind === '추적 손절') {
    await form.getByRole('textbox', { name: '되돌림 %' }).fill(exit.callback);
    await form.getByRole('slider', { name: '청산 비율' }).press('End');
  } else await form.getByRole('textbox', { name: /가격 USDT$/ }).fill(exit.price);
  await form.getByRole('button', { name: '추가' }).click();
  const level = exit.kind === '추적 손절' ? exit.callback : Number(exit.price).toLocaleString('en');
  await expect(sheet.getByRole('region', { name: '일부만 청산하는 주문' })).toContainText(level);
}
