// The screens of overseas futures that are compared with their design, in the order of trading: what is open, the
// ladder, what was closed, and what the server closed.
import { expect, type Page } from '@playwright/test';
import { go, type Trader, toast } from './journey.ts';
import { accountOf, orderPastApp, showTab, sideButton } from './oversea.ts';
import { giveTradedDays } from './oversea-past.ts';
import type { Appearance } from './pictures.ts';
import type { PushedPrices } from './pushed-prices.ts';
import { closeDialog, type Scene } from './scenes.ts';
import type { World } from './world.ts';

/** Micro Nasdaq, as in the designs. */
const MICRO = 304;
const GOLD = 311;
const MINI = 303;
const WITH_PRICES: readonly Appearance[] = ['dark', 'light', 'kr'];

interface Stand {
  readonly world: World;
  readonly trader: Trader;
  readonly prices: PushedPrices;
}

/** Before the page is opened, so that none of it is shown as new. */
export async function openPositions({ world, trader, prices }: Stand): Promise<void> {
  const order = (more: Readonly<Record<string, string | number | boolean>>) =>
    orderPastApp(world, trader, { overseaOptionId: MICRO, ...more });
  await prices.setPrice('25406', 'MNQ');
  await order({ qty: 2, tpTick: 30, slTick: 40 });
  await prices.setPrice('25412.75', 'MNQ');
  await order({ marketType: 'LIMIT', price: '25412' });
  await order({ marketType: 'STOPMARKET', price: '25411.5', tradeType: 'SHORT' });
  await order({ overseaOptionId: GOLD, tradeType: 'SHORT' });
}

export function overseaScenes({ world, trader, prices }: Stand): readonly Scene[] {
  const order = (more: Readonly<Record<string, string | number | boolean>>) =>
    orderPastApp(world, trader, { overseaOptionId: MICRO, ...more });

  async function openTrade(page: Page): Promise<void> {
    await go(page, `/oversea/${MICRO}`);
    await expect(sideButton(page, '매수')).toBeEnabled();
  }

  return [
    {
      name: '05-oversea',
      appearances: WITH_PRICES,
      async open(page) {
        await openTrade(page);
        await expect(page.getByRole('tab', { name: '미체결 2' })).toBeVisible();
        await expect(page.getByRole('img', { name: /현재가 25,412.75/ })).toBeVisible();
      },
    },
    {
      name: '05b-oversea-position',
      appearances: WITH_PRICES,
      async open(page) {
        await showTab(page, '포지션');
        await expect(page.getByRole('region', { name: '평가 담보금' })).toContainText('로스컷');
        await expect(page.getByRole('region', { name: '다른 종목 포지션' })).toBeVisible();
      },
    },
    {
      name: '05b-oversea-position.orders',
      appearances: ['dark', 'light'],
      async open(page) {
        await showTab(page, '미체결');
        await expect(page.getByRole('button', { name: '모두 취소' })).toBeVisible();
      },
      leave: (page) => showTab(page, '주문'),
    },
    {
      name: '18f-toasts',
      appearances: ['dark'],
      isPassing: true,
      async open(page) {
        await order({ qty: 1 });
        await expect(toast(page)).toContainText('오더 체결완료');
        // It is over the header and over no figure below it.
        const [over, header] = await Promise.all(
          [toast(page), page.locator('.page-header')].map((part) => part.boundingBox()),
        );
        expect((over?.y ?? 0) + (over?.height ?? 999)).toBeLessThanOrEqual(
          (header?.y ?? 0) + (header?.height ?? 0),
        );
      },
    },
    {
      name: '32-price-ladder',
      appearances: WITH_PRICES,
      async open(page) {
        await page.getByRole('button', { name: '호가 주문', exact: true }).click();
        await expect(page.getByText('내 매수')).toBeVisible();
        await expect(page.getByRole('button', { name: '시장가 매수' })).toBeEnabled();
      },
    },
    {
      name: '32b-order-guard',
      appearances: ['dark', 'light'],
      async open(page) {
        await page.getByRole('button', { name: '호가 주문 설정' }).click();
        await expect(page.getByRole('dialog', { name: '착오방지' })).toBeVisible();
      },
      leave: closeDialog('착오방지'),
    },
    {
      name: '03-quick-order',
      appearances: WITH_PRICES,
      async open(page) {
        await go(page, '/oversea');
        await expect(toast(page)).toBeHidden();
        await expect(page.getByRole('main').getByText(/매수 3$/)).toBeVisible();
        await expect(page.getByRole('region', { name: '해외선물 평가금액' })).toContainText('로스컷 여유');
      },
    },
    {
      name: '11-trade-history',
      appearances: WITH_PRICES,
      async open(page) {
        // Take-profit, then the limit and the trigger that closes it.
        for (const last of ['25417', '25411']) await prices.setPrice(last, 'MNQ');
        await order({ overseaOptionId: GOLD });
        await expect(toast(page)).toBeHidden({ timeout: 15_000 });
        await giveTradedDays(page, () => Date.now() + world.aheadMs());
        await go(page, '/wallet/history');
        await expect(
          page.getByRole('region', { name: '해외선물 거래내역' }).getByRole('link').nth(2),
        ).toBeVisible();
      },
    },
    {
      name: '31c-liquidation-report',
      appearances: ['dark', 'light'],
      async open(page) {
        await order({ overseaOptionId: MINI, qty: 16 });
        await prices.setPrice('24975');
        await expect
          .poll(async () => (await accountOf(world, trader)).positions, { timeout: 10_000 })
          .toEqual([]);
        await expect(toast(page)).toBeHidden();
        const { fills } = await accountOf(world, trader);
        const cut = fills.find((each) => each.overseaOptionId === MINI && each.forcedReason === 'LOSSCUT');
        await go(page, `/wallet/history/oversea/${cut?.id}`);
        await expect(page.getByText('무엇이 달랐다면 피했을까요')).toBeVisible();
      },
    },
  ];
}
