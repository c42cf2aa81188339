// How a position ends by its owner's will: take-profit, stop-loss and trailing stops, of all of it or of a part, by the
// last price or by the mark; a part closed by hand, a reversal, and everything at once.
import { expect } from '@playwright/test';
import {
  accountOf,
  addExit,
  ETHER,
  exitsSheet,
  FIRST,
  fact,
  fillTicket,
  openTrade,
  orderPastApp,
  ownOrders,
  placeOrder,
  positionCard,
  positionExits,
  setExit,
  setMark,
  showTab,
  test,
} from '../futures.ts';
import { toast } from '../journey.ts';

test.beforeEach(async ({ world, page, prices }) => {
  await setMark({ world, page, prices }, FIRST);
});

test('an order brings its exits, they are changed on the position, parts leave it one by one, and a trailing stop takes the rest', async ({
  memberPage: page,
  world,
  trader,
  prices,
}) => {
  await openTrade(page);
  await fillTicket(page, { qty: '0.1' });
  const attached = await exitsSheet(page);
  await setExit(attached, '익절', { price: '96000', watched: '현재가' });
  await setExit(attached, '손절', { price: '94000', watched: '마크가' });
  await attached.getByRole('button', { name: '적용' }).click();
  await placeOrder(page, '매수·롱', { qty: '0.1' });
  await showTab(page, '포지션');
  const card = positionCard(page);
  await expect(card).toContainText('익절 / 손절96,000.0 / 94,000.0');
  await showTab(page, '미체결');
  await expect(ownOrders(page)).toContainText('익절주문 · 현재가 96,000.0 이상');
  await expect(ownOrders(page)).toContainText('손절주문 · 마크가 94,000.0 이하');

  await showTab(page, '포지션');
  const sheet = await positionExits(page);
  await setExit(sheet, '익절', { price: '94900', watched: '현재가' });
  await expect(sheet.getByRole('button', { name: '적용' })).toBeDisabled();
  await setExit(sheet, '익절', { price: '95500', watched: '마크가' });
  await sheet.getByRole('button', { name: '적용' }).click();
  await expect(card).toContainText('익절 / 손절95,500.0 / 94,000.0');
  const parts = await positionExits(page);
  await parts.getByRole('button', { name: '일부씩 청산 · 추적 손절' }).click();
  await addExit(parts, { kind: '익절', price: '95200', watched: '현재가' });
  await addExit(parts, { kind: '손절', price: '94800', watched: '현재가' });
  await addExit(parts, { kind: '추적 손절', callback: '0.3', watched: '현재가' });
  await expect(parts.getByRole('region', { name: '일부만 청산하는 주문' }).getByRole('listitem')).toHaveCount(
    3,
  );
  await parts.getByRole('button', { name: '닫기' }).click();

  await prices.setPrice('95200');
  await expect(card).toContainText('수량0.050 BTC');
  expect((await accountOf(world, trader)).fills[0]).toMatchObject({
    marketType: 'TAKEPROFIT',
    price: '95199.9',
    closedQty: '0.05',
  });
  // The last price passes the other take-profit, which watches the mark.
  await prices.setPrice('95600');
  await expect(page.getByRole('main')).toContainText('95,600.0');
  expect((await accountOf(world, trader)).positions).toMatchObject([{ qty: '0.05' }]);
  // 0.3 % below 95,600.
  await prices.setPrice('95313.3');
  await expect(page.getByRole('main')).toContainText('95,313.3');
  expect((await accountOf(world, trader)).positions).toMatchObject([{ qty: '0.05' }]);
  await prices.setPrice('95313.2');
  await expect(page.getByText('열린 포지션이 없습니다')).toBeVisible();
  const { orders, fills } = await accountOf(world, trader);
  expect(orders).toEqual([]);
  expect(fills[0]).toMatchObject({ marketType: 'TRAILINGSTOP', price: '95313.1' });
});

test('a stop-loss of a part fires by the last price, the one of the rest by the mark', async ({
  memberPage: page,
  world,
  trader,
  prices,
}) => {
  await orderPastApp(world, trader, { tradeType: 'SHORT', stopLoss: '95400', isMarkSl: true });
  await openTrade(page);
  await showTab(page, '포지션');
  const card = positionCard(page);
  await expect(card).toContainText('익절 / 손절– / 95,400.0');
  const parts = await positionExits(page);
  await parts.getByRole('button', { name: '일부씩 청산 · 추적 손절' }).click();
  await addExit(parts, { kind: '손절', price: '95200', watched: '현재가' });
  await parts.getByRole('button', { name: '닫기' }).click();
  await prices.setPrice('95450');
  await expect(card).toContainText('수량0.050 BTC');
  await setMark({ world, page, prices }, '95450');
  await expect(page.getByText('열린 포지션이 없습니다')).toBeVisible();
  expect((await accountOf(world, trader)).fills).toMatchObject([
    { marketType: 'STOPLOSS', price: '95450.1', closedQty: '0.05' },
    { marketType: 'STOPLOSS', price: '95450.1', closedQty: '0.05' },
    { marketType: 'MARKET', tradeType: 'SHORT', price: '94999.9' },
  ]);
});

test('a part is closed by hand, the rest is reversed, and all positions are closed at once', async ({
  memberPage: page,
  world,
  trader,
}) => {
  await orderPastApp(world, trader);
  await orderPastApp(world, trader, { futuresOptionId: ETHER, qty: '1' });
  await openTrade(page);
  await showTab(page, '포지션');
  const card = positionCard(page);
  await card.getByRole('button', { name: 'BTCUSDT 더 보기' }).click();
  await page
    .getByRole('dialog', { name: 'BTCUSDT' })
    .getByRole('button', { name: /^일부 청산/ })
    .click();
  const part = page.getByRole('dialog', { name: '시장가 청산' });
  await expect(fact(part, '남는 수량')).toHaveText('0.050 BTC');
  const net = await fact(part, '받는 순손익').innerText();
  await part.getByRole('button', { name: '0.050 BTC 청산' }).click();
  await expect(toast(page)).toContainText(net);
  await expect(card).toContainText('수량0.050 BTC');

  await card.getByRole('button', { name: 'BTCUSDT 더 보기' }).click();
  await page
    .getByRole('dialog', { name: 'BTCUSDT' })
    .getByRole('button', { name: /^반대로 전환/ })
    .click();
  const reverse = page.getByRole('dialog', { name: '반대로 전환' });
  await expect(fact(reverse, '새로 여는 포지션')).toHaveText('숏 0.050 BTC');
  const level = await fact(reverse, '새 청산가').innerText();
  await reverse.getByRole('button', { name: '숏으로 전환' }).click();
  await expect(card).toContainText('숏BTCUSDT');
  await expect(card).toContainText('진입가94,999.9');
  await expect(card).toContainText(`청산가${level}`);
  expect((await accountOf(world, trader)).fills).toMatchObject([
    { closedQty: '0', openedQty: '0.05' },
    { closedQty: '0.05', openedQty: '0' },
    { closedQty: '0.05' },
    {},
    {},
  ]);

  await page.getByRole('button', { name: '모두 시장가 청산' }).click();
  const question = page.getByRole('alertdialog', { name: '포지션 2개를 모두 청산할까요?' });
  await question.getByRole('button', { name: '모두 청산' }).click();
  await expect(page.getByText('열린 포지션이 없습니다')).toBeVisible();
  const { positions, fills } = await accountOf(world, trader);
  expect(positions).toEqual([]);
  expect(fills.slice(0, 2).map(({ marketType }) => marketType)).toEqual(['CLOSE_ALL', 'CLOSE_ALL']);
});
