import { placeOverseaOrder } from '@maru/contract/oversea';
import { expect, type Page } from '@playwright/test';
import { carrySession, equity, go } from '../journey.ts';
import {
  accountOf,
  dock,
  FIRST,
  fillRows,
  openOrders,
  openTrade,
  placeOrder,
  positionCard,
  positionDock,
  proposeOrder,
  showTab,
  test,
  toast,
} from '../oversea.ts';

const ORDER_PATH = `**${placeOverseaOrder.path}`;

test.beforeEach(async ({ context, world, trader, prices }) => {
  await prices.say(FIRST);
  await carrySession(context, world, trader);
});

test('a market order fills at the offer, its position lives with the price, and closing it pays what the card said', async ({
  page,
  world,
  trader,
  prices,
}) => {
  await openTrade(page);
  await placeOrder(page, '매수');
  await expect(toast(page)).toContainText('오더 체결완료');
  await showTab(page, '포지션');
  await expect(positionCard(page)).toContainText('1계약');
  await expect(positionCard(page)).toContainText('25,000.25');
  await expect(positionCard(page)).toContainText('300,000원');
  await prices.say('25010.25');
  await expect(positionCard(page)).toContainText('+277,100원');
  const held = await accountOf(world, trader);
  expect({ free: held.free, waiting: held.waiting }).toEqual({ free: '9697000', waiting: '300000' });

  await positionDock(page).getByRole('button', { name: '1계약 시장가 청산' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '청산', exact: true }).click();
  await expect(page.getByText('포지션이 없습니다')).toBeVisible();
  const { free, waiting, fills } = await accountOf(world, trader);
  // Sold at the bid, a tick below the last price: 9.75 points.
  expect({ free, waiting }).toEqual({ free: '10264172', waiting: '0' });
  expect(fills).toMatchObject([{ pnl: '270172', price: '25010' }, { openedQty: 1, price: '25000.25' }]);
  await go(page, '/oversea');
  await expect(equity(page)).toContainText('10,264,172원');
});
