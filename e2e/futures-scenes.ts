// The screens of coin futures that are compared with their design: form and book, positions, exits, leverage, orders,
// and what is left of them: the report of a liquidation and the history.
import { setFuturesLeverage, setFuturesMarginType } from '@maru/contract/futures/calls';
import { expect, type Page } from '@playwright/test';
import { ask } from './ask.ts';
import {
  accountOf,
  ETHER,
  FIRST,
  leverageSheet,
  openTrade,
  orderPastApp,
  positionExits,
  type Stage,
  setMark,
  showForm,
  showTab,
} from './futures.ts';
import { go, signedIn, type Trader, toast } from './journey.ts';
import type { MadeMarket } from './oversea-past.ts';
import { type Appearance, SIZES } from './pictures.ts';
import { closeDialog, type Scene } from './scenes.ts';

const ETHER_NOW = '3170.77';
const PLAIN: readonly Appearance[] = ['dark', 'light'];
const WITH_PRICES: readonly Appearance[] = ['dark', 'light', 'kr'];

export const FUTURES_MARKET: MadeMarket = {
  prices: { BTCUSDT: { tick: 0.1, first: FIRST }, ETHUSDT: { tick: 0.01, first: ETHER_NOW } },
  sizes: '1.490 1.540 0.983 1.320 1.641 3.053 2.978 1.196 1.526 2.660 0.662 1.177'.split(' '),
  depth: 6,
};

/** Before the page is opened: a cross long with exits, an isolated short near its liquidation, and a waiting limit. */
export async function openFuturesPositions(stage: Stage, trader: Trader): Promise<void> {
  const { world, prices } = stage;
  const token = await signedIn(world, trader);
  await prices.setPrice('3136.2', 'ETHUSDT');
  await setMark(stage, '94920');
  await orderPastApp(world, trader, {
    qty: '0.203',
    takeProfit: '97000',
    stopLoss: '94000',
    isMarkTp: true,
    isMarkSl: false,
  });
  await ask(world, setFuturesLeverage, { token, body: { futuresOptionId: ETHER, leverage: 50 } });
  await ask(world, setFuturesMarginType, { token, body: { futuresOptionId: ETHER, marginType: 'ISOLATED' } });
  await orderPastApp(world, trader, { futuresOptionId: ETHER, tradeType: 'SHORT', qty: '2.5' });
  await orderPastApp(world, trader, { marketType: 'LIMIT', price: '94500', qty: '0.05' });
  await prices.setPrice(ETHER_NOW, 'ETHUSDT');
  await setMark(stage, FIRST);
}

const orderType = (page: Page, name: string) =>
  page.getByRole('radiogroup', { name: '주문 유형' }).getByRole('radio', { name, exact: true });

export const futuresScenes = ({ world, prices }: Stage, trader: Trader): readonly Scene[] => [
  {
    name: '06-coin-futures',
    appearances: WITH_PRICES,
    async open(page) {
      await openTrade(page);
      await expect(page.getByRole('tab', { name: '포지션 2' })).toBeVisible();
      await page.getByRole('textbox', { name: '수량 BTC' }).fill('0.25');
      await expect(page.getByRole('img', { name: /현재가 95,000.0/ })).toBeVisible();
    },
  },
  {
    name: '06-coin-futures.stop',
    appearances: ['dark'],
    isWalkedElsewhere: true,
    async open(page) {
      const [, small] = SIZES;
      await page.setViewportSize(small);
      await orderType(page, 'STOP').click();
      // The form with the most fields: its quantity and both sides are on the smallest screen without scrolling.
      await expect(page.getByRole('textbox', { name: '수량 BTC' })).toBeInViewport();
      await expect(page.getByRole('button', { name: /^매수·롱, / })).toBeInViewport();
    },
    async leave(page) {
      await orderType(page, '지정가').click();
    },
  },
  {
    name: '06d-leverage-sheet',
    appearances: PLAIN,
    async open(page) {
      const sheet = await leverageSheet(page);
      await sheet.getByRole('button', { name: '레버리지 낮추기' }).click();
      await expect(sheet.getByRole('alert')).toBeVisible();
    },
    leave: closeDialog('레버리지'),
  },
  {
    name: '06b-coin-futures-positions',
    appearances: PLAIN,
    async open(page) {
      await showTab(page, '포지션');
      await expect(page.getByText(/위험 · 청산까지 0.\d\d%/)).toBeVisible();
    },
  },
  {
    name: '06e-scenario',
    appearances: PLAIN,
    async open(page) {
      await page.getByRole('button', { name: '만약에', exact: true }).click();
      const panel = page.getByRole('dialog', { name: '만약에 BTCUSDT' });
      await panel.getByRole('button', { name: '+3%' }).click();
      // Its answer and the way back are on the screen at once.
      await expect(panel.getByRole('listitem').last()).toBeInViewport();
      await expect(panel.getByRole('button', { name: '원래대로' })).toBeInViewport();
    },
    leave: closeDialog('만약에 BTCUSDT'),
  },
  {
    name: '06c-tpsl-sheet',
    appearances: PLAIN,
    async open(page) {
      await positionExits(page);
    },
    leave: closeDialog('익절·손절'),
  },
  {
    name: '06b-coin-futures-positions.orders',
    appearances: PLAIN,
    async open(page) {
      await showTab(page, '미체결');
      await expect(page.getByRole('button', { name: '모두 취소' })).toBeVisible();
    },
    leave: (page: Page) => showForm(page),
  },
  {
    name: '31c-liquidation-report.futures',
    appearances: PLAIN,
    async open(page) {
      await prices.setPrice('3190', 'ETHUSDT');
      await expect.poll(async () => (await accountOf(world, trader)).positions).toHaveLength(1);
      const { fills } = await accountOf(world, trader);
      await expect(toast(page)).toBeHidden();
      await go(page, `/wallet/history/futures/${fills[0]?.id}`);
      await expect(page.getByText('무엇이 달랐다면 피했을까요')).toBeVisible();
    },
  },
  {
    name: '11-trade-history.futures',
    appearances: WITH_PRICES,
    async open(page) {
      await go(page, '/wallet/history?product=futures');
      await expect(page.getByRole('slider', { name: '일별 손익에서 날짜 고르기' })).toBeVisible();
      await expect(page.getByRole('link', { name: /강제 청산/ })).toBeVisible();
    },
  },
];
