import { expect } from '@playwright/test';
import {
  accountOf,
  addExit,
  FIRST,
  openTrade,
  orderPastApp,
  ownOrders,
  positionCard,
  positionExits,
  setMark,
  showTab,
  test,
} from '../futures.ts';
import { toast } from '../journey.ts';

test('after the server was killed, position, margin, exits and orders are as they were, and go on with the first price', async ({
  memberPage: page,
  world,
  trader,
  prices,
}) => {
  test.setTimeout(120_000);
  await setMark({ world, page, prices }, FIRST);
  await orderPastApp(world, trader, { marginType: 'ISOLATED', takeProfit: '96000', stopLoss: '93500' });
  await orderPastApp(world, trader, { marketType: 'LIMIT', price: '94500', qty: '0.05' });
  await orderPastApp(world, trader, { marketType: 'STOPMARKET', stopPrice: '95500', qty: '0.05' });
  await openTrade(page);
  await showTab(page, '포지션');
  const parts = await positionExits(page);
  await parts.getByRole('button', { name: '일부씩 청산 · 추적 손절' }).click();
  await addExit(parts, { kind: '손절', price: '94800', watched: '현재가' });
  await addExit(parts, { kind: '추적 손절', callback: '1', watched: '현재가' });
  await parts.getByRole('button', { name: '닫기' }).click();
  await showTab(page, '미체결');
  await expect(ownOrders(page).getByRole('listitem')).toHaveCount(6);

  await prices.pause();
  const before = await accountOf(world, trader);
  await world.kill();
  await expect(page.getByText('연결이 불안정합니다')).toBeVisible({ timeout: 15_000 });
  await world.startAgain();
  await expect(page.getByText('연결이 불안정합니다')).toBeHidden({ timeout: 40_000 });
  expect(await accountOf(world, trader)).toEqual(before);
  await expect(ownOrders(page).getByRole('listitem')).toHaveCount(6);
  await showTab(page, '포지션');
  await expect(positionCard(page)).toContainText('익절 / 손절96,000.0 / 93,500.0');

  // The stop-loss of a half was crossed meanwhile.
  await prices.setPrice('94700');
  await expect(toast(page)).toContainText(/손절로 청산했습니다.*시세 재개 뒤 첫 틱/s);
  await expect(positionCard(page)).toContainText('수량0.050 BTC');
  const [first] = (await accountOf(world, trader)).fills;
  expect(first).toMatchObject({ marketType: 'STOPLOSS', price: '94699.9', isAfterGap: true });
  // What was not crossed still works.
  await prices.setPrice('94499.9');
  await expect(positionCard(page)).toContainText('수량0.100 BTC');
  await prices.setPrice('95500');
  await expect(positionCard(page)).toContainText('수량0.150 BTC');
  // More than 1 % below 95,500.
  await prices.setPrice('94540');
  await expect(page.getByText('열린 포지션이 없습니다')).toBeVisible();
  const { fills, orders, positions } = await accountOf(world, trader);
  expect({ orders, positions }).toEqual({ orders: [], positions: [] });
  expect(fills.slice(0, 3)).toMatchObject([
    { marketType: 'TRAILINGSTOP', isAfterGap: false },
    { marketType: 'STOPMARKET', price: '95500.1' },
    { marketType: 'LIMIT', price: '94500' },
  ]);
});
