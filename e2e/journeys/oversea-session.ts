// What closes a position without its owner: a loss-cut, staff, the end of the trade date. Journeys are in the order of
// the world's clock, which only moves forward.
import { setOvernight } from '@maru/contract/oversea/calls';
import { expect } from '@playwright/test';
import { ask, refusalOf } from '../ask.ts';
import { alertDialog, dock, newTrader, signedIn, toast, visit } from '../journey.ts';
import { openOffice } from '../office.ts';
import {
  accountOf,
  comeNearEnd,
  FIRST,
  fillRows,
  leapTo,
  MINUTE_MS,
  NASDAQ,
  openTrade,
  orderPastApp,
  placeOrder,
  positionCard,
  showTab,
  sideButton,
  test,
} from '../oversea.ts';
import { verifyHere } from '../receipt-files.ts';

test.use({ ownWorld: 'oversea-session' });

test.beforeEach(async ({ prices }) => {
  await prices.setPrice(FIRST);
});

test('an account that falls to its loss-cut level is closed at once, and its report has the reason, is recomputed and can be verified', async ({
  memberPage: page,
  world,
  trader,
  prices,
}) => {
  test.setTimeout(90_000);
  await openTrade(page);
  await dock(page).getByRole('button', { name: '직접' }).click();
  const count = page.getByRole('dialog', { name: '주문 계약 수' });
  await count.getByRole('spinbutton', { name: '주문 계약 수' }).fill('20');
  await count.getByRole('button', { name: '적용' }).click();
  await placeOrder(page, '매수');
  await showTab(page, '포지션');
  await expect(positionCard(page)).toContainText('매수 20계약');
  await expect(page.getByRole('region', { name: '평가 담보금' })).toContainText('로스컷 1,200,000원');

  // A tick above the level nothing happens: at the bid 16 points are 8,867,200 won, and both fees 120,000.
  await prices.setPrice('24984.5');
  await expect(positionCard(page)).toContainText('−8,987,200원');
  await prices.setPrice('24984');
  await expect(toast(page)).toContainText('로스컷으로 청산했습니다');
  await expect(page.getByText('포지션이 없습니다')).toBeVisible();
  const { free, waiting, fills } = await accountOf(world, trader);
  expect({ free, waiting }).toEqual({ free: '735700', waiting: '0' });
  expect(fills[0]).toMatchObject({ forcedReason: 'LOSSCUT', price: '24983.75', pnl: '-9144300' });

  await showTab(page, '체결');
  await fillRows(page).first().click();
  await expect(page.getByRole('heading', { level: 1, name: '로스컷 보고서' })).toBeVisible();
  const report = page.getByRole('article');
  await expect(report).toContainText('평가 담보금 934,250원 도달');
  await expect(report).toContainText('로스컷 기준 1,200,000원');
  await expect(report).toContainText('남은 금액735,700원');
  await expect(report).toContainText('무엇이 달랐다면 피했을까요');
  // Ticks are sealed by the minute.
  await leapTo(world, Date.now() + world.aheadMs() + 2 * MINUTE_MS, page);
  await verifyHere(page);
});

test('an instrument that staff close while the user views it is closed out with its reason, and the list shows it', async ({
  memberPage: page,
  world,
  trader,
}) => {
  const office = await openOffice(world);
  await openTrade(page);
  await placeOrder(page, '매도');
  await showTab(page, '포지션');
  await expect(positionCard(page)).toContainText('매도 1계약');
  await office.closeInstrument(NASDAQ, '거래소 점검으로 거래를 마칩니다.');
  try {
    await expect(alertDialog(page)).toContainText(
      'E-미니 나스닥종목이 마감되었습니다. 거래소 점검으로 거래를 마칩니다.',
    );
    await expect(page).toHaveURL('/oversea');
    await expect
      .poll(async () => (await accountOf(world, trader)).fills[0])
      .toMatchObject({ forcedReason: 'STAFF_CLOSE', pnl: '-13855' });
    expect((await accountOf(world, trader)).positions).toEqual([]);
    await alertDialog(page).getByRole('button', { name: '확인' }).click();
    await visit(page, `/oversea/${NASDAQ}`);
    await expect(dock(page)).toContainText('주문을 잠시 멈췄습니다');
  } finally {
    await office.reopenInstrument(NASDAQ);
  }
});

