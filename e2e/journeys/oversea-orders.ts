import { placeOverseaOrder } from '@maru/contract/oversea/calls';
import { expect } from '@playwright/test';
import { dock, dropAnswers, equity, go, keysOf, toast } from '../journey.ts';
import {
  accountOf,
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
} from '../oversea.ts';

test.beforeEach(async ({ prices }) => {
  await prices.setPrice(FIRST);
});

test('a market order fills at the ask, its position follows the price, and closing it fills at the bid', async ({
  memberPage: page,
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
  await prices.setPrice('25010.25');
  await expect(positionCard(page)).toContainText('+264,172원');
  const held = await accountOf(world, trader);
  expect({ free: held.free, waiting: held.waiting }).toEqual({ free: '9697000', waiting: '300000' });

  await positionDock(page).getByRole('button', { name: '1계약 시장가 청산' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '청산', exact: true }).click();
  await expect(page.getByText('포지션이 없습니다')).toBeVisible();
  const { free, waiting, fills } = await accountOf(world, trader);
  // A tick below the last price: 9.75 points.
  expect({ free, waiting }).toEqual({ free: '10264172', waiting: '0' });
  expect(fills).toMatchObject([
    { pnl: '270172', price: '25010' },
    { openedQty: 1, price: '25000.25' },
  ]);
  await go(page, '/oversea');
  await expect(equity(page)).toContainText('10,264,172원');
});

test('a limit rests and fills at its own price; then take-profit closes it', async ({
  memberPage: page,
  world,
  trader,
  prices,
}) => {
  await openTrade(page);
  await placeOrder(page, '매수', { type: '지정가', price: '24990', exits: ['익절'] });
  await expect(toast(page)).toContainText('주문을 접수했습니다');
  await showTab(page, '미체결');
  await expect(openOrders(page)).toContainText('24,990.00');
  expect((await accountOf(world, trader)).waiting).toBe('300000');

  // The last price has reached the limit, the ask has not.
  await prices.setPrice('24990');
  await expect(page.getByRole('main').getByText('24,990.00').first()).toBeVisible();
  expect((await accountOf(world, trader)).orders).toHaveLength(1);
  await prices.setPrice('24989.75');
  await expect(page.getByText('미체결 주문이 없습니다')).toBeVisible();
  await showTab(page, '포지션');
  await expect(positionCard(page)).toContainText('24,990.00');
  await expect(positionCard(page)).toContainText('익절 24,992.50');

  await prices.setPrice('24992.5');
  await expect(page.getByText('포지션이 없습니다')).toBeVisible();
  await showTab(page, '체결');
  await expect(fillRows(page)).toHaveText([/\+56,347.*익절주문/, /진입.*지정가/]);
  const { free, waiting } = await accountOf(world, trader);
  expect({ free, waiting }).toEqual({ free: '10056347', waiting: '0' });
});

test('a trigger waits on its side of the market and fills at the ask; then stop-loss closes it', async ({
  memberPage: page,
  world,
  trader,
  prices,
}) => {
  await openTrade(page);
  const send = await proposeOrder(page, '매도', { type: 'MIT', price: '24980', exits: ['손절'], count: '3' });
  await expect(page.getByRole('dialog')).toContainText('24,980.00 이하이면 시장가');
  await send.click();
  await showTab(page, '미체결');
  await expect(openOrders(page)).toContainText('MIT · 24,980.00 이하이면 체결 · 증거금 900,000원');

  await prices.setPrice('24979');
  await expect(page.getByText('미체결 주문이 없습니다')).toBeVisible();
  await showTab(page, '포지션');
  await expect(positionCard(page)).toContainText('매도 3계약');
  await expect(positionCard(page)).toContainText('24,978.75');
  await expect(positionCard(page)).toContainText('손절 24,981.25');

  await prices.setPrice('24981.25');
  await expect(page.getByText('포지션이 없습니다')).toBeVisible();
  await showTab(page, '체결');
  await expect(fillRows(page)).toHaveText([/−246,608.*손절주문/, /진입.*MIT/]);
  const { free, waiting } = await accountOf(world, trader);
  expect({ free, waiting }).toEqual({ free: '9753392', waiting: '0' });
});

test('orders are cancelled one by one or all at once, and a position is reversed', async ({
  memberPage: page,
  world,
  trader,
}) => {
  await openTrade(page);
  for (const price of ['24990', '24980', '24970']) {
    await placeOrder(page, '매수', { type: '지정가', price });
    await expect(toast(page)).toContainText(`24,9${price.slice(3)}.00`);
  }
  await showTab(page, '미체결');
  await expect(openOrders(page).getByRole('listitem')).toHaveCount(3);
  await openOrders(page).getByRole('button', { name: '매수 1계약 24,980.00 취소' }).click();
  await expect(openOrders(page).getByRole('listitem')).toHaveCount(2);
  expect((await accountOf(world, trader)).waiting).toBe('600000');
  await openOrders(page).getByRole('button', { name: '모두 취소' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '모두 취소' }).click();
  await expect(page.getByText('미체결 주문이 없습니다')).toBeVisible();
  const back = await accountOf(world, trader);
  expect({ free: back.free, waiting: back.waiting }).toEqual({ free: '10000000', waiting: '0' });

  await showTab(page, '주문');
  await placeOrder(page, '매수');
  await showTab(page, '포지션');
  await expect(positionCard(page)).toContainText('매수 1계약');
  await positionDock(page).getByRole('button', { name: '스위칭' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '스위칭' }).click();
  await expect(positionCard(page)).toContainText('매도 1계약');
  await expect(positionCard(page)).toContainText('24,999.75');
  const { positions, fills, waiting } = await accountOf(world, trader);
  expect(positions).toMatchObject([{ tradeType: 'SHORT', qty: 1, entryPrice: '24999.7500' }]);
  expect(fills[0]).toMatchObject({ qty: 2, closedQty: 1, openedQty: 1, pnl: '-13855' });
  expect(waiting).toBe('300000');
});

test('a double tap places one order', async ({ memberPage: page, world, trader }) => {
  await openTrade(page);
  const send = await proposeOrder(page, '매수');
  await send.dblclick({ delay: 0 });
  await showTab(page, '포지션');
  await expect(positionCard(page)).toContainText('1계약');
  expect((await accountOf(world, trader)).fills).toHaveLength(1);
});

test('an order whose answer was lost is retried until its result is known, and is placed once', async ({
  memberPage: page,
  world,
  trader,
}) => {
  const keys = keysOf(page, placeOverseaOrder.path);
  const answers = await dropAnswers(page, placeOverseaOrder.path);
  await openTrade(page);
  await placeOrder(page, '매도');
  await expect(dock(page)).toContainText('확인 중 · 답을 받지 못해 주문 결과를 확인하고 있습니다.');
  await answers.end();
  await expect(dock(page)).not.toContainText('확인 중');
  await showTab(page, '포지션');
  await expect(positionCard(page)).toContainText('매도 1계약');

  expect(answers.dropped()).toBeGreaterThan(0);
  expect(new Set(keys).size).toBe(1);
  expect((await accountOf(world, trader)).fills).toHaveLength(1);
});
