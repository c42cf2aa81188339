// Every kind of order, on the phone: what the form said of it, when it fills and at what price, and what is refused
// before it is sent.
import { myWallets } from '@maru/contract/account/calls';
import { placeFuturesOrder } from '@maru/contract/futures/calls';
import { expect } from '@playwright/test';
import { ask } from '../ask.ts';
import {
  accountOf,
  dragLine,
  exitsSheet,
  FIRST,
  fact,
  fillTicket,
  openTrade,
  ownOrders,
  placeOrder,
  positionCard,
  proposeOrder,
  refusedOrder,
  setMarginType,
  setMark,
  showForm,
  showTab,
  switchImmediacy,
  test,
} from '../futures.ts';
import { dock, keysOf, signedIn, toast, visit } from '../journey.ts';

test.beforeEach(async ({ world, page, prices }) => {
  await setMark({ world, page, prices }, FIRST);
});

test('a market order costs what the form said, reduce-only orders shrink it, and closing it brings what the sheet said', async ({
  memberPage: page,
  world,
  trader,
  prices,
}) => {
  await openTrade(page);
  await setMarginType(page, '격리');
  await fillTicket(page, { type: '시장가', qty: '0.1' });
  const form = page.getByRole('main');
  await expect(fact(form, '필요 증거금')).toHaveText('475.0005 USDT');
  await expect(fact(form, '수수료')).toHaveText('7.6 USDT');
  await expect(fact(form, '청산가')).toContainText('롱 90,612.5');

  // A stop-loss behind the liquidation could never fire: nothing is sent.
  const sent = keysOf(page, placeFuturesOrder.path);
  const sheet = await exitsSheet(page);
  await sheet.getByRole('textbox', { name: '손절 가격 USDT' }).fill('90000');
  await expect(sheet).toContainText('청산가보다 먼 손절은 체결될 수 없어 설정할 수 없습니다.');
  await sheet.getByRole('button', { name: '적용' }).click();
  await refusedOrder(page, '매수·롱', '청산가보다 먼 손절은 체결될 수 없어 설정할 수 없습니다.');
  expect(sent).toEqual([]);
  await page.getByRole('checkbox', { name: '익절·손절' }).uncheck();

  const question = await proposeOrder(page, '매수·롱', { type: '시장가', qty: '0.1' });
  await expect(fact(question, '마진 · 레버리지')).toHaveText('격리 20x');
  await expect(fact(question, '청산가')).toHaveText('90,612.5');
  await expect(fact(question, '체결되면 사용 가능')).toHaveText('9,517.3994 USDT');
  await question.getByRole('button', { name: '매수·롱 0.100 BTC 주문' }).click();
  await expect(toast(page)).toContainText('오더 체결완료');
  await showTab(page, '포지션');
  const card = positionCard(page);
  await expect(card).toContainText('격리 20x');
  await expect(card).toContainText('진입가95,000.1');
  await expect(card).toContainText('증거금475.0005');
  await expect(card).toContainText('청산가90,612.5');
  const opened = await accountOf(world, trader);
  expect(opened.free).toBe('9517.399492');
  expect(opened.positions).toMatchObject([
    { margin: '475.0005', entryFee: '7.600008', liquidPrice: '90612.5' },
  ]);
  expect(opened.fills).toMatchObject([{ price: '95000.1', fee: '7.600008' }]);

  await showForm(page);
  await refusedOrder(page, '매수·롱', '포지션이 없어 주문할 수 없습니다.', {
    type: '지정가',
    price: '94900',
    qty: '0.04',
    isReduceOnly: true,
  });
  await placeOrder(page, '매도·숏', { type: '지정가', price: '95100', qty: '0.04', isReduceOnly: true });
  await showTab(page, '미체결');
  await expect(ownOrders(page)).toContainText('지정가 · 줄이기만');
  expect((await accountOf(world, trader)).orders).toMatchObject([{ reduceOnly: true, cost: '0' }]);
  await prices.setPrice('95100.1');
  await expect(page.getByText('미체결 주문이 없습니다')).toBeVisible();
  await showTab(page, '포지션');
  await expect(card).toContainText('수량0.060 BTC');
  expect((await accountOf(world, trader)).fills[0]).toMatchObject({ price: '95100', closedQty: '0.04' });

  await card.getByRole('button', { name: '청산', exact: true }).click();
  const close = page.getByRole('dialog', { name: '시장가 청산' });
  // 99.9 of price and 0.08 % on both sides.
  await expect(fact(close, '가격 손익')).toHaveText('+5.994 USDT');
  await expect(fact(close, '받는 순손익')).toHaveText('−3.1309 USDT');
  await close.getByRole('button', { name: '0.060 BTC 청산' }).click();
  await expect(page.getByText('열린 포지션이 없습니다')).toBeVisible();
  const { free, positions, fills } = await accountOf(world, trader);
  expect(positions).toEqual([]);
  expect(fills[0]).toMatchObject({ price: '95100', pnl: '5.994', net: '-3.1308048' });
  expect(free).toBe('9994.781992');
});