test('a position that is not kept overnight is closed five minutes before the end of its session', async ({
  memberPage: page,
  world,
  trader,
}) => {
  test.setTimeout(120_000);
  const end = await comeNearEnd(world, page);
  await openTrade(page);
  await placeOrder(page, '매수');
  await showTab(page, '포지션');
  const overnight = positionCard(page).getByRole('switch', { name: '오버나이트' });
  await expect(positionCard(page)).toContainText('06:00 이후에도 유지 · 필요 담보금 2,000,000원');
  await overnight.click();
  await expect(overnight).toBeChecked();
  expect((await accountOf(world, trader)).positions).toMatchObject([{ isOvernight: true }]);
  await overnight.click();
  await expect(overnight).not.toBeChecked();
  expect((await accountOf(world, trader)).positions).toMatchObject([{ isOvernight: false }]);

  // The tap is in time, its arrival at the server is not.
  await page.route(`**${setOvernight.path}`, async (route) => {
    await leapTo(world, end - 10 * MINUTE_MS, page);
    await route.continue();
  });
  await overnight.click();
  await expect(alertDialog(page)).toContainText('마감이 임박한 종목은 오버나이트를 설정할 수 없습니다.');
  await alertDialog(page).getByRole('button', { name: '확인' }).click();
  await expect(overnight).not.toBeChecked();
  await expect(overnight).toBeDisabled();
  await expect(positionCard(page)).toContainText('장 마감 10분 전부터는 켤 수 없습니다.');
  await showTab(page, '주문');
  await expect(dock(page)).toContainText('06:00 장 마감 전 · 줄이는 주문만 받습니다');
  await expect(sideButton(page, '매도')).toBeEnabled();
  await expect(dock(page).getByRole('button', { name: '매수', exact: true })).toBeDisabled();

  await leapTo(world, end - 5 * MINUTE_MS, page);
  await expect(toast(page)).toContainText('장 마감 청산');
  await showTab(page, '체결');
  await expect(fillRows(page).first()).toContainText('장 마감 청산');
  const { positions, fills } = await accountOf(world, trader);
  expect(positions).toEqual([]);
  expect(fills[0]).toMatchObject({ forcedReason: 'SESSION_END', pnl: '-13855' });
  await fillRows(page).first().click();
  await expect(page.getByRole('heading', { level: 1, name: '장 마감 청산 보고서' })).toBeVisible();
  await expect(page.getByRole('article')).toContainText('오버나이트 켜기');
});

test('a position that is kept overnight is carried into the next trade date, and is closed where the margin is short', async ({
  memberPage: page,
  world,
  trader,
}) => {
  test.setTimeout(120_000);
  const end = await comeNearEnd(world, page);
  await openTrade(page);
  await placeOrder(page, '매수');
  await showTab(page, '포지션');
  const overnight = positionCard(page).getByRole('switch', { name: '오버나이트' });
  await overnight.click();
  await expect(overnight).toBeChecked();
  const [held] = (await accountOf(world, trader)).positions;
  const token = await signedIn(world, trader);
  const again = { overseaPositionId: held?.id, isActive: true };
  expect(await refusalOf(world, setOvernight, { body: again, token })).toBe('OVERNIGHT_ALREADY_ON');

  const poor = await newTrader(world);
  const { fill } = await orderPastApp(world, poor, { qty: 5 });
  await ask(world, setOvernight, {
    body: { overseaPositionId: (await accountOf(world, poor)).positions[0]?.id, isActive: true },
    token: await signedIn(world, poor),
  });
  expect(fill?.openedQty).toBe(5);

  await leapTo(world, end - MINUTE_MS, page);
  await expect.poll(async () => (await accountOf(world, poor)).positions).toEqual([]);
  expect((await accountOf(world, poor)).fills[0]).toMatchObject({ forcedReason: 'OVERNIGHT_SHORT' });
  const [carried] = (await accountOf(world, trader)).positions;
  expect(carried).toMatchObject({ id: held?.id, isOvernight: true });
  expect(carried?.heldFor).not.toBe(held?.heldFor);
  await expect(positionCard(page)).toContainText('매수 1계약');

  // The page may receive the close, or find the market closed after it reconnects; only the position matters.
  await leapTo(world, end, page);
  const [carriedOver] = (await accountOf(world, trader)).positions;
  expect(carriedOver).toMatchObject({ id: held?.id, qty: 1, isOvernight: true, heldFor: carried?.heldFor });
});
