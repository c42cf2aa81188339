// What happens to a position without its owner's will: funding at its time, the warning, and the liquidation with its
// report.
import { expect } from '@playwright/test';
import {
  accountOf,
  ETHER,
  FIRST,
  fact,
  leverageSheet,
  openTrade,
  orderPastApp,
  pass,
  passFunding,
  placeOrder,
  positionCard,
  setMarginType,
  setMark,
  showTab,
  test,
} from '../futures.ts';
import { go, toast } from '../journey.ts';
import { verifyHere } from '../receipt-files.ts';

test.beforeEach(async ({ world, page, prices }) => {
  await setMark({ world, page, prices }, FIRST);
});

test('a position is warned about, is liquidated at exactly its price and loses its margin alone, and its report can be verified', async ({
  memberPage: page,
  world,
  trader,
  prices,
}) => {
  test.setTimeout(90_000);
  const stage = { world, page, prices };
  await openTrade(page);
  await setMarginType(page, '격리');
  const leverage = await leverageSheet(page);
  // From 20 to 50 to 100.
  for (const _ of [50, 100]) await leverage.getByRole('slider', { name: '레버리지' }).press('PageUp');
  await leverage.getByRole('button', { name: '100x로 변경' }).click();
  await expect(page.getByRole('button', { name: '레버리지 100x, 바꾸기' })).toBeVisible();
  await placeOrder(page, '매수·롱', {});
  await placeOrder(page, '매수·롱', { type: '지정가', price: '90000' });
  await showTab(page, '포지션');
  await expect(positionCard(page)).toContainText('청산가94,427.8');

  // 37.808 must stay of 46.9901.
  await setMark(stage, '94520');
  await expect(toast(page)).toContainText(/청산 위험 · BTCUSDT 격리.*증거금 비율 80.45%/s);
  const danger = page.getByRole('alert').filter({ hasText: '청산 위험 · BTCUSDT 롱' });
  await expect(danger).toContainText('청산까지 0.09%');
  await setMark(stage, '94427.9');
  await expect(positionCard(page)).toContainText('마크가94,427.9');
  expect((await accountOf(world, trader)).positions).toMatchObject([{ qty: '0.1' }]);
  await setMark(stage, '94427.8');
  await expect(toast(page)).toContainText(/강제 청산되었습니다.*BTCUSDT 롱/s);
  await expect(page.getByText('열린 포지션이 없습니다')).toBeVisible();
  await expect(danger).toBeHidden();
  const { free, orders, positions, fills } = await accountOf(world, trader);
  // The margin of 95.0001 and the fee of opening: nothing more.
  expect(free).toBe('9897.399892');
  expect({ orders, positions }).toEqual({ orders: [], positions: [] });
  expect(fills[0]).toMatchObject({ marketType: 'LIQUIDATION', price: '94427.7', net: '-102.600108' });

  await go(page, '/wallet/history?product=futures');
  // Not the toast, which leads there as well and is on the page before.
  const history = page.getByRole('region', { name: '코인선물 거래내역' });
  await history.getByRole('link', { name: /강제 청산/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: '청산 보고서' })).toBeVisible();
  const report = page.getByRole('article');
  await expect(report).toContainText('증거금 전부와 진입 수수료입니다. 더 갚을 금액은 없습니다.');
  const steps = report.getByRole('list', { name: '무슨 일이 있었나요' });
  await expect(steps).toContainText('롱 진입 95,000.1');
  await expect(steps).toContainText('1차 경고 · 증거금 비율 80.45%');
  await expect(steps).toContainText('마크가 94,427.8 도달');
  await expect(steps).toContainText('미체결 주문 1건 취소');
  await expect(fact(report, '남은 금액')).toHaveText('0 USDT');
  await expect(report).toContainText('무엇이 달랐다면 피했을까요');
  // Ticks are sealed by the minute.
  await pass(stage, 2);
  await verifyHere(page);
});

test('funding is paid once at its time, shown among the payments and on the position, and leaves with it', async ({
  memberPage: page,
  world,
  trader,
  prices,
}) => {
  test.setTimeout(90_000);
  const stage = { world, page, prices };
  // No journey moves this price: the contract was never above or below its index, and the rate is the interest alone.
  await orderPastApp(world, trader, { futuresOptionId: ETHER, qty: '1' });
  await passFunding(stage);
  await expect.poll(async () => (await accountOf(world, trader)).fundings).toHaveLength(1);
  await pass(stage, 2);
  const { fundings, positions, free } = await accountOf(world, trader);
  expect(fundings).toMatchObject([{ rate: '0.0001', markPrice: '3170.77', amount: '-0.317077' }]);
  // Accrued, not posted yet.
  expect({ positions, free }).toMatchObject({ positions: [{ funding: '-0.317077' }], free: '9997.463376' });

  await openTrade(page);
  await showTab(page, '자산');
  await expect(fact(page.getByRole('region', { name: 'USDT', exact: true }), '쌓인 펀딩비')).toHaveText(
    '−0.3171 USDT',
  );
  await showTab(page, '포지션');
  const card = page.getByRole('region', { name: 'ETHUSDT 포지션' });
  await card.getByRole('button', { name: '청산', exact: true }).click();
  const close = page.getByRole('dialog', { name: '시장가 청산' });
  await expect(fact(close, '펀딩비')).toHaveText('−0.3171 USDT');
  // A tick on both sides and 0.08 % of 3,170.78 and of 3,170.76.
  await expect(fact(close, '받는 순손익')).toHaveText('−5.4104 USDT');
  await close.getByRole('button', { name: '1.000 ETH 청산' }).click();
  await expect(page.getByText('열린 포지션이 없습니다')).toBeVisible();
  const closed = await accountOf(world, trader);
  expect(closed.fills[0]).toMatchObject({ funding: '-0.317077', net: '-5.410309' });
  expect(closed.free).toBe('9994.589691');

  await go(page, '/wallet/history?product=futures');
  await page.getByRole('radiogroup', { name: '내역 종류' }).getByRole('radio', { name: '펀딩비' }).click();
  const payments = page.getByRole('region', { name: '코인선물 거래내역' }).getByRole('listitem');
  await expect(payments).toHaveCount(1);
  await expect(payments).toContainText(/롱.*ETHUSDT.*0\.0100% · 마크가 3,170\.77.*−0\.31707700/s);
});