test('a limit rests and is moved in the chart, fills at its own price, and is cancelled; post-only and IOC are refused where they must be', async ({
  memberPage: page,
  world,
  trader,
  prices,
}) => {
  // A candle high enough for the lines to be near it.
  for (const price of ['95300', '94700', FIRST]) await prices.setPrice(price);
  await openTrade(page);
  await placeOrder(page, '매수·롱', { type: '지정가', price: '94900' });
  await expect(fact(page.getByRole('main'), '사용 가능')).toHaveText('9,517.908 USDT');
  expect((await accountOf(world, trader)).orders).toMatchObject([{ price: '94900', cost: '482.092' }]);

  const [order] = (await accountOf(world, trader)).orders;
  const move = await dragLine(page, 16);
  await move.getByRole('spinbutton', { name: '바꿀 값' }).fill('94850');
  await move.getByRole('button', { name: '정정', exact: true }).click();
  await expect(toast(page)).toContainText('주문을 정정했습니다');
  await showTab(page, '미체결');
  await expect(ownOrders(page)).toContainText('94,850.0');
  expect((await accountOf(world, trader)).orders).toMatchObject([{ id: order?.id, price: '94850' }]);

  await showForm(page);
  await switchImmediacy(page, '지정가 대기만 (Post-only)');
  await refusedOrder(page, '매수·롱', '바로 체결되는 가격이라 지정가 대기 주문을 낼 수 없습니다.', {
    type: '지정가',
    price: '95000.1',
  });
  await placeOrder(page, '매수·롱', { type: '지정가', price: '94800' });
  await switchImmediacy(page, '즉시 체결만 (IOC)');
  await refusedOrder(page, '매수·롱', '바로 체결되지 않는 가격이라 즉시 체결 주문을 낼 수 없습니다.', {
    type: '지정가',
    price: FIRST,
  });
  await placeOrder(page, '매수·롱', { type: '지정가', price: '95200', qty: '0.01' });
  await switchImmediacy(page, '즉시 체결만 (IOC)');
  await showTab(page, '포지션');
  // On arrival it fills at the ask, which is better than its limit.
  await expect(positionCard(page)).toContainText('진입가95,000.1');

  // The last price has reached the limit, the ask has not.
  await prices.setPrice('94850');
  await expect(page.getByRole('main')).toContainText('94,850.0');
  expect((await accountOf(world, trader)).orders).toHaveLength(2);
  await prices.setPrice('94849.9');
  await expect(positionCard(page)).toContainText('수량0.110 BTC');
  expect((await accountOf(world, trader)).fills[0]).toMatchObject({ marketType: 'LIMIT', price: '94850' });

  await showTab(page, '미체결');
  await ownOrders(page).getByRole('button', { name: '매수 0.100 BTC 94,800.0 주문 취소' }).click();
  await expect(page.getByText('미체결 주문이 없습니다')).toBeVisible();
  await showForm(page);
  for (const price of ['94000', '93900']) await placeOrder(page, '매수·롱', { type: '지정가', price });
  await showTab(page, '미체결');
  await ownOrders(page).getByRole('button', { name: '모두 취소' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '모두 취소' }).click();
  await expect(page.getByText('미체결 주문이 없습니다')).toBeVisible();
  const { orders, positions } = await accountOf(world, trader);
  expect({ orders, positions }).toMatchObject({ orders: [], positions: [{ qty: '0.11' }] });
});

