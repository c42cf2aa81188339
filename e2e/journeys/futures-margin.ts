// Leverage, margin type and the margin of an isolated position: what is allowed while something is open, and what the
// sheets said of it.
import { setFuturesLeverage, setFuturesMarginType } from '@maru/contract/futures/calls';
import { expect } from '@playwright/test';
import { refusalOf } from '../ask.ts';
import {
  accountOf,
  BITCOIN,
  FIRST,
  fact,
  leverageSheet,
  openTrade,
  placeOrder,
  positionCard,
  setMargin,
  setMarginType,
  setMark,
  showForm,
  showTab,
  test,
} from '../futures.ts';
import { signedIn, toast } from '../journey.ts';

test.beforeEach(async ({ world, page, prices }) => {
  await setMark({ world, page, prices }, FIRST);
});

test('with a position leverage only rises and the margin type stays; isolated margin is added and taken back within its limit', async ({
  memberPage: page,
  world,
  trader,
}) => {
  await openTrade(page);
  await setMarginType(page, '격리');
  await placeOrder(page, '매수·롱', { qty: '0.6' });
  await expect(page.getByRole('tab', { name: '포지션 1' })).toBeVisible();

  const sheet = await leverageSheet(page);
  const why = sheet.getByRole('alert');
  await sheet.getByRole('radio', { name: '교차' }).click();
  await expect(why).toHaveText('포지션 또는 주문이 있어 마진 유형을 변경할 수 없습니다.');
  await expect(sheet.getByRole('button', { name: '교차 20x로 변경' })).toBeDisabled();
  await sheet.getByRole('radio', { name: '격리' }).click();
  await sheet.getByRole('button', { name: '레버리지 낮추기' }).click();
  await expect(why).toHaveText('열린 포지션이 있어 20x 아래로는 낮출 수 없습니다.');
  await expect(sheet.getByRole('button', { name: '19x로 변경' })).toBeDisabled();
  // 57,000 USDT are more than 125x allows.
  await sheet.getByRole('slider', { name: '레버리지' }).press('End');
  await expect(why).toHaveText('해당 레버리지의 최대 수량을 초과합니다.');
  await sheet.getByRole('slider', { name: '레버리지' }).press('Home');
  await expect(why).toHaveText('열린 포지션이 있어 20x 아래로는 낮출 수 없습니다.');
  await sheet.getByRole('button', { name: '닫기' }).click();
  // The server says the same to who does not use the app.
  const token = await signedIn(world, trader);
  const asked = { futuresOptionId: BITCOIN };
  expect(
    await refusalOf(world, setFuturesMarginType, { token, body: { ...asked, marginType: 'CROSS' } }),
  ).toBe('MARGIN_TYPE_WITH_OPEN');
  expect(await refusalOf(world, setFuturesLeverage, { token, body: { ...asked, leverage: 19 } })).toBe(
    'LEVERAGE_BELOW_POSITION',
  );
  const raised = await leverageSheet(page);
  await raised.getByRole('button', { name: '레버리지 높이기' }).click();
  await raised.getByRole('button', { name: '21x로 변경' }).click();
  await expect(toast(page)).toContainText('BTCUSDT · 격리 21x');

  await showTab(page, '포지션');
  const card = positionCard(page);
  await expect(card).toContainText('격리 21x');
  // An isolated position keeps its margin.
  await expect(card).toContainText('증거금2,850.003');
  await expect(card).toContainText('청산가90,619.8');
  const adding = await setMargin(page, '추가', '10000');
  await expect(adding).toContainText('잔액이 부족합니다.');
  await adding.getByRole('textbox', { name: '금액 USDT' }).fill('100');
  const level = (await fact(adding, '청산가').innerText()).split(' → ').at(-1) ?? '';
  await adding.getByRole('button', { name: '증거금 100 USDT 추가' }).click();
  await expect(card).toContainText('증거금2,950.003');
  await expect(card).toContainText(`청산가${level}`);
  const more = await accountOf(world, trader);
  expect(more.positions).toMatchObject([
    { margin: '2950.003', leverage: 21, liquidPrice: level.replaceAll(',', '').replace(/\.0$/, '') },
  ]);

  const taking = await setMargin(page, '빼기', '1000');
  await expect(taking).toContainText('격리 증거금이 부족합니다.');
  await taking.getByRole('textbox', { name: '금액 USDT' }).fill('200');
  await taking.getByRole('button', { name: '증거금 200 USDT 빼기' }).click();
  await expect(card).toContainText('증거금2,750.003');
  const { free, positions } = await accountOf(world, trader);
  expect(positions).toMatchObject([{ margin: '2750.003' }]);
  expect(free).toBe('7204.396952');
});

test('with open orders the leverage falls only as far as the money reaches, and without anything it is free', async ({
  memberPage: page,
  world,
  trader,
}) => {
  await openTrade(page);
  await placeOrder(page, '매수·롱', { type: '지정가', price: '94000', qty: '2' });
  const sheet = await leverageSheet(page);
  const why = sheet.getByRole('alert');
  await sheet.getByRole('radio', { name: '격리' }).click();
  await expect(why).toHaveText('포지션 또는 주문이 있어 마진 유형을 변경할 수 없습니다.');
  await sheet.getByRole('radio', { name: '교차' }).click();
  await sheet.getByRole('button', { name: '레버리지 낮추기' }).click();
  // 9,894.7 of margin and 150.4 of fee.
  await expect(why).toHaveText('잔액이 부족합니다.');
  await sheet.getByRole('button', { name: '닫기' }).click();
  const token = await signedIn(world, trader);
  const lower = { futuresOptionId: BITCOIN, leverage: 19 };
  expect(await refusalOf(world, setFuturesLeverage, { token, body: lower })).toBe('INSUFFICIENT_BALANCE');

  await showTab(page, '미체결');
  await page.getByRole('button', { name: /주문 취소$/ }).click();
  await expect(page.getByText('미체결 주문이 없습니다')).toBeVisible();
  await showForm(page);
  const free = await leverageSheet(page);
  await free.getByRole('slider', { name: '레버리지' }).press('Home');
  await free.getByRole('radio', { name: '격리' }).click();
  await free.getByRole('button', { name: '격리 1x로 변경' }).click();
  await expect(page.getByRole('button', { name: '레버리지 1x, 바꾸기' })).toBeVisible();
  await expect(page.getByRole('button', { name: '마진 유형 격리, 바꾸기' })).toBeVisible();
  expect((await accountOf(world, trader)).free).toBe('10000');
});
