import { expect } from '@playwright/test';
import { toast } from '../journey.ts';
import {
  accountOf,
  FIRST,
  fillRows,
  NASDAQ,
  openOrders,
  openTrade,
  placeOrder,
  positionCard,
  showTab,
  sideButton,
  test,
} from '../oversea.ts';

test('a trigger that was crossed while the server was down fires on the first fresh tick, and its fill shows that', async ({
  memberPage: page,
  world,
  trader,
  prices,
}) => {
  test.setTimeout(120_000);
  await prices.setPrice(FIRST);
  await openTrade(page);
  await placeOrder(page, '매수', { exits: ['손절'] });
  await showTab(page, '포지션');
  await expect(positionCard(page)).toContainText('손절 24,997.75');
  await showTab(page, '주문');
  await placeOrder(page, '매수', { type: '지정가', price: '24900' });
  await showTab(page, '미체결');
  await expect(openOrders(page)).toContainText('24,900.00');

  await prices.pause();
  await world.kill();
  await expect(page.getByText('연결이 불안정합니다')).toBeVisible({ timeout: 15_000 });
  await world.startAgain();
  await expect(page.getByText('연결이 불안정합니다')).toBeHidden({ timeout: 40_000 });
  // No price was pushed since: nothing has changed, and a market order has to wait.
  await expect(openOrders(page)).toContainText('24,900.00');
  const before = await accountOf(world, trader);
  expect(before).toMatchObject({
    positions: [{ qty: 1, slPrice: '24997.75' }],
    orders: [{ price: '24900' }],
  });
  expect(before.fills).toHaveLength(1);
  await showTab(page, '주문');
  await expect(sideButton(page, '매수')).toBeEnabled();
  await page.getByRole('radio', { name: '시장가', exact: true }).click();
  await expect(page.getByText('새 시세를 기다리고 있습니다')).toBeVisible();

  await prices.setPrice('24950');
  await expect(toast(page)).toContainText(/손절로 청산했습니다.*시세 재개 뒤 첫 틱/s);
  await expect(sideButton(page, '매수')).toBeEnabled({ timeout: 10_000 });
  await showTab(page, '체결');
  await fillRows(page).first().click();
  await expect(page.getByRole('article')).toContainText('시세 재개 뒤 첫 틱');
  const { positions, orders, fills } = await accountOf(world, trader);
  expect({ positions, orders: orders.length }).toEqual({ positions: [], orders: 1 });
  expect(fills).toMatchObject([
    { marketType: 'STOPLOSS', isAfterGap: true, price: '24949.75', overseaOptionId: NASDAQ },
    { marketType: 'MARKET', isAfterGap: false },
  ]);

  // The order that was not crossed still works.
  await prices.setPrice('24899.5');
  await expect.poll(async () => (await accountOf(world, trader)).orders).toEqual([]);
  expect((await accountOf(world, trader)).positions).toMatchObject([{ qty: 1, tradeType: 'LONG' }]);
});