test('stops wait on their side of the market, by the last price or by the mark, with a limit or without', async ({
  memberPage: page,
  world,
  trader,
  prices,
}) => {
  await openTrade(page);
  await refusedOrder(page, '매수·롱', '현재가에서 바로 발동되는 감시가로는 주문할 수 없습니다.', {
    type: 'MIT',
    trigger: '94900',
  });
  await placeOrder(page, '매수·롱', { type: 'MIT', trigger: '95100', watched: '현재가' });
  await showTab(page, '미체결');
  await expect(ownOrders(page)).toContainText('MIT · 현재가 95,100.0 이상');
  await prices.setPrice('95100');
  await showTab(page, '포지션');
  await expect(positionCard(page)).toContainText('진입가95,100.1');

  await showForm(page);
  await placeOrder(page, '매도·숏', {
    type: 'STOP',
    trigger: '95000',
    price: '95010',
    qty: '0.04',
    watched: '현재가',
  });
  await placeOrder(page, '매수·롱', { type: 'MIT', trigger: '95200', qty: '0.05', watched: '마크가' });
  await showTab(page, '미체결');
  await expect(ownOrders(page)).toContainText('STOP · 현재가 95,000.0 이하');
  await expect(ownOrders(page)).toContainText('MIT · 마크가 95,200.0 이상');
  await prices.setPrice('95000');
  // It was triggered and rests at its limit, which the bid has not reached.
  await expect
    .poll(async () => (await accountOf(world, trader)).orders.find(({ price }) => price === '95010')?.status)
    .toBe('OPEN');
  await prices.setPrice('95010.1');
  await expect(ownOrders(page)).not.toContainText('STOP');
  expect((await accountOf(world, trader)).fills[0]).toMatchObject({
    marketType: 'STOPLIMIT',
    price: '95010',
  });

  // The last price passes the trigger at once, the mark seconds later.
  await prices.setPrice('95250');
  await expect(page.getByRole('main')).toContainText('95,250.0');
  expect((await accountOf(world, trader)).orders).toHaveLength(1);
  await setMark({ world, page, prices }, '95250');
  await expect(page.getByText('미체결 주문이 없습니다')).toBeVisible();
  const { positions, fills } = await accountOf(world, trader);
  expect(fills[0]).toMatchObject({ marketType: 'STOPMARKET', price: '95250.1' });
  expect(positions).toMatchObject([{ tradeType: 'LONG', qty: '0.11' }]);
});

test('an inverse contract counts dollars, and margin, profit and fees are coins of the BTC wallet', async ({
  memberPage: page,
  world,
  trader,
  prices,
}) => {
  const stage = { world, page, prices };
  const coins = async () =>
    (await ask(world, myWallets, { token: await signedIn(world, trader) }))['BTC']?.point;
  await setMark(stage, FIRST, 'BTCUSD');
  await visit(page, '/future/BTCUSD');
  await page.getByRole('radio', { name: '시장가', exact: true }).click();
  await page.getByRole('textbox', { name: '수량 USD' }).fill('950');
  // 950 ÷ 95,000.1 ÷ 20, and 0.08 % of the value.
  await expect(fact(page.getByRole('main'), '필요 증거금')).toHaveText('0.0005 BTC');
  await expect(fact(page.getByRole('main'), '수수료')).toHaveText('0.000008 BTC');
  await dock(page)
    .getByRole('button', { name: /^매수·롱, / })
    .click();
  await page.getByRole('button', { name: '매수·롱 950 USD 주문' }).click();
  await expect(toast(page)).toContainText('오더 체결완료');
  expect(await coins()).toBe('0.099992');

  await setMark(stage, '96000', 'BTCUSD');
  await showTab(page, '포지션');
  const card = page.getByRole('region', { name: 'BTCUSD 포지션' });
  // 950 × (1 ÷ 95,000.1 − 1 ÷ 96,000): not a thousand dollars on 0.01 coins, but what they are in coins at each price.
  await expect(card).toContainText('미실현 손익 BTC+0.00010415');
  await card.getByRole('button', { name: '청산', exact: true }).click();
  const close = page.getByRole('dialog', { name: '시장가 청산' });
  await expect(fact(close, '받는 순손익')).toHaveText(/^\+0\.0000\d+ BTC$/);
  const said = (await fact(close, '받는 순손익').innerText()).replace(/[+ A-Z]/g, '');
  await close.getByRole('button', { name: '950 USD 청산' }).click();
  await expect(page.getByText('열린 포지션이 없습니다')).toBeVisible();
  const { fills, free } = await accountOf(world, trader);
  expect(fills[0]).toMatchObject({ currency: 'BTC', price: '95999.9', net: said });
  expect(Number(await coins())).toBeCloseTo(0.1 + Number(said), 8);
  expect(free).toBe('10000');
});
